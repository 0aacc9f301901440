"""`judges.yaml`: the company's judges, and under `agents/<agent_id>/` which of them a profile has switched on."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from agents.judges.catalogue import JUDGES
from agents.models import Judge
from studio.files.kinds.base import Written, folder_of, unused
from studio.files.nodes import Items, Scalar
from studio.files.part import Part, flag, number, text
from studio.files.plan import Plan


class Judges:
    name = "judges.yaml"
    named_by = "judges_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        """Both shapes: a list of judges with defaults above it, or a list of names."""
        on = root.take("enabled", flag, True) is not False
        closed = root.take("fail_closed", flag)
        switched: dict[str, bool] = {}
        node = root.node("judges")
        for name in node.nodes if isinstance(node, Items) else []:
            if isinstance(name, Scalar):
                with plan.telling():
                    switched[self._judge(root, text(root.file, name), plan)] = on
        if not (isinstance(node, Items) and node.nodes and isinstance(node.nodes[0], Scalar)):
            for part in root.listed("judges"):
                with plan.telling():
                    self._listed(part, on, closed, switched, plan)
                part.no_place("type", "fail_on_negative", "profile")
                part.rest()
        root.no_place("profile")
        plan.kept.setdefault("judges", {})[root.file] = switched

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "judges")
        own = [
            {"name": name, **_values(rows[name]), "enabled": rows[name]["enabled"]} for name in sorted(rows)
        ]
        yield self.name, {"judges": own}
        for agent_id, profile in sorted(plan.rows("routing", "profiles").items()):
            on = [{"name": name, "enabled": name in profile["judges"]} for name in sorted(rows)]
            yield path_of(agent_id), {"judges": on}

    def _listed(
        self, part: Part, on: bool, closed: bool | None, switched: dict[str, bool], plan: Plan
    ) -> None:
        name = self._judge(part, part.need("name", text), plan)
        entry = plan.rows("agents", "judges")[name]
        values = dict(_values(entry))
        if "threshold" in part:
            value = part.take("threshold", number) or 0.0
            values["threshold"] = value / 10 if value > 1 else value
        values["fail_closed"] = part.take(
            "fail_closed", flag, values["fail_closed"] if closed is None else closed
        )
        if closed or "fail_closed" in part:
            unused(part, "fail_closed", name, Judge, values["fail_closed"])
        enabled = on and part.take("enabled", flag, True) is not False
        switched[name] = enabled
        if name not in JUDGES and enabled:
            told = _("This installation has no judge '%s': it is kept, switched off.")
            plan.note("unknown", part.file, part.line, told % name[:64])
        if not folder_of(part.file) and part.file not in plan.kept.get("named", {}):
            entry |= values
            entry["enabled"] = enabled and name in JUDGES
        elif values != _values(entry):
            self._differs(part, name, entry, values, plan)

    def _differs(
        self, part: Part, name: str, entry: dict[str, Any], values: dict[str, Any], plan: Plan
    ) -> None:
        """A judge is the same for all profiles of a company: the first file says how it is."""
        first: dict[str, str] = plan.kept.setdefault("judged", {})
        if first.setdefault(name, part.file) == part.file:
            entry |= values
            return
        told = _("Judge '%(name)s' is the same for every profile: it stays as %(file)s says.")
        plan.note("left", part.file, part.line, told % {"name": name, "file": first[name]})

    def _judge(self, part: Part, name: str, plan: Plan) -> str:
        new = name not in plan.rows("agents", "judges")
        entry = plan.row("agents", "judges", name, part)
        if name not in JUDGES and new:
            entry["enabled"] = False
        return name


def path_of(agent_id: str) -> str:
    return f"agents/{agent_id}/judges.yaml"


def _values(entry: dict[str, Any]) -> dict[str, Any]:
    return {"threshold": entry["threshold"], "fail_closed": entry["fail_closed"]}
