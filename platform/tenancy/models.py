"""Tenants and the people and programs that may act for them."""

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from language.spoken_languages import choices
from tenancy import key_text
from tenancy.days import check_zone
from tenancy.principal import SCOPES
from tenancy.roles import ROLE_CHOICES
from tenancy.tenant_rows import TenantModel, slug_of

slug = RegexValidator(
    r"^[a-z0-9_]+\Z", _("Use small letters, digits and underscores, for example new_customer.")
)


class Tenant(models.Model):
    """A company. Two numbers on the row tell every process what is current (see `releases`)."""

    slug = models.CharField(_("name"), primary_key=True, max_length=64, validators=[slug])
    title = models.CharField(_("title"), max_length=120, blank=True)
    default_agent_id = models.CharField(
        _("default profile"),
        max_length=64,
        blank=True,
        help_text=_("Answers when a request names no profile, for example customer_care."),
    )
    default_language = models.CharField(
        _("language"),
        max_length=5,
        default="pt",
        choices=choices,
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, default="", db_default="", validators=[check_zone]
    )
    sso_only = models.BooleanField(
        _("single sign-on only"),
        default=False,
        db_default=False,
    )
    live_release = models.PositiveIntegerField(_("live release"), null=True, editable=False)
    operational_version = models.PositiveBigIntegerField(default=0, editable=False)
    token_epoch = models.PositiveIntegerField(default=0, editable=False)  # older session tokens are void

    class Meta:
        verbose_name = _("company")
        verbose_name_plural = _("companies")

    def __str__(self) -> str:
        return self.title or self.slug


def staff_member(label: Any) -> "models.ForeignKey[Any, Any]":
    """Who of the company's people did something, for as long as they have an account."""
    person, nobody = settings.AUTH_USER_MODEL, models.SET_NULL
    return models.ForeignKey(person, nobody, null=True, related_name="+", verbose_name=label, editable=False)


class Membership(models.Model):
    """A person works for a company in one role."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("person")
    )
    tenant = models.ForeignKey(
        Tenant, models.CASCADE, related_name="memberships", verbose_name=_("company"), editable=False
    )
    role = models.CharField(_("role"), max_length=16, choices=ROLE_CHOICES)
    # It follows the groups that the identity provider tells (`group_roles`)
    by_group = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [models.UniqueConstraint(fields=["user", "tenant"], name="one_role_a_company")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class GroupMapping(TenantModel):
    """Whoever is in a group of the identity provider has a role in the company (`group_roles`)."""

    group = models.CharField(_("group"), max_length=200)
    role = models.CharField(_("role"), max_length=16, choices=ROLE_CHOICES)
    priority = models.PositiveSmallIntegerField(_("priority"), default=100)
    by_operator = models.BooleanField(default=False, db_default=False, editable=False)  # a superuser saved it

    class Meta(TenantModel.Meta):
        verbose_name = _("group of the identity provider")
        verbose_name_plural = _("groups of the identity provider")
        ordering = ("priority", "pk")
        constraints = [models.UniqueConstraint(fields=["tenant", "group"], name="one_role_a_group")]

    def __str__(self) -> str:
        return f"{self.group} ({self.role})"


class Invitation(TenantModel):
    """Somebody is asked to work for the company.

    An account joins only by the link, and when its owner accepts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.CharField(
        _("for"), max_length=120, help_text=_("Whom you ask, as you call them. For example Ana Souza, sales.")
    )
    # Only of a link that was sent there, and shown to nobody
    email = models.EmailField(_("e-mail"), blank=True)
    role = models.CharField(_("role"), max_length=16, choices=ROLE_CHOICES)
    link_number = models.PositiveIntegerField(default=1, editable=False)  # links with a smaller one are void
    invited_by = staff_member(_("asked by"))
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"), editable=False)
    accepted_at = models.DateTimeField(_("accepted"), null=True, editable=False)
    accepted_by = staff_member(_("accepted by"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.person

    @property
    def waits(self) -> bool:
        """Whether its link may still be used."""
        over = self.accepted_at is not None or self.revoked_at is not None
        return not over and self.expires_at > timezone.now()


def check_scopes(value: Any) -> None:
    """A key's scopes are a list of names from `principal.SCOPES`."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValidationError(_("Scopes are a list of names."))
    unknown = sorted(set(value) - set(SCOPES))
    if unknown:
        raise ValidationError(
            _("No scope %(unknown)s. There are: %(known)s."),
            params={"unknown": ", ".join(unknown), "known": ", ".join(SCOPES)},
        )


class Account(models.Model):
    """What this platform knows of a person's account beside what Django does."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account"
    )
    # Somebody else knows it: the owner must choose another one
    first_password = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, editable=False)  # pages that were opened before are void

    def __str__(self) -> str:
        return str(self.user)


class ApiKey(TenantModel):
    """A program's key: kept as a hash, shown once, limited to its scopes.

    >>> row, plain = ApiKey.make(tenant, "web shop", ["chat"])
    """

    name = models.CharField(_("name"), max_length=80, help_text=_("Who uses it, for example: web shop."))
    prefix = models.CharField(_("begins with"), max_length=8, unique=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)  # SHA-256 of the whole key, hexadecimal
    scopes = models.JSONField(
        _("may"), default=list, validators=[check_scopes],
        help_text=_("The less the better. For example only “chat” for a web shop."),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    last_used = models.DateTimeField(_("last used"), null=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked"), null=True, editable=False)
    sessions_ended_at = models.DateTimeField(_("its sessions ended"), null=True, editable=False)
    # Who answers for the addresses that it says; nobody: it was made at the installation's own shell.
    made_by = staff_member(_("made by"))

    class Meta(TenantModel.Meta):
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ("name",)

    def __str__(self) -> str:
        return f"{self.name} ({key_text.START}{self.prefix}…)"

    @classmethod
    def make(
        cls,
        tenant: Tenant | str,
        name: str,
        scopes: Iterable[str],
        expires_at: datetime | None = None,
        made_by: Any = None,
    ) -> "tuple[ApiKey, str]":
        """A new row and the key's text, which cannot be had again."""
        plain = key_text.generate()
        row = cls(
            tenant_id=slug_of(tenant),
            name=name,
            prefix=key_text.prefix_of(plain),
            digest=key_text.digest(plain),
            scopes=sorted(set(scopes)),
            expires_at=expires_at,
            made_by=made_by,
        )
        check_scopes(row.scopes)
        row.save()
        return row, plain

    def usable(self, now: datetime) -> bool:
        """Neither revoked nor past its end."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)


class Attempt(models.Model):
    """What is left of a limit that counts in the database (`attempts`).

    When all that was taken is earned back.
    """

    name = models.CharField(primary_key=True, max_length=32, editable=False)  # hidden
    earned_at = models.DateTimeField(db_index=True, editable=False)

    class Meta:
        verbose_name = "attempt"

    def __str__(self) -> str:
        return self.name


class EndedUser(TenantModel):
    """An end user whose sessions were ended: tokens that were signed for them before are void."""

    user_id = models.CharField(_("user"), max_length=128)
    ended_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [models.UniqueConstraint(fields=["tenant", "user_id"], name="one_end_a_user")]
