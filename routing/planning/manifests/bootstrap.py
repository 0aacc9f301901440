"""Domains that a company begins with, from a file `domains.bootstrap.json`
(`routing.planning.manifests.entries`).

`${ENV:NAME}` in `auth_token` is read from the environment when the file is. A domain that is there stays as
it is: the file begins, people go on. Nothing acts by it: manifests are proposed and wait for approval.
"""

import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from agents.models import MCPServer
from outbound.addresses import VARIABLE
from routing.planning.errors import BadDomainsFile, BadEntry
from routing.planning.manifests.entries import DomainEntry, read
from routing.planning.models import Domain
from tenancy.models import Tenant
from tenancy.operational import touch

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
        told = "; ".join(f"{name}: {' '.join(words)}" for name, words in error.message_dict.items())
        raise _bad(number, told) from error
    return row


def _secret(number: int, entry: DomainEntry) -> str:
    for name in entry.variables:
        if not os.environ.get(name):
            raise _bad(number, _("%s is not set in the environment.") % name)
    return VARIABLE.sub(lambda match: os.environ[match[1]], entry.token or "")


def _bad(number: int, why: str) -> BadDomainsFile:
    return BadDomainsFile(_("Entry %(number)d: %(why)s") % {"number": number, "why": why})
