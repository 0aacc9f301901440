from typing import Any

from django.apps import AppConfig, apps
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
    """A JSON value of which no text, names of fields among them, holds a secret or somebody's number.

    Before the applications are there nobody has written anything: secrets alone are taken out.
    """
    from outbound.redaction import map_texts, redact

    if not apps.ready:
        return map_texts(redact, value, with_names=True)
    from agents.guardrails.msk import mask

    return map_texts(lambda text: mask(redact(text), settings.LANGUAGE_CODE), value, with_names=True)
