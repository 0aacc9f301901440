"""The counter that tells every process that something operational changed."""

from django.db.models import F

from tenancy.models import Tenant


def touch(tenant: Tenant | str) -> None:
    """Counts one change of an operational row (flag, switch, key, address), inside its transaction."""
    slug = getattr(tenant, "pk", tenant)
    Tenant.objects.filter(pk=slug).update(operational_version=F("operational_version") + 1)
