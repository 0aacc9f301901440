"""A database that stands still is noticed, and one that is slow is waited for."""

import time
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from conversations import visits
from conversations.errors import DatabaseAway
from tenancy import postgresql
from tests.parts.freezing import FrozenDoor, freezing

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a file does not stand still"),
    pytest.mark.django_db,
]


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


def test_a_slow_statement_is_waited_for(
    through: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOOK_SECONDS", 0.2)
    with through.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(1), 7")
        assert cursor.fetchone()[1] == 7


def test_a_connection_that_a_pool_gives_again_is_watched_once(through: BaseDatabaseWrapper) -> None:
    watched = through.connection.wait
    postgresql.keep_watch(through)
    assert through.connection.wait is watched


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
