"""Tenants and the people and programs that may act for them."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

slug = RegexValidator(r"^[a-z0-9_]+\Z", _("Use small letters, digits and underscores: tenant_a."))


class Tenant(models.Model):
    """A company. Two numbers on the row tell every process what is current (see `releases`)."""

    slug = models.CharField(_("name"), primary_key=True, max_length=64, validators=[slug])
    title = models.CharField(_("title"), max_length=120, blank=True)
    default_agent_id = models.CharField(
        _("default profile"),
        max_length=64,
        blank=True,
        help_text=_("Answers when a request names no profile, for example telecom_contas."),
    )
    default_language = models.CharField(
        _("language"),
        max_length=5,
        default="pt",
        choices=[("pt", "Português"), ("es", "Español"), ("en", "English")],
    )
    live_release = models.PositiveIntegerField(_("live release"), null=True, editable=False)
    operational_version = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("company")
        verbose_name_plural = _("companies")

    def __str__(self) -> str:
        return self.title or self.slug
