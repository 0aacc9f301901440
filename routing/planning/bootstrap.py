"""Domains that a company begins with, from a file in seed 002's form (`domains.bootstrap.json`).

    [{"name": "finance", "type": "remote_http", "config": {"url": "http://...", "timeout": 10, "auth_token": "..."},
      "sync_capabilities": true}]

`type` is remote_http, local (a service on this machine, by its address too) or mcp, with `config.server` as the name
of an MCP server's row. `${ENV:NAME}` in `auth_token` is read from the environment when the file is. A domain that is
there stays as it is: the file begins, people go on. Nothing acts by it: manifests are proposed and wait for approval.
"""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from agents.models import MCPServer
from outbound.addresses import VARIABLE
from releases.sections import Json
from routing.planning.models import Domain
from tenancy.models import Tenant
from tenancy.operational import touch

log = logging.getLogger(__name__)
TYPES = {"remote_http": "remote_http", "local": "remote_http", "mcp": "mcp"}


class BadFile(Exception):
    """`BadFile("entry 2: there is no type 'grpc'")`; nothing was registered."""


@dataclass(frozen=True, slots=True)
class Registered:
    """What became of a file: names that were added, were there already, and of those whose manifest is wanted."""

    added: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    to_sync: tuple[str, ...] = field(default=())


def register_file(tenant: Tenant, path: Path) -> Registered:
    """Adds the domains of a file that are absent, all or none. Raises `BadFile`."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(
            _("%(path)s cannot be read: %(why)s") % {"path": path, "why": error.strerror}
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadFile(_("%(path)s is no JSON: %(why)s") % {"path": path, "why": error}) from error
    if not isinstance(entries, list):
        raise BadFile(_("%s must be a list of domains.") % path)
    added, there, to_sync = [], [], []
    with transaction.atomic():
        known = set(Domain.objects.of(tenant).values_list("name", flat=True))
        for number, entry in enumerate(entries, 1):
            row = _row(tenant, number, entry)
            if row.name in known:
                there.append(row.name)
                continue
            row.save()
            known.add(row.name)
            added.append(row.name)
            if entry.get("sync_capabilities", True):
                to_sync.append(row.name)
        if added:
            touch(tenant)
    return Registered(tuple(added), tuple(there), tuple(to_sync))


def at_start() -> None:
    """Registers the domains of DOMAINS_BOOTSTRAP for the installation's one company; inside a visit.

    The sweeper asks for their manifests. Where there are several companies, `manage.py domain bootstrap` says which.
    """
    companies = list(Tenant.objects.all()[:2])
    if len(companies) != 1:
        log.warning("DOMAINS_BOOTSTRAP was not read: there is not exactly one company.")
        return
    try:
        made = register_file(companies[0], Path(settings.DOMAINS_BOOTSTRAP))
    except BadFile as error:
        log.error("DOMAINS_BOOTSTRAP: %s", error)
        return
    if made.added:
        log.info("Registered the domains %s.", ", ".join(made.added))


def _row(tenant: Tenant, number: int, entry: Json) -> Domain:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("config", {}), Mapping):
        raise BadFile(_("Entry %d is no domain: it needs name, type and config.") % number)
    kind = TYPES.get(str(entry.get("type", "remote_http")))
    if kind is None:
        words = {"number": number, "type": entry.get("type"), "known": ", ".join(TYPES)}
        raise BadFile(_("Entry %(number)d: there is no type '%(type)s'. There are: %(known)s.") % words)
    config: Mapping[str, Any] = entry.get("config", {})
    timeout = config.get("timeout", 10)
    row = Domain(
        tenant=tenant,
        name=str(entry.get("name", "")),
        kind=kind,
        url=str(config.get("url", "")),
        secret=_secret(number, str(config.get("auth_token") or "")),
        timeout=timeout if isinstance(timeout, int | float) else 0,
    )
    if kind == Domain.Kinds.MCP:
        row.server = MCPServer.objects.of(tenant).filter(name=config.get("server") or row.name).first()
    try:
        row.full_clean(validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        told = "; ".join(f"{name}: {' '.join(words)}" for name, words in error.message_dict.items())
        raise BadFile(_("Entry %(number)d: %(why)s") % {"number": number, "why": told}) from error
    return row


def _secret(number: int, text: str) -> str:
    def value(match: Any) -> str:
        if not os.environ.get(match[1]):
            words = {"number": number, "name": match[1]}
            raise BadFile(_("Entry %(number)d: %(name)s is not set in the environment.") % words)
        return os.environ[match[1]]

    return VARIABLE.sub(value, text)
