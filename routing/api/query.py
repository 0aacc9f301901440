"""What a query asks for. A name given twice is refused: each reader would take another one of its values."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.serializers import ValidationError


def once(request: HttpRequest) -> dict[str, str]:
    """Names and values of the query.

    :raises rest_framework.serializers.ValidationError: names which parameter has several values.
    """
    twice = [name for name, values in request.GET.lists() if len(values) > 1]
    if twice:
        raise ValidationError({name: _("Give it once.") for name in twice})
    return request.GET.dict()
