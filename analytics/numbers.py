"""Numbers as people read them, each rounded once and compared as it is shown.

`number_format` alone cuts off: 6.06 would be 6.0.
"""

from django.utils import formats
from django.utils.translation import gettext as _


def round_once(value: float) -> float:
    """One decimal."""
    return round(value, 1)


def compute_share(some: int, all_of_them: int) -> float:
    """Some of all, in percent; of nothing it is 0."""
    return some / all_of_them * 100 if all_of_them else 0.0


def format_percent(value: float) -> str:
    """A share of 0 to 100: "8.1 %"."""
    return f"{formats.number_format(round_once(value), 1)} %"


def format_seconds(milliseconds: int | None) -> str:
    """A time: "412 ms", from a second on "2.31 s", from ten on "12.3 s"; a dash where there is none."""
    if milliseconds is None:
        return "–"
    if milliseconds < 1000:
        return f"{milliseconds} ms"
    places = 2 if milliseconds < 10_000 else 1
    return f"{formats.number_format(round(milliseconds / 1000, places), places, force_grouping=True)} s"


def format_points(now: float, before: float) -> str:
    """The change of a share, in percentage points with its sign."""
    change = round_once(round_once(now) - round_once(before))
    return _("%(points)s points") % {"points": _sign(change, str(formats.number_format(abs(change), 1)))}


def format_change(now: int | None, before: int | None) -> str:
    """The change of a time with its sign; empty where one of them is missing."""
    if now is None or before is None:
        return ""
    return _sign(now - before, format_seconds(abs(now - before)))


def _sign(change: float, size: str) -> str:
    return ("+" if change > 0 else "−" if change < 0 else "±") + size
