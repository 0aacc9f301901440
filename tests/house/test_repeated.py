"""What the run on PostgreSQL + Redis repeats is told by the test itself."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction

from rollout.models import Flag
from tests.parts import repeated, rows

TESTS = Path(__file__).resolve().parents[1]
ELSEWHERE = re.compile(r"\b(?:installed|shared|running|own_database|emptied_broker)\(")
SAID = re.compile(r"mark\.(?:slow|stores|once|django_db)\b|\b(?:transactional_db|web|talk)\b")


def test_what_knows_no_database_is_not_repeated(request) -> None:
    assert not repeated.shows_more(request.node)


@pytest.mark.django_db
def test_what_has_a_database_is_repeated(request) -> None:
    assert repeated.shows_more(request.node)


def test_a_fixture_that_has_one_is_enough(request, transactional_db) -> None:
    assert repeated.shows_more(request.node)


@pytest.mark.stores
def test_what_says_that_it_has_one_elsewhere_is_repeated(request) -> None:
    assert repeated.shows_more(request.node)


@pytest.mark.once
@pytest.mark.django_db
def test_what_one_database_shows_is_not_repeated(request) -> None:
    assert not repeated.shows_more(request.node)


def test_a_module_whose_processes_have_a_database_says_so() -> None:
    """Mark it `stores`, or `once`."""
    silent = [
        path.relative_to(TESTS)
        for path in TESTS.rglob("test_*.py")
        if ELSEWHERE.search(text := path.read_text()) and not SAID.search(text)
    ]
    assert silent == []


def test_the_quickest_tests_that_send_every_statement_are_repeated() -> None:
    noted = [
        repeated.Noted("slow", 9, ["a", "b"]),
        repeated.Noted("quick", 1, ["a", "b"]),
        repeated.Noted("most of it again", 1, ["a", "c"]),
        repeated.Noted("nothing new", 0.1, []),
    ]
    assert set(repeated.choose(noted)) == {"quick", "most of it again"}


def test_a_statement_is_the_same_whatever_its_values() -> None:
    one = repeated.without_values("SELECT 1 FROM a WHERE id IN (%s, %s) LIMIT 21")
    assert one == repeated.without_values("SELECT 1 FROM a WHERE id IN (%s) LIMIT 5")
    assert one != repeated.without_values("SELECT 1 FROM b WHERE id IN (%s) LIMIT 5")
    first = repeated.without_values('SAVEPOINT "s140121_x3"')
    assert first == repeated.without_values('SAVEPOINT "s140955_x41"') and "140121" not in first


def test_a_plain_statement_is_what_it_compares_and_any_other_is_itself() -> None:
    plain = (
        'SELECT "a"."b", "a"."c" FROM "a" WHERE ("a"."b" = %s AND "a"."d" IN (%s, %s)) ORDER BY "a"."e" DESC'
    )
    assert repeated.split(plain) == {'SELECT "a"', '"a"."b" =', '"a"."d" IN', '"a"."e" DESC'}
    counted = 'SELECT COUNT("a"."c") AS "n" FROM "a" WHERE "a"."b" = %s'
    assert repeated.split(counted) == {counted}
    assert repeated.split(f"beside: {plain}") != repeated.split(plain)


@pytest.mark.django_db(transaction=True)
def test_a_statement_beside_another_transaction_and_a_refused_one_are_noted_as_such() -> None:
    def look() -> None:
        Flag.unscoped.filter(key="beside").exists()
        connection.close()

    with ThreadPoolExecutor(1) as other, transaction.atomic():
        other.submit(look).result()
    with suppress(IntegrityError), connection.cursor() as cursor:
        cursor.execute("INSERT INTO tenancy_tenant (slug) VALUES (NULL)")
    noted = [each.split(" ", 1)[0] for each in rows.executed if each.split(" ", 1)[0].endswith(":")]
    assert {"beside:", "IntegrityError:"} <= set(noted)


def test_what_is_repeated_whole_is_there() -> None:
    assert [whole for whole in repeated.WHOLE if not (TESTS / whole).exists()] == []
