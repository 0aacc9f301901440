"""`guardrails.yaml`: the company's rails, and under `agents/<agent_id>/` which of them a profile has switched
on.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.guardrails.catalogue import RAILS
from agents.models import Guardrail
from studio.files.entry import Entry, Flag, Listed, Number, Text, Texts, Whole, Words, key
from studio.files.kinds.base import Written, find_folder
from studio.files.plan import Plan

# Other names that the format has for the same rail.
ALIASES: Mapping[str, str] = {
    "SIZE": "INPUT_SIZE", "PII": "MSK", "MSK_OUT": "MSK", "JAILBREAK": "PINJ", "LOOP": "VLOOP",
    "TOX_OUT": "TOXOUT",
    "COMPLIANCE": "CMP", "PROACTIVE_OFFER": "AOFERTA", "PREMATURE_ACTION": "REVPREC", "GROUNDEDNESS": "GND",
    "HALLUCINATION_RISK": "ALUC_RISK", "DLEX_IN": "DLEX", "DLEX_OUT": "DLEX", "RAGSEC": "PINJ",
}  # fmt: skip
# What a rail does when its file does not say.
ACTIONS: Mapping[str, str] = {
    "INPUT_SIZE": "block",
    "REVPREC": "retry",
    "VLOOP": "block",
    "PINJ": "block",
    "GND": "block",
    "TOX": "block",
    "TOXOUT": "block",
    "OOS": "block",
    "MODERATION": "block",
    "GUARD_MODEL": "block",
}
ASKS_AGAIN = ("retry", "handover")  # actions for answers alone


class RailEntry(Entry):
    """A check of what comes in or goes out."""

    ROW = ("agents", "rails")
    code: Text = key(..., "Which one.", "MSK")
    on: Flag = key(
        True, "Whether it is used; in a profile's file: whether that profile has it.", True, alias="enabled"
    )
    action: Text = key(
        "sanitize",
        "What it does: sanitize, block, retry, handover (retry, then a person) or observe. Not said: what "
        "suits the check: block for most, retry for REVPREC (answers then leave when they are whole).",
        "block",
    )
    attempts: Whole = key(1, "How often the model is asked again at most, up to 3.", 2)
    phrases: Words = key(
        [],
        "The kinds of personal data that MSK lets pass, the words that DLEX and AOFERTA look for, the hosts "
        "that LINKS lets pass, what PROMPT_LEAK lets be told, what CMP wants said, as 'when: what', from "
        "how many characters on INPUT_SIZE finds a message too long; "
        "categories of MODERATION ('hate: 0.3'), classes of GUARD_MODEL ('S1: violent crimes').",
        ["our competitor"],
    )
    prompt: Text = key(
        "", "GUARD_MODEL: what a model looks for; empty for one that was made for it.", "Legal advice."
    )
    threshold: Number = key(0.5, "MODERATION: a listed category counts from this score on, 0 to 1.", 0.5)
    confirms: Text = key("", "The check on whose findings it is the second opinion.", "TOX")
    seconds: Number = key(5, "How long one that waits for somebody else may take.", 5)
    fail_closed: Flag = key(False, "Whether the text is refused where that one has no answer.", False)
    polite: Texts = key({}, "The polite refusal, by language.", {"en": "I cannot help with that."})


class RailsFile(Entry):
    """Checks of what comes in and goes out."""

    input: Listed[RailEntry] = key([], "Checks of what users write.", [{"code": "MSK"}])
    retrieval: Listed[RailEntry] = key([], "Checks of passages of documents.", [{"code": "PINJ"}])
    tool: Listed[RailEntry] = key([], "Checks of what tools answer.", [{"code": "PINJ"}])
    output: Listed[RailEntry] = key([], "Checks of what is answered.", [{"code": "REVPREC"}])


class Rails:
    name = "guardrails.yaml"
    named_by = "guardrails_config_path"
    model = RailsFile

    def read(self, root: RailsFile, plan: Plan) -> None:
        # A file that lies in a profile's folder, or that a profile names, only switches that profile's rails.
        of_profile = bool(find_folder(root.file)) or root.file in plan.kept.get("named", {})
        switched: dict[str, bool] = {}
        for phase in map(str, Guardrail.Phases.values):
            for entry in getattr(root, phase):
                switched[self._rail(entry, phase, of_profile, plan)] = entry.on
        plan.kept.setdefault("rails", {})[root.file] = switched

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "rails")
        yield self.name, _phases({name: {**row, "on": row["enabled"]} for name, row in rows.items()})
        for agent_id, profile in sorted(plan.rows("routing", "profiles").items()):
            yield path_of(agent_id), _phases({name: {"on": name in profile["rails"]} for name in rows})

    def _rail(self, entry: RailEntry, phase: str, of_profile: bool, plan: Plan) -> str:
        code = ALIASES.get(entry.code, entry.code)
        name = f"{code}:{phase}"
        new = name not in plan.rows("agents", "rails")
        row = plan.row(name, entry)
        if new:
            row["action"] = ACTIONS.get(code, row["action"])
            if code not in RAILS or phase not in RAILS[code].phases:
                row["enabled"] = False
        entry.take(row)
        if phase != Guardrail.Phases.OUTPUT and row["action"] in ASKS_AGAIN:
            sentence = _("Only for an answer can a model be asked again: '%s' refuses politely.")
            plan.note("taken", entry.file, entry.line_of("action"), sentence % code[:32])
            row["action"] = "block"
        if not of_profile and entry.says("on"):
            row["enabled"] = entry.on
        if code not in RAILS:
            row["enabled"] = False
        if code not in RAILS and entry.on:
            sentence = _("This installation has no guardrail '%s': it is kept, switched off.")
            plan.note("unknown", entry.file, entry.line, sentence % entry.code[:32])
        return name


def path_of(agent_id: str) -> str:
    return f"agents/{agent_id}/guardrails.yaml"


def _phases(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {str(phase): [] for phase in Guardrail.Phases.values}
    for name in sorted(rows):
        code, phase = name.split(":", 1)
        found[phase].append(RailEntry.from_row({**rows[name], "code": code}))
    return found
