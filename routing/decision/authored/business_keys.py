"""What a company says about its business keys.

An authored row each, beside what is read from where nothing is said.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from routing.decision.specs import BUSINESS_KEYS, BusinessKeySpec

MOST_FIELDS = 20
FIELD = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


def request_fields(value: object) -> None:
    """Names of fields, each once."""
    fields = value if isinstance(value, list) else [None]
    if not all(isinstance(each, str) and FIELD.match(each) for each in fields):
        raise ValidationError(_("A field's name has letters, digits, _ and -, for example customer_id."))
    if len(set(fields)) < len(fields) or len(fields) > MOST_FIELDS:
        raise ValidationError(_("At most %d fields, each once.") % MOST_FIELDS)


class BusinessKey(Authored):
    """Which fields of a request say who a business key is, in their order."""

    name = models.CharField(_("name"), max_length=32, choices=[(name, name) for name in BUSINESS_KEYS])
    description = models.CharField(_("description"), max_length=400, blank=True)
    sources = models.JSONField(_("read from"), default=list, blank=True, validators=[request_fields])
    required = models.BooleanField(_("needed"), default=False)

    class Meta(Authored.Meta):
        verbose_name = _("business key")
        verbose_name_plural = _("business keys")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="business_key_name")]


def all_of(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, BusinessKeySpec]:
    """Every business key as a draft or release says it; one without a row is read as ever.

    >>> all_of({"account_key": {"sources": ["iban"], "required": False}})["account_key"].sources
    ('iban',)
    """
    authored = {name: BusinessKeySpec(tuple(row["sources"]), row["required"]) for name, row in rows.items()}
    return {name: authored.get(name, usual) for name, usual in BUSINESS_KEYS.items()}
