"""Questions that a collection must answer, and how well it did each time they were asked."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.knowledge.models import Collection
from conversations.models import new_id
from tenancy.tenant_rows import TenantModel


class CollectionQuestion(TenantModel):
    """A question and the file that answers it, by the name it was uploaded under.

    Uploaded anew it is the same.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="questions")
    text = models.CharField(_("question"), max_length=400)
    source = models.CharField(_("file"), max_length=300)

    class Meta(TenantModel.Meta):
        verbose_name = _("question that documents must answer")
        verbose_name_plural = _("questions that documents must answer")
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=["collection", "text"], name="collection_question")]

    def __str__(self) -> str:
        return self.text


class CollectionEvaluation(TenantModel):
    """What came of asking them, of the documents at a revision.

    `figures` are by way: `hybrid`, `words`, `meaning`, each with `hit` (the share whose file is among the
    first five passages) and `mrr`; `missed` are the questions, with their file, that the hybrid search does
    not find.
    """

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="evaluations")
    revision = models.PositiveIntegerField()
    questions = models.PositiveIntegerField()
    figures = models.JSONField(default=dict)
    missed = models.JSONField(default=list)
    author = models.CharField(_("by"), max_length=150, blank=True, default="")
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("evaluation of a collection")
        verbose_name_plural = _("evaluations of collections")
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"{self.collection_id} {self.revision}"

    collection_id: Any
