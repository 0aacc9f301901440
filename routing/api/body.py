"""Reads a body as strict JSON: an object, not too large, not too deep, with no NUL in any text.

Its fields, or a query's, are then read by a serializer, whose own fields are made once and not for every
request.
"""

import re
from functools import cache
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.serializers import Serializer, ValidationError

from routing.api.problems import Flaw, Refused, invalid

CHARSETS = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})  # JSON between programs is UTF-8 (RFC 8259)
# Where a body brings files as `data:` URLs; elsewhere one has no more room than any text.
OF_FILES = re.compile(r"(/payload)?/attachments/|/(messages|input)/\d+/content/\d+/")
# A file as it stands in the body. Shorter ones are text like any other: what is left after these is small
# before anything of it is read, so that no list of a million nothings is.
FILE = re.compile(rb'"data:[^"\\]{1024,}"')
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
WRITTEN = 64  # bytes from which a text of a form is a file, and not one of a million names
DEEPEST = 32  # levels; a body of the product needs five


def read(
    request: HttpRequest, optional: bool = False, with_files: bool = False, form: bool = False
) -> dict[str, Any]:
    """The JSON object that was sent.

    :param optional: no body at all is an empty object.
    :param with_files: `data:` URLs in it have room of their own.
    :param form: texts in it are whole files, and have the room of a form.
    :raises Refused: 413 over `BODY_BYTES`, 415 another media type or charset, 400 not JSON or too deep,
        422 no object.
    """
    raw = _bytes(request, with_files, form)
    if optional and not raw:
        return {}
    # A form or text/plain could be posted by any web page without asking: only JSON comes in.
    kind = request.content_type or ""
    if not (kind == "application/json" or kind.endswith("+json")):
        raise Refused(
            415,
            "unsupported_media_type",
            _("Only JSON is read here"),
            _("Send the body as JSON with the header 'Content-Type: application/json'."),
        )
    charset = (request.content_params or {}).get("charset", "utf-8").strip('"').lower()
    if charset not in CHARSETS:
        raise Refused(
            415,
            "unsupported_charset",
            _("Only UTF-8 is read here"),
            _("Send the body as UTF-8, with 'Content-Type: application/json' and no other charset."),
        )
    return parse(raw, with_files, form)


def files_cap() -> int:
    """Bytes of a body that brings files, in Base64."""
    return int(settings.BODY_BYTES + settings.MESSAGE_FILE_BYTES * 4 / 3 + 4 * settings.MESSAGE_FILES)


def parse(raw: bytes, with_files: bool = False, form: bool = False) -> dict[str, Any]:
    """The JSON object that these bytes are; the same refusals but for the media type."""
    if form:
        _check_form(raw)
    elif len(raw) > settings.BODY_BYTES:
        room = sum(map(len, FILE.findall(raw))) if with_files and len(raw) <= files_cap() else 0
        if len(raw) - room > settings.BODY_BYTES:
            raise _too_large()
    try:
        sent = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Refused(400, "not_json", _("The body is not JSON"), str(error)) from None
    texts = _check(sent)
    files = sum(len(text) for at, text in texts if text.startswith("data:") and OF_FILES.match(at))
    if not form and len(raw) - files > settings.BODY_BYTES:
        raise _too_large()
    if not isinstance(sent, dict):
        raise invalid(Flaw("", _('Expected an object, for example {"text": "..."}.')))
    return sent


def _check_form(raw: bytes) -> None:
    """A form is as large as its texts; what stands around them is small before anything of it is read."""
    if len(raw) > settings.FORM_BYTES:
        raise _too_large(settings.FORM_BYTES)
    if len(raw) > settings.BODY_BYTES:
        sizes = (found.end() - found.start() for found in STRING.finditer(raw))
        if len(raw) - sum(size for size in sizes if size >= WRITTEN) > settings.BODY_BYTES:
            raise _too_large()


def _bytes(request: HttpRequest, with_files: bool, form: bool) -> bytes:
    most = files_cap() if with_files else settings.FORM_BYTES if form else settings.BODY_BYTES
    announced = request.headers.get("Content-Length", "")
    if announced.isdigit() and int(announced) > most:
        raise _too_large(settings.FORM_BYTES if form else None)
    if with_files:  # Django holds `request.body` to the size of a form
        return request.read(most + 1)
    return request.body  # which doors of signed messages read again


def _too_large(most: int | None = None) -> Refused:
    return Refused(
        413,
        "body_too_large",
        _("The body is too large"),
        _("A body may have %(bytes)s bytes at most.") % {"bytes": most or settings.BODY_BYTES},
    )


def _check(sent: Any) -> list[tuple[str, str]]:
    """The texts in it, each with its place, of which none may contain NUL."""
    texts: list[tuple[str, str]] = []
    level: list[tuple[str, Any]] = [("", sent)]
    for _depth in range(DEEPEST + 1):
        below: list[tuple[str, Any]] = []
        for pointer, value in level:
            if isinstance(value, str):
                _no_nul(pointer, value)
                texts.append((pointer, value))
            elif isinstance(value, dict):
                for name, inner in value.items():
                    _no_nul(pointer, name)
                    below.append((f"{pointer}/{name}", inner))
            elif isinstance(value, list):
                below.extend((f"{pointer}/{n}", inner) for n, inner in enumerate(value))
        if not below:
            return texts
        level = below
    raise Refused(
        400,
        "too_deep",
        _("The body is nested too deeply"),
        _("%(levels)s levels are read at most.") % {"levels": DEEPEST},
    )


def _no_nul(pointer: str, text: str) -> None:
    if "\x00" in text:
        raise invalid(Flaw(pointer, _("A text may not contain the character NUL.")))


@cache
def _form_fields(serializer: type[Serializer[Any]]) -> Any:
    return serializer().fields


def read_form(serializer: type[Serializer[Any]], sent: Any) -> dict[str, Any]:
    """What a serializer read from a body or a query.

    DRF copies every declared field for each instance, to let it be changed; ours are never changed, and a
    field keeps nothing of what it reads. :raises rest_framework.exceptions.ValidationError: which becomes a
    422 with pointers.
    """
    form = serializer(data=sent)
    form.__dict__["fields"] = _form_fields(serializer)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def read_query_once(request: HttpRequest) -> dict[str, str]:
    """Names and values of the query.

    :raises rest_framework.serializers.ValidationError: names which parameter has several values.
    """
    twice = [name for name, values in request.GET.lists() if len(values) > 1]
    if twice:
        raise ValidationError({name: _("Give it once.") for name in twice})
    return request.GET.dict()
