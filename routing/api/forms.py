"""Reads what was sent by a serializer, whose fields are made once and not for every request."""

from functools import cache
from typing import Any

from rest_framework.serializers import Serializer


@cache
def _fields(serializer: type[Serializer[Any]]) -> Any:
    return serializer().fields


def read(serializer: type[Serializer[Any]], sent: Any) -> dict[str, Any]:
    """What a serializer read from a body or a query.

    DRF copies every declared field for each instance, to let it be changed; ours are never changed, and a
    field keeps nothing of what it reads. :raises rest_framework.exceptions.ValidationError: which becomes a
    422 with pointers.
    """
    form = serializer(data=sent)
    form.__dict__["fields"] = _fields(serializer)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
