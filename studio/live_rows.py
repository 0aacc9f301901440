"""What answers now: the profiles and rows of the live release."""

from typing import Any

from releases.authored_rows import name_of
from releases.models import Release
from releases.sections import list_sections
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel


def is_live_profile(company: Tenant, name: str) -> bool:
    """Whether the live release has a profile of this name."""
    live = Release.objects.of(company).filter(number=company.live_release or 0)
    return live.filter(content__routing__profiles__has_key=name).exists()


def is_live(row: TenantModel) -> bool:
    """Whether a row is in use: as the live release says or, of a kind that is in none, as it says itself."""
    parts = [(each.name, table) for each in list_sections() for table in each.tables]
    kind = next(((section, table.name) for section, table in parts if table.model is type(row)), None)
    if kind is None:
        return bool(getattr(row, "enabled", True))
    section, part = kind
    company = Tenant.objects.get(pk=row.tenant_id)
    live = Release.objects.of(company).filter(number=company.live_release or 0).first()
    said: dict[str, Any] = (live.content if live else {}).get(section, {}).get(part, {}).get(name_of(row), {})
    return bool(said.get("enabled", bool(said)))
