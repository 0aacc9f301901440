"""How long the other side asks to be left alone."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def seconds(headers: Mapping[str, str]) -> float | None:
    """Seconds until it may be asked again, by `Retry-After` (seconds or a day) or `retry-after-ms`.

    None: it says nothing.

    >>> seconds({"retry-after": "2"}), seconds({"retry-after-ms": "500"})
    (2.0, 0.5)
    """
    short, long = headers.get("retry-after-ms", ""), headers.get("retry-after", "").strip()
    if (found := _number(short)) is not None:
        return found / 1000
    if (found := _number(long)) is not None:
        return found
    try:
        day = parsedate_to_datetime(long)
    except ValueError:
        return None
    return max(0.0, (day.replace(tzinfo=day.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _number(text: str) -> float | None:
    return float(text) if text.replace(".", "", 1).isdecimal() else None
