"""GND: a sentence with a figure, an identifier or a date that nobody said does not leave.

An invented invoice.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import chain, combinations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.amounts import find_amounts
from agents.facts import SMALL, CheckableFact, collect_spellings, facts, of_tools, read_dates
from agents.guardrails.base import About, Phase, Sees, allow
from conversations.turn import RailDecision
from language import day_names

STARS = "***"
WEEKDAY = "weekday {}"
NAMED = 10  # that a reason lists
RECKONED = 24  # figures between which sums are looked for: beyond, everything would be the sum of something
COUNTS = frozenset(range(SMALL + 1))  # of which everything would be a multiple
TIMES = range(2, 13)  # of one thing
YEARS = range(1900, 2101)
DIGITS = 3  # of a bare number that is a claim: below it are hours, days and counts that anybody may name
MONEY = re.compile(
    r"(?:[$€£%]|\b(?:R\$|US\$|USD|BRL|EUR|MXN|ARS|COP|CLP|reais|d[oó]lares|dollars|euros|pesos)\b)", re.I
)
UNIT = re.compile(r"\d{1,4}[^\W\d_]{1,3}|\d{1,2}h\d{2}|[^\W\d_]{1,3}\d|24/7|[1-3]/[2-4]|\d{1,2}[.,]\d", re.I)
BESIDE = 8  # letters before and behind a number in which a sign of money or percent counts


class Gnd:
    """Reads one sentence at a time.

    What it claims must stand in what tools, documents, the user, prompts or the company's own texts say, or
    be the sum, difference or multiple of such figures.

    Masked, each is starred; refused, the sentence is.
    """

    code = "GND"
    title = _("Figures and numbers that nobody said")
    sees: Sees = "sentence"
    phases: tuple[Phase, ...] = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        claimed = [fact for fact in facts(text) if _is_claim(fact, text)]
        claimed += [*find_amounts(text), *_find_days(text), *_find_weekdays(text)]
        if not claimed:
            return allow(self.code, about)
        said = _collect_said(about)
        lost = [fact for fact in claimed if not fact.spellings & said]
        if lost:
            reckoned = _combine_figures(said)
            lost = [fact for fact in lost if not fact.spellings & reckoned]
        if not lost:
            return allow(self.code, about)
        left = text
        for fact in sorted(lost, key=lambda fact: -fact.at):
            left = f"{left[: fact.at]}{STARS}{left[fact.at + len(fact.text) :]}"
        named = ", ".join(dict.fromkeys(fact.text for fact in lost[:NAMED]))
        return RailDecision(
            self.code, True, f"not from a tool, the user or an author: {named}", left,
            {"mechanism": "deterministic", "flagged_sections": [fact.text for fact in lost[:NAMED]]},
            about.phase,
        )  # fmt: skip


def _is_claim(fact: CheckableFact, text: str) -> bool:
    if MONEY.search(text[max(0, fact.at - BESIDE) : fact.at + len(fact.text) + BESIDE]):
        return True
    if not fact.text.isdigit():
        return not UNIT.fullmatch(fact.text)
    return len(fact.text) >= DIGITS and not (len(fact.text) == 4 and int(fact.text) in YEARS)


def _collect_said(about: About) -> set[str]:
    tools, user = of_tools(about.tool_results), (*about.said, *about.own_values)
    told = chain(tools, user, about.prompts, about.grounds, _days())
    return {spelling for text in told for spelling in collect_spellings(text) | _collect_words(text)}


def _collect_words(text: str) -> set[str]:
    days = [
        *day_names.list_weekdays(text),
        *(date.fromisoformat(each).weekday() for each in read_dates(text)),
    ]
    return {spelling for each in (*find_amounts(text), *_find_days(text)) for spelling in each.spellings} | {
        WEEKDAY.format(day) for day in days
    }


def _find_weekdays(text: str) -> Iterable[CheckableFact]:
    """The one weekday on which something is to be; several are opening hours, said in too many ways."""
    found = [*day_names.find_weekdays(text)]
    for each in found if len(found) == 1 else ():
        yield CheckableFact(each.text, frozenset({WEEKDAY.format(each.weekday)}), each.at)


def _find_days(text: str) -> Iterable[CheckableFact]:
    """Each day that is named by its month: "the fifth of May"."""
    for each in day_names.find_dates(text):
        yield CheckableFact(each.text, frozenset({f"{each.month:02}-{each.day:02}"}), each.at)


def _days() -> Iterable[str]:
    """Yesterday, today and tomorrow: a model is told the date."""
    return [(timezone.localdate() + timedelta(days=days)).isoformat() for days in (-1, 0, 1)]


def _combine_figures(said: Iterable[str]) -> set[str]:
    """Sums, differences and small multiples of the figures that were said, in the spelling of `facts`."""
    figures = sorted({float(each) for each in said if re.fullmatch(r"\d+(?:\.\d+)?", each)} - COUNTS)[
        :RECKONED
    ]
    made = {sum(figures), *(one * times for one in figures for times in TIMES)}
    for one, other in combinations(figures, 2):
        made |= {one + other, other - one}
    return {f"{round(each, 2):.15g}" for each in made}
