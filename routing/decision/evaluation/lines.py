"""A file of messages whose intents are known: CSV with a line of column names, or JSON lines.

text,intent,state,kind
"cadê meu pedido?",retail_order_tracking,,plain

{"text": "pode ser", "intent": "state:WAITING_SUPPORT_CONFIRMATION", "state": "WAITING_SUPPORT_CONFIRMATION"}
{"text": "a fatura e o pedido", "intent": ["billing_invoice_explanation", "retail_order_tracking"]}

`intent` is what is right; several (a list, or joined by "|") where each of them is. `out_of_scope` stands for
what nobody serves. `state` is the workflow state the message is written in, `kind` any group to count by.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from routing.decision.evaluation.errors import BadLine, BadMessagesFile
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import STATE_INTENT, ProfileRuntime

MOST = 20_000  # lines
LONGEST = 32_000  # characters of a message, as at the doors
WIDEST = 200  # columns of a CSV file and characters of a name: more is another kind of file


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """A message and the intents that are right for it. `number` is its line in the file."""

    number: int
    text: str
    right: tuple[str, ...]
    state: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class LabelSet:
    """What a file may name: the intents and states of a profile."""

    intents: frozenset[str]
    states: frozenset[str]

    @classmethod
    def of(cls, published: ProfileRuntime) -> "LabelSet":
        """What a published profile knows."""
        states = frozenset(published.policies)
        named = (*published.intents, OUT_OF_SCOPE, *(f"{STATE_INTENT}{state}" for state in states))
        return cls(frozenset(named), states)


def read(content: bytes, known: LabelSet) -> list[LabelledMessage]:
    """The messages of a file. Raises `BadFile` with a sentence that names the first line at fault."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadMessagesFile(
            _("The file is not UTF-8 text. Save it as “CSV UTF-8” or as JSON lines.")
        ) from error
    rows = _json_rows(text) if text.lstrip().startswith(("{", "[")) else _csv_rows(text)
    found = []
    for number, row in rows:
        found.append(_line(number, row, known))
        if len(found) > MOST:
            raise BadMessagesFile(_("A file may hold %(most)d messages at most. Split it.") % {"most": MOST})
    if not found:
        raise BadMessagesFile(_("The file holds no message."))
    return found


def _json_rows(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadLine(number, _("is not JSON. Write one object a line.")) from error
        if not isinstance(row, dict):
            raise BadLine(number, _("is not a JSON object such as {“text”: …, “intent”: …}."))
        yield number, row


def _csv_rows(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    head = text.split("\n", 1)[0]
    # Spreadsheets of Portuguese and Spanish systems separate by semicolons.
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    names: list[str] | None = None
    try:
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if names is None:
                names = _header(row)
                continue
            if len(row) > len(names):
                raise BadLine(reader.line_num, _("has more columns than the first line names."))
            yield reader.line_num, dict(zip(names, row, strict=False))
    except csv.Error as error:
        problem = _("is no CSV: a quotation mark may be missing, or a cell too long.")
        raise BadLine(reader.line_num, problem) from error


def _header(row: list[str]) -> list[str]:
    names = [cell.strip().casefold() for cell in row]
    if not {"text", "intent"} <= set(names):
        given = ", ".join(name[:40] for name in names[:8])
        raise BadMessagesFile(
            _(
                "The first line must name the columns: text and intent, and if you like state and kind. "
                "It says: %(given)s."
            )
            % {"given": given}
        )
    return names


def _line(number: int, row: Mapping[str, Any], known: LabelSet) -> LabelledMessage:
    text, state, kind = (_cell(number, row, name) for name in ("text", "state", "kind"))
    if not text:
        raise BadLine(number, _("has no text."))
    if len(text) > LONGEST:
        raise BadLine(number, _("is longer than %(longest)d characters.") % {"longest": LONGEST})
    right = tuple(dict.fromkeys(_intents(number, row.get("intent"))))
    if not right:
        raise BadLine(number, _("names no intent. Write out_of_scope for what nobody serves."))
    unknown = next((name for name in right if name not in known.intents), None)
    if unknown is not None:
        raise BadLine(
            number,
            _explain_unserved(
                _("the profile has no intent “%(name)s”. It has: %(known)s."), unknown, known.intents
            ),
        )
    if state and state not in known.states:
        raise BadLine(
            number,
            _explain_unserved(
                _("the profile has no state “%(name)s”. It has: %(known)s."), state, known.states
            ),
        )
    return LabelledMessage(number, text, right, state, kind[:WIDEST])


def _explain_unserved(sentence: str, name: str, known: Iterable[str]) -> str:
    return sentence % {"name": name[:64], "known": ", ".join(sorted(known)[:WIDEST]) or "–"}


def _cell(number: int, row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadLine(number, _("its %(name)s is not a text.") % {"name": name})
    if "\x00" in value:
        raise BadLine(number, _("its %(name)s holds the character NUL.") % {"name": name})
    return value.strip()


def _intents(number: int, value: Any) -> Iterator[str]:
    listed = value if isinstance(value, list) else str(value or "").split("|")
    for name in listed:
        if not isinstance(name, str):
            raise BadLine(number, _("its %(name)s is not a text.") % {"name": "intent"})
        if name.strip():
            yield name.strip()
