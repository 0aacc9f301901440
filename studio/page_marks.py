"""What a page was opened with: nobody overwrites unseen what somebody else saved meanwhile.

The form of each row, also within another one's page, leaves a mark of the values that it began with. A form
that begins with others by the time it is sent is refused.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from django.db import models
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

FIELD = "opened_with"  # of the page: JSON, marks by row


def mark(initial: Mapping[str, Any]) -> str:
    """Stands for the values of a form, which cannot be read from it."""
    values = sorted((name, _plain(value)) for name, value in initial.items())
    return salted_hmac("studio.opened", repr(values)).hexdigest()[:16]


def _plain(value: Any) -> str:
    if isinstance(value, models.Model):
        return str(value.pk)
    if isinstance(value, (list, models.QuerySet)):  # of many rows: in whatever order they come
        return repr(sorted(map(_plain, value)))
    return repr(value)


def name_of(row: models.Model) -> str:
    """A row among those of a page; empty for one that is new."""
    return f"{row._meta.label_lower}:{row.pk}" if row.pk is not None else ""


def read(request: HttpRequest) -> Mapping[str, str]:
    """The marks that a page was opened with, by row; none where it names none."""
    with suppress(ValueError, RecursionError):
        found = json.loads(request.POST.get(FIELD, ""))
        return found if isinstance(found, dict) else {}
    return {}


def write(request: HttpRequest, forms: Iterable[Any]) -> str:
    """What the page says; one that is shown again, because something was refused, what it said before."""
    if request.method == "POST":
        return request.POST.get(FIELD, "")
    marks = {name_of(form.instance): form.began for form in forms if hasattr(form, "began")}
    return json.dumps({name: began for name, began in marks.items() if name})
