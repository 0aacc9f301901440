"""A visit whose connection is lost: made again, and asked after where a COMMIT was under way.

Real connections, really ended.
"""

import time

import pytest
from django.conf import settings
from django.db import connection

from conversations.errors import DatabaseAway
from conversations.visits import visit
from tests.parts.visiting import visit_now

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(settings.SQLITE, reason="SQLite has no connection to lose"),
]
DIES = "SELECT pg_terminate_backend(pg_backend_pid())"
AT_COMMIT = """
    CREATE TEMP TABLE doomed (id int) ON COMMIT DROP;
    CREATE FUNCTION pg_temp.die() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION pg_temp.die();
    INSERT INTO doomed VALUES (1)
"""


class Doomed:
    """A visit that loses its connection the first so many times."""

    def __init__(self, times: int, how: str = DIES) -> None:
        self.left, self.how, self.made = times, how, 0

    def __call__(self) -> str:
        self.made += 1
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            if self.left:
                self.left -= 1
                cursor.execute(self.how)
        return "made"


def test_a_connection_lost_before_commit_costs_one_more_try():
    doomed = Doomed(1)
    assert visit_now(doomed) == "made"
    assert doomed.made == 2


def test_who_has_no_patience_is_told_that_the_database_is_away():
    with pytest.raises(DatabaseAway) as away:
        visit_now(Doomed(2))
    assert not away.value.unknown


async def test_who_has_patience_gets_it_done_once_the_database_is_back():
    doomed = Doomed(5)
    assert await visit(doomed, patience=20) == "made"
    assert doomed.made == 6


async def test_patience_ends():
    began = time.monotonic()
    with pytest.raises(DatabaseAway):
        await visit(Doomed(1000), patience=0.5)
    assert time.monotonic() - began < 5


def test_what_was_committed_unheard_is_found_and_not_made_again():
    doomed = Doomed(1, AT_COMMIT)
    assert visit_now(doomed, lambda: "found") == "found"
    assert doomed.made == 1


async def test_what_was_not_committed_is_made_after_a_look_however_long_that_takes():
    doomed, looked = Doomed(1, AT_COMMIT), Doomed(3)
    assert await visit(doomed, lambda: looked() and None) == "made"
    assert (doomed.made, looked.made) == (2, 4)
