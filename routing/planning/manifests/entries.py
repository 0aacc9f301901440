"""One domain of a `domains.bootstrap.json`, as every reader of it understands it.

    [{"name": "finance", "type": "remote_http",
      "config": {"url": "http://...", "timeout": 10, "auth_token": "..."},
      "sync_capabilities": true}]

`type` is remote_http, local (a service on this machine, by its address too) or mcp, with `server` (in
`config` or beside it) as the name of an MCP server's row, else the domain's. A local one without an address
runs inside another program: nobody here can ask it anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from outbound.addresses import VARIABLE
from routing.planning.errors import BadEntry
from routing.planning.models import Domain

TYPES = {"remote_http": "remote_http", "local": "remote_http", "mcp": "mcp"}
OWN = ("name", "type", "server")
CONFIG = ("url", "server", "timeout", "auth_token")


@dataclass(frozen=True, slots=True)
class DomainEntry:
    """What an entry says of where a domain is; None is what it does not say. `token` is as written."""

    name: str
    kind: str | None = None
    url: str | None = None
    server: str | None = None
    timeout: float | None = None
    token: str | None = None
    sync: bool = True
    inside: bool = False  # of another program

    @property
    def variables(self) -> tuple[str, ...]:
        """What the token wants of the environment."""
        return tuple(VARIABLE.findall(self.token or ""))


def read(raw: Any) -> DomainEntry:
    """The entry. Raises `BadEntry`."""
    if not isinstance(raw, Mapping):
        raise BadEntry("", _("This is no domain: it needs name, type and config."))
    config = raw.get("config") or {}
    if not isinstance(config, Mapping):
        raise BadEntry("config", _("This is no domain: it needs name, type and config."))
    kind, url = _text(raw, "type"), _text(config, "url")
    if kind is not None and kind not in TYPES:
        words = {"type": kind[:64], "known": ", ".join(TYPES)}
        raise BadEntry("type", _("There is no type '%(type)s'. There are: %(known)s.") % words)
    name, timeout = _text(raw, "name") or "", config.get("timeout")
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, int | float)):
        raise BadEntry("timeout", _("A number is expected here."))
    server = _text(config, "server") or _text(raw, "server")
    return DomainEntry(
        name=name,
        kind=TYPES[kind] if kind is not None else None,
        url=url,
        server=server or (name if kind == Domain.Kinds.MCP else None),
        timeout=float(timeout) if timeout is not None else None,
        token=_text(config, "auth_token"),
        sync=raw.get("sync_capabilities") is not False,
        inside=kind == "local" and not url,
    )


def _text(raw: Mapping[str, Any], key: str) -> str | None:
    value = raw.get(key)
    if value is not None and not isinstance(value, str):
        raise BadEntry(key, _("A text is expected here."))
    return value
