"""What business users approve and tune of a domain: the domain itself, its goals, its capabilities.

Goals and capabilities are made from the manifest that was approved (see
`routing.planning.manifests.approve`); people switch them off and give them words of their own. A manifest
that was fetched and is not approved yet waits beside it.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from agents.authored_row import Authored
from agents.models import MCPServer
from outbound.fields import AddressField, EncryptedField, SentenceField
from routing.planning.specs import BUILT_IN
from tenancy.models import slug
from tenancy.tenant_rows import TenantModel

MOST_SECONDS = 120


def make_words_field(verbose: Any, help_text: Any) -> Any:
    """A list of words or sentences, one a line."""
    return models.JSONField(verbose, default=list, blank=True, help_text=help_text)


class Domain(Authored):
    """A service that describes itself and does things. Where it is and its secret act at once."""

    class Kinds(models.TextChoices):
        HTTP = "remote_http", _("HTTP service, at an address")
        MCP = "mcp", _("MCP server of this company")

    name = models.CharField(
        _("name"),
        max_length=64,
        validators=[slug],
        help_text=_("As its manifest calls it, for example finance."),
    )
    kind = models.CharField(_("type"), max_length=16, choices=Kinds.choices, default=Kinds.HTTP)
    description = models.CharField(_("description"), max_length=400, blank=True)
    keywords = make_words_field(
        _("keywords"), _("Words that point to the domain, one a line, for example bolsa.")
    )
    examples = make_words_field(
        _("examples"), _("Messages for it, one a line, for example: como está a bolsa hoje?")
    )
    url = AddressField(
        _("address"), max_length=300, blank=True,
        help_text=_(
            "Acts at once. Without /manifest, for example https://office.example.com or "
            "${ENV:TOOLS_URL}."
        ),
    )  # fmt: skip
    secret = EncryptedField(
        _("token"), blank=True, default="", sent_to=("url",),
        help_text=_("Sent as a bearer token, for example the one its operator gave you."),
    )  # fmt: skip
    server = models.ForeignKey(
        MCPServer, models.RESTRICT, null=True, blank=True, related_name="domains",
        verbose_name=_("MCP server"),
        help_text=_("Whose tools are its capabilities, for example office."),
    )  # fmt: skip
    timeout = models.FloatField(
        _("time limit of a step (seconds)"), default=10,
        validators=[MinValueValidator(0.1), MaxValueValidator(MOST_SECONDS)],
    )  # fmt: skip
    variables = make_words_field(
        _("variables it may be given"),
        _(
            "Names of the environment that its parameters may refer to as ${ENV:NAME}, one a line: "
            "REPORT_CHAT."
        ),
    )
    enabled = models.BooleanField(_("in use"), default=True)
    manifest = models.JSONField(_("approved manifest"), null=True, blank=True, editable=False)
    digest = models.CharField(_("digest of the approved manifest"), max_length=64, blank=True, editable=False)
    last_error = SentenceField(_("last error"), max_length=400, blank=True, default="", editable=False)
    last_seen = models.DateTimeField(_("last answer"), null=True, editable=False)
    looked_at = models.DateTimeField(_("last asked"), null=True, editable=False)

    class Meta(Authored.Meta):
        verbose_name = pgettext_lazy("planning", "domain")
        verbose_name_plural = _("domains")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="domain_name")]

    server_id: int | None

    def clean(self) -> None:
        if self.name == BUILT_IN:
            raise ValidationError({"name": _("Every company has this domain already. Choose another name.")})
        if self.kind == self.Kinds.MCP and self.server_id is None:
            raise ValidationError({"server": _("Choose the server whose tools it is made of.")})
        if self.kind == self.Kinds.HTTP and not self.url:
            raise ValidationError({"url": _("Say where it is, for example https://office.example.com.")})


class Goal(Authored):
    """Something a user may want of a domain, and which of its capabilities serve it."""

    domain = models.ForeignKey(
        Domain, models.CASCADE, related_name="goals", verbose_name=pgettext_lazy("planning", "domain")
    )
    name = models.CharField(_("name"), max_length=64, help_text=_("As the manifest calls it: GET_QUOTE."))
    description = models.CharField(_("description"), max_length=400, blank=True)
    capabilities = models.JSONField(_("capabilities"), default=list, blank=True, editable=False)
    requires_domains = models.JSONField(_("needs the domains"), default=list, blank=True, editable=False)
    keywords = make_words_field(_("keywords"), _("Words that mean it, one a line, for example cotação."))
    examples = make_words_field(
        _("examples"), _("Messages that mean it, one a line: qual o preço da Nordea?")
    )
    entities = models.JSONField(_("what is read from a message"), default=dict, blank=True, editable=False)
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("goal")
        verbose_name_plural = _("goals")
        ordering = ("domain", "name")
        constraints = [models.UniqueConstraint(fields=["domain", "name"], name="goal_name")]

    domain_id: int

    def __str__(self) -> str:
        return f"{self.name} · {self.domain.name}"


class Capability(Authored):
    """One thing a domain does: what it needs, and how plans are made of it."""

    domain = models.ForeignKey(
        Domain, models.CASCADE, related_name="capabilities", verbose_name=pgettext_lazy("planning", "domain")
    )
    name = models.CharField(
        _("name"), max_length=64, help_text=_("As the manifest calls it: get_stock_price.")
    )
    description = models.CharField(_("description"), max_length=400, blank=True)
    schema = models.JSONField(_("parameters"), default=dict, blank=True, editable=False)
    metadata = models.JSONField(_("how it is planned"), default=dict, blank=True, editable=False)
    keywords = make_words_field(_("keywords"), _("Words that ask for it, one a line, for example: me avise."))
    examples = make_words_field(_("examples"), _("Messages that ask for it, one a line: manda no telegram"))
    read_only = models.BooleanField(
        _("only reads"), default=False,
        help_text=_("Off: it changes something and is never repeated on its own, for example a message."),
    )  # fmt: skip
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("capability")
        verbose_name_plural = _("capabilities")
        ordering = ("domain", "name")
        constraints = [models.UniqueConstraint(fields=["domain", "name"], name="capability_name")]

    domain_id: int

    def __str__(self) -> str:
        return f"{self.name} · {self.domain.name}"


class ProposedManifest(TenantModel):
    """A manifest as a domain says it now, while it differs from what is approved. Nothing acts by it."""

    domain = models.OneToOneField(Domain, models.CASCADE, related_name="proposed")
    manifest = models.JSONField()
    digest = models.CharField(max_length=64)
    found_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:12]
