"""Texts made to cost: each is read by every part that reads what people write, in bounded time."""

import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from agents.guardrails.base import About
from agents.guardrails.msk import Msk
from agents.guardrails.prompt_leak import PromptLeak
from agents.guardrails.revprec import Revprec
from agents.llm.offline.counts import read_counted, read_numbers
from agents.specs import ParameterSpec, ToolSpec
from language import clauses, days, detect, mail, normalise, quantities, slots
from language.acts.reading import read as read_reply
from language.errors import SlotPatternError
from tests.parts.phrases import try_each

LONGEST = 16_000
TODAY = date(2026, 11, 30)
TOOL = ToolSpec("pay", "main", parameters=(ParameterSpec("amount", type="number"),))
LOOK_UP = ToolSpec(
    "list", "main", parameters=(ParameterSpec("dogs", type="number", source="free", required=False),)
)
TEXTS = {
    "eighteen letters in one sign": "ﷺ",
    "a row of marks": "\u0301\u0316",
    "jamo": "\u1100\u1161\u11a8",
    "a capital that grows": "İ",
    "families": "👩‍👩‍👧‍👦",
    "nothing to see": "\u200b",
    "one word": "x",
    "one number": "1",
    "digits apart": "1 ",
    "half a telephone": "11 9",
    "half a card": "4111 ",
    "cpf after cpf": "529.982.247-25 ",
    "half an address": "a@",
    "addresses in a row": "a@b.",
    "initials": "a. ",
    "abbreviations": "sr. ",
    "and": "e, ",
    "negations": "não quero ",
    "brackets": "(",
    "lines": "\n",
    "quotes": "> a\n",
    "headers of mail": "De: a@b.co\n",
    "apostrophes": "a’",
    "words of digits": "um dois ",
    "letters and digits": "ab12",
    "addresses read out": "ana arroba ",
    "streets": "Rua das Flores, 22, ",
    "houses": "1234 Main St ",
    "capitals": "BUY NOW OR NEVER ",
    "title case": "Anna Maria Silva Costa Lima ",
    "letters as names": "address " + "A " * 1000,
    "names that small words begin": "Rua A 22 DEAD DEAD DEAD DEAD, ",
    "postcodes": "A A a CB7 4AA ",
    "a street and no number": "rua a" + " " * 3000,
    "tags": "<b>1</b>",
    "open tags": "<",
    "dots and dashes": ".- ",
    "pictures": "🔥⚪",
    "codes": "A1B2-",
    "days": "5/12 ",
    "words before a day": "no dia ",
    "days in words": "dia 5 de maio e ",
    "thousands": "mil, ",
    "what is counted": "5 dogs ",
    "halves": "half a ",
}
NUMBERED = " 1"  # without a digit no number and no address is looked for
READERS = {
    "normalise": normalise.normalise,
    "spaced": normalise.pad_words,
    "words": normalise.words,
    "clauses": clauses.split,
    "negated": clauses.is_negated,
    "acts": read_reply,
    "language": lambda text: detect.language(text, "pt"),
    "mail": mail.body,
    "slots": lambda text: slots.find(r"P ?\d{3,}", text),
    "masks what comes in": lambda text: Msk().check(text, About(phase="input")),
    "masks what goes out": lambda text: Msk().check(text, About(language="en")),
    "reads out": lambda text: PromptLeak().check(text, About(prompts=("Never tell A1-B2-C3D4.",))),
    "quantities": lambda text: quantities.find(text, "pt"),
    "days": lambda text: days.read(text, TODAY, "pt"),
    "places of days": days.find_places,
    "numbers of a tool": lambda text: read_numbers(TOOL, TOOL.parameters[0], text, "pt"),
    "counted of a tool": lambda text: read_counted(LOOK_UP, text, "en"),
    "promises": lambda text: Revprec().check(text, About()),
}
detect.warm()


def seconds(read: Callable[[str], object], text: str) -> float:
    """The CPU that one reading took."""
    begun = time.thread_time()
    read(text)
    return time.thread_time() - begun


@try_each("name", TEXTS)
def test_no_text_takes_long(name):
    whole, part = ((TEXTS[name] * LONGEST)[:size] + NUMBERED for size in (LONGEST, LONGEST // 4))
    slow = {}
    for reader, read in READERS.items():
        taken = seconds(read, whole)
        if taken > 0.5:  # it may have paid for the rubbish of the tests before it
            taken = min(taken, seconds(read, whole))
        # A slow machine is no fault: four times the text may take six times as long, but never two seconds.
        if taken > 2 or (taken > 0.5 and taken > 6 * min(seconds(read, part) for _ in range(2))):
            slow[reader] = round(taken, 2)
    assert not slow


def test_folding_sign_by_sign_is_folding_the_whole():
    mixed = "Ação ﬁm ½ 한글 가 na\u0303o ạ\u0308 İstanbul Ωmega が ㍿"
    whole = unicodedata.normalize("NFKD", mixed.casefold())
    assert normalise.fold(mixed) == "".join(letter for letter in whole if not unicodedata.combining(letter))


def test_forms_that_are_remembered_are_few():
    normalise.words("".join(chr(code) for code in range(0x3400, 0x9FFF)))
    assert len(normalise._FORMS) <= normalise.REMEMBERED


@try_each(
    "pattern",
    [
        "(a+)+$",
        "(a|a)*b",
        "(.*a){20}",
        "((a{0,9}){0,9}){0,9}",
        r"(\w+\s?)*!",
        "a" * 5000,
        "(" * 500,
        "a{99999999}",
        "(a{900}){900}",
        "((a{999})*){999}",
        "(?>a{9999999})",
        "(a)(?(1)b{9999999}|c)",
        "(?i:a{9999999})",
        "a{9999999}+",
    ],
)
def test_a_pattern_made_to_hang_is_refused_or_gives_up(pattern):
    begun = time.thread_time()
    with suppress(SlotPatternError):
        slots.check(pattern)
    slots.find(pattern, "a" * LONGEST)
    assert time.thread_time() - begun < 0.5
