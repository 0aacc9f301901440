"""Who or what a line names, for a value that is a name: a word with a capital, no whole sentence.

>>> find("Good day, a table for Ana Lima please, she is late", kitchen, frozenset())
'Ana Lima'
>>> find("the usual", kitchen, frozenset()), find("ana lima", kitchen, frozenset(), replied=True)
('', 'ana lima')
"""

from collections.abc import Collection, Iterator

from agents.parameter_kinds import list_choices
from agents.specs import ToolSpec
from language import clock_times, quantities
from language.acts.closed_list import read_closed
from language.clauses import Word, tokenise
from language.function_words import BESIDE, IN, OF, is_small
from language.language_data import common_words
from language.lexicon import begins, first_words, join_languages
from language.normalise import words
from language.wording import same_stem

MOST = 4  # words of a name that is replied in small letters
_REFUSED = join_languages("WITHOUT") | join_languages("NOT_TO")
_PARTICLES = join_languages("NAME_PARTICLES") | OF
_GREETINGS = first_words(join_languages("GREETINGS"))
_LED_BY = first_words(join_languages("BEFORE_NAME") | join_languages("GREETINGS"))
_LEADS = frozenset(phrase.split()[-1] for phrase in join_languages("BEFORE_NAME"))


def find(line: str, tool: ToolSpec, naming: Collection[str], replied: bool = False) -> str:
    """The name that a line says; empty where it says none, or several.

    `naming` are words that name what is to be done and are nobody's name; `replied`: the line answers the
    question for it, and may say it in small letters.
    """
    found = tokenise(line)
    if replied and _is_whole_name(line, found):
        return _cut(line, found, (0, len(found) - 1))
    runs = [] if line.isupper() else list(_list_proper(line, found, tool, naming))
    led = [run for run in runs if run[0] and found[run[0] - 1].text in _LEADS]
    if len({_cut(line, found, run) for run in led or runs}) == 1:
        return _cut(line, found, (led or runs)[0])
    return _read_bare(line, found, naming) if replied and not runs else ""


def _is_whole_name(line: str, found: list[Word]) -> bool:
    """Whether a line of several words is all name, as it is written: "Ben Wright", "Maria de Souza"."""
    if not 1 < len(found) <= MOST or line.isupper() or not all(word.text.isalpha() for word in found):
        return False
    ends = found[0], found[-1]
    if not line[found[0].start : found[0].end].isalpha():  # "It's Ana"
        return False
    return (
        all(_is_capital(line, word) or word.text in _PARTICLES for word in found)
        and not any(word.text in _PARTICLES or is_small(word.text, strict=True) for word in ends)
        and read_closed(line) is None
        and not begins([word.text for word in found], _GREETINGS)
    )


def _cut(line: str, found: list[Word], run: tuple[int, int]) -> str:
    return line[found[run[0]].start : found[run[1]].end]


def _list_proper(
    line: str, found: list[Word], tool: ToolSpec, naming: Collection[str]
) -> Iterator[tuple[int, int]]:
    """The places, first and last word, of what is written with a capital and is a name: "Ana de Souza"."""
    listed = {
        word for each in tool.parameters for choice in list_choices(tool, each) for word in words(choice)
    }
    at = 0
    while at < len(found):
        if not _is_proper(line, found, at, naming, listed):
            at += 1
            continue
        end = at
        while end + 1 < len(found) and not line[found[end].end : found[end + 1].start].strip():
            ahead = end + 2 if found[end + 1].text in _PARTICLES else end + 1
            if ahead >= len(found) or not _is_capital(line, found[ahead]):
                break
            end = ahead
        if not (at and found[at - 1].text in IN | BESIDE and not _stops(line, found, at)):
            yield at, end
        at = end + 1


def _is_proper(
    line: str, found: list[Word], at: int, naming: Collection[str], listed: Collection[str]
) -> bool:
    word = found[at]
    begins_sentence = not at or _stops(line, found, at)
    if not _is_capital(line, word) or len(word.text) < 2 or word.text in listed:
        return False
    follows = at + 1 < len(found) and _is_capital(line, found[at + 1])
    if is_small(word.text, strict=follows and not begins_sentence):  # "my name is Ben Wright"
        return False
    if any(same_stem(word.text, each) for each in naming):
        return False
    stands_alone = at + 1 == len(found) or bool(line[word.end : found[at + 1].start].strip())
    return not begins_sentence or ((stands_alone or follows) and word.text not in common_words())


def _is_capital(line: str, word: Word) -> bool:
    return line[word.start].isupper() and line[word.start].isalpha()


def _stops(line: str, found: list[Word], at: int) -> bool:
    """Whether a sentence ends before a word."""
    return any(sign in ".!?¿¡\n:" for sign in line[found[at - 1].end : found[at].start]) if at else True


def _read_bare(line: str, found: list[Word], naming: Collection[str]) -> str:
    """What a reply says behind its small words: "es para toto"; empty where it says more than a name."""
    spoken = [word.text for word in found]
    at, end, stripped = 0, len(found), False
    while at < end and ((length := begins(spoken[at:], _LED_BY)) or is_small(spoken[at], strict=True)):
        at, stripped = at + (length or 1), stripped or not length
    while end > at and is_small(spoken[end - 1], strict=True):
        end, stripped = end - 1, True
    left = found[at:end]
    told = line[left[0].start : left[-1].end] if left else ""
    if _REFUSED.intersection(spoken) - set(spoken[:1]):  # "yes, without the nails"
        return ""
    if not 0 < len(left) <= MOST or "?" in line or not all(word.text.isalpha() for word in left):
        return ""
    if quantities.find(told) or clock_times.read_bare(told):  # "half past nine" is nobody
        return ""
    if all(any(same_stem(word.text, each) for each in naming) for word in left):
        return ""
    if any(is_small(word.text, strict=True) and word.text not in _PARTICLES for word in left):
        return ""  # a sentence
    if stripped and all(word.text in common_words() for word in left):
        return ""  # "for my daughter" names nobody
    return told
