"""Answers that are kept to be given again."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations.models import Conversation, new_id
from tenancy.tenant_rows import TenantModel


class CachedAnswer(TenantModel):
    """An answer that depends on nothing but what its `key` is a digest of (`AnswerLookup`).

    It goes with the conversation that it was made in, and when it is no longer good.
    """

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    agent_id = models.CharField(_("profile"), max_length=64)
    intent = models.CharField(_("intent"), max_length=64)
    agent = models.CharField(_("specialist"), max_length=64)
    language = models.CharField(_("language"), max_length=8)
    release = models.PositiveIntegerField(_("release"))
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"))
    citations = models.JSONField(default=list)
    tokens = models.PositiveIntegerField(_("tokens"), default=0)
    key = models.CharField(max_length=32)
    wording = models.CharField(max_length=32)
    embedder = models.CharField(max_length=80, blank=True, default="")
    vector = models.BinaryField(default=bytes)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="+")
    turn = models.CharField(_("made in"), max_length=36)
    served = models.PositiveIntegerField(_("given again"), default=0)
    created_at = models.DateTimeField(_("since"), default=timezone.now)
    expires_at = models.DateTimeField(_("good until"))

    class Meta(TenantModel.Meta):
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        ordering = ("-created_at",)
        constraints = [models.UniqueConstraint(fields=["tenant", "key"], name="cached_answer_key")]
        indexes = [
            models.Index(fields=["tenant", "wording"], name="cached_answer_wording"),
            models.Index(fields=["expires_at"], name="cached_answer_expires"),
        ]

    def __str__(self) -> str:
        return self.question[:80]

    conversation_id: str
