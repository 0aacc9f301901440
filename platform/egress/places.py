"""Which rows say where data goes, and by which fields. Each room registers its own.

register(Place(Backend, ("url", "secret", "message_path"), lambda row: row.url, {"url": "", "secret": ""}))
place = of(Backend)                    # None for rows that say nothing of the kind
place.host(row)                        # "contas.example.com:443"
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.db import models

from outbound.addresses import resolve_row_url
from outbound.errors import OutboundError
from tenancy.models import Tenant

PORTS = {"http": 80, "https": 443}
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Destination:
    """`fields` say together where a kind of row sends what it is given, and with which secret.

    `address` reads it from a row; empty where the row sends nothing by itself. `blank` are the fields of a
    row that sends nothing yet. `taken` is called when a row's address has changed.
    """

    model: type[models.Model]
    fields: tuple[str, ...]
    address: Callable[[Any], str]
    blank: Mapping[str, Any]
    taken: Callable[[Any], None] = field(default=lambda row: None)

    def host(self, row: Any) -> str:
        """Machine and port that a row sends to; empty where it sends nothing."""
        return host(self.address(row))

    def values(self, row: Any) -> Values:
        """The fields as they are, a related row by its key."""
        return {name: getattr(row, self._column(name)) for name in self.fields}

    def put(self, row: Any, values: Mapping[str, Any]) -> None:
        """Sets fields, as `values` gave them."""
        for name, value in values.items():
            setattr(row, self._column(name), value)

    def _column(self, name: str) -> str:
        return str(self.model._meta.get_field(name).attname)  # type: ignore[union-attr]


_places: dict[type[models.Model], Destination] = {}


def register(place: Destination) -> None:
    _places[place.model] = place


def of(model: type[models.Model]) -> Destination | None:
    return _places.get(model)


def place_named(label: str) -> Destination | None:
    """The place of a model by its label: `agents.mcpserver`."""
    return next((place for model, place in _places.items() if model._meta.label_lower == label), None)


def rows(tenant: Tenant | str) -> Iterable[tuple[Destination, Any]]:
    """Every row of a company that says where data goes: one query a kind."""
    for model, place in _places.items():
        found: Any = model._base_manager.filter(tenant=tenant)
        for row in found.only(*place.fields):
            yield place, row


def host(address: str) -> str:
    """Machine and port of a row's address; of one whose variable nobody has set, the address itself.

    >>> host("https://Tools.example.com/mcp")
    'tools.example.com:443'
    """
    try:
        parts = urlsplit(resolve_row_url(address))
        port = parts.port or PORTS.get(parts.scheme, 0)
    except (OutboundError, ValueError):
        return address
    name = (parts.hostname or "").rstrip(".")
    return f"{name}:{port}" if name else address
