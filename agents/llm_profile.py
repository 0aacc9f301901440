"""The models that a company has: where each is asked, with which settings, and who uses it."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents import langchain_models, langchain_settings, model_settings, plugin_settings, plugins
from agents.authored_row import Authored
from outbound import headers
from outbound.fields import AddressField, EncryptedField
from outbound.headers import HeadersField
from tenancy.models import slug


def providers() -> list[tuple[str, Any]]:
    """Whose interfaces models speak: ours, then those that packages add."""
    from agents.model_kinds import MODELS  # late: a package may import models

    return [
        ("openai", "OpenAI"),
        ("gemini", "Gemini"),
        ("anthropic", "Anthropic"),
        ("azure", "Azure OpenAI"),
        ("oci", "OCI"),
        ("ollama", "Ollama"),
        ("langchain", "LangChain"),
        ("offline", _("offline model")),
        *plugins.choices(MODELS),
    ]


class LLMProfile(Authored):
    """A model behind an OpenAI-compatible address. The address and its key act at once."""

    class Points(models.TextChoices):
        NONE = "", _("only where a specialist names it")
        DEFAULT = "default", _("every specialist without its own")
        SYNTHESIS = "synthesis", _("joining the answers of several specialists")
        SUPERVISOR = "supervisor", _("the supervisor's decisions")
        JUDGE = "judge", _("judges")
        BUDGET = "budget", _("every specialist when a budget is used up")
        GUARDRAIL = "guardrail", _("guardrails that a model decides")
        MODERATION = "moderation", _("the moderation service")

    name = models.CharField(
        _("name"), max_length=64, validators=[slug], help_text=_("For example fast_model.")
    )
    point = models.CharField(_("used for"), max_length=16, blank=True, choices=Points.choices)
    provider = models.CharField(
        _("provider"),
        max_length=24,
        default="openai",
        choices=providers,
    )
    model = models.CharField(_("model"), max_length=120, blank=True, help_text=_("For example gpt-5-mini."))
    fallback = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answers when it fails"),
    )
    base_url = AddressField(
        _("address"),
        max_length=300,
        blank=True,
        help_text=_("Acts at once. Empty: the provider's own, for example https://api.openai.com/v1."),
    )
    api_key = EncryptedField(
        _("key"), blank=True, default="", sent_to=("provider", "base_url"),
        help_text=_("Kept encrypted and never shown again, for example sk-..."),
    )  # fmt: skip
    extra_headers = HeadersField(
        _("extra headers"), blank=True, default="", sent_to=("provider", "base_url"),
        help_text=_(
            "One a line, for what the address wants beside the key. For example X-Api-Version: 2. Kept "
            "encrypted; Authorization here is sent instead of the key."
        ),
    )  # fmt: skip
    organization = models.CharField(
        _("organisation"),
        max_length=120,
        blank=True,
        default="",
        validators=[model_settings.check_organization],
    )
    temperature = models.FloatField(
        _("temperature"), null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(2)]
    )
    top_p = models.FloatField(
        "top_p", null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    max_tokens = models.PositiveIntegerField(_("longest answer (tokens)"), null=True, blank=True)
    timeout_seconds = models.FloatField(
        _("time limit (seconds)"), default=30, validators=[MinValueValidator(1), MaxValueValidator(120)]
    )
    limit_name = models.CharField(
        _("the limit is called"), max_length=24, blank=True, default="", choices=model_settings.LIMIT_NAMES
    )
    reasoning_effort = models.CharField(
        _("reasoning effort"), max_length=16, blank=True, default="", choices=model_settings.EFFORTS
    )
    seed = models.IntegerField(_("seed"), null=True, blank=True)
    stop = models.JSONField(_("stops at"), default=list, blank=True, validators=[model_settings.check_stop])
    parallel_tool_calls = models.BooleanField(
        _("several tool calls at once"), null=True, blank=True, choices=model_settings.AS_THE_MODEL_DOES
    )
    can_force_tools = models.BooleanField(_("can be made to call a tool"), default=True)
    reads_pictures = models.BooleanField(_("reads pictures"), default=False, db_default=False)
    reads_documents = models.BooleanField(_("reads PDF documents"), default=False, db_default=False)
    response_format = models.JSONField(
        _("form of the answer"), default=dict, blank=True, validators=[model_settings.check_response_format]
    )
    extra_body = models.JSONField(
        _("extra fields"), default=dict, blank=True, validators=[model_settings.check_extra_body]
    )

    class Meta(Authored.Meta):
        verbose_name = _("model")
        verbose_name_plural = _("models")
        ordering = ("name",)
        constraints = [
            models.UniqueConstraint(fields=["tenant", "name"], name="llm_name"),
            models.UniqueConstraint(
                fields=["tenant", "point"], condition=~models.Q(point=""), name="llm_point"
            ),
        ]

    def clean(self) -> None:
        if self.pk is not None and self.fallback_id == self.pk:
            raise ValidationError({"fallback": _("A model cannot stand in for itself. Choose another one.")})
        if self.provider == "langchain":
            langchain_models.check_row(self.model, self.base_url)
            langchain_settings.check(
                model_settings.spec_of(self), tuple(headers.read(self.extra_headers).items())
            )
        if (kind := plugins.find("models", self.provider)) is not None:
            self._check_settings(kind)

    def _check_settings(self, kind: Any) -> None:
        """The extra fields are the settings of a package's kind of model."""
        try:
            plugin_settings.check(kind, self.extra_body)
        except ValidationError as error:
            lines = [f"{name}: {'; '.join(words)}" for name, words in error.message_dict.items()]
            raise ValidationError({"extra_body": lines}) from error

    fallback_id: Any
