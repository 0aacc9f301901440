"""What a message says for a free text, without the order that it stands in.

>>> find_content("note down that the lid is gone", {"note", "down"}, "note")
'the lid is gone'
>>> find_content("our box is broken", {"box"})
'our box is broken'
"""

from collections.abc import Collection

from language import instead
from language.clauses import EDGES, Word, tokenise
from language.function_words import FILE, is_small
from language.lexicon import begins, first_words, join_languages, join_words
from language.wording import same_stem

LONG = 3  # letters from which on a word may be an infinitive
_POLITE = first_words(join_languages("GREETINGS") | join_languages("PLEASE") | join_languages("THANKS"))
_WISHES = first_words(frozenset().union(*map(join_languages, ("WANT", "WISHES_TO", "TELL", "ORDERS"))))
_INFINITIVES = tuple(ending for ending in join_languages("INFINITIVES") if ending)
_DETERMINERS = join_languages("DETERMINERS")
# Small words between an order and what it is about; "not" and "without" belong to that.
_LEADS_ON = _DETERMINERS.union(
    join_words("BEFORE_PLACES", "INSIDE_NAMES", "TO_WHOM", "THAT", file=FILE), join_words("TO_WHERE", "ABOUT")
)


def find_content(line: str, naming: Collection[str], verb: str = "") -> str:
    """The words behind the order, with their article; the line where it holds none, empty where only that.

    `naming` are the words that name what is to be done, `verb` the first of its title. "Our box is broken"
    names the matter and is no order: behind its subject no preposition leads on.
    """
    found = tokenise(line.replace("*", "x"))  # what is masked says something, too
    spoken = [word.text for word in found]
    at, orders, begun = 0, False, ""
    while at < len(found):
        if length := begins(spoken[at:], _POLITE):
            at += length
        elif length := begins(spoken[at:], _WISHES):
            at, orders, begun = at + length, True, begun or "wish"
            at += at < len(found) and _is_infinitive(spoken[at])
        elif any(same_stem(spoken[at], other) for other in naming):
            orders |= _is_infinitive(spoken[at]) or (bool(verb) and same_stem(spoken[at], verb))
            at, begun = at + 1, begun or "name"
        elif spoken[at] in _LEADS_ON or (not begun and is_small(spoken[at])):
            begun = begun or ("owner" if spoken[at] in _DETERMINERS else "")
            at += 1
        else:
            break
    if at == len(found):
        return ""
    if orders or (begun in ("name", "owner") and _is_led_to(line, found, at, naming)):
        return instead.cut(line, found, at)
    return line.strip(EDGES)


def _is_infinitive(word: str) -> bool:
    return len(word) > LONG and word.endswith(_INFINITIVES)


def _is_led_to(line: str, found: list[Word], at: int, naming: Collection[str]) -> bool:
    """Whether a matter is named before the word at this place, and a small word or a pause leads on to it."""
    if not at or not any(same_stem(word.text, other) for word in found[:at] for other in naming):
        return False
    pause = line[found[at - 1].end : found[at].start].strip()
    leads = found[at - 1].text in _LEADS_ON and line[found[at - 1].start : found[at - 1].end].isascii()
    return bool(pause) or leads
