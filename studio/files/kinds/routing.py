"""`routing.yaml`: the router's settings, state policies and intents."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BeforeValidator

from studio.files.entry import Entry, Flag, Listed, Number, Text, Texts, Whole, Words, key, short
from studio.files.kinds.base import Written
from studio.files.nodes import Block, Items, Scalar
from studio.files.plan import Plan


class Router(Entry):
    """How the profiles that name this file decide."""

    mode: Text = key(
        "",
        "single, router, supervisor, coordinator, planner or supervised; empty: as the installation says.",
        "router",
    )
    fallback: Text = key("", "Who answers when nothing matches.", "orders_agent", alias="fallback_agent")
    confidence_threshold: Number = key(0.65, "How sure a model that decides must be, 0 to 1.", 0.65)
    allow_handoff: Flag = key(True, "Whether specialists may hand over.", True)


class ExampleEntry(Entry):
    """A message that people write; a text alone is of the company's language."""

    text: Text = key(..., "The whole message.", "Where is my order?")
    language: Text = key("", "Its language; empty: the company's.", "en")


class PolicyEntry(Entry):
    """Who gets the replies while a conversation is in a state."""

    ROW = ("routing", "policies")
    state: Text = key(..., "In capital letters.", "WAITING_ORDER_CONFIRMATION")
    specialist: Text = key("", "Who gets the replies.", "orders_agent", alias="agent")
    description: Text = key("", "What is waited for.", "The customer confirms an exchange.")
    terminal: Flag = key(False, "Whether the state ends with the reply.", False)
    enabled: Flag = key(True, "Whether it is used.", True)
    only_for: Words = key([], "The profiles that it is for; empty: every one.", ["shop"])


class IntentEntry(Entry):
    """What people ask for, who answers it, and with which tools."""

    ROW = ("routing", "intents")
    name: Text = key(..., "Its name.", "order_tracking")
    description: Text = key("", "What people want.", "Asks where an order is.")
    domain: Text = key("", "What it belongs to.", "orders")
    specialist: Text = key("", "Who answers; empty: whoever is speaking.", "orders_agent", alias="agent")
    priority: Whole = key(100, "The lowest number wins when several match.", 10)
    enabled: Flag = key(True, "Whether it is used.", True)
    keywords: Words = key([], "Words and phrases that point to it.", ["order", "delivery"])
    spoken: Listed[
        Annotated[ExampleEntry, BeforeValidator(short("text"), json_schema_input_type=str | ExampleEntry)]
    ] = key(
        [],
        "Whole messages as people write them: what is like them is routed alike.",
        ["Where is my order?"],
        alias="examples",
    )
    mcp_tools: Words = key(
        [],
        "Its tools. Those that only read are called at once, the model may call the others; where "
        "`offered_tools` is said, all that it leaves out are called at once, unless they ask first.",
        ["find_order"],
    )
    offered_tools: Words = key(
        [], "Tools that the model calls when it needs them; may stand in both lists.", ["request_exchange"]
    )
    next_state: Text = key("", "The state afterwards.", "WAITING_ORDER_CONFIRMATION")
    state_question: Texts = key(
        {}, "The question that goes with the state, by language.", {"en": "Shall I exchange it?"}
    )
    reply: Texts = key({}, "A fixed answer without a model, by language.", {"en": "Hello! How can I help?"})
    menu: Flag = key(False, "Whether the fixed answer shows what can be asked.", False)
    offer: Texts = key({}, "How a menu offers it, by language.", {"en": "Where is my order?"})
    takes_text: Flag = key(False, "Whether a text follows its keywords that asks for nothing itself.", False)
    aside: Flag = key(False, "Whether the matter before it goes on afterwards.", False)
    asks_for_person: Flag = key(False, "Whether whoever says it wants a person.", False)
    collection: Text = key("", "The documents that it is answered from.", "price_list")
    cache_seconds: Whole = key(
        0, "For how many seconds an answer may be given to others who ask the same; 0: never.", 86400
    )
    handover_backend: Text = key("", "The gateway's backend that takes over.", "support")
    out_of_scope: Flag = key(False, "Whether its examples show what nobody serves.", False)
    only_for: Words = key([], "The profiles that it is for; empty: every one.", ["shop"])


def _states(node: Any) -> Any:
    """A list, or a mapping of states."""
    if not isinstance(node, Block):
        return node
    listed = Items(node.line)
    for state, each in node.items():
        if isinstance(each, Scalar) and each.value is None:
            each = Block(node.file, each.line)
        if isinstance(each, Block):
            each.setdefault("state", Scalar(each.line, state, state))
        listed.append(each)
    return listed


class RoutingFile(Entry):
    """The router's settings, state policies and intents."""

    router: Router | None = key(None, "How the profiles decide.", {"fallback_agent": "orders_agent"})
    state_policies: Annotated[Listed[PolicyEntry], BeforeValidator(_states)] = key(
        [],
        "A list, or a mapping of states.",
        [{"state": "WAITING_ORDER_CONFIRMATION", "agent": "orders_agent"}],
    )
    intents: Listed[IntentEntry] = key(
        [], "What people ask for.", [{"name": "order_tracking", "agent": "orders_agent"}]
    )


class Routing:
    name = "routing.yaml"
    named_by = "routing_config_path"
    model = RoutingFile

    def read(self, root: RoutingFile, plan: Plan) -> None:
        router: dict[str, Any] = {}
        if root.router is not None:
            router = root.router.model_dump(exclude_unset=True)
            plan.specialist(router.get("fallback", ""), root.router)
        plan.kept.setdefault("routers", {})[root.file] = router
        for policy in root.state_policies:
            with plan.telling():
                self._policy(policy, plan)
        for intent in root.intents:
            with plan.telling():
                self._intent(intent, plan)

    def write(self, plan: Plan) -> Iterator[Written]:
        profiles = plan.rows("routing", "profiles")
        first = profiles.get(plan.outside.default_agent_id) or next(iter(profiles.values()), None)
        intents = plan.rows("routing", "intents")
        order = sorted(intents, key=lambda name: (intents[name]["priority"], name))
        policies = sorted(plan.rows("routing", "policies").items())
        yield self.name, {
            "router": Router.from_row(first) if first else {},
            "state_policies": [
                PolicyEntry.from_row(row, state=state, only_for=row["profiles"]) for state, row in policies
            ],
            "intents": [_write(name, intents[name], plan.outside.default_language) for name in order],
        }  # fmt: skip

    def _policy(self, entry: PolicyEntry, plan: Plan) -> None:
        row = plan.row(entry.state, entry)
        entry.take(row)
        if not row["specialist"]:
            raise entry.fault("specialist", _("Say which agent gets the replies."))
        plan.specialist(row["specialist"], entry)
        self._only_for(entry, row, plan)

    def _intent(self, entry: IntentEntry, plan: Plan) -> None:
        name = entry.name
        new = name not in plan.rows("routing", "intents")
        names: set[str] = plan.kept.setdefault("intents", set())
        if name in names:
            raise entry.fault("name", _("Intent '%s' stands in the files twice.") % name[:64])
        names.add(name)
        row = plan.row(name, entry)
        entry.take(row)
        row["keywords"] = sorted(set(row["keywords"]))
        plan.specialist(row["specialist"], entry)
        if entry.says("spoken"):
            plan.later.append(lambda: self._examples(entry, row, plan))
        if row["collection"]:
            entry.require_known(
                "collection", row["collection"], plan.rows("agents", "collections"), _("collection")
            )
        if entry.says("mcp_tools") or entry.says("offered_tools"):
            self._tools(entry, row, plan)
        if entry.says("only_for"):
            self._only_for(entry, row, plan)
        elif new:
            plan.kept.setdefault("for_all", {})[name] = entry.file

    def _examples(self, entry: IntentEntry, row: dict[str, Any], plan: Plan) -> None:
        """Once every file is read: which language the company's is, agents.yaml may say."""
        usual = plan.outside.default_language
        spoken = {each.text: each.language or usual for each in entry.spoken}
        row["examples"] = sorted([language, text] for text, language in spoken.items())

    def _tools(self, entry: IntentEntry, row: dict[str, Any], plan: Plan) -> None:
        """Those that only read are called at once, others are offered to the model, unless the file says
        otherwise.
        """
        tools, before = plan.rows("agents", "tools"), dict(row["tools"])
        own = entry.mcp_tools if entry.says("mcp_tools") else list(before)
        names = list(dict.fromkeys((*own, *entry.offered_tools)))
        for name in names:
            said = "mcp_tools" if name in entry.mcp_tools else "offered_tools"
            entry.require_known(said, name, tools, _("tool"))

        def use(name: str) -> str:
            if entry.says("offered_tools"):
                plan.outside.assumed[entry.name, name] = False
                return "offer" if name in entry.offered_tools else "prefetch"
            if name not in before and name in plan.outside.undeclared:
                plan.outside.assumed[entry.name, name] = True
            return before.get(name) or ("prefetch" if tools[name]["read_only"] else "offer")

        row["tools"] = [[name, use(name)] for name in names]

    def _only_for(self, entry: IntentEntry | PolicyEntry, row: dict[str, Any], plan: Plan) -> None:
        """Profiles may stand in a file that is read later."""
        if not entry.says("only_for"):
            return
        row["profiles"] = sorted(set(entry.only_for))

        def check() -> None:
            for name in entry.only_for:
                entry.require_known("only_for", name, plan.rows("routing", "profiles"), _("profile"))

        plan.later.append(check)


def _write(name: str, row: Mapping[str, Any], language: str) -> dict[str, Any]:
    return IntentEntry.from_row(
        row,
        name=name,
        spoken=[
            each if spoken == language else ExampleEntry.from_row({}, text=each, language=spoken)
            for spoken, each in row["examples"]
        ],
        mcp_tools=[tool for tool, _use in row["tools"]],
        offered_tools=[tool for tool, use in row["tools"] if use == "offer"],
        only_for=row["profiles"],
    )
