"""Unexpected errors to Sentry (or what speaks its protocol), where `SENTRY_DSN` names it."""

from collections.abc import Callable
from typing import Any

from django.conf import settings

# What the SDK itself says of an event, and of the process; whatever else it holds may repeat a user's words.
OWN = frozenset(
    ("event_id", "timestamp", "level", "platform", "type", "logger", "release", "environment", "server_name")
) | {"dist", "sdk", "modules", "transaction_info", "_meta"}
OWN_CONTEXTS = ("trace", "runtime")


def begin(release: str, clean: Callable[[Any], Any]) -> None:
    """Begins to send them.

    Neither local variables nor requests nor people go along: they hold what users wrote. `clean` takes
    secrets and personal numbers out of a JSON value and the names in it.
    """
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    def clean_event(event: Any, hint: Any) -> Any:
        event.pop("user", None)
        contexts = event.pop("contexts", None) or {}
        own = {name: contexts.pop(name) for name in OWN_CONTEXTS if name in contexts}
        if "request" in event:
            # The route is the transaction's name; an address may name a user, and so may all behind it.
            event["request"] = {"method": event["request"].get("method") or ""}
        cleaned = {name: part if name in OWN else clean(part) for name, part in event.items()}
        return cleaned | {"contexts": clean(contexts) | own}

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment=settings.APP_ENV,
        release=f"switchboard@{release}",
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        before_send=clean_event,
        traces_sample_rate=0.0,  # traces go by OpenTelemetry
        trace_propagation_targets=[],  # nor does a model or a tool server learn of Sentry
    )
