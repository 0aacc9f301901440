"""A visit to the database from a test without a loop."""

from collections.abc import Callable
from typing import TypeVar

from conversations import visits

T = TypeVar("T")


def visit_now(fn: Callable[[], T], landed: Callable[[], T | None] | None = None) -> T:
    """What `conversations.visits.visit` does, waited for here; a database that is away is not waited for."""
    return visits._executor().submit(visits._attempt, fn, landed).result()
