"""Django's backend for PostgreSQL, whose connections notice a server that stands still (`ENGINE`)."""

from django.db.backends.postgresql import base

from tenancy import postgresql


class DatabaseWrapper(base.DatabaseWrapper):
    """Watched before its first statement: behind a pooler that alone may be one that nobody answers."""

    def init_connection_state(self) -> None:
        postgresql.keep_watch(self)
        super().init_connection_state()
