"""By what a list may be filtered in its address: what its filters and our own links use, and nothing else.

Django lets an address filter by every field of a row with every lookup. That asks a database for patterns
it cannot read (an error), and lets a reader guess what no page shows, such as the digest of a key, piece
by piece.
"""

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.admin import SimpleListFilter
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest

# Python counts years to 9999, and a time zone or the next day must not lead out of them.
MOMENT = re.compile(r"(1[6-9]|2\d)\d\d-.{1,40}\Z")
YEAR, OF_YEAR = re.compile(r"(1[6-9]|2\d)\d\d\Z"), re.compile(r"\d\d?\Z")
PARTS = {"year": YEAR, "month": OF_YEAR, "day": OF_YEAR, "gte": MOMENT, "lt": MOMENT}  # of the list's days


class Filtered:
    """Mixin of every page: `linked` names fields that only links to its list filter by.

    >>> turns.lookup_allowed("status__exact", "failed", request)
    True
    >>> turns.lookup_allowed("answer__regex", "(", request)
    False
    """

    linked: ClassVar[tuple[str, ...]] = ()
    date_hierarchy: Any

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Whether the list's address may have `lookup=value`; Django answers 400 when not."""
        if request is None:
            return False
        if lookup in set(_list_known(self, request)):
            return True
        name, _sign, part = lookup.rpartition("__")
        pattern = PARTS.get(part)
        return name == self.date_hierarchy and pattern is not None and bool(pattern.match(str(value)))


def _list_known(page: Any, request: HttpRequest) -> Iterator[str]:
    """Each lookup that compares a field with one value, or asks whether there is any."""
    for given in (*page.get_list_filter(request), *page.linked):
        if isinstance(given, type) and issubclass(given, SimpleListFilter):
            yield str(given.parameter_name)
            continue
        name = given[0] if isinstance(given, tuple) else given
        yield from (name, f"{name}__exact", f"{name}__isnull")
        if _relates(page.model, name):
            yield f"{name}__id__exact"


def _relates(model: type[models.Model], name: str) -> bool:
    try:
        return bool(model._meta.get_field(name).is_relation)
    except FieldDoesNotExist:
        return False
