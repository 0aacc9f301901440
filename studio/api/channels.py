"""`/api/channels`: what is connected, and a new secret where messages come in. Files make and change them."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from delivery import keys
from delivery.models import Channel
from routing.api.endpoint_schema import document
from routing.api.problems import Refused
from routing.api.serializers import TenantQuery
from studio.api import shapes
from studio.api.door import ProgramDoor
from tenancy.keys import Program


class ChannelsDoor(ProgramDoor):
    scope = "config:write"

    @document("Configuration", "listChannels", None, shapes.ChannelList, query=TenantQuery)
    def get(self, program: Program) -> Any:
        """Every channel by its name. channels.yaml of an import makes and changes them."""
        rows = Channel.objects.of(program.tenant).order_by("name")
        return {
            "channels": [
                {"name": row.name, "kind": row.kind, "enabled": row.enabled, "messages_at": _door(row),
                 "url": row.url, "has_secret": bool(row.secret)}
                for row in rows
            ]
        }  # fmt: skip


class ChannelSecretDoor(ProgramDoor):
    scope = "addresses:write"
    body_optional = True

    @document("Configuration", "newChannelSecret", TenantQuery, shapes.ChannelSecret, body_optional=True)
    def post(self, program: Program, name: str) -> Any:
        """A new secret of a channel, shown this once; the one before counts for another day."""
        row = Channel.objects.of(program.tenant).filter(name=name).first()
        if row is None or not row.is_door:
            known = [each.name for each in Channel.objects.of(program.tenant) if each.is_door]
            detail = _("There is no channel '%(name)s' by which messages come in. There are: %(known)s.")
            values = {"name": name[:64], "known": ", ".join(known) or "–"}
            raise Refused(404, "unknown_channel", _("No such channel"), detail % values)
        secret = keys.rotate(row)
        return {
            "name": row.name,
            "secret": secret,
            "messages_at": _door(row),
            "former_until": row.former_until if row.former else None,
        }


def _door(row: Channel) -> str:
    return reverse(f"channel-{row.kind}", args=[row.pk]) if row.is_door else ""
