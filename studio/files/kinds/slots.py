"""`slots.yaml`: values a user can be asked for. A file of ours: the format has none."""

from collections.abc import Iterator

from studio.files.entry import Entry, Named, Text, Texts, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan


class SlotEntry(Entry):
    """A value a user can be asked for."""

    ROW = ("agents", "slots")
    pattern: Text = key("", "A regular expression that recognises it in a message.", r"P\d{3,}")
    label: Texts = key({}, "How a question names it, by language.", {"en": "the order number"})
    example: Text = key("", "One that people write.", "P100")


class SlotsFile(Entry):
    """Values a user can be asked for."""

    slots: Named[SlotEntry] = key({}, "The values by their names.", {"order_id": {"pattern": r"P\d{3,}"}})


class Slots:
    name = "slots.yaml"
    named_by = ""
    model = SlotsFile

    def read(self, root: SlotsFile, plan: Plan) -> None:
        for name, entry in root.slots.items():
            entry.take(plan.row(name, entry))

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "slots")
        yield self.name, {"slots": {name: SlotEntry.from_row(rows[name]) for name in sorted(rows)}}
