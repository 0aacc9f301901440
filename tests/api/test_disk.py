"""A disk that is full: a database on it still answers what is asked, and keeps nothing that is told."""

import environ
import pytest
from django.db import DatabaseError, connections, transaction
from django.db.backends.postgresql.base import DatabaseWrapper

from routing.api import health
from tests.parts.tiny_disk import tiny_disk

NAMED = "tiny"


@pytest.mark.slow
@pytest.mark.once
def test_a_full_disk_behind_the_database_is_seen_and_so_is_room_on_it(
    tmp_path, monkeypatch, django_db_blocker
):
    with django_db_blocker.unblock(), tiny_disk(tmp_path / "disk") as here:
        given = (
            connections["default"].settings_dict | {"OPTIONS": {}} | environ.Env.db_url_config(here.database)
        )
        connection = connections[NAMED] = DatabaseWrapper(given, NAMED)

        def full() -> bool:
            monkeypatch.setattr(health, "_next_look", 0.0)
            with transaction.atomic(NAMED):
                return health.is_disk_full_behind(connection)

        try:
            assert not full()
            with connection.cursor() as cursor:
                cursor.execute("CREATE TABLE told (words text)")
            here.fill()
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                with pytest.raises(DatabaseError, match="No space left"):
                    cursor.execute(
                        "INSERT INTO told SELECT repeat(md5(n::text), 99) FROM generate_series(1, 9999) n"
                    )
            assert full()
            here.make_room()
            assert not full()
        finally:
            connection.close()
            del connections[NAMED]
