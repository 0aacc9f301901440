"""Rows that belong to a tenant can only be read for one."""

from typing import Any, ClassVar, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.db import models

M = TypeVar("M", bound=models.Model)


class Unscoped(ImproperlyConfigured):
    """A tenant's rows were asked for without naming the tenant: `Intent.objects.of(tenant)`."""


def slug_of(tenant: models.Model | str) -> str:
    """The slug of a tenant that is given by its row or by its slug."""
    return str(getattr(tenant, "pk", tenant))


class ScopedManager(models.Manager[M]):
    """Raises unless a tenant is named.

    >>> Intent.objects.of("tenant_a").filter(enabled=True)
    """

    def get_queryset(self) -> models.QuerySet[M]:
        raise Unscoped(f"{self.model.__name__}.objects needs .of(tenant) before anything else.")

    def of(self, tenant: models.Model | str) -> models.QuerySet[M]:
        """The rows of one tenant; `tenant` is the row or its slug."""
        return super().get_queryset().filter(tenant_id=slug_of(tenant))


class TenantModel(models.Model):
    """A row of a tenant. `objects.of(tenant)` reads; `unscoped` is for migrations and the sweeper.

    `named_by` are the fields that name it among the tenant's others.
    """

    named_by: ClassVar[tuple[str, ...]] = ("name",)
    tenant = models.ForeignKey("tenancy.Tenant", on_delete=models.CASCADE, related_name="+", editable=False)
    objects = ScopedManager()
    unscoped = models.Manager()

    class Meta:
        abstract = True
        base_manager_name = default_manager_name = "unscoped"

    tenant_id: Any
