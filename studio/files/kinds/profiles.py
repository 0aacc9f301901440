"""`agents.yaml`: the profiles, which of the other files are theirs, and who answers when nobody is named."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from studio.files.kinds import judges, policies, rails
from studio.files.kinds.base import Key, Written, folder_of, known, said, take
from studio.files.kinds.routing import ROUTER
from studio.files.nodes import Items
from studio.files.part import Part, flag, maybe, number, text, whole, words
from studio.files.plan import Plan

KEYS = (
    Key("name", text),
    Key("description", text),
    *ROUTER,
    Key("single_agent", text, "single"),
    Key("coordinator", text),
    Key("specialists", words),
    Key("languages", words),
    Key("wished_precision", number),
    Key("llm_router", text),
    Key("plan_by_model", flag),
    Key("quick_messages", text),
    Key("stickiness", text),
    Key("review", flag),
    Key("keep_raw_text", flag),
    Key("max_branches", maybe(whole)),
    Key("max_handoffs", maybe(whole)),
    Key("max_steps", maybe(whole)),
    Key("max_rounds", maybe(whole)),
    Key("share_memory", flag),
    Key("synthesis_prompt", text),
    Key("enabled", flag),
)
WHOLE = (
    "mcp_servers_config_path",
    "tools_config_path",
    "llm_profiles_config_path",
    "mcp_parameter_mapping_path",
)


class Profiles:
    name = "agents.yaml"
    named_by = ""

    def read(self, root: Part, plan: Plan) -> None:
        self._company(root, plan)
        seen: set[str] = set()
        for part in root.listed("agents"):
            with plan.telling():
                seen.add(self._profile(part, plan))
            part.rest()
        plan.later.append(lambda: _who_is_served(plan, seen))

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("routing", "profiles")
        yield (
            self.name,
            {
                "default_agent_id": plan.outside.default_agent_id,
                "default_language": plan.outside.default_language,
                "agents": [_said(agent_id, rows[agent_id]) for agent_id in sorted(rows)],
            },
        )

    def _company(self, root: Part, plan: Plan) -> None:
        outside = plan.outside
        default = root.take("default_agent_id", text, outside.default_agent_id) or ""
        language = root.take("default_language", text, outside.default_language) or ""
        if (default, language) == (outside.default_agent_id, outside.default_language):
            return
        if not outside.company:
            told = _("The company's own settings are changed by its administrator: they stay.")
            plan.note("left", root.file, root.line_of("default_agent_id"), told)
            return

        def check() -> None:
            with plan.telling():
                if default:
                    known(root, "default_agent_id", default, plan.rows("routing", "profiles"), _("profile"))

        outside.default_agent_id, outside.default_language = default, language
        plan.content["routing"]["language"] = language
        plan.later.append(check)

    def _profile(self, part: Part, plan: Plan) -> str:
        agent_id = part.need("agent_id", text)
        files = {key: self._file(part, key, plan) for key in (policies.Policies.named_by, rails.Rails.named_by,
                 judges.Judges.named_by, "routing_config_path")}  # fmt: skip
        for key in WHOLE:
            self._file(part, key, plan)
        entry = plan.row("routing", "profiles", agent_id, part)
        entry |= plan.kept.get("routers", {}).get(files["routing_config_path"] or "routing.yaml", {})
        take(part, entry, KEYS)
        if (metadata := part.inner("metadata")) is not None:
            entry["domain"] = metadata.take("domain", text, entry["domain"])
            metadata.rest()
        for key in ("fallback", "single", "coordinator"):
            plan.specialist(entry[key], part)
        for name in entry["specialists"]:
            plan.specialist(name, part)
        entry["specialists"] = sorted(set(entry["specialists"]))
        if not entry["fallback"]:
            words = _("Profile '%s' needs a fallback_agent, here or in its routing file.")
            raise part.fault("agent_id", words % agent_id[:64])
        if entry["llm_router"]:
            known(part, "llm_router", entry["llm_router"], plan.rows("agents", "llms"), _("model"))
        new = plan.is_new("routing", "profiles", agent_id)
        _switch(plan, agent_id, entry, files, new)
        return agent_id

    def _file(self, part: Part, key: str, plan: Plan) -> str:
        """The file of this upload that a path means; empty where there is none."""
        given = part.take(key, text) or ""
        found = resolve(given, plan.roots) if given else ""
        if given and not found:
            told = _("'%(key)s' names %(path)s, which is not among the files.")
            plan.note("left", part.file, part.line_of(key), told % {"key": key, "path": given[:200]})
        return found


def named_files(root: Part, roots: Mapping[str, Part]) -> Iterator[tuple[str, str]]:
    """The files that profiles name, each with the key that names it: their kind, whatever they are called."""
    node = root.node("agents")
    for each in node.nodes if isinstance(node, Items) else []:
        entries = getattr(each, "nodes", None)
        for key, value in entries.items() if isinstance(entries, dict) else ():
            if key.endswith("_path") and (found := resolve(str(getattr(value, "raw", "")), roots)):
                yield found, key


def resolve(path: str, roots: Mapping[str, Part]) -> str:
    """The file that a path such as `./config/tools.yaml` means, wherever the folder stood; empty: none, or several.

    >>> resolve("./config/tools.yaml", {"tools.yaml": part})
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


def _switch(plan: Plan, agent_id: str, entry: dict[str, Any], files: Mapping[str, str], new: bool) -> None:
    """Gives a profile its rails, judges and policy: of its own file, else of its folder, else the company's."""

    def of(kind: str, key: str, company: str) -> Any:
        known: Mapping[str, Any] = plan.kept.get(kind, {})
        own = next((path for path in known if folder_of(path) == agent_id), "")
        chosen = files.get(key) or own or (company if new else "")
        return known.get(chosen)

    for kind, key, company in (("rails", rails.Rails.named_by, rails.Rails.name),
                               ("judges", judges.Judges.named_by, judges.Judges.name)):  # fmt: skip
        if (switched := of(kind, key, company)) is not None:
            on = {name for name, wanted in switched.items() if wanted}
            entry[kind] = sorted(set(entry[kind]) - switched.keys() | on)
    if (policy := of("policies", policies.Policies.named_by, policies.Policies.name)) is not None:
        entry["policy"] = policy


def _who_is_served(plan: Plan, seen: set[str]) -> None:
    """A new intent is for the profiles that name its file; where those are all there are, for every one."""
    everybody = set(plan.rows("routing", "profiles"))
    for name, _file in plan.kept.get("for_all", {}).items():
        plan.rows("routing", "intents")[name]["profiles"] = [] if seen == everybody else sorted(seen)


def _said(agent_id: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    paths = {
        "routing_config_path": "routing.yaml",
        rails.Rails.named_by: rails.path_of(agent_id),
        judges.Judges.named_by: judges.path_of(agent_id),
        "mcp_servers_config_path": "mcp_servers.yaml",
        "tools_config_path": "tools.yaml",
    }
    if entry["policy"]:
        paths = {policies.Policies.named_by: policies.path_of(entry["policy"]), **paths}
    return {
        "agent_id": agent_id,
        **said(entry, KEYS[:2]),
        **{key: f"./config/{path}" for key, path in paths.items()},
        "metadata": {"domain": entry["domain"]},
        **said(entry, KEYS[2:]),
    }
