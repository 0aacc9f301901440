"""Unexpected errors to Sentry (or what speaks its protocol), where `SENTRY_DSN` names it."""

from django.conf import settings


def begin(release: str) -> None:
    """Begins to send them.

    Neither local variables nor bodies nor people go along: they hold what users wrote.
    """
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=settings.APP_ENV,
        release=f"switchboard@{release}",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=0.0,  # traces go by OpenTelemetry
    )
