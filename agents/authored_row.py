"""What every authored row of this room has: several languages' texts, and the history of its edits."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tenancy.scoped import TenantModel

NAME_HELP = _("Small letters, digits and underscores, for example billing_agent.")


def texts(verbose: Any, help_text: Any = "") -> Any:
    """A text in several languages: {"pt": ..., "es": ..., "en": ...}."""
    return models.JSONField(verbose, default=dict, blank=True, help_text=help_text)


class Authored(TenantModel):
    """An authored row: acts when it is published, keeps the history of its edits."""

    history = HistoricalRecords(
        inherit=True, excluded_fields=["api_key", "secret", "last_error", "last_seen", "looked_at"]
    )  # secrets and what machines write stay out, in every model that has such a field

    class Meta(TenantModel.Meta):
        abstract = True
