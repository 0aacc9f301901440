"""Whose day it is: a company's begins at midnight in its own time zone, or else in the installation's.

>>> with timezone.override(find_zone("America/Sao_Paulo")):
...     timezone.localdate()   # the company's, and so is what `make_aware` and `TruncDate` reckon with
"""

from datetime import date, tzinfo
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def check_zone(name: str) -> None:
    """A time zone by its IANA name."""
    if name and name not in available_timezones():
        raise ValidationError(_("There is no time zone “%s”. For example: America/Sao_Paulo.") % name[:64])


def find_zone(name: str) -> tzinfo:
    """A time zone by its name; empty, or no longer known to the system: the installation's."""
    try:
        return ZoneInfo(name) if name else timezone.get_default_timezone()
    except (KeyError, ValueError, OSError):  # a folder's name is an OSError
        return timezone.get_default_timezone()


def read_today(zone: str) -> date:
    """The day it is now in a company's time zone; empty: in that of who asks, else the installation's."""
    return timezone.localdate(timezone=find_zone(zone) if zone else None)
