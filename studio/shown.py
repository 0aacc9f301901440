"""How texts by language, lists and pairs look to somebody who may only read them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import models
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst


def shown(value: Any) -> SafeString | str:
    """A JSON value in lines.

    >>> shown({"pt": "o pedido", "en": "the order"})
    'pt: o pedido<br>en: the order'
    """
    if not value and value != 0:
        return "-"
    if isinstance(value, Mapping):
        return format_html_join(format_html("<br>"), "{}: {}", value.items())
    if isinstance(value, list | tuple):
        return format_html_join(format_html("<br>"), "{}", ((each,) for each in value))
    return str(value)


def reader(model: type[models.Model], name: str) -> Callable[[Any], Any]:
    """A column that shows one JSON field of a row that way."""

    def show(row: Any) -> Any:
        return shown(getattr(row, name))

    show.short_description = capfirst(model._meta.get_field(name).verbose_name)  # type: ignore[attr-defined, union-attr]
    return show
