"""`{% intent name %}`.

An intent by its name, linked to its page where the page's `intent_pages` knows one.
"""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from routing.decision.ladder import intent_label
from routing.decision.reasons import as_percent
from studio.links import link

register = template.Library()


@register.simple_tag(takes_context=True)
def intent(context: Any, name: str) -> SafeString:
    """The name as a link; what nobody serves is told in words."""
    address = (context.get("intent_pages") or {}).get(name)
    return link(address, intent_label(name)) if address else format_html("{}", intent_label(name))


@register.filter
def percent(share: float | None) -> str:
    """A share of 0..1 as people write it.

    >>> percent(0.624)
    '62 %'
    """
    return as_percent(share)
