"""What every test may lean on: databases with the demo world in them, tool servers, a model over HTTP.

- `django_db` tests run inside a transaction that is rolled back.
- `django_db(transaction=True)` tests (doors, visits, other processes) commit. Afterwards the record is
  emptied and every other table they wrote is put back as the world left it: flushing all tables and
  loading the world again would cost a second a test.
"""

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import TransactionTestCase
from django.utils import translation
from pytest_django import DjangoDbBlocker

from releases import draft
from tests.fakes.fixtures import _openai_server, embeddings, fake_openai
from tests.parts import repeated, rows, template, world

__all__ = ["_openai_server", "embeddings", "fake_openai"]

os.environ.setdefault("DEMO_TODAY", "2026-11-28")  # the demo's days are those that tests name

# Set by `tests.run`: whether this is its second run, the folder where the first notes what its tests send to
# the database, and the file that names what of it is repeated.
AGAIN = os.environ.get("SWITCHBOARD_TESTS_AGAIN", "")
NOTES = os.environ.get("SWITCHBOARD_TESTS_NOTES", "")
REPEATED = os.environ.get("SWITCHBOARD_REPEATED_TESTS", "")
# Whether a run on PostgreSQL + Redis follows, where slow tests that say `stores` belong.
FOLLOWED = os.environ.get("SWITCHBOARD_TESTS_FOLLOWED", "")
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
WAITING = ("pages", "api", "work", "hostile")  # folders of tests that wait for browsers and processes

# The project's cheapest hash: logging in is no part of what these tests measure.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Each client of Django's makes the middleware anew, which would look for all static files there are.
settings.WHITENOISE_AUTOREFRESH = True
# Tests ask more often than anybody; those about rates set their own.
settings.RATE_CREDENTIAL = settings.RATE_COMPANY = settings.RATE_STRANGER = settings.RATE_LOGIN = "0"
if settings.REDIS_URL and WORKER:  # each worker its own number, counted down from the one given
    head, _, number = settings.REDIS_URL.rpartition("/")
    settings.REDIS_URL = os.environ["REDIS_URL"] = f"{head}/{int(number) - int(WORKER[2:])}"


_noted: list[repeated.Noted] = []


def pytest_configure() -> None:
    """What is read while tests are collected is no garbage: to look for some takes a seventh of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    _keep_for_good()
    gc.enable()


def _keep_for_good() -> None:
    """Takes what is there by now out of the collector's rounds, as a web process does.

    Each publish set off a round over all of it, a quarter of a test process's time (ADR 97).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests run only when they are asked for: `-m slow`.

    In a second run, what would show nothing new does not.

    Whoever waits longest for browsers and processes begins first, so that no file is left alone at the end.
    """
    items.sort(key=lambda item: item.path.parent.name not in WAITING)
    left_out: list[pytest.Item] = []
    if not config.option.markexpr and not config.option.keyword:
        named = [Path(argument.split("::")[0]).name for argument in config.args]
        left_out += [
            item
            for item in items
            if any(map(item.get_closest_marker, ("slow", "endurance"))) and item.path.name not in named
        ]
    if FOLLOWED:
        left_out += [item for item in items if item.get_closest_marker("stores")]
    if AGAIN:
        left_out += [item for item in items if not repeated.shows_more(item)]
    if AGAIN and REPEATED:
        chosen = set(Path(REPEATED).read_text().split("\n"))
        left_out += [item for item in items if item.nodeid not in chosen]
    if NOTES and WORKER in ("", "gw0"):
        repeated.write_whole(Path(NOTES), items)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Notes what each test sends to the database, where `tests.run` asked for it."""
    rows.executed.clear()
    began = time.monotonic()
    result = yield
    if NOTES and rows.executed and repeated.shows_more(item):
        sent = sorted(set().union(*map(repeated.split, rows.executed)))
        _noted.append(repeated.Noted(item.nodeid, time.monotonic() - began, sent))
    return result


def pytest_sessionfinish() -> None:
    """Keeps what was noted, for the second run."""
    if NOTES and _noted:
        repeated.write_noted(Path(NOTES), WORKER, _noted)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """A database of this run's own: `SWITCHBOARD_TEST_DB` names it on PostgreSQL, each worker has one."""
    name = os.environ.get("SWITCHBOARD_TEST_DB", "")
    if name and not settings.SQLITE:
        # Whether a commit outlives a cut of the power is no question of these: a wait for the disk each.
        settings.DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"
        own = settings.DATABASES["default"].setdefault("TEST", {})
        own["NAME"] = f"{name}_{WORKER}" if WORKER else name
        own["TEMPLATE"] = template.postgres_template(os.environ["DATABASE_URL"], os.environ)


@pytest.fixture(scope="session")
def django_db_use_migrations() -> bool:
    """Migrations build the tables on PostgreSQL.

    On SQLite they are made at once, which saves 5 s a process.
    """
    return not settings.SQLITE


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database with both demo worlds published in it, loaded once and kept."""
    with django_db_blocker.unblock():
        rows.watch_connections()
        world.load()
        world.build()
        kept = rows.Kept.take()
    _keep_for_good()
    original = TransactionTestCase._fixture_teardown

    def put_back(test: TransactionTestCase) -> None:
        kept.put_back()
        world.forget()  # a row that the next test writes may be read under the number of the counter again

    TransactionTestCase._fixture_teardown = put_back
    yield
    TransactionTestCase._fixture_teardown = original
    with django_db_blocker.unblock():
        world.close_visits()
        kept.put_back()
        assert not (differing := kept.differing()), f"A test left these tables changed: {differing}"


@pytest.fixture(autouse=True)
def fresh_memory() -> Iterator[None]:
    """What a test published or switched must not be remembered by the process after its rollback."""
    rows.written.clear()
    yield
    if rows.written:
        draft.forget()
    if rows.written & world.REMEMBERED:
        world.forget()


@pytest.fixture(autouse=True)
def fresh_language() -> Iterator[None]:
    """The installation's language again.

    Django's client leaves that of its last request active on the thread.
    """
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def demo_servers() -> Iterator[dict[str, str]]:
    """The demo's MCP servers, really running; their addresses by the name of their variable."""
    with world.servers() as addresses:
        yield addresses
