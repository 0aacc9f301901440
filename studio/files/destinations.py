"""The kinds of rows in files that say where data goes: what acts at once of each, and how that is told."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from agents.mcp_server import WANTED
from agents.models import LLMProfile, MCPServer
from egress import places
from routing.gateway.models import Backend
from routing.planning.models import Domain

Values = dict[str, str]
SPEAKING: Mapping[str, object] = dict(MCPServer.Transports.choices)


@dataclass(frozen=True, slots=True)
class DestinationKind:
    """A kind of row with an address.

    `fields` are what files say of it that acts at once, its address first; `secrets` were given for that
    address alone. `told` are the fields of which `moved` tells; `sealed` tells that a secret is removed, and
    `brought` that a file's is kept. `drafted` are fields of the draft's row that say where it is as well.
    """

    section: str
    part: str
    model: Any  # a TenantModel with a name
    fields: tuple[str, ...]
    secrets: tuple[str, ...]
    told: tuple[str, ...]
    moved: Any
    sealed: Any
    brought: Mapping[str, Any]
    drafted: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The field that says where a row is."""
        return self.fields[0]

    @property
    def sent_to(self) -> tuple[str, ...]:
        """The fields that say where its secrets go."""
        secret: Any = self.model._meta.get_field(self.secrets[0])
        return tuple(secret.sent_to)

    def read(self, row: Any) -> Values:
        """What a stored row says."""
        return {name: getattr(row, name) for name in self.fields}

    def make(self, *fields: str) -> Values:
        """These fields of a new row: nothing of an address, else what its model says."""
        place, meta = places.of(self.model), self.model._meta
        usual: dict[str, Any] = {name: meta.get_field(name).get_default() for name in fields}
        blank = place.blank if place is not None else {}
        return {name: str(blank.get(name, value or "")) for name, value in usual.items()}

    def describe(self, name: str, wanted: Values, stored: Values, sealed: bool) -> Iterator[str]:
        """What a row's new address does, in sentences; `sealed`: a secret was for the one before."""
        changed = [wanted[each] or "–" for each in self.told if wanted[each] != stored.get(each, "")]
        if changed:
            how = SPEAKING.get(wanted.get("transport", ""), wanted.get("transport", ""))
            url = wanted[self.address] or "–"
            yield self.moved % {"name": name, "url": url, "how": how, "where": ", ".join(changed)}
        if sealed and any(wanted[each] != stored.get(each, "") for each in self.sent_to):
            yield self.sealed % name


PATHS = ("url", "message_path", "sse_message_path", "events_path_template", "health_path")
DESTINATIONS: Mapping[str, DestinationKind] = {
    kind.part: kind
    for kind in (
        DestinationKind(
            "agents",
            "servers",
            MCPServer,
            fields=("url", "transport", "command", *WANTED),
            secrets=("secret", "extra_headers", "oauth_client_secret"),
            told=("url", "transport"),
            moved=_("Server '%(name)s' is at %(url)s and spoken to by: %(how)s."),
            sealed=_("The token of server '%s' is removed: it was for another address."),
            brought={},
            drafted=("transport",),
        ),
        DestinationKind(
            "agents",
            "llms",
            LLMProfile,
            fields=("base_url", "provider"),
            secrets=("api_key", "extra_headers"),
            told=("base_url",),
            moved=_("Model '%(name)s' is asked at %(url)s."),
            sealed=_("Key and headers of model '%s' are removed: they were for another address."),
            brought={
                "api_key": _("Model '%s' gets the key of the file, kept encrypted."),
                "extra_headers": _("Model '%s' gets the headers of the file, kept encrypted."),
            },
            drafted=("provider",),
        ),
        DestinationKind(
            "gateway",
            "backends",
            Backend,
            fields=PATHS,
            secrets=("secret",),
            told=PATHS,
            moved=_("Backend '%(name)s' is asked at: %(where)s."),
            sealed=_("The token of backend '%s' is removed: it was for another address."),
            brought={},
        ),
        DestinationKind(
            "planning",
            "domains",
            Domain,
            fields=("url",),
            secrets=("secret",),
            told=("url",),
            moved=_("Domain '%(name)s' is at %(url)s."),
            sealed=_("The token of domain '%s' is removed: it was for another address."),
            brought={"secret": _("Domain '%s' gets the token of the file, kept encrypted.")},
            drafted=("kind", "server"),
        ),
    )
}
