"""Business keys: how the company knows, from what its systems send, which customer, contract or order it is
about.
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from routing.decision.authored.business_keys import BusinessKey
from routing.decision.specs import BUSINESS_KEYS
from studio.base import AuthoredAdmin
from studio.columns import column
from studio.fields import LinesField
from studio.site import site

USUAL = "; ".join(f"{name}: {', '.join(key.sources)}" for name, key in BUSINESS_KEYS.items() if key.sources)


@admin.register(BusinessKey, site=site)
class BusinessKeyAdmin(AuthoredAdmin):
    """Who is it about, and which field says so?"""

    about = _("Which field of a request says who the customer is. Without a row each key is read as usual.")
    list_display = ("name", "fields_in_order", "required", "description")
    search_fields = ("name", "description")
    typed: ClassVar[dict[str, Any]] = {"sources": LinesField}
    helps: ClassVar[dict[str, Any]] = {
        "name": format_lazy(
            _(
                "A key without a row is read as usual ({}); session_key is the session's id. For example "
                "customer_key."
            ),
            USUAL,
        ),
        "description": _("For example: who the customer is."),
        "sources": _(
            "One field of a trusted request a line, the first that is there wins. For example customer_id. "
            "Empty: the key is never known."
        ),
        "required": _(
            "A message without it is answered, and its answer says that it is missing. For example a "
            "message that names no customer."
        ),
    }  # fmt: skip
    fields = ("name", "description", "sources", "required")

    @column(_("read from"))
    def fields_in_order(self, row: BusinessKey) -> str:
        return ", ".join(row.sources) or "-"
