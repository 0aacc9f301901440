"""`guardrails.yaml`: the company's rails, and under `agents/<agent_id>/` which of them a profile has switched on."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.guardrails.catalogue import RAILS
from agents.models import Guardrail
from studio.files.kinds.base import Key, Written, folder_of, said, take, unused
from studio.files.part import Part, flag, text, texts
from studio.files.plan import Plan

PHASES = ("input", "output")
LATER = ("retrieval", "tool")  # the format has checks there too
KEYS = (Key("action", text), Key("polite", texts))
# Other names that the format has for the same rail.
ALIASES: Mapping[str, str] = {
    "SIZE": "INPUT_SIZE", "PII": "MSK", "MSK_OUT": "MSK", "JAILBREAK": "PINJ", "LOOP": "VLOOP", "TOX_OUT": "TOXOUT",
    "COMPLIANCE": "CMP", "PROACTIVE_OFFER": "AOFERTA", "PREMATURE_ACTION": "REVPREC", "GROUNDEDNESS": "GND",
    "HALLUCINATION_RISK": "ALUC_RISK",
}  # fmt: skip
# What a rail does when its file does not say.
ACTIONS: Mapping[str, str] = {"INPUT_SIZE": "block", "REVPREC": "retry"}


class Rails:
    name = "guardrails.yaml"
    named_by = "guardrails_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        of_profile = _of_profile(root, plan)
        switched: dict[str, bool] = {}
        for phase in PHASES:
            for part in root.listed(phase):
                with plan.telling():
                    key = self._rail(part, phase, of_profile, plan)
                    switched[key] = part.take("enabled", flag, True) is not False
                part.rest()
        root.no_place(*LATER)
        plan.kept.setdefault("rails", {})[root.file] = switched

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "rails")
        yield (
            self.name,
            _phases(rows, {key: {"enabled": row["enabled"], **said(row, KEYS)} for key, row in rows.items()}),
        )
        for agent_id, profile in sorted(plan.rows("routing", "profiles").items()):
            on = {key: {"enabled": key in profile["rails"]} for key in rows}
            yield path_of(agent_id), _phases(rows, on)

    def _rail(self, part: Part, phase: str, of_profile: bool, plan: Plan) -> str:
        given = part.need("code", text)
        code = ALIASES.get(given, given)
        key = f"{code}:{phase}"
        new = key not in plan.rows("agents", "rails")
        entry = plan.row("agents", "rails", key, part)
        if new:
            entry["action"] = ACTIONS.get(code, entry["action"])
            if code not in RAILS or phase not in RAILS[code].phases:
                entry["enabled"] = False
        take(part, entry, KEYS)
        if "action" in part:
            unused(part, "action", key, Guardrail, entry["action"])
        if not of_profile and "enabled" in part:
            entry["enabled"] = part.take("enabled", flag)
        if code not in RAILS:
            entry["enabled"] = False
        if code not in RAILS and part.take("enabled", flag, True) is not False:
            told = _("This installation has no guardrail '%s': it is kept, switched off.")
            plan.note("unknown", part.file, part.line, told % given[:32])
        return key


def path_of(agent_id: str) -> str:
    return f"agents/{agent_id}/guardrails.yaml"


def _of_profile(root: Part, plan: Plan) -> bool:
    """Whether a file only switches a profile's rails: it lies in the profile's folder, or a profile names it."""
    return bool(folder_of(root.file)) or root.file in plan.kept.get("named", {})


def _phases(rows: Mapping[str, Any], about: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {str(phase): [] for phase in Guardrail.Phases.values}
    for key in sorted(rows):
        code, phase = key.split(":", 1)
        found[phase].append({"code": code, **about[key]})
    return found
