"""Values in a user's words: an order number, an invoice number.

>>> find(r"P\\d{3,}", "é o pedido p100, por favor")
'P100'
"""

import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, TypeVar

import regex  # the only one that can be told to give up

from language.errors import SlotPatternError

logger = logging.getLogger(__name__)
T = TypeVar("T")
LONGEST = 2000  # characters of a message that are looked at
PATIENCE = 0.1  # seconds for one search; a good pattern needs a thousandth of that
TRIES = 2  # what runs beside it counts too: a good pattern took 0.1 s on a busy machine
REST = 60.0  # seconds for which a pattern that lost its patience finds nothing
LARGEST = (
    2000  # characters a pattern stands for when its repetitions are written out; a{99999999} took 10 s, 3 GB
)
_resting: dict[str, float] = {}
_ESCAPED = re.compile(r"\\.|\(\?P[<=]\w+[>)]|\[:\w+:\]")
_FLAGS = re.compile(r"\(\?[a-zA-Z]+\)|(?<=\(\?)[a-zA-Z-]+(?=:)")
_ANCHORS = re.compile(r"(?:^|(?<=[|(:]))\^|(?<!\\)\$(?=[|)]|$)")
# The group `value` with what is inside of it.
_VALUE = regex.compile(r"\(\?P<value>((?:\\.|\[(?:\\.|[^\]\\])+\]|\((?1)\)|[^()\\\[])*)\)")
# In a pattern: a space that may be there or not, also one that may be a hyphen.
_LOOSE = re.compile(r"(?: |\\s|\[\\?-(?: |\\s)\]|\[(?: |\\s)\\?-\])[?*]")
_SIGNS = re.compile(r"[\s-]+"), re.compile(r"\s+")
_REPEATS = (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT)


def find(pattern: str, text: str) -> str | None:
    """The first value in `text` that looks like `pattern`, as a whole word, in any case.

    A pattern whose letters are capitals gives its value in capitals, unless it holds for what was typed: one
    that names places (`Oslo|Bergen`) gives them as typed. A group named `value` is the value when there is
    one. A space that the pattern allows but does not need (`P ?[0-9]{3}`) is left out of the value, and so is
    a hyphen in its place (`P[- ]?[0-9]{3}`); one that may stand by itself (`P-?[0-9]{3}`) is a part of it.
    A pattern that cannot be read, or takes too long, finds nothing: publishing refuses what can be
    foreseen, and one company's pattern must not hold up everybody's turns.
    """
    return next(iter(find_all(pattern, text, 1)), None)


def find_all(pattern: str, text: str, most: int = 8) -> list[str]:
    """The first `most` of all such values, each once.

    >>> find_all(r"P\\d{3,}", "P100 e p200, de novo P100")
    ['P100', 'P200']
    """
    return list(list_places(pattern, text, most))


def list_places(pattern: str, text: str, most: int = 8) -> dict[str, tuple[int, int]]:
    """The values, each with where it stands first."""
    if _resting.get(pattern, 0) > time.monotonic():
        return {}
    try:
        return _try(lambda: _collect(pattern, text[:LONGEST], most))
    except SlotPatternError:
        return {}
    except TimeoutError:
        _rest(pattern)
        return {}


def _collect(pattern: str, text: str, most: int) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    spelled: dict[str, str] = {}  # "ab12" and "AB12" are one value
    compiled, capitals = _compile(pattern)
    for match in compiled.finditer(text, timeout=PATIENCE):
        if value := _read_value(compiled, match, pattern):
            place = match.span("value" if "value" in compiled.groupindex else 0)
            value = _in_capitals(value, capitals)
            found.setdefault(spelled.setdefault(value.casefold(), value), place)
        if len(found) >= most:
            break
    return found


def takes_only(pattern: str, example: str) -> bool:
    """Whether a pattern is that of values written as an example is: what has letters for its digits, or a
    digit more, is none of them.

    >>> takes_only(r"\\d{4}-\\d{2}", "2026-11"), takes_only("[a-z0-9-]+", "2026-11")
    (True, False)
    """
    others = (re.sub(r"\d", "x", example), f"{example}0")
    return find(pattern, example) == example and not any(find(pattern, each) == each for each in others)


def holds(pattern: str, text: str) -> bool:
    """Whether any part of a whole text looks like `pattern`; so it counts where the pattern takes too long.

    >>> holds(r"P\\d{3,}", "." * 5000 + " P100")
    True
    """
    if _resting.get(pattern, 0) > time.monotonic():
        return True
    try:
        return _try(lambda: _compile(pattern)[0].search(text, timeout=PATIENCE) is not None)
    except SlotPatternError:
        return False
    except TimeoutError:
        _rest(pattern)
        return True


def _try(search: Callable[[], T]) -> T:
    """What a search finds; `TimeoutError` where it took too long each time."""
    for _ in range(TRIES - 1):
        with suppress(TimeoutError):
            return search()
    return search()


def _rest(pattern: str) -> None:
    _resting[pattern] = time.monotonic() + REST
    logger.warning("The pattern %r took too long and is not used for %d s", pattern, REST)


def place(pattern: str, text: str) -> tuple[int, int] | None:
    """Where the first such value stands as it was written; None where `find` finds none.

    >>> place(r"P ?\\d{3,}", "é o pedido p 100")
    (11, 16)
    """
    return next(iter(list_places(pattern, text, 1).values()), None)


def _read_value(compiled: "regex.Pattern[str]", match: "regex.Match[str]", pattern: str) -> str | None:
    """The value of a match: "p 100" is "p100" when the pattern can do without the space."""
    value: str | None = match["value"] if "value" in compiled.groupindex else match[0]
    loose = _LOOSE.findall(pattern)
    if not value or not loose:
        return value
    hyphens = any("-" in each for each in loose)
    shorter = (signs.sub("", value) for signs in (_SIGNS if hyphens else _SIGNS[1:]))
    return next((each for each in shorter if compiled.fullmatch(each, timeout=PATIENCE)), value)


def _in_capitals(value: str, capitals: "regex.Pattern[str] | None") -> str:
    """A value as the pattern is written, where it has no small letters and does not hold for it as typed."""
    return value.upper() if capitals and not capitals.fullmatch(value, timeout=PATIENCE) else value


def check(pattern: str) -> None:
    """Raises `SlotPatternError` for a pattern that cannot be read or can be seen to hang."""
    _compile(pattern)


@lru_cache(maxsize=1024)
def _compile(pattern: str) -> "tuple[regex.Pattern[str], regex.Pattern[str] | None]":
    """The pattern in any case, and where its letters are capitals alone as it is written."""
    try:
        tree = parser.parse(pattern)
        if len(pattern) > LARGEST or _measure_written_out(tree) > LARGEST:
            raise SlotPatternError(
                f"The pattern {pattern[:80]!r} stands for too long a value; repeat its parts less often."
            )
        compiled = regex.compile(rf"(?<!\w)(?:{pattern})(?!\w)", regex.IGNORECASE)
    except (re.error, regex.error, RecursionError, OverflowError) as error:
        raise SlotPatternError(f"The pattern {pattern!r} cannot be read: {error}.") from error
    if _may_hang(tree, inside=False):
        raise SlotPatternError(
            f"The pattern {pattern!r} repeats a repetition and could take for ever; write each part once."
        )
    own = _FLAGS.sub("", found[1] if (found := _VALUE.search(pattern)) else pattern)
    if _ESCAPED.sub("", own).isupper():
        try:
            return compiled, regex.compile(own)
        except regex.error:  # it speaks of a group outside itself
            return compiled, regex.compile(pattern)
    return compiled, None


def strip_anchors(pattern: str) -> str:
    """The pattern without what says that its values, or one of its alternatives, are the whole text.

    >>> strip_anchors(r"^R\\d{3}$|^[^$]S$")
    'R\\\\d{3}|[^$]S'
    """
    return _ANCHORS.sub("", pattern)


def stands_out(pattern: str) -> bool:
    """Whether values of this pattern are told from words, as each has a digit or letters that never change.

    >>> stands_out(r"HV-?\\d{4}"), stands_out("[A-Za-z ]{1,60}")
    (True, False)
    """
    try:
        return bool(pattern) and _has_own_sign(parser.parse(pattern))
    except (re.error, RecursionError, OverflowError):
        return False


def _has_own_sign(tree: Any) -> bool:
    for operation, argument in tree:
        if operation is constants.LITERAL:
            own = chr(argument).isalnum()
        elif operation is constants.IN:
            own = all(map(_is_digit, argument))
        elif operation in _REPEATS:
            own = argument[0] > 0 and _has_own_sign(argument[2])
        elif operation is constants.SUBPATTERN:
            own = _has_own_sign(argument[3])
        elif operation is constants.BRANCH:
            own = all(map(_has_own_sign, argument[1]))
        else:
            own = operation is constants.ATOMIC_GROUP and _has_own_sign(argument)
        if own:
            return True
    return False


def _is_digit(part: tuple[Any, Any]) -> bool:
    """Whether a part of a class of characters is digits alone."""
    kind, of = part
    if kind is constants.RANGE:
        return all(chr(end).isdigit() for end in of)
    return of is constants.CATEGORY_DIGIT or (kind is constants.LITERAL and chr(of).isdigit())


def _measure_written_out(tree: Any) -> int:
    """How many characters the pattern has when `a{9}` is nine of them."""
    size = 0
    for operation, argument in tree:
        if operation in _REPEATS:
            low, high, body = argument
            size += max(1, low, 0 if high == constants.MAXREPEAT else high) * _measure_written_out(body)
        elif operation is constants.SUBPATTERN:
            size += _measure_written_out(argument[3])
        elif operation is constants.BRANCH:
            size += sum(map(_measure_written_out, argument[1]))
        elif operation in (constants.ASSERT, constants.ASSERT_NOT):
            size += _measure_written_out(argument[1])
        elif operation is constants.ATOMIC_GROUP:
            size += _measure_written_out(argument)
        elif operation is constants.GROUPREF_EXISTS:
            size += sum(_measure_written_out(branch) for branch in argument[1:] if branch is not None)
        else:
            size += 1
    return size


def _may_hang(tree: Any, inside: bool) -> bool:
    """Whether a repetition without a small bound lies inside another: `(a+)+` takes exponential time."""
    for operation, argument in tree:
        if operation in _REPEATS:
            low, high, body = argument
            loose = high != low and high > 8
            if (loose and inside) or _may_hang(body, inside or high > 8):
                return True
        elif operation is constants.SUBPATTERN:
            if _may_hang(argument[3], inside):
                return True
        elif operation is constants.BRANCH:
            if any(_may_hang(branch, inside) for branch in argument[1]):
                return True
        elif operation in (constants.ASSERT, constants.ASSERT_NOT) and _may_hang(argument[1], inside):
            return True
    return False
