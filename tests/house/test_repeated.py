"""What the run on PostgreSQL + Redis repeats is told by the test itself."""

import re
from pathlib import Path

import pytest

from tests.parts import repeated

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


@pytest.mark.parametrize(
    "path", sorted(TESTS.rglob("test_*.py")), ids=lambda path: str(path.relative_to(TESTS))
)
def test_a_module_whose_processes_have_a_database_says_so(path: Path) -> None:
    text = path.read_text()
    assert not ELSEWHERE.search(text) or SAID.search(text), "mark it `stores`, or `once`"
