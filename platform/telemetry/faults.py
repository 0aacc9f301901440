"""Unexpected errors to Sentry (or what speaks its protocol), where `SENTRY_DSN` names it."""

from collections.abc import Callable
from typing import Any

from django.conf import settings

# Parts that repeat what somebody said: what an exception tells may be a user's words.
OF_OTHERS = ("exception", "logentry", "breadcrumbs")


def begin(release: str, clean: Callable[[Any], Any]) -> None:
    """Begins to send them.

    Neither local variables nor bodies nor people go along: they hold what users wrote. `clean` takes secrets
    and personal numbers out of a JSON value.
    """
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    def clean_event(event: Any, hint: Any) -> Any:
        return {name: clean(part) if name in OF_OTHERS else part for name, part in event.items()}

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=settings.APP_ENV,
        release=f"switchboard@{release}",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=clean_event,
        traces_sample_rate=0.0,  # traces go by OpenTelemetry
    )
