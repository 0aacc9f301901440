"""`slots.yaml`: values a user can be asked for. A file of ours: the format has none."""

from studio.files.entry import Entry, Named, Text, Texts, key
from studio.files.kinds.base import NamedRows


class SlotEntry(Entry):
    """A value a user can be asked for."""

    ROW = ("agents", "slots")
    pattern: Text = key(
        "", "A regular expression that recognises it in a message; a value has one.", r"P\d{3,}"
    )
    label: Texts = key({}, "How a question names it, by language.", {"en": "the order number"})
    example: Text = key("", "One that people write.", "P100")


class SlotsFile(Entry):
    """Values a user can be asked for."""

    slots: Named[SlotEntry] = key({}, "The values by their names.", {"order_id": {"pattern": r"P\d{3,}"}})


class Slots(NamedRows):
    name = "slots.yaml"
    model = SlotsFile
    top_key, entry = "slots", SlotEntry
