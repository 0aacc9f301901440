"""May you look at it? What allows, refuses and takes back, in Portuguese, Spanish and English, by closed lists.

Read more narrowly than any other yes: a no anywhere in the message is a no; what is only half a yes, or stands beside
words that no list knows, is unclear.

>>> answer("pode olhar, sim"), answer("okay, but don't touch it"), answer("supongo que sí"), answer("simular")
('yes', 'no', 'unclear', None)
>>> revokes("não mexa mais na instância"), revokes("não consigo acessar a instância")
(True, False)
>>> allows("agora pode olhar a instância", "live instance"), allows("pode verificar meu pedido?", "live instance")
(True, False)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from language import consent
from language.lexicon import CLASS_OF, Lexicon, begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.reading import LONGEST, MOST_WORDS, akin, segments, tokens

Said = Literal["yes", "no", "unclear"]

_BEHIND = 6  # small words between a no and what is not to be done ("não quero mais que você me mexa")


def _lexicon() -> Lexicon:
    """The lists of consent, with the words of permission in their classes."""
    classes = dict(CLASS_OF)
    for name, kind in (("LOOK", "DO"), ("GRANT", "AFFIRM"), ("REFUSE", "NEGATE"), ("FORBID", "NEGATE")):
        classes |= dict.fromkeys(join_languages(name), kind)
    return Lexicon(classes, first_words(frozenset(classes)))


_WORDS = _lexicon()
_FORBID = first_words(join_languages("FORBID"))
_REFUSE = first_words(join_languages("REFUSE"))
_BARS = first_words(join_languages("BARS"))
_LEAVE = first_words(join_languages("LEAVE"))
_USE = first_words(join_languages("USE"))
_GRANT = join_languages("GRANT")
_NOW = frozenset(("agora", "ahora", "now"))
_KNOWN = frozenset(
    word
    for name in ("LOOK", "LEAVE", "USE", "BARS", "FORBID", "REFUSE", "GRANT")
    for each in join_languages(name)
    for word in each.split()
)
# What may stand before an order without making it somebody's story: "por favor, agora não mexa".
_SMALL = frozenset(
    word
    for phrase, kind in CLASS_OF.items()
    if kind in ("FILL", "AFFIRM", "SOFT", "CONTRAST", "PERMIT")
    for word in phrase.split()
) - join_languages("BARS")
_MORE = frozenset(
    plain(
        "mais mas more any anymore again ever even de novo otra vez nada anything em na no with around there"
    )
)


@dataclass(frozen=True, slots=True)
class PermissionAct:
    """How an answer was read. `whole`: every word of it belongs to the answer."""

    kind: Said
    whole: bool


def answer(text: str, asked: str = "") -> Said | None:
    """The message as an answer to a question for permission; None when it is none.

    `asked` is the question's text and the request that led to it; their words may be repeated.
    """
    reading = reading_of(text, asked)
    return reading.kind if reading else None


def reading_of(text: str, asked: str = "") -> PermissionAct | None:
    """`answer`, and whether the message says nothing else beside."""
    if len(text) > LONGEST:
        return PermissionAct("no", False) if revokes(text, asked) else None
    parts = segments(text, _KNOWN)
    reading = consent.reading_of(text, asked, _WORDS)
    whole = reading is not None and reading.whole
    if any(_forbids(part) for part in parts) or any(_found(part, _REFUSE) for part in parts):
        return PermissionAct("no", whole)
    if reading is None:
        return None
    if reading.kind in ("no", "cancel"):
        return PermissionAct("no", whole)
    if reading.kind == "yes" and whole and not consent.hedged(text) and not consent.restricted(parts, whole):
        return PermissionAct("yes", whole)
    return PermissionAct("unclear", whole)


def revokes(text: str, about: str = "") -> bool:
    """Whether the message forbids what was allowed: "não mexa mais", "stop checking", "retiro el permiso".

    `about` are the words that name what was allowed; "don't use it" needs them or nothing else beside.
    """
    names = plain(about)
    return any(_forbids(part, names) for part in segments(text[: LONGEST * 4], _KNOWN))


def allows(text: str, about: str = "") -> bool:
    """Whether the message expressly allows what was refused before: "agora pode olhar a instância".

    Words that are neither small nor of `about` speak of something else: "pode verificar meu pedido".
    """
    if len(text) > LONGEST or consent.is_question(text) or "?" in text:
        return False
    parts = segments(text, _KNOWN)
    if sum(map(len, parts)) > MOST_WORDS or any(_forbids(part) for part in parts):
        return False
    found = tokens(parts, _names(about), _WORDS)
    kinds = [token.kind for token in found]
    if any(kind in ("NEGATE", "CANCEL", "UNSURE") for kind in kinds) or consent.hedged(text):
        return False
    grants = any(token.phrase in _GRANT for token in found)
    permits = "PERMIT" in kinds or "AFFIRM" in kinds
    unknown, named = kinds.count("UNKNOWN"), kinds.count("ECHO")
    does = "DO" in kinds or (permits and not unknown and any(not _NOW.isdisjoint(part) for part in parts))
    if not (grants or (permits and (does or named)) or (does and named)):
        return False
    return unknown == 0 or (named > 0 and unknown <= 3)


def _names(about: str) -> list[str]:
    return [word for word in plain(about) if len(word) > 3]


def _forbids(part: Sequence[str], names: Sequence[str] = ()) -> bool:
    """Whether a segment forbids: a phrase that does, or a no before what is not to be done."""
    if _found(part, _FORBID):
        return True
    for at, word in enumerate(part):
        bar = begins(part[at:], _BARS)
        if bar and _ordered(part[at + bar :], names):
            return True
        if not bar and word not in _SMALL and word not in _MORE:
            return False  # somebody's story: "o usuário não pode acessar"
    return False


def _ordered(rest: Sequence[str], names: Sequence[str]) -> bool:
    """Whether what follows a no is looking, touching or using, after small words only."""
    for at in range(min(len(rest), _BEHIND)):
        if begins(rest[at:], _LEAVE):
            return True
        if length := begins(rest[at:], _USE):
            behind = [word for word in rest[at + length :] if word not in _SMALL and word not in _MORE]
            return not behind or any(akin(word, name) for word in behind for name in names if len(name) > 3)
        if rest[at] not in _SMALL and rest[at] not in _MORE:
            return False
    return False


def _found(part: Sequence[str], starts: Mapping[str, tuple[tuple[str, ...], ...]]) -> bool:
    return any(begins(part[at:], starts) for at in range(len(part)))
