"""Groups of the identity provider: whoever signs in and is in one has its role here."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from studio.access import tenant
from studio.base import TenantAdmin
from studio.site import site
from tenancy.errors import NoCompany
from tenancy.group_roles import acting, may_map
from tenancy.models import GroupMapping


@admin.register(GroupMapping, site=site)
class GroupMappingAdmin(TenantAdmin):
    """Which role do people of a group have here?"""

    about = _("Gives people of a group at your identity provider a role here.")
    list_display = ("group", "role", "priority", "acts")
    list_filter = ("role",)
    search_fields = ("group",)
    ordering = ("priority", "pk")
    fields = ("group", "role", "priority")
    helps: ClassVar[dict[str, Any]] = {
        "group": _("As the identity provider calls it, letter by letter. For example acme-staff."),
        "role": _(
            "Its people have it from their next sign-in on; who leaves the group loses it then. "
            "For example viewer."
        ),
        "priority": _("Of several groups of one person the lowest number wins. For example 10."),
    }

    @admin.display(description=_("acts"), boolean=True)
    def acts(self, row: Any) -> bool:
        """A company's own rows stop with the second company, until a superuser saves them."""
        return bool(row.acts_now)

    def get_queryset(self, request: HttpRequest) -> QuerySet[GroupMapping]:
        rows: QuerySet[GroupMapping] = super().get_queryset(request)
        return rows.annotate(acts_now=Exists(acting().filter(pk=OuterRef("pk"))))

    def save_model(self, request: HttpRequest, obj: GroupMapping, form: Any, change: bool) -> None:
        obj.by_operator = bool(request.user.is_superuser)  # type: ignore[union-attr]
        super().save_model(request, obj, form, change)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and self._may_map(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and self._may_map(request)

    @staticmethod
    def _may_map(request: HttpRequest) -> bool:
        try:
            return may_map(request.user, tenant(request))
        except NoCompany:  # pages are drawn for whoever is to make the first one
            return False
