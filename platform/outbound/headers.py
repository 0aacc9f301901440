"""Headers that a row adds to its requests: kept encrypted, their values never shown again.

    extra_headers = HeadersField(_("extra headers"), blank=True, default="", sent_to=("base_url",))
    read(row.extra_headers)                      # {"X-Api-Version": "2"}

The column holds a JSON object, encrypted as a whole. A form shows a line a header, `X-Api-Version: …`, with
the last letters of its value at most; a line that is left as it is keeps what is stored, one that is removed
takes it away.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from outbound.fields import EncryptedField, with_looks
from outbound.redaction import learn
from outbound.secrets import last_four

MOST = 20  # headers of a row
LONGEST = 2_000  # characters of a value
TELLING = (
    16  # characters from which a value is looked for in other people's words: "us-east-1" is a word of many
)
HIDDEN = "…"  # how a value that is not shown begins; no header may hold this letter
NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}")
VALUE = re.compile(r"[\x20-\x7e]+")
# What HTTP or this platform says itself.
TAKEN = frozenset(
    {"host", "connection", "content-length", "content-type", "content-encoding", "transfer-encoding", "te",
     "trailer",
     "upgrade", "keep-alive", "expect", "accept", "accept-encoding", "proxy-authorization",
     "proxy-connection", "cookie",
     "traceparent", "tracestate", "x-request-id", "mcp-session-id", "mcp-protocol-version"}
)  # fmt: skip

WORDS = {
    "line": _("“%(line)s” is no header. Write one a line, for example: X-Api-Version: 2."),
    "name": _("“%(name)s” cannot be the name of a header. Use letters, digits and hyphens: X-Api-Version."),
    "taken": _("The header %(name)s is the platform's own. Choose another one."),
    "twice": _("The header %(name)s stands there twice. Keep one of them."),
    "value": _(
        "The header %(name)s needs a value of plain letters, at most %(most)d characters. Enter it anew."
    ),
    "many": _("At most %(most)d headers can be sent. Remove some."),
}  # fmt: skip


def read(stored: str) -> dict[str, str]:
    """The headers of a row by their names.

    >>> read('{"X-Api-Version": "2"}')
    {'X-Api-Version': '2'}
    """
    found = json.loads(stored) if stored else {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def write(headers: Mapping[str, str]) -> str:
    """Headers as their column holds them; none are an empty text."""
    return json.dumps(dict(headers), ensure_ascii=False) if headers else ""


def check(headers: Mapping[str, str]) -> None:
    """Refuses what no request may carry.

    :raises ValidationError: with the header, and what to do.
    """
    seen: set[str] = set()
    for name, value in headers.items():
        low = name.lower()
        problem = (
            "name" if not NAME.fullmatch(name)
            else "taken" if low in TAKEN
            else "twice" if low in seen
            else "value" if not VALUE.fullmatch(value) or len(value) > LONGEST
            else ""
        )  # fmt: skip
        if problem:
            raise ValidationError(WORDS[problem], params={"name": name[:64], "most": LONGEST})
        seen.add(low)
    if len(headers) > MOST:
        raise ValidationError(WORDS["many"], params={"most": MOST})


def mask_values(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers as people may see them."""
    return {name: last_four(value) if len(value) >= TELLING else HIDDEN for name, value in headers.items()}


class HeadersFormField(forms.CharField):
    """A header a line; of those that are stored the values are hidden."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"rows": 3, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(**with_looks(kwargs, forms.Textarea, **attrs))
        keep = _("A line that is left as it is keeps its value; one that is removed is sent no more.")
        self.help_text = f"{self.help_text} {keep}".strip()

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.startswith("{"):
            return value  # what was typed, shown again beside its error
        try:
            stored = read(value)
        except (ValueError, RecursionError):  # typed, too
            return value
        return "\n".join(f"{name}: {hint}" for name, hint in mask_values(stored).items())

    def to_python(self, value: Any) -> str:
        found: dict[str, str] = {}
        for line in str(value or "").splitlines():
            name, colon, given = (part.strip() for part in line.partition(":"))
            if not line.strip():
                continue
            if not (name and colon and given):
                raise ValidationError(WORDS["line"], params={"line": line[:40]})
            if name in found:
                raise ValidationError(WORDS["twice"], params={"name": name[:64]})
            found[name] = given
        return write(found)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return " ".join(str(self.prepare_value(initial) or "").split()) != " ".join(str(data or "").split())


class HeadersField(EncryptedField):
    """A row's own headers, as a JSON object that is stored encrypted."""

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(value, model_instance)
        check(read(value or ""))

    def hint(self, value: str) -> str:
        return ", ".join(f"{name}: {hint}" for name, hint in mask_values(read(value)).items())

    def is_new(self, typed: Any) -> bool:
        return bool(typed) and not any(value.startswith(HIDDEN) for value in read(typed).values())

    def formfield(self, **kwargs: Any) -> Any:
        return models.Field.formfield(self, **{**kwargs, "form_class": HeadersFormField})

    def save_form_data(self, instance: models.Model, data: Any) -> None:
        """What a line hides is what is stored under its name."""
        stored = read(getattr(instance, self.name) or "")
        hidden = mask_values(stored)
        kept = {
            name: stored[name] if name in stored and value == hidden[name] else value
            for name, value in read(data or "").items()
        }
        models.Field.save_form_data(self, instance, write(kept))

    @classmethod
    def learn(cls, plain: str) -> None:
        for value in read(plain).values():
            if len(value) >= TELLING:
                learn(value)
