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
_ESCAPED = re.compile(r"\\.|\(\?P<\w+>|\[:\w+:\]")
_LOOSE_SPACE = re.compile(r"(?: |\\s)[?*]")  # in a pattern: a space that may be there or not
_REPEATS = (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT)


def find(pattern: str, text: str) -> str | None:
    """The first value in `text` that looks like `pattern`, as a whole word, in any case.

    A pattern with capital letters gives its value in capitals; a group named `value` is the value when
    there is one. A space that the pattern allows but does not need (`P ?[0-9]{3}`) is left out of the value.
    A pattern that cannot be read, or takes too long, finds nothing: publishing refuses what can be
    foreseen, and one company's pattern must not hold up everybody's turns.
    """
    return next(iter(find_all(pattern, text, 1)), None)


def find_all(pattern: str, text: str, most: int = 8) -> list[str]:
    """The first `most` of all such values, each once.

    >>> find_all(r"P\\d{3,}", "P100 e p200, de novo P100")
    ['P100', 'P200']
    """
    if _resting.get(pattern, 0) > time.monotonic():
        return []
    try:
        return _try(lambda: _collect(pattern, text[:LONGEST], most))
    except SlotPatternError:
        return []
    except TimeoutError:
        _rest(pattern)
        return []


def _collect(pattern: str, text: str, most: int) -> list[str]:
    found: dict[str, None] = {}
    compiled, capitals = _compile(pattern)
    for match in compiled.finditer(text, timeout=PATIENCE):
        if value := _read_value(compiled, match, pattern):
            found[value.upper() if capitals else value] = None
        if len(found) >= most:
            break
    return list(found)


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

    >>> place(r"P\\d{3,}", "é o pedido p100")
    (11, 15)
    """
    value = find(pattern, text)
    at = text.casefold().find(value.casefold()) if value else -1
    return (at, at + len(value)) if value and at >= 0 else None


def _read_value(compiled: "regex.Pattern[str]", match: "regex.Match[str]", pattern: str) -> str | None:
    """The value of a match: "p 100" is "p100" when the pattern can do without the space."""
    value: str | None = match["value"] if "value" in compiled.groupindex else match[0]
    if not value or not _LOOSE_SPACE.search(pattern):
        return value
    bare = "".join(value.split())
    return bare if compiled.fullmatch(bare, timeout=PATIENCE) else value


def check(pattern: str) -> None:
    """Raises `SlotPatternError` for a pattern that cannot be read or can be seen to hang."""
    _compile(pattern)


@lru_cache(maxsize=1024)
def _compile(pattern: str) -> "tuple[regex.Pattern[str], bool]":
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
    return compiled, any(letter.isupper() for letter in _ESCAPED.sub("", pattern))


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
