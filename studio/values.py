"""How texts by language, lists, pairs and secrets look to somebody who may only read them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator, capfirst
from django.utils.timezone import localtime

from outbound.fields import EncryptedField

READABLE = (models.JSONField, EncryptedField)  # Django would show these as they are stored


def show_value(value: Any) -> SafeString | str:
    """A JSON value in lines.

    >>> show_value({"pt": "o pedido", "en": "the order"})
    'pt: o pedido<br>en: the order'
    """
    if not value and value != 0:
        return "-"
    if isinstance(value, Mapping):
        return format_html_join(format_html("<br>"), "{}: {}", value.items())
    if isinstance(value, list | tuple):
        return format_html_join(format_html("<br>"), "{}", ((each,) for each in value))
    return str(value)


@cache
def reader(model: type[models.Model], name: str) -> Callable[[Any], Any]:
    """A column that shows one JSON field of a row that way, and of a secret its last four characters."""
    field = model._meta.get_field(name)

    def show(row: Any) -> Any:
        value = getattr(row, name)
        return show_value(field.hint(value) if isinstance(field, EncryptedField) else value)

    show.short_description = capfirst(field.verbose_name)  # type: ignore[attr-defined, union-attr]
    return show


BREAK = SafeString("<wbr>")
UNBROKEN = "\N{NO-BREAK SPACE}"
SHORT = 16  # characters of a word that needs no more room than it takes
CLAMPED = 64  # characters a field may have before its column is held to two lines


def clamp(text: str) -> SafeString | str:
    """A text on two lines at most; a long name breaks after an underscore."""
    if not text:
        return "-"
    if len(text) <= SHORT and " " not in text:
        return format_html('<span class="studio-nowrap">{}</span>', text)
    short = Truncator(text).chars(300)
    words = format_html_join(format_html("_{}", BREAK), "{}", ((word,) for word in short.split("_")))
    return format_html('<span class="studio-clamp" dir="auto" title="{}">{}</span>', short, words)


def _show_time(at: datetime) -> SafeString:
    """A day and a time, which stay whole where there is no room for both in one line."""
    day, _space, time = date_format(localtime(at), "SHORT_DATETIME_FORMAT").partition(" ")
    words = f"{day} {time.replace(' ', UNBROKEN)}"
    return format_html('<time class="studio-when" datetime="{}">{}</time>', at.isoformat(), words)


@cache
def cell(model: type[models.Model], name: str) -> str | Callable[[Any], Any]:
    """A list's column: long texts on two lines, times in one.

    The field's own name where neither is needed.
    """
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    if isinstance(field, EncryptedField):
        return reader(model, name)
    if isinstance(field, models.DateTimeField):

        def show(row: Any) -> Any:
            at = getattr(row, name)
            return "-" if at is None else _show_time(at)

    elif getattr(field, "choices", None):
        return name
    elif isinstance(field, models.TextField) or (
        isinstance(field, models.CharField) and (field.max_length or 0) >= CLAMPED
    ):

        def show(row: Any) -> Any:
            return clamp(getattr(row, name))

    else:
        return name
    show.__name__ = name
    show.short_description = field.verbose_name  # type: ignore[attr-defined]
    show.admin_order_field = name  # type: ignore[attr-defined]
    return show
