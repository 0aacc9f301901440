"""CMP: what the company must say goes with what it belongs to.

A protocol number, a sentence that the law asks for.

A line of the row's list: `open_ticket: /\\d{6,}/`, `investment, fund: Past returns promise nothing.`
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, RowFault, allow, change, refuse
from agents.guardrails.dlex import COMPANIES, compile_list, find_missing_list
from conversations.turn import RailDecision
from language import slots
from language.errors import SlotPatternError
from language.normalise import normalise
from language.sentences import split_sentences

PATTERN = "/"  # in front of and behind a pattern
CLOSING = " \t\n\"'”’)*_"  # signs behind the end of a sentence
COLON = re.compile(r":(?!//)")  # that of an address parts nothing


@dataclass(frozen=True, slots=True)
class Duty:
    """What an answer must hold, and when.

    `when` names intents, tools that worked, or words of the message or the answer; empty, always.
    """

    when: tuple[str, ...]
    what: str

    @property
    def pattern(self) -> str:
        """A regular expression for values, as those of values to ask for.

        Empty where `what` is a sentence.
        """
        bare = self.what.removeprefix(PATTERN).removesuffix(PATTERN)
        return bare if len(bare) == len(self.what) - 2 * len(PATTERN) else ""

    def applies(self, text: str, about: About) -> bool:
        worked = {result.tool_name for result in about.tool_results if result.ok}
        return (
            not self.when
            or not worked.isdisjoint(self.when)
            or not set(about.intents).isdisjoint(self.when)
            or any(compile_list(self.when).hits(each) for each in (text, *about.said[-1:]))
        )

    def is_met(self, text: str) -> bool:
        if self.pattern:
            return slots.holds(self.pattern, text)
        return normalise(self.what) in normalise(text)


class Cmp(Rail):
    """Reads the whole answer.

    Masked, a sentence that is missing is added; a value cannot be, so the answer is refused.

    Before anything was done, an answer that is nothing but questions needs nothing yet, and one that ends
    with a question no value.
    """

    code = "CMP"
    title = _("What must be said with it")
    sees = "answer"
    phases = ("output",)
    judges_model = True

    def check(self, text: str, about: About) -> RailDecision:
        due = duties(tuple(about.settings.get("phrases", ())))
        if not about.has_acted():
            due = tuple(_drop_early(due, [asks(each) for each in split_sentences(text)]))
        lost = [duty for duty in due if duty.applies(text, about) and not duty.is_met(text)]
        if not lost:
            return allow(self.code, about)
        reason = f"without: {'; '.join(duty.what for duty in lost)}"
        if any(duty.pattern for duty in lost):
            return refuse(self.code, about, reason)
        return change(self.code, about, reason, _complete(text, lost))

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Iterator[RowFault]:
        yield from find_missing_list(row)
        for duty in duties(tuple(row.get("phrases") or ())) if row["enabled"] else ():
            try:
                if duty.what.startswith(PATTERN) and not duty.pattern:
                    raise SlotPatternError(f"{duty.what!r} does not end as a pattern.")
                slots.check(duty.pattern)
            except SlotPatternError:
                told = gettext("'%s' is no pattern that can be looked for.")
                yield "error", told % (duty.pattern or duty.what)
            if duty.when and duty.when[0][:1].isupper() and not duty.when[0][1:2].isupper():
                told = gettext(
                    "“%(what)s” is due only where “%(when)s” is an intent or a tool, or stands in the "
                    "message or the answer. If that is part of the sentence, begin the line with a colon."
                )
                yield "warning", told % {"what": duty.what, "when": ", ".join(duty.when)}


@lru_cache(maxsize=COMPANIES)
def duties(lines: tuple[str, ...]) -> tuple[Duty, ...]:
    """The duties that lines state; a colon parts when from what.

    A line that begins with a pattern is one alone; one that begins with a colon is always due.

    >>> duties(("refund, cancel_order: /\\\\d{6,}/", "Terms apply."))[0]
    Duty(when=('refund', 'cancel_order'), what='/\\\\d{6,}/')
    """
    return tuple(_duty(line) for line in lines if line.strip())


def _duty(line: str) -> Duty:
    colon = COLON.search(line)
    if colon is None or line.lstrip().startswith(PATTERN):
        return Duty((), line.strip())
    when = line[: colon.start()].split(",")
    return Duty(tuple(each for name in when if (each := name.strip())), line[colon.end() :].strip())


def _drop_early(due: Iterable[Duty], asking: Sequence[bool]) -> Iterator[Duty]:
    """What is due although nothing was done yet, of an answer whose sentences ask or not."""
    if asking and all(asking):
        return
    yield from (duty for duty in due if not duty.pattern or not asking or not asking[-1])


def asks(sentence: str) -> bool:
    """Whether a sentence asks, whatever closes it: "(Quer agora?)"."""
    return sentence.rstrip(CLOSING).endswith("?")


def _complete(text: str, lost: Sequence[Duty]) -> str:
    return " ".join([text.rstrip(), *(duty.what for duty in lost)]).strip()
