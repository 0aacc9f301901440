"""Links from one page of the Studio to another: no number and no row is a dead end."""

from typing import Any
from urllib.parse import urlencode

from django.db import models
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString


def page_of(row: models.Model) -> str:
    """The address of a row's page.

    >>> page_of(conversation)
    '/admin/conversations/conversation/0193.../change/'
    """
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def list_of(model: type[models.Model], **filters: Any) -> str:
    """The address of a filtered list.

    >>> list_of(Turn, conversation__id__exact="0193...")
    '/admin/conversations/turn/?conversation__id__exact=0193...'
    """
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address


def link(address: str, text: Any) -> SafeString:
    """A link; its text is escaped."""
    return format_html('<a class="studio-link" href="{}">{}</a>', address, text)
