"""What was forgotten, as receipts that name nobody, and how long a company keeps what."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations.models import new_id
from tenancy.tenant_rows import TenantModel


class Erasure(TenantModel):
    """The receipt of one person's erasure: what was touched, never who it was.

    `alias` stands in the record where the user id stood, so that people are still counted; `subject` is a
    keyed fingerprint of the user id, by which whoever knows the id finds its receipt.
    """

    id = models.CharField(_("receipt"), primary_key=True, max_length=36, default=new_id, editable=False)
    subject = models.CharField(max_length=64, db_index=True, editable=False)
    alias = models.CharField(_("stands in the record as"), max_length=40, editable=False)
    asked_by = models.CharField(_("asked by"), max_length=150, blank=True, default="", editable=False)
    asked_at = models.DateTimeField(_("asked"), default=timezone.now, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    job = models.CharField(max_length=36, blank=True, default="", editable=False)
    counts = models.JSONField(
        _("what was touched"), default=dict, editable=False
    )  # {"conversations.Turn": 12}

    class Meta(TenantModel.Meta):
        verbose_name = _("receipt of an erasure")
        verbose_name_plural = _("receipts of erasures")
        ordering = ("-asked_at",)
        indexes = [models.Index(fields=["tenant", "-asked_at"], name="erasure_recent")]
        permissions = [("export_person", _("Can export what is kept of a person"))]

    def __str__(self) -> str:
        return self.alias

    def add(self, found: dict[str, int]) -> None:
        """Adds to what was touched and stores it, in the transaction of the touching itself."""
        for name, count in found.items():
            if count:
                self.counts[name] = self.counts.get(name, 0) + count
        self.save(update_fields=["counts"])

    tenant_id: Any


class Retention(TenantModel):
    """How long a company keeps one kind (`retention.list_kinds`).

    `reached` is how far it has been looked through.
    """

    kind = models.CharField(_("kind"), max_length=32)
    days = models.PositiveIntegerField(_("days"), null=True, blank=True)
    reached = models.JSONField(default=dict, editable=False)
    cleared = models.PositiveBigIntegerField(_("emptied so far"), default=0, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("retention")
        verbose_name_plural = _("retention")
        constraints = [models.UniqueConstraint(fields=["tenant", "kind"], name="retention_kind")]

    def __str__(self) -> str:
        return self.kind
