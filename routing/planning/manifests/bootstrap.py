"""Domains that a company begins with, from a file `domains.bootstrap.json`.

    [{"name": "finance", "type": "remote_http",
      "config": {"url": "http://...", "timeout": 10, "auth_token": "..."},
      "sync_capabilities": true}]

`type` is remote_http, local (a service on this machine, by its address too) or mcp, with `server` (in
`config` or beside it) as the name of an MCP server's row, else the domain's. A local one without an address
runs inside another program: nobody here can ask it anything. `${ENV:NAME}` in `auth_token` is read from the
environment when the file is. A domain that is there stays as it is: the file begins, people go on. Nothing
acts by it: manifests are proposed and wait for approval.
"""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from agents.models import MCPServer
from outbound.addresses import VARIABLE
from routing.planning.errors import BadDomainsFile, BadEntry
from routing.planning.models import Domain
from tenancy.models import Tenant
from tenancy.operational import touch

TYPES = {"remote_http": "remote_http", "local": "remote_http", "mcp": "mcp"}


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


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Registered:
    """What became of a file.

    Names that were added, were there already, of those whose manifest is wanted, and of those that run inside
    another program, where nobody can ask them.
    """

    added: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    to_sync: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()


def register_file(tenant: Tenant, path: Path) -> Registered:
    """Adds the domains of a file that are absent, all or none. Raises `BadFile`."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadDomainsFile(
            _("%(path)s cannot be read: %(why)s") % {"path": path, "why": error.strerror}
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadDomainsFile(_("%(path)s is no JSON: %(why)s") % {"path": path, "why": error}) from error
    if not isinstance(entries, list):
        raise BadDomainsFile(_("%s must be a list of domains.") % path)
    added, there, to_sync, inside = [], [], [], []
    with transaction.atomic():
        known = set(Domain.objects.of(tenant).values_list("name", flat=True))
        for number, each in enumerate(entries, 1):
            try:
                entry = read(each)
            except BadEntry as error:
                raise _bad(number, f"{error.key}: {error}".removeprefix(": ")) from error
            if entry.inside:
                inside.append(entry.name)
                continue
            row = _row(tenant, number, entry)
            if row.name in known:
                there.append(row.name)
                continue
            row.save()
            known.add(row.name)
            added.append(row.name)
            if entry.sync:
                to_sync.append(row.name)
        if added:
            touch(tenant)
    return Registered(tuple(added), tuple(there), tuple(to_sync), tuple(inside))


def at_start() -> None:
    """Registers the domains of DOMAINS_BOOTSTRAP for the installation's one company; inside a visit.

    The sweeper asks for their manifests. Where there are several companies, `manage.py domain bootstrap` says
    which.
    """
    companies = list(Tenant.objects.all()[:2])
    if len(companies) != 1:
        log.warning("DOMAINS_BOOTSTRAP was not read: there is not exactly one company.")
        return
    try:
        made = register_file(companies[0], Path(settings.DOMAINS_BOOTSTRAP))
    except BadDomainsFile as error:
        log.error("DOMAINS_BOOTSTRAP: %s", error)
        return
    if made.added:
        log.info("Registered the domains %s.", ", ".join(made.added))


def _row(tenant: Tenant, number: int, entry: DomainEntry) -> Domain:
    kind = entry.kind or Domain.Kinds.HTTP
    row = Domain(
        tenant=tenant, name=entry.name, kind=kind, url=entry.url or "", secret=_secret(number, entry)
    )
    if entry.timeout is not None:
        row.timeout = entry.timeout
    if entry.server:
        row.server = MCPServer.objects.of(tenant).filter(name=entry.server).first()
    try:
        row.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        problems = "; ".join(f"{name}: {' '.join(words)}" for name, words in error.message_dict.items())
        raise _bad(number, problems) from error
    return row


def _secret(number: int, entry: DomainEntry) -> str:
    for name in entry.variables:
        if not os.environ.get(name):
            raise _bad(number, _("%s is not set in the environment.") % name)
    return VARIABLE.sub(lambda match: os.environ[match[1]], entry.token or "")


def _bad(number: int, why: str) -> BadDomainsFile:
    return BadDomainsFile(_("Entry %(number)d: %(why)s") % {"number": number, "why": why})
