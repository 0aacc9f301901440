"""How people see whom a budget is for."""

from typing import Any

from django.utils.translation import gettext as _

from conversations.budget import Allowance
from tenancy.models import ApiKey


def name_payer(company: Any, allowance: Allowance) -> str:
    """The company's title, or the name of a key."""
    if not allowance.subject.startswith("key:"):
        return str(company)
    prefix = allowance.subject.removeprefix("key:")
    row = ApiKey.objects.of(company).filter(prefix=prefix).first()
    return _("Key “%(name)s”") % {"name": row.name if row else prefix}
