"""A database that stands still is noticed, and one that is slow is waited for."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from conversations import visits
from conversations.errors import DatabaseAway
from tenancy import postgresql
from tests.parts.freezing import FrozenDoor, freezing

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a file does not stand still"),
    pytest.mark.django_db,
]


@pytest.fixture(autouse=True)
def serving() -> Iterator[None]:
    """As a process for whose answers people wait."""
    postgresql.serve()
    yield
    postgresql.serve(False)


@pytest.fixture
def door() -> Iterator[FrozenDoor]:
    known = connection.settings_dict
    with freezing(known["HOST"] or "127.0.0.1", int(known["PORT"] or 5432)) as found:
        yield found


@pytest.fixture
def through(door: FrozenDoor, db: None) -> Iterator[BaseDatabaseWrapper]:
    """A connection of its own through the door."""
    own = connection.copy("through")
    own.settings_dict |= {"HOST": "127.0.0.1", "PORT": str(door.port)}
    own.ensure_connection()
    yield own
    own.close()


def test_a_statement_of_a_frozen_server_ends(
    through: BaseDatabaseWrapper, door: FrozenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.3)
    door.frozen = True
    began = time.monotonic()
    with pytest.raises(OperationalError) as raised, through.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert isinstance(raised.value.__cause__, postgresql.StandsStill)
    assert time.monotonic() - began < 5
    door.frozen = False
    through.close()
    with through.cursor() as cursor:
        cursor.execute("SELECT 1")


@pytest.mark.parametrize("ends_by", ["a statement", "its commit"])
def test_who_has_a_connection_waits_once(
    through: BaseDatabaseWrapper, door: FrozenDoor, monkeypatch: pytest.MonkeyPatch, ends_by: str
) -> None:
    """At the end of a transaction whose connection broke Django opens another one."""
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.3)
    monkeypatch.setitem(connections.settings, "through", through.settings_dict)
    connections["through"] = through
    began = 0.0
    with pytest.raises(OperationalError) as raised, transaction.atomic("through"), through.cursor() as cursor:
        cursor.execute("SELECT 1")
        door.frozen, began = True, time.monotonic()
        if ends_by == "a statement":
            cursor.execute("SELECT 1")
    assert isinstance(raised.value.__cause__, postgresql.StandsStill)
    assert time.monotonic() - began < 4
    assert through.connection is None  # and whoever comes next opens another


def test_a_connection_that_alone_stands_still_is_given_up_after_its_limit(
    through: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that serves it hangs: others are let in, and its own limit is never looked at."""
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.3)
    through.close()
    through.settings_dict["OPTIONS"] |= {"options": "-c statement_timeout=1s"}
    with through.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        os.kill(pid := cursor.fetchone()[0], signal.SIGSTOP)
        try:
            began = time.monotonic()
            with pytest.raises(OperationalError) as raised:
                cursor.execute("SELECT 1")
        finally:
            os.kill(pid, signal.SIGCONT)
    assert isinstance(raised.value.__cause__, postgresql.StandsStill)
    assert 1 < time.monotonic() - began < 5


def test_a_slow_statement_is_waited_for(
    through: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.2)
    with through.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(1), 7")
        assert cursor.fetchone()[1] == 7


def test_a_large_statement_that_the_server_does_not_read_yet_is_waited_for(
    through: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own process stands still while the statement is being sent, for longer than two looks."""
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.2)
    with through.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        os.kill(pid := cursor.fetchone()[0], signal.SIGSTOP)
        again = threading.Timer(1.0, os.kill, (pid, signal.SIGCONT))
        again.start()
        cursor.execute("SELECT length(%s::bytea)", [bytes(30_000_000)])
        assert cursor.fetchone() == (30_000_000,)
        again.join()


def test_a_start_waits_for_a_busy_machine(
    through: BaseDatabaseWrapper, door: FrozenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody waits for it, a server that is silent for some seconds is no failure."""
    postgresql.serve(False)
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.3)
    door.frozen = True
    melts = threading.Timer(postgresql.ANSWER_SECONDS + 2, lambda: setattr(door, "frozen", False))
    melts.start()
    with through.cursor() as cursor:
        cursor.execute("SELECT 7")
        assert cursor.fetchone()[0] == 7


@pytest.mark.parametrize("options", ["", "-c statement_timeout=1s -c statement_timeout=0"])
def test_without_a_limit_of_the_server_there_is_none_here(
    through: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    """The installation's own `options` stand in place of ours."""
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(settings, "STATEMENT_SECONDS", 1)
    through.close()
    through.settings_dict["OPTIONS"] |= {"options": options}
    with through.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(2), 7")
        assert cursor.fetchone()[1] == 7


def test_a_statement_has_a_limit(through: BaseDatabaseWrapper) -> None:
    with through.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("1min",)


def test_who_comes_next_does_not_wait_anew(
    through: BaseDatabaseWrapper, door: FrozenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.3)
    monkeypatch.setattr(visits, "_silent_until", 0.0)
    door.frozen = True

    def ask() -> None:
        with through.cursor() as cursor:
            cursor.execute("SELECT 1")

    took = []
    for _ in range(2):
        began = time.monotonic()
        with pytest.raises(DatabaseAway):
            visits._attempt(ask, None)
        took.append(time.monotonic() - began)
    assert took[0] < 5 and took[1] < 0.1


def test_of_those_who_come_later_one_asks_for_all(
    through: BaseDatabaseWrapper, door: FrozenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "_silent_until", time.monotonic() - 1)  # it was silent, a while ago
    asked, let_go = threading.Event(), threading.Event()

    def wait() -> None:
        asked.set()
        assert let_go.wait(5)

    monkeypatch.setattr(visits, "_one", wait)
    with ThreadPoolExecutor(1) as other:
        first = other.submit(visits._attempt, lambda: 1, None)
        assert asked.wait(5)
        assert visits.is_silent()
        with pytest.raises(DatabaseAway):
            visits._attempt(lambda: 2, None)
        let_go.set()
        assert first.result() == 1
        other.submit(connections.close_all).result()
    assert visits._attempt(lambda: 3, None) == 3  # and it answers again


def test_a_connection_that_broke_ends_no_silence_that_another_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_silent_until", 0.0)

    def break_off() -> None:
        if not visits.is_silent():  # another visit notes it meanwhile
            visits.note_silence(_error(postgresql.StandsStill("stands still")))
        raise _error(psycopg.OperationalError("broke off"))

    with ThreadPoolExecutor(1) as other:
        with pytest.raises(DatabaseAway):
            other.submit(visits._attempt, break_off, None).result()
        other.submit(connections.close_all).result()
    assert visits.is_silent()


@pytest.mark.parametrize("why", [ImproperlyConfigured("no such driver"), None])
def test_who_asks_for_all_and_fails_aloud_leaves_no_silence(
    monkeypatch: pytest.MonkeyPatch, why: Exception | None
) -> None:
    monkeypatch.setattr(visits, "_silent_until", time.monotonic() - 1)

    def refuse() -> None:
        raise why or _error(psycopg.errors.LockNotAvailable("no"))

    monkeypatch.setattr(visits, "_one", refuse)
    with ThreadPoolExecutor(1) as other:
        with pytest.raises(type(why) if why else OperationalError):
            other.submit(visits._attempt, lambda: 1, None).result()
        other.submit(connections.close_all).result()
    assert not visits.is_silent()


def test_a_page_says_so_and_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_silent_until", time.monotonic() + 60)
    with connection.execute_wrapper(_nobody):
        page = Client().get("/admin/")
    assert page.status_code == 503 and page.headers["Retry-After"] == "2"


def test_a_page_whose_database_breaks_off_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_silent_until", 0.0)
    browser = Client(raise_request_exception=False)
    browser.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    with connection.execute_wrapper(_stands_still):
        page = browser.get("/admin/")
    assert page.status_code == 503
    assert visits.is_silent()


def _nobody(*_call: Any) -> None:
    raise AssertionError("the database is asked")


def _stands_still(*_call: Any) -> None:
    raise _error(postgresql.StandsStill("stands still"))


def _error(cause: Exception) -> OperationalError:
    """As Django's own, of the driver's."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error
