"""`routing.yaml`: the router's settings, state policies and intents."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from studio.files.kinds.base import Key, Written, known, said, take
from studio.files.nodes import Block, Items, Node, Scalar
from studio.files.part import Part, flag, number, text, texts, whole, words
from studio.files.plan import Plan

ROUTER = (
    Key("mode", text),
    Key("fallback_agent", text, "fallback"),
    Key("confidence_threshold", number),
    Key("allow_handoff", flag),
)
INTENT = (
    Key("description", text),
    Key("domain", text),
    Key("agent", text, "specialist"),
    Key("priority", whole),
    Key("enabled", flag),
    Key("next_state", text),
    Key("state_question", texts),
    Key("reply", texts),
    Key("menu", flag),
    Key("offer", texts),
    Key("takes_text", flag),
    Key("aside", flag),
    Key("handover_backend", text),
    Key("out_of_scope", flag),
)
POLICY = (
    Key("agent", text, "specialist"),
    Key("description", text),
    Key("terminal", flag),
    Key("enabled", flag),
)


class Routing:
    name = "routing.yaml"
    named_by = "routing_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        router: dict[str, Any] = {}
        if (part := root.inner("router")) is not None:
            with plan.telling():
                take(part, router, ROUTER)
                if router.get("fallback"):
                    plan.specialist(router["fallback"], part)
            part.rest()
        plan.kept.setdefault("routers", {})[root.file] = router
        for policy in self._policies(root):
            with plan.telling():
                self._policy(policy, plan)
            policy.rest()
        names: list[str] = plan.kept.setdefault("intents", {}).setdefault(root.file, [])
        for intent in root.listed("intents"):
            with plan.telling():
                names.append(self._intent(intent, plan))
            intent.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        profiles = plan.rows("routing", "profiles")
        first = profiles.get(plan.outside.default_agent_id) or next(iter(profiles.values()), None)
        language = plan.outside.default_language
        intents = plan.rows("routing", "intents")
        order = sorted(intents, key=lambda name: (intents[name]["priority"], name))
        policies = plan.rows("routing", "policies")
        yield (
            self.name,
            {
                "router": said(first, ROUTER) if first else {},
                "state_policies": [
                    {"state": state, **said(policies[state], POLICY), "only_for": policies[state]["profiles"]}
                    for state in sorted(policies)
                ],
                "intents": [_said(name, intents[name], language) for name in order],
            },
        )

    def _policies(self, root: Part) -> Iterator[Part]:
        """A list, or a mapping of states."""
        node = root.node("state_policies")
        if not isinstance(node, Block):
            yield from root.listed("state_policies")
            return
        for state, part in root.named("state_policies"):
            part.give("state", state)
            yield part

    def _policy(self, part: Part, plan: Plan) -> None:
        entry = plan.row("routing", "policies", part.need("state", text), part)
        take(part, entry, POLICY)
        if not entry["specialist"]:
            raise part.fault("agent", _("Say which agent gets the replies."))
        plan.specialist(entry["specialist"], part)
        self._only_for(part, entry, plan)

    def _intent(self, part: Part, plan: Plan) -> str:
        name = part.need("name", text)
        new = name not in plan.rows("routing", "intents")
        if name in (each for names in plan.kept["intents"].values() for each in names):
            raise part.fault("name", _("Intent '%s' stands in the files twice.") % name[:64])
        entry = plan.row("routing", "intents", name, part)
        take(part, entry, INTENT)
        plan.specialist(entry["specialist"], part)
        if "keywords" in part:
            entry["keywords"] = sorted(set(part.take("keywords", words) or ()))
        if "examples" in part:
            entry["examples"] = self._examples(part, plan.outside.default_language)
        if "mcp_tools" in part:
            self._tools(part, entry, plan)
        if "only_for" in part:
            self._only_for(part, entry, plan)
        elif new:
            plan.kept.setdefault("for_all", {})[name] = part.file
        return name

    def _examples(self, part: Part, language: str) -> list[list[str]]:
        found: dict[str, str] = {}
        node = part.node("examples")
        for each in node.nodes if isinstance(node, Items) else []:
            if isinstance(each, Block):
                inner = Part(part.plan, part.file, each, f"{part.path}.examples")
                found[inner.need("text", text)] = inner.take("language", text, language) or language
                inner.rest()
            else:
                found[text(part.file, each)] = language
        if not (node is None or isinstance(node, Items) or _nothing(node)):
            raise part.fault("examples", _("A list of texts is expected here."))
        return sorted([spoken, said] for said, spoken in found.items())

    def _tools(self, part: Part, entry: dict[str, Any], plan: Plan) -> None:
        """Those that only read are called at once, others are offered to the model, unless the file says otherwise."""
        tools = plan.rows("agents", "tools")
        names = list(dict.fromkeys(part.take("mcp_tools", words) or ()))
        before = dict(entry["tools"])
        offered = part.take("offered_tools", words)
        for name in names:
            known(part, "mcp_tools", name, tools, _("tool"))

        def use(name: str) -> str:
            if offered is not None:
                return "offer" if name in offered else "prefetch"
            return before.get(name) or ("prefetch" if tools[name]["read_only"] else "offer")

        entry["tools"] = [[name, use(name)] for name in names]

    def _only_for(self, part: Part, entry: dict[str, Any], plan: Plan) -> None:
        """Profiles may stand in a file that is read later."""
        names = part.take("only_for", words)
        if names is None:
            return
        entry["profiles"] = sorted(set(names))

        def check() -> None:
            with plan.telling():
                for name in names:
                    known(part, "only_for", name, plan.rows("routing", "profiles"), _("profile"))

        plan.later.append(check)


def _nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


def _said(name: str, entry: Mapping[str, Any], language: str) -> dict[str, Any]:
    return {
        "name": name,
        **said(entry, INTENT[:5]),
        "keywords": entry["keywords"],
        "examples": [
            each if spoken == language else {"text": each, "language": spoken}
            for spoken, each in entry["examples"]
        ],
        "mcp_tools": [tool for tool, _use in entry["tools"]],
        "offered_tools": [tool for tool, use in entry["tools"] if use == "offer"],
        **said(entry, INTENT[5:]),
        "only_for": entry["profiles"],
    }
