"""`specialists.yaml`: the team with its prompts. A file of ours: the format has none for specialists."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from studio.files.entry import Entry, Flag, Named, Text, Whole, Words, key
from studio.files.kinds.base import NamedRows
from studio.files.plan import Plan

PROMPT = ("role", "objective", "context")


class SpecialistEntry(Entry):
    """One of the team: what it is for, its prompt, and whom it may hand over to."""

    ROW = ("agents", "specialists")
    display_name: Text = key("", "How it is shown.", "Orders")
    purpose: Text = key("", "When it is the right one.", "Questions about orders and deliveries.")
    role: Text = key("", "Its prompt: who it is.", "You answer customers of a shop about their orders.")
    objective: Text = key("", "Its prompt: what it is to reach.", "Say where the order is and when it comes.")
    context: Text = key("", "Its prompt: what it must know.", "Open from 9 to 18.")
    llm: Text = key("", "Its model, from llm_profiles.yaml; empty: the one for every specialist.", "default")
    targets: Words = key([], "To whom it may hand over.", ["support_agent"])
    tools: Words = key([], "Tools that it always has.", ["find_order"])
    forward: Flag = key(False, "Whether its words stay as they are when several answer.", False)
    max_runs: Whole = key(1, "Mode supervised: how often it may be called in a turn.", 1)
    enabled: Flag = key(True, "Whether it is used.", True)
    version: Whole = key(
        1, "Of its prompt, as exported; a changed prompt is a new version.", 1, alias="prompt_version"
    )


class SpecialistsFile(Entry):
    """The team with its prompts."""

    specialists: Named[SpecialistEntry] = key(
        {}, "The specialists by their names.", {"orders_agent": {"purpose": "Orders."}}
    )


class Specialists(NamedRows):
    name = "specialists.yaml"
    model = SpecialistsFile
    top_key, entry = "specialists", SpecialistEntry

    def read(self, root: SpecialistsFile, plan: Plan) -> None:
        """Makes all of them first, because they name each other."""
        for name, entry in root.specialists.items():
            plan.row(name, entry)
        super().read(root, plan)

    def write_row(self, name: str, row: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
        return SpecialistEntry.from_row(row, version=row["prompt_version"])

    def read_row(self, name: str, entry: SpecialistEntry, plan: Plan) -> None:
        row = plan.row(name, entry)
        before = _prompt(row)
        entry.take(row)
        for field, rows, what in (
            ("targets", plan.rows("agents", "specialists"), _("specialist")),
            ("tools", plan.rows("agents", "tools"), _("tool")),
        ):
            row[field] = sorted({entry.require_known(field, each, rows, what) for each in row[field]})
        if row["llm"]:
            entry.require_known("llm", row["llm"], plan.rows("agents", "llms"), _("model"))
        if plan.is_new("agents", "specialists", name):
            row["prompt_version"] = entry.version if any(_prompt(row)) or entry.version == 0 else 1
        elif _prompt(row) != before:  # a prompt is never written over
            row["prompt_version"] += 1


def _prompt(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in PROMPT)
