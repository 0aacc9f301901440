"""Which tests the run on PostgreSQL and Redis repeats: those that another database or a Redis can tell apart.

A test without a fixture of the database cannot reach it: pytest-django refuses. What reaches it in other
processes, or reaches Redis, says so by the mark `stores`; slow tests do as a rule. What has the mark
`once` reaches it, and one database shows it as well as the other.

Of the rest the first run notes which statements each test sends, which of them are refused, and which are
sent while another connection is in a transaction; the quickest tests that show them all between them are
repeated. A plain statement is what it is made of: each column that it compares or sets, each order, each
join; one with a function, a group, a distinct or a case in it is itself. Where order, locks, figures or Redis
are the subject, a statement says too little: those files are repeated whole (`WHOLE`).
"""

import heapq
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

DATABASE = {"db", "transactional_db", "django_db_setup"}
WHOLE = (
    "analytics/test_by_sql.py", "analytics/test_figures.py", "api/test_messages.py",
    "api/test_socket_replay.py",
    "api/test_stop.py", "api/test_streams.py", "conversations", "delivery/test_webhooks.py",
    "releases/test_one_at_a_time.py", "studio/test_nul.py", "tenancy/test_statements.py",
    "turns/test_order.py",
    "turns/test_quick_messages.py", "turns/test_visits.py", "work",
)  # fmt: skip
TESTS = Path(__file__).resolve().parents[1]
VALUES = re.compile(r"\(\s*%s(?:\s*,\s*%s)*\s*\)(?:\s*,\s*\(\s*%s(?:\s*,\s*%s)*\s*\))*")
NUMBER = re.compile(r"\b\d+\b")
SAVEPOINT = re.compile(r'"s\d+_x\d+"')
COLUMN = r'"\w+"(?:\."\w+")?'
COLUMNS = re.compile(rf"{COLUMN}(?:, {COLUMN})+")
OWN = re.compile(r"\w\(|\b(?:GROUP BY|DISTINCT|CASE|UNION|OVER|CONFLICT|SAVEPOINT)\b|\w: ")
TABLE = re.compile(r'(?:FROM|INTO|UPDATE) ("\w+")')
BESIDE = "beside: "
PIECES = re.compile(
    rf"(?P<compared>(?:NOT \()?{COLUMN} (?:<>|<=|>=|=|<|>|(?:IN|LIKE|IS NOT|IS|BETWEEN)\b))"
    rf'|(?P<joined>(?:INNER|LEFT OUTER) JOIN "\w+".*? ON \(.*?\))|(?P<ordered>{COLUMN} (?:ASC|DESC)\b)'
)
COUNTED = 'COUNT(*) AS "__count"'  # of a list's pages
HISTORICAL = re.compile(r'"(\w+?)_historical(\w+)"')  # a row's versions have the row's columns


class Noted(NamedTuple):
    """What one test of the first run sent: its id, its seconds, its statements without their values."""

    test: str
    seconds: float
    statements: list[str]


def shows_more(item: pytest.Item) -> bool:
    """Whether a run of this test on other stores can show what its run on SQLite did not."""
    if item.get_closest_marker("once"):
        return False
    marked = any(item.get_closest_marker(name) for name in ("stores", "slow", "endurance", "django_db"))
    return marked or not DATABASE.isdisjoint(getattr(item, "fixturenames", ()))


def is_whole(item: pytest.Item) -> bool:
    """Whether it is repeated whatever statements it sends."""
    if any(item.get_closest_marker(name) for name in ("stores", "slow", "endurance")):
        return True
    place = item.path.relative_to(TESTS).as_posix()
    return any(place == whole or place.startswith(f"{whole}/") for whole in WHOLE)


def without_values(statement: str) -> str:
    """A statement as every call of it looks.

    >>> without_values("SELECT 1 WHERE id IN (%s, %s) LIMIT 21")
    'SELECT N WHERE id IN () LIMIT N'
    """
    return NUMBER.sub("N", VALUES.sub("()", SAVEPOINT.sub("savepoint", statement)))


@cache  # tests send the same ones
def split(statement: str) -> frozenset[str]:
    """What of a statement another database may read in another way.

    >>> sorted(split('SELECT "a"."b" FROM "a" WHERE ("a"."c" = %s AND "a"."d" IN (%s))'))
    ['"a"."c" =', '"a"."d" IN', 'SELECT "a"']
    """
    beside, known = statement.startswith(BESIDE), without_values(statement.removeprefix(BESIDE))
    known = HISTORICAL.sub(r'"\1_\2"', known.replace(COUNTED, "rows"))
    table = TABLE.search(known)
    kind = f"{known.split(' ', 1)[0]} {table.group(1) if table else ''}".strip()
    if beside:  # what waits for what is a matter of tables
        return frozenset({BESIDE + kind})
    if OWN.search(known):
        return frozenset({known if "GROUP BY" in known else COLUMNS.sub("columns", known)})
    return frozenset({kind, *(found.group() for found in PIECES.finditer(known))})


def choose(noted: Sequence[Noted]) -> list[str]:
    """Tests that send every noted statement between them, the most new statements a second first.

    >>> choose([Noted("slow", 9, ["a", "b"]), Noted("quick", 1, ["a", "b"]), Noted("other", 1, ["c"])])
    ['quick', 'other']
    """
    sent = {each.test: set(each.statements) for each in noted}
    seconds = {each.test: each.seconds + 0.01 for each in noted}
    queue = [(-len(sent[test]) / seconds[test], test) for test in sent]
    heapq.heapify(queue)
    covered: set[str] = set()
    chosen = []
    while queue:
        was, test = heapq.heappop(queue)
        new = len(sent[test] - covered)
        if not new:
            continue
        if -new / seconds[test] > was:  # others brought some of it meanwhile: it waits its new turn
            heapq.heappush(queue, (-new / seconds[test], test))
        else:
            covered |= sent[test]
            chosen.append(test)
    return chosen


def write_whole(folder: Path, items: Sequence[pytest.Item]) -> None:
    """Keeps which tests are repeated whatever they send."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = [item.nodeid for item in items if shows_more(item) and is_whole(item)]
    (folder / "whole.txt").write_text("\n".join(whole))


def read_whole(folder: Path) -> list[str]:
    """What is repeated whatever it sends."""
    path = folder / "whole.txt"
    return path.read_text().splitlines() if path.exists() else []


def write_noted(folder: Path, worker: str, noted: list[Noted]) -> None:
    """Keeps what one process of the first run noted."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{worker or 'alone'}.json").write_text(json.dumps(noted))


def read_noted(folder: Path) -> list[Noted]:
    """What all processes of the first run noted."""
    return [Noted(*each) for path in sorted(folder.glob("*.json")) for each in json.loads(path.read_text())]
