"""The log.

Entries that are never changed, who stands behind their references, and each company's chain head.
"""

import uuid
from typing import Any, NoReturn, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from audit.errors import AppendOnly
from tenancy.tenant_rows import ScopedManager, TenantModel

M = TypeVar("M", bound=models.Model)


def new_reference() -> str:
    """A pseudonym: drawn, so that it says nothing of whom it stands for."""
    return uuid.uuid4().hex


class AuditParty(TenantModel):
    """Whom a reference of the log stands for: somebody who acted, with the address they came from, or an end
    user whom a change was about. Cutting the reference (`parties.cut`) leaves every entry and the chain as
    they are. `seal` is over the rest of the row and is in the digest of each entry that holds the reference;
    without its `salt`, which goes when the reference is cut, it says nothing of the name (both empty: from
    before there were seals).
    """

    reference = models.CharField(primary_key=True, max_length=32, default=new_reference, editable=False)
    kind = models.CharField(_("kind"), max_length=12, editable=False)  # actors.ActorKind
    name = models.CharField(_("name"), max_length=260, editable=False)
    address = models.CharField(_("from"), max_length=64, blank=True, default="", editable=False)
    salt = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    seal = models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("party of the audit log")
        verbose_name_plural = _("parties of the audit log")
        indexes = [models.Index(fields=["tenant", "kind", "name"], name="audit_party")]

    def __str__(self) -> str:
        return self.name or self.kind


class AppendOnlyRows(models.QuerySet[M]):
    """Rows that are added and read. Raises AppendOnly for everything else."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly


class AuditEntry(TenantModel):
    """One line of a company's log.

    `digest` is over all of it and `previous`, the digest of the line before.
    """

    class Actions(models.TextChoices):
        ADD = "add", _("added")
        CHANGE = "change", _("changed")
        DELETE = "delete", _("deleted")
        READ = "read", _("read")
        EXPORT = "export", _("exported")
        ERASE = "erase", _("erased")
        IMPORT = "import", _("imported")
        PUBLISH = "publish", _("published")
        RESTORE = "restore", _("restored")
        CALL = "call", _("called")

    number = models.PositiveBigIntegerField(_("number"), editable=False)
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    who = models.CharField(_("who"), max_length=32, editable=False)  # AuditParty.reference
    action = models.CharField(_("what was done"), max_length=12, choices=Actions.choices, editable=False)
    kind = models.CharField(_("kind"), max_length=64, editable=False)  # label of a model: routing.Intent
    row = models.CharField(_("its key"), max_length=64, blank=True, default="", editable=False)
    name = models.CharField(_("name"), max_length=200, blank=True, default="", editable=False)
    before = models.JSONField(_("before"), default=dict, editable=False)
    after = models.JSONField(_("after"), default=dict, editable=False)
    previous = models.CharField(max_length=64, blank=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)

    objects = ScopedManager.from_queryset(AppendOnlyRows)()  # type: ignore[assignment,misc]
    unscoped = models.Manager.from_queryset(AppendOnlyRows)()  # type: ignore[assignment,misc]

    class Meta(TenantModel.Meta):
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        ordering = ("-number",)
        constraints = [models.UniqueConstraint(fields=["tenant", "number"], name="audit_number")]
        indexes = [
            models.Index(fields=["tenant", "at"], name="audit_at"),
            models.Index(fields=["tenant", "kind", "row"], name="audit_row"),
            models.Index(fields=["tenant", "who"], name="audit_who"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.action} {self.kind} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    tenant_id: Any
    get_action_display: Any


class AuditChain(TenantModel):
    """Where a company's chain stands: the newest entry's number and digest, and those of the newest entry
    that its retention has taken away (0 and "": none), with which what is left begins.
    """

    number = models.PositiveBigIntegerField(default=0, editable=False)
    digest = models.CharField(max_length=64, blank=True, default="", editable=False)
    taken_number = models.PositiveBigIntegerField(default=0, editable=False)
    taken_digest = models.CharField(max_length=64, blank=True, default="", editable=False)

    class Meta(TenantModel.Meta):
        constraints = [models.UniqueConstraint(fields=["tenant"], name="one_chain_a_company")]

    def __str__(self) -> str:
        return f"{self.tenant_id} {self.number}"

    tenant_id: Any
