"""New addresses: where data would go for the first time, who wanted it, and a second person's yes or no."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from egress import changing, places
from egress.changing import PERMISSION
from egress.errors import EgressError
from egress.models import AddressChange
from studio.access import is_allowed
from studio.base import RecordAdmin
from studio.columns import column
from studio.links import link, page_of
from studio.site import site

COLOURS = {"waiting": "warning", "taken": "success", "refused": "danger", "withdrawn": "info"}


@admin.register(AddressChange, site=site)
class AddressChangeAdmin(RecordAdmin):
    """Where else would our data go, who wants that, and who agreed?"""

    list_display = ("asked_at", "what", "before", "after", "became", "asked_by", "decided_by")
    list_filter = ("state",)
    list_select_related = ("asked_by", "decided_by")
    search_fields = ("name", "before", "after")
    ordering = ("-asked_at", "-id")
    list_per_page = 25
    fields = (
        "what", ("before", "after"), "state", ("asked_by", "asked_at"), ("decided_by", "decided_at"),
    )  # fmt: skip
    change_form_outer_before_template = "studio/address_waits.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[AddressChange]:
        rows: QuerySet[AddressChange] = super().get_queryset(request)
        return rows.defer("secret", "values")

    def get_urls(self) -> list[URLPattern]:
        def decided(name: str, view: Any) -> URLPattern:
            address = f"<path:object_id>/{name}/"
            made: URLPattern = path(
                address, self.admin_site.admin_view(view), name=f"egress_addresschange_{name}"
            )
            return made

        return [decided("agree", self.agree), decided("refuse", self.refuse), *super().get_urls()]

    @column(_("what"), ordering="name")
    def what(self, change: AddressChange) -> Any:
        place = places.place_named(change.model)
        if place is None:
            return change.name
        kind = capfirst(place.model._meta.verbose_name)
        return link(page_of(place.model(pk=change.row)), f"{kind}: {change.name}")

    @column(_("state"), ordering="state", label=COLOURS)
    def became(self, change: AddressChange) -> tuple[str, str]:
        return change.state, change.get_state_display()

    def agree(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """POST `<id>/agree/`, by somebody else than who entered it."""
        return self._decide(request, object_id, changing.agree, gettext("Agreed. It is used from now on."))

    def refuse(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """POST `<id>/refuse/`, also by who entered it."""
        return self._decide(request, object_id, changing.refuse, gettext("The old address stays."))

    def _decide(
        self, request: HttpRequest, object_id: str, decide: Callable[[AddressChange, Any], Any], words: str
    ) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        change = self.get_object(request, object_id)
        if change is None:
            raise Http404
        if not is_allowed(request, PERMISSION):
            raise PermissionDenied
        try:
            decide(change, request.user)
        except EgressError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, words)
        return HttpResponseRedirect(page_of(change))
