from django.apps import AppConfig
from django.conf import settings


class CompositionConfig(AppConfig):
    """The composition root; it has no tables, only checks."""

    name = "config"
    label = "composition"

    def ready(self) -> None:
        import config.checks  # noqa: F401
        from telemetry import faults

        faults.begin(settings.VERSION)
