"""`{% model_hint %}`.

That no model is connected, and what to do, on pages whose prompts only a model reads.
"""

from typing import Any

from django import template

from studio.model_hint import is_connected
from tenancy.current import tenant_of
from tenancy.errors import NoCompany

register = template.Library()


@register.inclusion_tag("studio/model_hint.html", takes_context=True)
def model_hint(context: Any) -> dict[str, Any]:
    """The sentence, where there is a company and no model of its."""
    try:
        return {"offline": not is_connected(tenant_of(context["request"]).pk)}
    except NoCompany:
        return {"offline": False}
