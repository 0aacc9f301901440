"""New addresses: where data would go for the first time, who wanted it, and a second person's yes or no."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from egress import changing, places
from egress.changing import PERMISSION
from egress.errors import EgressError
from egress.models import AddressChange
from studio.access import require
from studio.addresses import name_author
from studio.base import RecordAdmin
from studio.columns import badge, column
from studio.links import link, page_of
from studio.live_rows import is_live
from studio.site import site

COLOURS = {"waiting": "warning", "taken": "success", "refused": "danger", "withdrawn": "info"}


@admin.register(AddressChange, site=site)
class AddressChangeAdmin(RecordAdmin):
    """Where else would our data go, who wants that, and who agreed?"""

    about = _("An address that data would go to for the first time waits here for a second person.")
    list_display = ("asked_at", "what", "before", "after", "became", "entered_by", "decided_by")
    list_filter = ("state",)
    list_select_related = ("asked_by", "decided_by")
    search_fields = ("name", "before", "after")
    ordering = ("-asked_at", "-id")
    list_per_page = 25
    fields = (
        "what", ("before", "after"), "state", ("entered_by", "asked_at"), ("decided_by", "decided_at"),
    )  # fmt: skip
    change_form_outer_before_template = "studio/address_waits.html"

    buttons: ClassVar[dict[str, str]] = {"agree": "agree", "refuse": "refuse"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[AddressChange]:
        rows: QuerySet[AddressChange] = super().get_queryset(request)
        return rows.defer("secret", "values")

    @column(_("what"), ordering="name")
    def what(self, change: AddressChange) -> Any:
        place = places.place_named(change.model)
        if place is None:
            return change.name
        kind = capfirst(place.model._meta.verbose_name)
        return link(page_of(place.model(pk=change.row)), f"{kind}: {change.name}")

    became = badge("state", _("state"), COLOURS)

    @column(_("entered by"), ordering="asked_by")
    def entered_by(self, change: AddressChange) -> str:
        return name_author(change) or "-"

    def agree(self, request: HttpRequest, change: AddressChange) -> None:
        """By somebody else than who entered it."""
        self._decide(request, change, changing.agree, _say_agreed)

    def refuse(self, request: HttpRequest, change: AddressChange) -> None:
        """Also by who entered it."""
        self._decide(request, change, changing.refuse, lambda _row: gettext("The old address stays."))

    def _decide(
        self,
        request: HttpRequest,
        change: AddressChange,
        decide: Callable[[AddressChange, Any], Any],
        say: Callable[[Any], str],
    ) -> None:
        require(request, PERMISSION)
        try:
            row = decide(change, request.user)
        except EgressError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, say(row))


def _say_agreed(row: Any) -> str:
    """Where a row is acts at once; whether it is used at all, of most kinds a release says."""
    if is_live(row):
        return gettext("Agreed. It is used from now on.")
    return gettext("Agreed. It is not used yet: publish the draft that has it, or switch it on.")
