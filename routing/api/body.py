"""Reads a body as strict JSON: an object, not too large, not too deep, with no NUL in any text.

Its fields, or a query's, are then read by a serializer, whose own fields are made once and not for every
request.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from rest_framework.serializers import Serializer, ValidationError

from routing.api.problems import Flaw, Refused, escape, invalid

CHARSETS = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})  # JSON between programs is UTF-8 (RFC 8259)
# Where a body brings files as `data:` URLs; elsewhere one has no more room than any text.
OF_FILES = re.compile(r"(/payload)?/attachments/|/(messages|input)/\d+/content/\d+/")
# A file as it stands in the body. Shorter ones are text like any other: what is left after these is small
# before anything of it is read, so that no list of a million nothings is.
FILE = re.compile(rb'"data:[^"\\]{1024,}"')
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
WRITTEN = 64  # bytes from which a text of a form is a file, and not one of a million names
DEEPEST = 32  # levels; a body of the product needs five


def read(request: HttpRequest, cap: "Cap | None" = None, optional: bool = False) -> dict[str, Any]:
    """The JSON object that was sent.

    :param cap: how large it may be; a body of texts where none is given.
    :param optional: no body at all is an empty object.
    :raises Refused: 413 over `BODY_BYTES`, 415 another media type or charset, 400 not JSON or too deep,
        422 no object.
    """
    cap = cap or Cap.of()
    raw = _bytes(request, cap)
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
    return parse(raw, cap)


def files_cap() -> int:
    """Bytes of a body that brings files, in Base64."""
    return int(settings.BODY_BYTES + settings.MESSAGE_FILE_BYTES * 4 / 3 + 4 * settings.MESSAGE_FILES)


def parse(raw: bytes, cap: "Cap | None" = None) -> dict[str, Any]:
    """The JSON object that these bytes are; the same refusals but for the media type."""
    cap = cap or Cap.of()
    if len(raw) > cap.most:
        raise too_large(cap.most)
    if len(raw) - _room(raw, cap) > settings.BODY_BYTES:
        raise _too_much_beside(cap)
    try:
        sent = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Refused(400, "not_json", _("The body is not JSON"), str(error)) from None
    texts = _check(sent)
    files = sum(len(text) for at, text in texts if text.startswith("data:") and OF_FILES.match(at))
    if not cap.form and len(raw) - files > settings.BODY_BYTES:
        raise _too_much_beside(cap)
    if not isinstance(sent, dict):
        raise invalid(Flaw("", _('Expected an object, for example {"text": "..."}.')))
    return sent


@dataclass(frozen=True, slots=True)
class Cap:
    """How large a body may be: `most` bytes with what has room of its own, and `BODY_BYTES` beside that.

    Room of their own have `files`, as `data:` URLs, or the texts of a `form`, which are whole files.
    """

    most: int
    files: bool = False
    form: bool = False

    @classmethod
    def of(cls, files: bool = False, form: bool = False) -> "Cap":
        """The cap of an endpoint, as the installation has it now."""
        most = files_cap() if files else settings.FORM_BYTES if form else settings.BODY_BYTES
        return cls(int(most), files, form)


def _room(raw: bytes, cap: Cap) -> int:
    """The bytes that have room of their own, by how they look: what stands beside them is small before it is
    read.
    """
    if len(raw) <= settings.BODY_BYTES:
        return 0
    if cap.form:
        sizes = (found.end() - found.start() for found in STRING.finditer(raw))
        return sum(size for size in sizes if size >= WRITTEN)
    return sum(map(len, FILE.findall(raw))) if cap.files else 0


def _bytes(request: HttpRequest, cap: Cap) -> bytes:
    announced = request.headers.get("Content-Length", "")
    if announced.isdigit() and int(announced) > cap.most:
        raise too_large(cap.most)
    if cap.files:  # Django holds `request.body` to the size of a form
        return request.read(cap.most + 1)
    return request.body  # which doors of signed messages read again


def too_large(most: int) -> Refused:
    """The refusal of a body of more than `most` bytes."""
    sentence = _(
        "A body may have %(size)s at most, with the files in it. Send less at once, or smaller files."
    )
    return _refuse_size(sentence, most)


def _too_much_beside(cap: Cap) -> Refused:
    if not (cap.files or cap.form):
        return too_large(settings.BODY_BYTES)
    sentence = _("Beside the files in it, a body may have %(size)s at most. Send less at once.")
    return _refuse_size(sentence, settings.BODY_BYTES)


def _refuse_size(sentence: str, most: int) -> Refused:
    size = filesizeformat(most).replace("\xa0", " ")
    return Refused(413, "body_too_large", _("The body is too large"), sentence % {"size": size})


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
                    below.append((f"{pointer}/{escape(name)}", inner))
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
