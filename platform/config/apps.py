from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created


class CompositionConfig(AppConfig):
    """The composition root; it has no tables, only checks."""

    name = "config"
    label = "composition"

    def ready(self) -> None:
        import config.checks  # noqa: F401
        from config import postgresql
        from telemetry import faults

        faults.begin(settings.VERSION)
        connection_created.connect(postgresql.keep_watch)
