"""Sentences that are kept and read in another language later: stored as what they were made of.

    from outbound.sentences import Sentence as _

    # In the language of whoever asked.
    channel.problem = _("No answer within %(seconds)s s.") % {"seconds": 5}
    Channel.unscoped.get(pk=channel.pk).problem  # in the language of whoever reads

What somebody else said is no sentence of ours, and stays as it was said.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, override

from outbound.cleaning import clean_text
from outbound.redaction import redact


class Sentence(str):
    """A text that knows its words in English and what was put into them; `values` as `%` takes them.

    >>> said = Sentence("%(path)s answered with status %(status)d.") % {"path": "/health", "status": 404}
    >>> said, said.values["status"]
    ('/health answered with status 404.', 404)
    """

    __slots__ = ("msgid", "values")
    msgid: str
    values: Any

    def __new__(cls, msgid: str, values: Any = None) -> "Sentence":
        words = gettext(msgid) if msgid else ""
        self = super().__new__(cls, words if values is None else words % values)
        self.msgid, self.values = msgid, values
        return self

    def __mod__(self, values: Any) -> "Sentence":
        return Sentence(self.msgid, values)

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence, (self.msgid, self.values)


def sentence_of(error: BaseException) -> str:
    """What an exception says, still a sentence: `str(error)` would be its words in one language."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Sentence) else str(error) or type(error).__name__


def join_sentences(sentences: Sequence[str]) -> Sentence:
    """Several as one.

    >>> join_sentences(["It is full", "it is late"])
    'It is full; it is late'
    """
    named = {str(place): each for place, each in enumerate(sentences)}
    return Sentence("; ".join(f"%({place})s" for place in named), named)


def fit_column(text: str, most: int) -> str:
    """A text as a column of `most` characters keeps it; a sentence that is too long as its words in English.

    >>> fit_column(Sentence("No answer within %s s.") % 5, 400), fit_column("It is full!", 5)
    ('["No answer within %s s.", 5]', 'It is')
    """
    if isinstance(text, Sentence) or text.startswith("["):
        parts = _parts(text) if isinstance(text, Sentence) else ["%s", redact(clean_text(text))]
        kept = json.dumps(parts, ensure_ascii=False)
        if len(kept) <= most:
            return kept
        with override("en"):
            text = _make(parts)
    return redact(clean_text(text))[:most]


def read(kept: str) -> str:
    """What was stored, in the language that is active."""
    if not kept.startswith('["'):
        return kept
    try:
        made = _make(json.loads(kept))
    except (ValueError, TypeError, LookupError):  # it was stored before sentences were
        return kept
    return made if isinstance(made, str) else kept


def say_again(error: BaseException) -> str:
    """What an exception says in the language that is active, whichever was where it was raised."""
    return str(_say_again(sentence_of(error)))


def _say_again(value: Any) -> Any:
    if isinstance(value, Sentence):
        return Sentence(value.msgid, _say_again(value.values)) if value.msgid else value
    return {name: _say_again(each) for name, each in value.items()} if isinstance(value, Mapping) else value


def _parts(value: Any) -> Any:
    if isinstance(value, Sentence):
        return [value.msgid] if value.values is None else [value.msgid, _parts(value.values)]
    if isinstance(value, Mapping):
        return {str(name): _parts(each) for name, each in value.items()}
    return value if isinstance(value, int | float) else redact(clean_text(str(value)))


def _make(parts: Any) -> Any:
    if isinstance(parts, list):
        return Sentence(parts[0], *(_make(each) for each in parts[1:]))
    if isinstance(parts, dict):
        return {name: _make(each) for name, each in parts.items()}
    return parts
