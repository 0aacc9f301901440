"""Changes of addresses to hosts that a company did not send to before: who wanted it, and who agreed.

And addresses that are kept for rows that a restored release does not have.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from outbound.fields import EncryptedField
from tenancy.tenant_rows import TenantModel


class AddressChange(TenantModel):
    """A row's new address.

    While it waits the row keeps the old one; `values` and `secret`, a JSON object of its secrets by their
    names, are what it will get.
    """

    class States(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        TAKEN = "taken", _("in use")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("taken back")

    model = models.CharField(_("kind"), max_length=64, editable=False)  # "agents.mcpserver"
    row = models.CharField(max_length=64, editable=False)  # its key
    name = models.CharField(_("what"), max_length=200)
    before = models.CharField(_("address before"), max_length=300, blank=True, default="")
    after = models.CharField(_("new address"), max_length=300)
    values = models.JSONField(default=dict, editable=False)
    secret = EncryptedField(blank=True, default="", editable=False)
    state = models.CharField(_("state"), max_length=12, choices=States.choices, default=States.WAITING)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("entered by")
    )
    asked_at = models.DateTimeField(_("entered"), default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("new address")
        verbose_name_plural = _("new addresses")
        ordering = ("-asked_at", "-id")
        permissions = [("set_addresses", "Can say where data goes")]
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "model", "row"],
                condition=models.Q(state="waiting"),
                name="one_address_waits",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.after}"

    asked_by_id: Any
    decided_by_id: Any
    get_state_display: Any


class KeptAddress(TenantModel):
    """The address and the secrets of a row that a restore took away, until one brings it back (ADR 147) or
    `releases.kept_addresses.KEPT` is over.

    `place` is the section and the part of a release that the row stands in (`agents.servers`), `values` a
    JSON object of its fields.
    """

    place = models.CharField(max_length=64, editable=False)
    name = models.CharField(max_length=200, editable=False)
    values = EncryptedField(editable=False)
    kept_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("kept address")
        verbose_name_plural = _("kept addresses")
        constraints = [
            models.UniqueConstraint(fields=["tenant", "place", "name"], name="one_address_is_kept")
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.name}"
