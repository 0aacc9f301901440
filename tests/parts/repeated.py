"""Which tests the run on PostgreSQL and Redis repeats: those that another database or a Redis can tell apart.

A test without a fixture of the database cannot reach it: pytest-django refuses. What reaches it in other
processes, or reaches Redis, says so by the mark `stores`; slow tests do as a rule. What has the mark
`once` reaches it, and one database shows it as well as the other.
"""

import pytest

DATABASE = {"db", "transactional_db", "django_db_setup"}


def shows_more(item: pytest.Item) -> bool:
    """Whether a run of this test on other stores can show what its run on SQLite did not."""
    if item.get_closest_marker("once"):
        return False
    marked = any(item.get_closest_marker(name) for name in ("stores", "slow", "django_db"))
    return marked or not DATABASE.isdisjoint(getattr(item, "fixturenames", ()))
