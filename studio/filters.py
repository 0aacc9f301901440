"""A list's filter whose values people read in their language, although rows hold a program's names."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from studio.access import tenant


def filter_named(name: str, label: Any, say: Callable[[str], str]) -> type[admin.SimpleListFilter]:
    """A filter by the field `name`, each of its values in the words that `say` gives.

    >>> list_filter = (filter_named("to_agent", _("to"), name_who),)
    """

    class Named(admin.SimpleListFilter):
        title = label
        parameter_name = f"{name}__exact"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            rows = model_admin.model.objects.of(tenant(request)).order_by(name)
            values = rows.values_list(name, flat=True).distinct()
            return [(value, say(value)) for value in values if value]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{name: self.value()}) if self.value() else queryset

    return Named
