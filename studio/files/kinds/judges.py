"""`judges.yaml`: the company's judges, and under `agents/<agent_id>/` which of them a profile has switched
on.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BeforeValidator

from agents.judges.catalogue import JUDGES
from studio.files.entry import Entry, Flag, Listed, Number, Text, Whole, key, short
from studio.files.kinds.base import Written, find_folder
from studio.files.plan import Plan

OWN = ("person", "prompt", "scale", "share", "seconds")  # of a row, as its entry says them


class JudgeEntry(Entry):
    """A judge; its name alone will do."""

    ROW = ("agents", "judges")
    NO_PLACE = ("type", "fail_on_negative", "profile")
    name: Text = key(..., "Which one.", "groundedness")
    threshold: Number = key(
        0.6, "An answer passes from this score on, 0 to 1; above 1 it is taken as of ten.", 0.6
    )
    fail_closed: Flag = key(False, "Whether an answer that fails is held back.", False)
    person: Flag = key(False, "Whether a person takes over then.", False)
    prompt: Text = key("", "What a model is to look at: a judge of the company's own.", "Is it short?")
    scale: Whole = key(10, "The best score that it may give; 0 is the worst.", 10)
    share: Whole = key(100, "The share of answers that it looks at, in percent.", 20)
    seconds: Number = key(10, "How long it may take.", 10)
    enabled: Flag = key(True, "Whether it is used.", True)


class JudgesFile(Entry):
    """What scores answers."""

    NO_PLACE = ("profile",)
    enabled: Flag = key(True, "Off: none of those that are named.", True)
    fail_closed: Flag = key(False, "For each judge that does not say it.", False)
    judges: Listed[
        Annotated[JudgeEntry, BeforeValidator(short("name"), json_schema_input_type=str | JudgeEntry)]
    ] = key([], "The judges.", [{"name": "groundedness", "threshold": 0.6}])


class Judges:
    name = "judges.yaml"
    named_by = "judges_config_path"
    model = JudgesFile

    def read(self, root: JudgesFile, plan: Plan) -> None:
        switched: dict[str, bool] = {}
        for entry in root.judges:
            row = self._row(entry, root.file, plan)
            values = _values(row)
            if entry.says("threshold"):
                values["threshold"] = entry.threshold / 10 if entry.threshold > 1 else entry.threshold
            for place in (root, entry):
                if place.says("fail_closed"):
                    values["fail_closed"] = place.fail_closed
            values |= {name: getattr(entry, name) for name in OWN if entry.says(name)}
            known = entry.name in JUDGES or bool(values["prompt"])
            switched[entry.name] = enabled = root.enabled and entry.enabled
            if not known and enabled:
                sentence = _("This installation has no judge '%s': it is kept, switched off.")
                plan.note("unknown", root.file, entry.line, sentence % entry.name[:64])
            if not find_folder(root.file) and root.file not in plan.kept.get("named", {}):
                row |= {**values, "enabled": enabled and known}
            elif values != _values(row):
                self._differs(entry, root.file, row, values, plan)
        plan.kept.setdefault("judges", {})[root.file] = switched

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "judges")
        yield self.name, {"judges": [JudgeEntry.from_row(rows[name], name=name) for name in sorted(rows)]}
        for agent_id, profile in sorted(plan.rows("routing", "profiles").items()):
            on = [
                JudgeEntry.from_row({}, name=name, enabled=name in profile["judges"]) for name in sorted(rows)
            ]
            yield path_of(agent_id), {"judges": on}

    def _differs(
        self, entry: JudgeEntry, file: str, row: dict[str, Any], values: dict[str, Any], plan: Plan
    ) -> None:
        """A judge is the same for all profiles of a company: the first file says how it is."""
        first: dict[str, str] = plan.kept.setdefault("judged", {})
        if first.setdefault(entry.name, file) == file:
            row |= values
            return
        sentence = _("Judge '%(name)s' is the same for every profile: it stays as %(file)s says.")
        plan.note("left", file, entry.line, sentence % {"name": entry.name, "file": first[entry.name]})

    def _row(self, entry: JudgeEntry, file: str, plan: Plan) -> dict[str, Any]:
        new = entry.name not in plan.rows("agents", "judges")
        row = plan.row(entry.name, entry)
        if new and entry.name not in JUDGES and not entry.prompt:
            row["enabled"] = False
        return row


def path_of(agent_id: str) -> str:
    return f"agents/{agent_id}/judges.yaml"


def _values(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("threshold", "fail_closed", *OWN)}
