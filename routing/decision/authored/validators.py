"""What may stand in a field of a profile, said with an example where it may not."""

from datetime import date

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from handoffs.hours import DAYS, periods
from language.spoken_languages import CODES, LANGUAGES
from tenancy.days import check_zone as check_zone  # the migrations name it here


def check_languages(codes: object) -> None:
    """Each of the languages there are, once."""
    if (
        not isinstance(codes, list)
        or len(set(map(str, codes))) < len(codes)
        or not set(map(str, codes)) <= set(CODES)
    ):
        raise ValidationError(_("Choose among %s, each once.") % ", ".join(name for _code, name in LANGUAGES))


def check_hours(week: object) -> None:
    """A period or several for each day on which somebody is there."""
    if not isinstance(week, dict) or not set(week) <= set(DAYS):
        raise ValidationError(_("Hours are named by day: %s.") % ", ".join(DAYS))
    for written in week.values():
        try:
            periods(written if isinstance(written, str) else "?")
        except ValueError as error:
            sentence = _("“%s” is no period of a day. For example: 09:00-12:00, 13:00-18:00.")
            raise ValidationError(sentence % str(error)[:40]) from error


def check_dates(dates: object) -> None:
    """Days of the calendar."""
    for each in dates if isinstance(dates, list) else [None]:
        try:
            date.fromisoformat(each if isinstance(each, str) else "?")
        except ValueError as error:
            sentence = _("“%s” is no date. For example: 2026-12-25.")
            raise ValidationError(sentence % str(each)[:40]) from error
