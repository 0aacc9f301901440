"""Choosing rows: what cannot be the id of a row is refused at its field.

Django would ask the database for it.

That raises, when a form is shown with what an address or a refused form holds (a list to search in looks its
chosen rows up), and on SQLite for a number that has more than 64 bits.

Buttons of a row's page that do something with it, each a POST of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path

from studio.links import page_of

SHOWN = 40  # characters of what was sent, in the sentence that refuses it


def can_be_id(rows: models.QuerySet[Any] | None, value: Any) -> bool:
    """Whether one of the rows could have this id: a number of 64 bits, mostly."""
    try:
        if rows is not None:
            rows.model._meta.pk.clean(value, None)
    except ValidationError:
        return False
    return True


class Row(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One row, or none."""

    def prepare_value(self, value: Any) -> Any:
        value = super().prepare_value(value)
        return value if value is None or can_be_id(self.queryset, value) else None


class Rows(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Any number of rows."""

    def prepare_value(self, value: Any) -> Any:
        value = super().prepare_value(value)
        several = isinstance(value, Iterable) and not isinstance(value, str)
        return [each for each in value if can_be_id(self.queryset, each)] if several else value

    def clean(self, value: Any) -> Any:
        for each in value if isinstance(value, Iterable) and not isinstance(value, str) else ():
            if not can_be_id(self.queryset, each):
                raise ValidationError(
                    self.error_messages["invalid_pk_value"],
                    code="invalid_pk_value",
                    params={"pk": str(each)[:SHOWN]},
                )
        return super().clean(value)


Act = Callable[[HttpRequest, Any], "str | HttpResponse | None"]


class RowButtons:
    """Mixin: `buttons` names the method that runs on POST `<id>/<address>/`, and the row's page follows.

    The method gets the request and the row, refuses who may not (`studio.access.require`), says what came of
    it as a message, and may name a place on the page, for example "#questions", or answer with a page itself.
    """

    buttons: ClassVar[Mapping[str, str]] = {}
    model: Any
    admin_site: Any

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        own = [
            path(
                f"<path:object_id>/{address}/",
                self.admin_site.admin_view(partial(self._press, act=act)),
                name=f"{meta.app_label}_{meta.model_name}_{address.replace('/', '_')}",
            )
            for address, act in self.list_buttons().items()
        ]
        return own + super().get_urls()  # type: ignore[misc,no-any-return]

    def list_buttons(self) -> dict[str, Act]:
        """What each address of the row's page does."""
        return {address: getattr(self, method) for address, method in self.buttons.items()}

    def _press(self, request: HttpRequest, object_id: str, act: Act) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
        if row is None:
            raise Http404
        place = act(request, row) or ""
        if isinstance(place, HttpResponse):
            return place
        return HttpResponseRedirect(f"{page_of(row)}{place}")
