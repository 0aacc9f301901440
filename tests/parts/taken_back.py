"""One case of several in a test: what it writes is gone before the next."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from releases import draft
from tests.parts import rows, world


@contextmanager
def taken_back() -> Iterator[None]:
    """Rolls back what is written within, and has the process forget it, as after a test.

    >>> with taken_back():
    ...     Slot.objects.of(acme).delete()
    """
    if not connection.in_atomic_block:  # the test has no database, or commits
        yield
        return
    before = set(rows.written)
    rows.written.clear()
    case = transaction.atomic()
    case._from_testcase = True  # as the test's own: what is read within may be remembered
    try:
        with case:
            yield
            transaction.set_rollback(True)
    finally:
        if rows.written:
            draft.forget()
        if rows.written & world.REMEMBERED:
            world.forget()
        rows.written |= before
