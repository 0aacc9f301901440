"""The demo worlds in the test database, their tool servers, and what a process remembers of them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from tests.parts import template

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease
    from tenancy.models import Tenant

REMEMBERED = {"tenancy_tenant", "releases_release"}


def load() -> None:
    """Authors and publishes both worlds: the second shows that nothing knows the first."""
    given = "-".join(os.environ.get(name, "") for name in ("DEMO_TODAY", "EXAMPLES_TWICE"))
    if connection.vendor != "sqlite" or settings.PARTS_DIR.parent != template.CACHE:
        _write()  # what is learnt lies elsewhere
        return
    connection.ensure_connection()
    template.bring_world(connection.connection, _write, given)
    ContentType.objects.clear_cache()  # they may have other numbers


def _write() -> None:
    from demo.load import load as load_world
    from demo.worlds import WORLDS

    for world in WORLDS.values():
        load_world(world)


_published: "dict[str, LoadedRelease]" = {}
_again: "dict[str, LoadedRelease]" = {}


def build() -> None:
    """Makes the worlds' releases ready to decide with, once: to build them takes a third of a second."""
    from tenancy.models import Tenant

    for tenant in Tenant.objects.exclude(live_release=None):
        _published[tenant.pk] = _build(tenant)


def remember(tenant: "Tenant") -> None:
    """Has this process decide by what it built of a company that is written again, as of the worlds."""
    from releases.publish import live_digest

    known = _again.get(tenant.pk)
    if known is None or known.digest != live_digest(tenant, tenant.live_release):
        _again[tenant.pk] = _build(tenant)
    _hold(tenant.pk, _again[tenant.pk])


def _build(tenant: "Tenant") -> "LoadedRelease":
    from releases import freshness
    from routing.decision.profile_runtime import ProfileRuntime

    release = freshness.release(tenant.pk, tenant.live_release)
    freshness.make_ready(release)
    for agent_id in release["routing"].profiles:
        ProfileRuntime.of(release, agent_id)
    return release


def forget() -> None:
    """Drops the releases and operational rows that this process holds in memory, but for what was built of
    the worlds themselves: a release of that number never changes.
    """
    from agents.knowledge import signatures
    from releases import freshness

    signatures.forget()
    freshness.forget()
    for tenant, release in _published.items():
        _hold(tenant, release)


def _hold(tenant: str, release: "LoadedRelease") -> None:
    from releases import freshness, parts
    from releases.loaded_release import Readiness

    parts._held.update({(tenant, key): made for key, made in release.parts.items()})
    state = Readiness()
    state.done = True
    kept = {name: dict(getattr(release, name)) for name in ("wanted", "parts", "memo")}
    freshness.remember(tenant, replace(release, **kept, readiness=state))


def close_visits() -> None:
    """Closes the connections that visits keep, so that the database can be dropped."""
    from conversations import visits

    visits.close()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # a thread that ended may have left its own open
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    """The demo's MCP servers on free ports; names their addresses in the environment."""
    from tests.parts.tool_servers import ToolServers

    with ToolServers.start(anywhere=True) as running:
        os.environ.update(running.addresses)
        running.wait()
        forget()  # a domain's address is read with the operational rows, and may have been before
        yield running.addresses
