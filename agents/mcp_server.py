"""A server of tools, and the sign-in that opens one which wants OAuth."""

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from conversations.models import new_id
from outbound.addresses import resolve_row_url
from outbound.errors import UnknownVariable
from outbound.fields import AddressField, EncryptedField, SentenceField
from outbound.headers import HeadersField
from tenancy.models import slug
from tenancy.tenant_rows import TenantModel

ADDRESS = 2083  # the longest that pydantic reads as one
# RFC 6749, 3.3: printable ASCII without quotes and backslashes, between single spaces.
SCOPE = r"[\x21\x23-\x5b\x5d-\x7e]+"
check_scopes = RegexValidator(
    re.compile(rf"({SCOPE}( {SCOPE})*)?\Z"), _("Scopes are words with a space between them: tools:read mail.")
)


class MCPServer(Authored):
    """A server of tools. Where it is and its secret act at once; `enabled` acts by publishing."""

    class Transports(models.TextChoices):
        HTTP = "streamable_http", _("Streamable HTTP, at an address")
        FASTMCP = "fastmcp", _("Streamable HTTP, named fastmcp")
        SSE = "sse", _("server-sent events, of servers from before 2025")
        PLAIN = "http", _("plain HTTP with /tools/list and /tools/call, without MCP")
        STDIO = "stdio", _("stdio, a command of this installation")
        PACKAGE = "package", _("a package of this installation")

    class Grants(models.TextChoices):
        CODE = "authorization_code", _("a person signs in there")
        CLIENT = "client_credentials", _("this installation, with a client id and secret")

    OF_HERE = frozenset({Transports.STDIO, Transports.PACKAGE})  # named in `command`, without an address

    name = models.CharField(_("name"), max_length=64, validators=[slug], help_text=_("For example office."))
    description = models.CharField(_("description"), max_length=300, blank=True)
    transport = models.CharField(
        _("transport"), max_length=24, default=Transports.HTTP, choices=Transports.choices
    )
    url = AddressField(
        _("address"),
        max_length=300,
        blank=True,
        help_text=_("Acts at once. For example https://tools.example.com/mcp or ${ENV:TOOLS_URL}."),
    )
    command = models.CharField(
        _("command"),
        max_length=64,
        blank=True,
        default="",
        help_text=_(
            "Acts at once. A name from MCP_STDIO_SERVERS or of a package's tools, for example clock; who "
            "runs this installation adds them."
        ),
    )
    secret = EncryptedField(
        _("token"), blank=True, default="", sent_to=("url",),
        help_text=_("Sent as a bearer token, for example the one its operator gave you."),
    )  # fmt: skip
    extra_headers = HeadersField(
        _("extra headers"), blank=True, default="", sent_to=("url",),
        help_text=_(
            "One a line, for a server that wants another header than a bearer token. For example X-Api-Key: "
            "4f2c... Kept encrypted; Authorization here is sent instead of the token."
        ),
    )  # fmt: skip
    oauth = models.CharField(
        _("OAuth"), max_length=24, blank=True, default="", db_default="", choices=Grants.choices,
        help_text=_("Whose sign-in opens it, for example a person's. Empty: it wants none."),
    )  # fmt: skip
    oauth_scopes = models.CharField(
        _("scopes"), max_length=300, blank=True, default="", db_default="", validators=[check_scopes],
        help_text=_("What is asked for, for example tools:read tools:call. Empty: what the server names."),
    )  # fmt: skip
    oauth_client_id = models.CharField(
        _("client id"), max_length=300, blank=True, default="", db_default="",
        help_text=_(
            "Where the server's people registered this installation, for example switchboard-1. Empty: it "
            "registers itself."
        ),
    )  # fmt: skip
    oauth_client_secret = EncryptedField(
        _("client secret"), blank=True, default="", db_default="",
        help_text=_("Goes with the client id, for example the one its operator gave you."),
        sent_to=("url",),
    )  # fmt: skip
    enabled = models.BooleanField(_("in use"), default=True)
    last_error = SentenceField(_("last error"), max_length=400, blank=True, default="", editable=False)
    last_seen = models.DateTimeField(_("last answer"), null=True, editable=False)

    class Meta(Authored.Meta):
        verbose_name = _("MCP server")
        verbose_name_plural = _("MCP servers")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="server_name")]

    def clean(self) -> None:
        if self.transport in self.OF_HERE and not self.command:
            raise ValidationError({"command": _("Choose the command that starts it, for example clock.")})
        if self.transport not in self.OF_HERE and not self.url:
            raise ValidationError({"url": _("Say where it is, for example https://tools.example.com/mcp.")})
        if self.oauth and self.transport in self.OF_HERE:
            raise ValidationError({"oauth": _("Nobody signs in at a server that is started here.")})
        if self.oauth == self.Grants.CLIENT and not self.oauth_client_id:
            raise ValidationError({"oauth_client_id": _("Write the client id that you were given.")})

    @property
    def signed_in(self) -> "ServerSignIn | None":
        """The sign-in that is kept, whether it still opens the server or not: one query, if not joined."""
        return getattr(self, "sign_in", None)

    @property
    def needs_sign_in(self) -> bool:
        """Whether it wants OAuth and nothing that is kept opens it."""
        kept = self.signed_in
        return bool(self.oauth) and (kept is None or not kept.opens or not kept.fits(self))


class ServerSignIn(TenantModel):
    """What a sign-in at a tool server's authorization server left: the tokens, and where they are renewed.

    A newer sign-in is a new row. `version` counts renewals: who renews writes only over the version it read,
    and `renewing_until` keeps other processes from doing so meanwhile.
    """

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    server = models.OneToOneField(
        MCPServer, models.CASCADE, related_name="sign_in", verbose_name=_("server"), editable=False
    )
    made_for = models.JSONField(default=dict, editable=False)  # what the server's row said (`describe`)
    issuer = models.CharField(_("authorization server"), max_length=ADDRESS)
    token_endpoint = models.CharField(max_length=ADDRESS)
    revocation_endpoint = models.CharField(max_length=ADDRESS, blank=True, default="")
    resource = models.CharField(max_length=ADDRESS)
    client_id = models.CharField(_("client id"), max_length=500)
    client_auth = models.CharField(max_length=32, default="none")  # how the client proves itself
    client_secret = EncryptedField(
        blank=True, default="", editable=False
    )  # of a client that registered itself
    access_token = EncryptedField(default="", editable=False)
    refresh_token = EncryptedField(blank=True, default="", editable=False)
    scopes = models.CharField(_("scopes"), max_length=500, blank=True, default="")
    expires_at = models.DateTimeField(_("expires"), null=True)
    renew_at = models.DateTimeField(null=True)  # before it expires
    version = models.PositiveIntegerField(default=1)
    renewing_until = models.DateTimeField(null=True)
    problem = SentenceField(_("why it does not open the server"), max_length=400, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("signed in by")
    )
    at = models.DateTimeField(_("signed in"), default=timezone.now)

    class Meta(TenantModel.Meta):
        verbose_name = _("sign-in at a server")
        verbose_name_plural = _("sign-ins at servers")

    def __str__(self) -> str:
        return str(self.server)

    @property
    def renews(self) -> bool:
        """Whether a token that ends is followed by another."""
        return bool(self.refresh_token) or self.made_for.get("oauth") == MCPServer.Grants.CLIENT

    @property
    def opens(self) -> bool:
        """Whether it was not refused, and has not ended for good."""
        ended = self.expires_at is not None and self.expires_at < timezone.now()
        return bool(self.access_token) and not self.problem and (self.renews or not ended)

    def fits(self, server: MCPServer) -> bool:
        """Whether the server's row still says what the sign-in was made for: a token goes nowhere else."""
        return bool(self.made_for == describe(server))


WANTED = ("oauth", "oauth_scopes", "oauth_client_id")  # what an operator says of signing in, but its secret


def describe(server: MCPServer) -> dict[str, Any]:
    """What a sign-in depends on. The address is the one that requests go to."""
    try:
        url = resolve_row_url(server.url)
    except UnknownVariable:
        url = ""
    return {"url": url, **{name: getattr(server, name) for name in WANTED}}
