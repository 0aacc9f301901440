"""Work and what came of it: long jobs with progress, and the branches of turns. The row is the result."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn, new_id
from outbound.fields import SentenceField
from tenancy.tenant_rows import TenantModel


class Job(TenantModel):
    """One long job. Its process renews `alive_at`; a job that falls silent is sent out again."""

    class Statuses(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    OPEN = (Statuses.QUEUED, Statuses.RUNNING)

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    kind = models.CharField(_("kind"), max_length=64)
    payload = models.JSONField(default=dict, editable=False)
    author = models.CharField(_("started by"), max_length=150, blank=True, default="")
    status = models.CharField(_("status"), max_length=12, choices=Statuses.choices, default=Statuses.QUEUED)
    progress = models.PositiveSmallIntegerField(_("progress (%)"), default=0)
    note = models.CharField(_("doing"), max_length=200, blank=True, default="")
    result = models.JSONField(_("result"), null=True, blank=True)
    error = SentenceField(_("error"), max_length=400, blank=True, default="")
    cancel_requested = models.BooleanField(default=False, editable=False)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=0)
    alive_at = models.DateTimeField(default=timezone.now, editable=False)
    created_at = models.DateTimeField(_("asked for"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("job")
        verbose_name_plural = _("running work")
        ordering = ("-created_at",)
        indexes = [
            models.Index(
                fields=["alive_at"],
                condition=models.Q(status__in=("queued", "running")),
                name="job_alive",
            ),
            models.Index(fields=["tenant", "-created_at"], name="job_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id[-8:]}"

    @property
    def open(self) -> bool:
        """Whether something is still to come: queued or running."""
        return self.status in self.OPEN

    get_status_display: Any


class Branch(TenantModel):
    """One branch of a turn's fan-out: its frozen part of the plan, who runs it, and what came of it.

    `run` names the run that has it; the run's process renews `alive_at`. Content goes once it was read.
    """

    class Statuses(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        LATE = "late", _("late")
        CANCELLED = "cancelled", _("cancelled")

    OPEN = (Statuses.QUEUED, Statuses.RUNNING)

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    attempt = models.PositiveSmallIntegerField()
    step = models.CharField(max_length=128)
    kind = models.CharField(max_length=64)
    payload = models.JSONField(default=dict)
    status = models.CharField(max_length=12, choices=Statuses.choices, default=Statuses.QUEUED)
    sent = models.PositiveSmallIntegerField(default=1)  # how often it was sent out
    run = models.CharField(max_length=36, blank=True, default="")
    process = models.CharField(max_length=64)  # which one waits for it
    worker = models.CharField(max_length=64, blank=True, default="")  # which one ran it
    result = models.JSONField(null=True)
    error = models.CharField(max_length=400, blank=True, default="")
    ms = models.FloatField(default=0)
    deadline = models.DateTimeField()
    alive_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)  # since then its content is gone

    class Meta(TenantModel.Meta):
        verbose_name = _("branch")
        verbose_name_plural = _("branches")
        constraints = [models.UniqueConstraint(fields=["turn", "step", "attempt"], name="branch_once")]
        indexes = [
            models.Index(fields=["deadline"], condition=models.Q(read_at__isnull=True), name="branch_unread")
        ]

    def __str__(self) -> str:
        return f"{self.step} {self.id[-8:]}"

    turn_id: str
