"""`slots.yaml`: values a user can be asked for. A file of ours: the format has none."""

from collections.abc import Iterator

from studio.files.kinds.base import Key, Written, said, take
from studio.files.part import Part, text, texts
from studio.files.plan import Plan

KEYS = (Key("pattern", text), Key("label", texts), Key("example", text))


class Slots:
    name = "slots.yaml"
    named_by = ""

    def read(self, root: Part, plan: Plan) -> None:
        for name, part in root.named("slots"):
            with plan.telling():
                take(part, plan.row("agents", "slots", name, part), KEYS)
            part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "slots")
        yield self.name, {"slots": {name: said(rows[name], KEYS) for name in sorted(rows)}}
