"""`agents.yaml`: the profiles, which of the other files are theirs, and who answers when nobody is named."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from language.spoken_languages import find_spoken
from routing.decision.authored.rows import describe_company
from studio.files.entry import Entry, Flag, Listed, MaybeWhole, Number, Text, Texts, Words, key
from studio.files.kinds import judges, policies, rails
from studio.files.kinds.base import Written, find_folder
from studio.files.kinds.routing import Router
from studio.files.nodes import Block, Items, Scalar
from studio.files.plan import Plan
from tenancy.days import check_zone


class Metadata(Entry):
    """What a profile is about."""

    domain: Text = key("", "What it belongs to.", "orders")


class ProfileFiles(Entry):
    """A profile's name, and which of the other files are its."""

    agent_id: Text = key(..., "Its name, by which it is asked for.", "shop")
    name: Text = key("", "How people read its name.", "The shop")
    description: Text = key("", "What it is for.", "Orders, deliveries and returns.")
    prompt_policy_path: Text = key("", "How it speaks.", "./config/prompt_policies/formal_tone.yaml")
    routing_config_path: Text = key(
        "", "Whose router block is its; empty: routing.yaml.", "./config/routing.yaml"
    )
    guardrails_config_path: Text = key("", "Its checks.", "./config/agents/shop/guardrails.yaml")
    judges_config_path: Text = key("", "Its judges.", "./config/agents/shop/judges.yaml")
    mcp_servers_config_path: Text = key("", "Read for the whole company.", "./config/mcp_servers.yaml")
    tools_config_path: Text = key("", "Read for the whole company.", "./config/tools.yaml")
    llm_profiles_config_path: Text = key("", "Read for the whole company.", "./config/llm_profiles.yaml")
    mcp_parameter_mapping_path: Text = key(
        "", "Read for the whole company.", "./config/mcp_parameter_mapping.yaml"
    )
    identity_config_path: Text = key("", "Read for the whole company.", "./config/identity.yaml")
    metadata: Metadata | None = key(None, "What it is about.", {"domain": "orders"})


class Profile(Router, ProfileFiles):
    """One team behind one agent_id: who belongs to it, how it decides, what checks it."""

    ROW = ("routing", "profiles")
    single: Text = key(
        "", "Who answers everything for users outside the rollout.", "orders_agent", alias="single_agent"
    )
    coordinator: Text = key("", "Mode coordinator: who speaks first; empty: the fallback.", "front_desk")
    specialists: Words = key([], "Who belongs to it; empty: all of the company.", ["orders_agent"])
    languages: Words = key([], "Its languages, the first one first; empty: all.", ["en", "es"])
    wished_precision: Number = key(
        0.97, "Of what the examples decide, how much must be right, 0.5 to 0.999.", 0.97
    )
    llm_router: Text = key("", "The model that decides where nothing else is sure; empty: none.", "default")
    plan_by_model: Flag = key(False, "Mode planner: whether that model proposes the plan.", False)
    quick_messages: Text = key("queue", "Several messages at once: queue, coalesce or debounce.", "queue")
    stickiness: Text = key("keep", "After a question: keep, reroute or coordinator.", "keep")
    review: Flag = key(True, "Whether answers are checked for forbidden phrases.", True)
    keep_raw_text: Flag = key(False, "Off: only the masked text is stored.", False)
    max_branches: MaybeWhole = key(None, "Specialists at once; nothing: the installation's limit.", 4)
    max_handoffs: MaybeWhole = key(None, "Handoffs in a turn; nothing: the installation's limit.", 5)
    max_steps: MaybeWhole = key(None, "Steps of a specialist; nothing: the installation's limit.", 10)
    max_rounds: MaybeWhole = key(
        None, "Mode supervised: rounds in a turn; nothing: the installation's limit.", 4
    )
    history_messages: MaybeWhole = key(
        None, "Messages before this one that a model sees; nothing: the installation's number.", 20
    )
    history_tokens: MaybeWhole = key(None, "Tokens in which these must have room; nothing: no limit.", 4000)
    share_memory: Flag = key(True, "Mode coordinator: whether each sees the whole conversation.", True)
    documents: Text = key("", "The collection that is tried for what nothing decides; empty: none.", "faq")
    documents_threshold: Number = key(0.6, "How well a passage must fit then, 0 to 1.", 0.6)
    attachments: Text = key(
        "", "The personal collection for what users attach in the chat; empty: nothing can be.", "attached"
    )
    remembers: Flag = key(
        False, "Whether what users say of themselves is kept for later conversations.", True
    )
    synthesis_prompt: Text = key(
        "", "How several answers are joined, beside our rules.", "Begin with what is urgent."
    )
    time_zone: Text = key("", "Of its hours and its days; empty: the company's.", "America/Sao_Paulo")
    person_hours: Texts = key(
        {},
        "When people are there for whoever asks for a person, by day from mon to sun; empty: always.",
        {"mon": "09:00-12:00, 13:00-18:00"},
    )
    person_closed: Words = key([], "Dates on which nobody is there.", ["2026-12-25"])
    person_reply: Texts = key(
        {},
        "The answer to whoever asks for a person, by language; {when}: until when people are there.",
        {"en": "A colleague takes over, here until {when}."},
    )
    person_reply_closed: Texts = key(
        {},
        "The same while nobody is there; {when}: when somebody is.",
        {"en": "A colleague takes over {when}."},
    )
    enabled: Flag = key(True, "Whether it is used.", True)


class ProfilesFile(Entry):
    """The profiles, and what holds for the whole company."""

    default_agent_id: Text = key("", "Who answers when a message names no profile.", "shop")
    default_language: Text = key("pt", "The company's language.", "en")
    time_zone: Text = key(
        "", "Whose midnight begins the company's days; empty: the installation's.", "America/Sao_Paulo"
    )
    agents: Listed[Profile] = key(
        [], "The profiles.", [{"agent_id": "shop", "fallback_agent": "orders_agent"}]
    )


FILES = tuple(name for name in ProfileFiles.model_fields if name.endswith("_path"))


class Profiles:
    name = "agents.yaml"
    named_by = ""
    model = ProfilesFile

    def read(self, root: ProfilesFile, plan: Plan) -> None:
        with plan.telling():
            self._company(root, plan)
        seen: set[str] = set()
        for entry in root.agents:
            with plan.telling():
                seen.add(self._profile(entry, plan))
        plan.later.append(lambda: _who_is_served(plan, seen))

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("routing", "profiles")
        yield self.name, {
            "default_agent_id": plan.outside.default_agent_id,
            "default_language": plan.outside.default_language,
            "time_zone": plan.outside.time_zone,
            "agents": [_write(agent_id, rows[agent_id]) for agent_id in sorted(rows)],
        }  # fmt: skip

    def _company(self, root: ProfilesFile, plan: Plan) -> None:
        outside = plan.outside
        default = root.default_agent_id if root.says("default_agent_id") else outside.default_agent_id
        language = outside.default_language
        if root.says("default_language"):
            language = find_spoken(root.default_language)
        zone = root.time_zone if root.says("time_zone") else outside.time_zone
        try:
            check_zone(zone)
        except ValidationError as error:
            raise root.fault("time_zone", " ".join(error.messages)) from None
        before = (outside.default_agent_id, outside.default_language, outside.time_zone)
        if (default, language, zone) == before:
            return
        if not outside.company:
            sentence = _("The company's own settings are changed by its administrator: they stay.")
            plan.note("left", root.file, root.line_of("default_agent_id"), sentence)
            return

        def check() -> None:
            if default:
                root.require_known(
                    "default_agent_id", default, plan.rows("routing", "profiles"), _("profile")
                )

        outside.default_agent_id, outside.default_language, outside.time_zone = default, language, zone
        plan.content["routing"].pop("time_zone", None)
        plan.content["routing"] |= describe_company(language, zone)
        plan.later.append(check)

    def _profile(self, entry: Profile, plan: Plan) -> str:
        agent_id = entry.agent_id
        files = {name: self._file(entry, name, plan) for name in FILES}
        row = plan.row(agent_id, entry)
        row |= plan.kept.get("routers", {}).get(files["routing_config_path"] or "routing.yaml", {})
        entry.take(row)
        if entry.metadata is not None:
            entry.metadata.take(row)
        row["languages"] = list(dict.fromkeys(map(find_spoken, row["languages"])))
        row["specialists"] = sorted(set(row["specialists"]))
        for name in (row["fallback"], row["single"], row["coordinator"], *row["specialists"]):
            plan.specialist(name, entry)
        if not row["fallback"]:
            words = _("Profile '%s' needs a fallback_agent, here or in its routing file.")
            raise entry.fault("agent_id", words % agent_id[:64])
        for name in ("documents", "attachments"):
            if row[name]:
                entry.require_known(name, row[name], plan.rows("agents", "collections"), _("collection"))
        if row["llm_router"]:
            entry.require_known("llm_router", row["llm_router"], plan.rows("agents", "llms"), _("model"))
        _switch(plan, agent_id, row, files, plan.is_new("routing", "profiles", agent_id))
        return agent_id

    def _file(self, entry: Profile, name: str, plan: Plan) -> str:
        """The file of this upload that a path means; empty where there is none."""
        given: str = getattr(entry, name)
        found = resolve(given, plan.roots) if given else ""
        if given and not found:
            sentence = _("'%(key)s' names %(path)s, which is not among the files.")
            plan.note("left", entry.file, entry.line_of(name), sentence % {"key": name, "path": given[:200]})
        return found


def find_named_files(root: Block, roots: Collection[str]) -> Iterator[tuple[str, str]]:
    """The files that profiles name, each with the key that names it: their kind, whatever they are called."""
    agents = root.get("agents")
    for each in agents if isinstance(agents, Items) else []:
        for name, value in each.items() if isinstance(each, Block) else ():
            if name.endswith("_path") and isinstance(value, Scalar) and (found := resolve(value.raw, roots)):
                yield found, name


def resolve(path: str, roots: Collection[str]) -> str:
    """The file that a path such as `./config/tools.yaml` means, wherever the folder stood.

    empty: none, or several.

    >>> resolve("./config/tools.yaml", ["tools.yaml"])
    'tools.yaml'
    """
    wanted = path.replace("\\", "/").removeprefix("./").split("/")
    for start in range(len(wanted)):
        tail = "/".join(wanted[start:])
        if tail in roots:
            return tail
        ending = [each for each in roots if each.endswith(f"/{tail}")]
        if len(ending) == 1:
            return ending[0]
    return ""


def _switch(plan: Plan, agent_id: str, row: dict[str, Any], files: Mapping[str, str], new: bool) -> None:
    """Gives a profile its rails, judges and policy.

    Of its own file, else of its folder, else the company's.
    """

    def of(kind: str, key: str, company: str) -> Any:
        known: Mapping[str, Any] = plan.kept.get(kind, {})
        own = next((path for path in known if find_folder(path) == agent_id), "")
        chosen = files.get(key) or own or (company if new else "")
        return known.get(chosen)

    for kind, path, company in (("rails", rails.Rails.named_by, rails.Rails.name),
                               ("judges", judges.Judges.named_by, judges.Judges.name)):  # fmt: skip
        if (switched := of(kind, path, company)) is not None:
            on = {name for name, wanted in switched.items() if wanted}
            row[kind] = sorted(set(row[kind]) - switched.keys() | on)
    if (policy := of("policies", policies.Policies.named_by, policies.Policies.name)) is not None:
        row["policy"] = policy


def _who_is_served(plan: Plan, seen: set[str]) -> None:
    """A new intent is for the profiles that name its file; where those are all there are, for every one."""
    everybody = set(plan.rows("routing", "profiles"))
    for name, _file in plan.kept.get("for_all", {}).items():
        plan.rows("routing", "intents")[name]["profiles"] = [] if seen == everybody else sorted(seen)


def _write(agent_id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    paths = {
        "routing_config_path": "routing.yaml",
        rails.Rails.named_by: rails.path_of(agent_id),
        judges.Judges.named_by: judges.path_of(agent_id),
        "mcp_servers_config_path": "mcp_servers.yaml",
        "tools_config_path": "tools.yaml",
    }
    if row["policy"]:
        paths[policies.Policies.named_by] = policies.path_of(row["policy"])
    places = {name: f"./config/{path}" for name, path in paths.items()}
    return Profile.from_row(row, agent_id=agent_id, metadata=Metadata.from_row(row), **places)
