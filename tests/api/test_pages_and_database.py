"""A page whose database is away says so; one whose statement was refused does not ask to be loaded again."""

from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from conversations.errors import DatabaseAway
from tests.parts.phrases import try_each

pytestmark = [pytest.mark.django_db, pytest.mark.stores]
REFUSED = {
    "sqlite": "SELECT no_such_column",
    "postgresql": "SET LOCAL statement_timeout = 10; SELECT pg_sleep(5)",
}


def _refused(execute: Any, _sql: str, _params: Any, many: bool, context: Any) -> Any:
    return execute(REFUSED[connection.vendor], None, many, context)


def _away(*_call: Any) -> Any:
    raise DatabaseAway


@try_each(("answers", "status"), [(_refused, 500), (_away, 503)])
def test_only_a_database_that_is_away_is_worth_another_try(answers: Any, status: int) -> None:
    browser = Client(raise_request_exception=False)
    browser.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    with connection.execute_wrapper(answers):
        page = browser.get("/admin/")
    assert page.status_code == status
    assert page.has_header("Retry-After") == (status == 503)
