"""Buttons of a row's page that do something with it, each a POST of its own."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.contrib.admin.utils import unquote
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path

from studio.links import page_of


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
                self.admin_site.admin_view(partial(self._press, method=method)),
                name=f"{meta.app_label}_{meta.model_name}_{address}",
            )
            for address, method in self.buttons.items()
        ]
        return own + super().get_urls()  # type: ignore[misc,no-any-return]

    def _press(self, request: HttpRequest, object_id: str, method: str) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        row = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
        if row is None:
            raise Http404
        place = getattr(self, method)(request, row) or ""
        if isinstance(place, HttpResponse):
            return place
        return HttpResponseRedirect(f"{page_of(row)}{place}")
