"""Limits with what was used of them, and what models cost from which day on. Rows act at once."""

from decimal import Decimal
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from budgets import snapshot, spending
from budgets.models import Limit, Price
from conversations.budget import SPENT, Allowance
from studio.access import tenant
from studio.alarms import explain_unpriced
from studio.base import TenantAdmin
from studio.columns import column
from studio.site import site


class AtOnce(TenantAdmin):
    """Whatever becomes of a row, the next turn knows of it."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        spending.note_change(tenant(request).pk)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        super().delete_model(request, obj)
        spending.note_change(tenant(request).pk)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        super().delete_queryset(request, queryset)
        spending.note_change(tenant(request).pk)


@admin.register(Limit, site=site)
class LimitAdmin(AtOnce):
    """How much may be used, and how much is?"""

    about = _("How many messages, tokens or US dollars may be used. Without a limit nothing is refused.")
    list_display = ("whose", "turns_a_day", "tokens_a_day", "day", "month", "used")
    list_select_related = ("key",)
    fieldsets = (
        (
            None,
            {"fields": ("kind", "key"), "description": _("Acts at once, and is new each day at midnight.")},
        ),
        (
            _("What is refused when it is used up"),
            {
                "fields": ("turns_a_day", "tokens_a_day"),
                "description": _("Programs get status 429 with the time to wait. Empty: no limit."),
            },
        ),
        (
            _("What changes the route when it is used up"),
            {
                "fields": ("money_a_day", "money_a_month", "when_spent"),
                "description": _(
                    "At 80 % people are told. At 100 % keywords, examples and kept answers go on, the "
                    "models that route and judge are off, and specialists answer with the model for this "
                    "(Models, used for “every specialist when a budget is used up”) or offline. It ends when "
                    "it is new, or when the budget is raised."
                ),
            },
        ),
    )
    helps: ClassVar[dict[str, Any]] = {
        "kind": _("Whose use is counted. For example the company."),
        "when_spent": _("For example refuse, for a partner's key that has paid in advance."),
    }

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Says above the list which models count no money."""
        company = tenant(request)
        unpriced = explain_unpriced(company, snapshot.load(company.pk)) if request.method == "GET" else ""
        if unpriced:
            messages.warning(request, unpriced)
        return super().changelist_view(request, extra_context)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """With what was used of each budget, read once for the page."""
        listed = super().get_changelist_instance(request)
        company = tenant(request).pk
        now = spending.look(company, snapshot.load(company))
        for limit in listed.result_list:
            subject = spending.KEY + limit.key.prefix if limit.key else spending.COMPANY
            limit.allowances = [each for each in now if each.subject == subject]
        return listed

    @column(_("for"), ordering="kind")
    def whose(self, limit: Limit) -> str:
        return str(limit)

    @column(_("US dollars a day"), ordering="money_a_day")
    def day(self, limit: Limit) -> str:
        return _money(limit.money_a_day)

    @column(_("US dollars a month"), ordering="money_a_month")
    def month(self, limit: Limit) -> str:
        return _money(limit.money_a_month)

    @column(_("used"), label={"well": "success", "warned": "warning", "spent": "danger"})
    def used(self, limit: Limit) -> tuple[str, str]:
        if limit.kind == Limit.Kinds.USER or (limit.kind == Limit.Kinds.KEY and not limit.key):
            return "well", gettext("counted for each")
        own: list[Allowance] = limit.allowances  # type: ignore[attr-defined]
        if not own:
            return "well", "–"
        tightest = max(own, key=lambda each: each.used / each.limit if each.limit else 1.0)
        amounts = {
            "used": number_format(round(tightest.used, 2)),
            "of": number_format(round(tightest.limit, 2)),
        }
        percent = tightest.reaches(0.0)
        state = "spent" if percent >= SPENT else "warned" if percent else "well"
        return state, gettext("%(used)s of %(of)s US dollars") % amounts


def _money(amount: Decimal | None) -> str:
    return "-" if amount is None else number_format(round(amount, 2), 2)


@admin.register(Price, site=site)
class PriceAdmin(AtOnce):
    """What does a model cost us, and since when?"""

    about = _("What a model costs you, where that differs from its provider's list.")
    list_display = ("model", "since", "currency", "prompt", "cached", "completion")
    list_filter = ("currency",)
    search_fields = ("model",)
    ordering = ("model", "-since")
    fieldsets = (
        (
            None,
            {
                "fields": ("model", "since"),
                "description": _(
                    "Only where your price differs from the provider's list, or where nobody else knows "
                    "it. What was counted before keeps its price."
                ),
            },
        ),
        (_("A million tokens"), {"fields": ("prompt", "cached", "completion")}),
        (_("Currency"), {"fields": ("currency", "per_dollar")}),
    )
