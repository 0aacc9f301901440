from typing import Any

from django.apps import AppConfig
from django.conf import settings


class CompositionConfig(AppConfig):
    """The composition root; it has no tables, only checks."""

    name = "config"
    label = "composition"

    def ready(self) -> None:
        import config.checks  # noqa: F401
        from telemetry import faults

        faults.begin(settings.VERSION, clean)


def clean(value: Any) -> Any:
    """A JSON value of which no text holds a secret or somebody's number."""
    from agents.guardrails.msk import mask
    from outbound.redaction import map_texts, redact

    return map_texts(lambda text: mask(redact(text), settings.LANGUAGE_CODE), value)
