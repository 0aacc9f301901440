"""`channels.yaml`: a company's channels, which act at once.

A secret is in no file: it is made and shown once on the channel's page, or by a door.
"""

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from delivery.models import Channel
from studio.files.entry import Entry, Flag, Named, Text, Words, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan
from studio.live_rows import is_live_profile

MADE = (Channel.Kinds.WEBHOOK, Channel.Kinds.STREAM)  # the others need more than a file says
FIELDS = {
    "kind": "kind",
    "url": "url",
    "profile": "agent_id",
    "answers": "markup",
    "events": "events",
    "enabled": "enabled",
}


class ChannelEntry(Entry):
    """A channel; what is left out stays as it is. A webhook, or a stream, that is not there is made."""

    kind: Text = key(
        "webhook", "webhook, stream, telegram, email; the last two only where it is there.", "stream"
    )
    url: Text = key(
        "", "Where events and answers are sent; an operator says it.", "https://crm.example.com/hooks"
    )
    profile: Text = key("", "Who answers its messages; empty: the company's default profile.", "shop")
    answers: Text = key("", "How its answers are written: plain, markdown; empty: as its kind does.", "plain")
    events: Words = key([], "What it is told of.", ["turn.answered"])
    enabled: Flag = key(True, "Off: nothing comes in, and what is to be sent waits.", False)


class ChannelsFile(Entry):
    """Channels by their names."""

    channels: Named[ChannelEntry] = key({}, "Each under its name.", {"crm": {"answers": "plain"}})


class Channels:
    name = "channels.yaml"
    named_by = ""
    needs = "delivery.view_channel"  # what an export of it needs: it is an operator's, too
    model = ChannelsFile

    def read(self, root: ChannelsFile, plan: Plan) -> None:
        if not plan.outside.may_channels:
            sentence = _("Channels are an operator's to change: they stay as they are.")
            plan.note("left", root.file, root.line, sentence)
            return
        rows = {row.name: row for row in Channel.objects.of(plan.tenant)}
        for name, entry in root.channels.items():
            with plan.telling():
                self._read_row(rows.get(name), name, entry, plan)

    def _read_row(self, row: Channel | None, name: str, entry: ChannelEntry, plan: Plan) -> None:
        if row is None and entry.kind not in MADE:
            sentence = _("There is no channel '%s': add it in the Studio, with its address and secret.")
            plan.note("left", entry.file, entry.line, sentence % name[:64])
            return
        if row is not None and entry.says("kind") and entry.kind != row.kind:
            raise entry.fault("kind", _("A channel keeps its kind: this one is '%s'.") % row.kind)
        values = {field: getattr(entry, said) for said, field in FIELDS.items() if entry.says(said)}
        row = row or Channel(tenant=plan.tenant, name=name)
        moved = values.get("agent_id", "") not in ("", row.agent_id)
        for field, value in values.items():
            setattr(row, field, value)
        try:
            row.full_clean(exclude=["tenant"], validate_unique=False, validate_constraints=False)
        except ValidationError as error:
            wrong = next((said for said, field in FIELDS.items() if field in error.message_dict), "events")
            raise entry.fault(wrong, "; ".join(error.messages)) from None
        if moved and not is_live_profile(plan.tenant, row.agent_id):
            entry.require_known("profile", row.agent_id, plan.rows("routing", "profiles"), _("profile"))
        plan.outside.channels[name] = values
        plan.where["delivery", "channels", name] = (entry.file, entry.line)

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = Channel.objects.of(plan.tenant).order_by("name")
        said = {
            row.name: ChannelEntry.from_row({name: getattr(row, field) for name, field in FIELDS.items()})
            for row in rows
        }
        yield self.name, {"channels": said}
