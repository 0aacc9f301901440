"""The counter that tells every process that something operational changed."""

from django.db.models import F

from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of


def touch(tenant: Tenant | str) -> None:
    """Counts one change of an operational row (flag, switch, key, address), inside its transaction."""
    Tenant.objects.filter(pk=slug_of(tenant)).update(operational_version=F("operational_version") + 1)
