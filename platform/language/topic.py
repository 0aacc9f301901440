"""What a message says about its topic, without what stands around it or is expressly not meant.

>>> of("Olá! Não é sobre a fatura, é sobre o pedido").text
'é sobre o pedido'
>>> of("quis dizer devolução, não entrega").text
'devolução'
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import ahocorasick

from language import chat, mail
from language.lexicon import join_languages
from language.normalise import pad_words
from language.piece import Segment, closes, is_noun
from language.pieces import HELLO, pieces

Why = Literal["quoted", "signature", "greeting", "around", "negated", "corrected", "settled"]
LONGEST = 8000  # characters that are looked at; the event loop waits meanwhile. The rest stays as it is
NEAR = 8  # pieces on either side in which what is meant is looked for
POINT = 250  # characters: of long natural messages 77 % are read right by so many, 70 % by 400, 63 % by 120
_LITTLE = 3  # words beside a greeting, ...
_THANKFUL = 6  # ... or behind thanks, that make no matter of their own
_LEFT: dict[str, Why] = {
    "quoted": "quoted", "header": "quoted", "signature": "signature", "disclaimer": "signature", "greeting": "greeting",
}  # fmt: skip
_EDGES = " \t\r\n,;:-–—"
_SOUNDS = (
    "k{3,}",
    "(?:ha){2,}h?",
    "(?:ja){2,}j?",
    "(?:he){2,}",
    "(?:je){2,}",
    "(?:rs){1,}",
    "h+u*m+",
    "u+h+m*",
    "a+h+n*",
    "m{3,}",
)
_SOUND = re.compile(
    rf"(?<![\w-])(?:{'|'.join((*sorted(join_languages('HESITATION')), *_SOUNDS))})(?![\w-])[,.…]*\s?",
    re.IGNORECASE,
)


class Dropped(NamedTuple):
    """Words that do not count, as they were typed, and why."""

    words: str
    why: Why


class TopicText(NamedTuple):
    """`text` is what counts (never empty for a text that is not); the message itself when nothing was dropped."""

    text: str
    dropped: tuple[Dropped, ...] = ()


def of(text: str) -> TopicText:
    """What `text` says about its topic; the very same object where all of it counts."""
    return TopicText(text) if counts_whole(text, pad_words(text)) else _read(text)


def counts_whole(text: str, folded: str) -> bool:
    """Whether nothing in a message may have to be dropped or spelled out, which costs a microsecond to see.

    `folded` is `normalise.spaced(text)`, that every caller needs too.
    """
    for end, sure in _SIGNS.iter(folded):
        if sure or _NOT_TO.match(folded, end + 1):
            return False
    first = folded[: folded.find(" ", 1)]
    return first not in _FIRST and "\n" not in text and (text.isascii() or not chat.pictures(text))


def _read(text: str) -> TopicText:
    """`of` for a message in which something may have to be dropped."""
    body, left = mail.parts(text)
    head, tail = _cut(chat.worded(body))
    found = pieces(head)
    names = any(piece.content for piece in found)
    kept, gone = _kept(head, found, _judged(head, found)) if names else (head, ())
    said = chat.spelled(kept)
    said = _SOUND.sub("", said).strip() or said
    dropped = (*(Dropped(each.words, _LEFT[each.kind]) for each in left), *gone)
    return TopicText(f"{said}{tail}" if said.strip() else text, dropped)


def _cut(body: str) -> tuple[str, str]:
    """The part of a long text that is looked at, and the rest."""
    if len(body) <= LONGEST:
        return body, ""
    at = body.rfind(" ", 0, LONGEST)
    at = at if at > 0 else LONGEST
    return body[:at], body[at:]


def _judged(text: str, found: Sequence[Segment]) -> list[Why | None]:
    """Why each piece does not count; None for one that does. Something that names a matter always remains."""
    why: list[Why | None] = ["around" if piece.kind == "around" else None for piece in found]
    _sign(text, found, why)
    for at, piece in enumerate(found):
        if piece.joint in ("corrected", "rather") and piece.kind == "plain":
            _correct(found, why, at)
    for at, piece in enumerate(found):
        rule = _RULES.get(piece.kind)
        if rule is None or why[at] is not None:
            continue
        if any(
            other.kind == "plain"
            and why[number] is None
            and other.content
            and rule(piece, other, number - at)
            for number, other in _beside(found, at)
        ):
            why[at] = "settled" if piece.kind == "settled" else "negated"
            for following in range(at + 1, min(len(found), at + NEAR)):
                if found[following].words[0] not in _FURTHER or found[following].joint != "comma":
                    break
                why[following] = "negated"  # "não quero a fatura, nem o boleto"
    kept = [piece for piece, reason in zip(found, why, strict=True) if reason is None]
    if not any(piece.content for piece in kept) or _is_courtesy(found, why, kept):
        return [None] * len(found)
    return why


def _sign(text: str, found: Sequence[Segment], why: list[Why | None]) -> None:
    """Drops the names behind a closing formula: "Atenciosamente, Paulo Souza, Compras"."""
    for at in range(len(found) - 1, 0, -1):
        if why[at] == "around":
            if closes(found[at].words):
                why[at + 1 :] = ["signature"] * (len(found) - at - 1)
            return
        if not _NAME.fullmatch(text[found[at].start : found[at].end]):
            return


def _is_courtesy(found: Sequence[Segment], why: Sequence[Why | None], kept: Sequence[Segment]) -> bool:
    """Whether the whole is one courtesy: "valeu, resolveu", "opa, tudo certo por aí?". What is left of it would
    name nothing."""
    if any(reason not in (None, "around") for reason in why):
        return False
    most = _THANKFUL if closes(found[0].words) else _LITTLE
    asks = any(piece.means or piece.joint == "but" for piece in kept)
    return not asks and sum(len(piece.words) for piece in kept) <= most


def _beside(found: Sequence[Segment], at: int) -> Iterable[tuple[int, Segment]]:
    """The pieces near one, in their order."""
    low = max(0, at - NEAR)
    return enumerate(found[low : at + NEAR + 1], low)


def _correct(found: Sequence[Segment], why: list[Why | None], at: int) -> None:
    """Drops what a correction replaces: the piece before it that names something."""
    piece = found[at]
    if piece.back or not piece.names or not (piece.wishes if piece.joint == "rather" else piece.replaces):
        return
    for before in range(at - 1, max(-1, at - NEAR), -1):
        if why[before] is None and found[before].content:
            why[before] = "corrected"
            return


def _any(piece: Segment, other: Segment, distance: int) -> bool:
    return True


def _wished(piece: Segment, other: Segment, distance: int) -> bool:
    """Whether `other` is what is wished instead; "mandaram 38 em vez de 40" is a complaint."""
    return other.means and distance == (1 if piece.paused else -1)


def _named(piece: Segment, other: Segment, distance: int) -> bool:
    """Whether `other` names what a piece says it is not: "é o pedido", or "o pedido" right behind it."""
    return other.meant or (abs(distance) == 1 and not other.has_verb)


def _bare(piece: Segment, other: Segment, distance: int) -> bool:
    """As `_named`; a single word behind the no must be a noun, or follow a correction."""
    if len(piece.words) == 2 and not is_noun(piece.words[1]) and other.joint != "corrected":
        return False
    return _named(piece, other, distance)


def _meant(piece: Segment, other: Segment, distance: int) -> bool:
    """Whether `other` is wanted, asked, or set against what is not wanted."""
    return other.meant


# What must stand beside a piece of each kind for it to be dropped.
_RULES: dict[str, Callable[[Segment, Segment, int], bool]] = {
    "denied": _any,
    "denied_is": _named,
    "bare": _bare,
    "unwanted": _meant,
    "instead": _wished,
    "settled": _meant,
}
_FURTHER = frozenset(("nem", "ni", "nor", "neither", "ou", "or", "tampouco", "tampoco"))


def _kept(text: str, found: Sequence[Segment], why: Sequence[Why | None]) -> tuple[str, tuple[Dropped, ...]]:
    """The text of the pieces that count, and the others. Neighbours stay as they were typed."""
    dropped = [
        Dropped(text[piece.start : piece.end], reason)
        for piece, reason in zip(found, why, strict=True)
        if reason
    ]
    runs: list[tuple[int, int]] = []
    after = -2
    for at, (piece, reason) in enumerate(zip(found, why, strict=True)):
        if reason is not None:
            continue
        end = found[at + 1].start if at + 1 < len(found) and why[at + 1] is None else _end(text, piece)
        if after == at - 1:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((piece.start, end))
        after = at
    if not runs:
        return text, tuple(dropped)
    parts = [_AND_LAST.sub("", text[start:end].strip(_EDGES)) for start, end in runs]
    return ", ".join(parts).replace("?,", "?").replace(".,", ".").replace("!,", "!"), tuple(dropped)


_AND_LAST = re.compile(r"\s(?:e|y|and|mas|pero|but)$", re.IGNORECASE)


_NAME = re.compile(r"(?:(?:[A-ZÀ-Þ][\w.]*|[\d()+.-]+|d[aeo]s?|del|la|e|y|of|and)[\W_]{0,3}){1,8}")


def _end(text: str, piece: Segment) -> int:
    """Where a piece ends with its own sign: "chega?"."""
    at = piece.end
    while at < len(text) and at < piece.end + 3 and text[at] in ".!?…)]":
        at += 1
    return at


_APART = {
    word: f"{word[:cut]} {word[cut:]}"
    for cut, words in (
        (
            -1,
            "im its dont isnt didnt wasnt wont wouldnt hasnt thats whats hows heres id lets cant doesnt problems issues",
        ),
        (-2, "ive youre ill thatll youve"),
    )
    for word in words.split()
}
"""Contractions as folding leaves them: "don't" is "don t"."""


def _spellings(phrase: str) -> set[str]:
    return {phrase, " ".join(_APART.get(word, word) for word in phrase.split())}


def _guard() -> ahocorasick.Automaton:
    """Finds in folded text whatever may have to be dropped or spelled out, in one pass over its letters."""
    found = ahocorasick.Automaton()
    for name in _TELLING:
        for phrase in join_languages(name):
            if len(phrase.split()) >= _FROM_WORDS.get(name, 1):
                for spelling in _spellings(phrase):
                    found.add_word(f" {spelling} ", True)
    for short in chat.SHORT:
        found.add_word(f" {short} ", True)
    for letter in "abcdefghijlmnopqrstuvxyz":
        found.add_word(letter * 3, True)
    for key in _ALSO:
        found.add_word(key, True)
    for key in (" e nao ", " y no ", " and not "):
        found.add_word(key, False)
    found.make_automaton()
    return found


_TELLING = (
    "DENIED",
    "DENIED_IS",
    "UNWANTED",
    "INSTEAD",
    "CORRECTED",
    "RATHER",
    "SETTLED",
    "AROUND",
    "AROUND_OPENS",
    "LEADS",
    "SIGN_OFFS",
    "HESITATION",
)
_FROM_WORDS = {"AROUND": 3, "AROUND_OPENS": 2, "LEADS": 2}  # shorter ones are ordinary words: "tá", "so"
_ALSO = (
    "  nao ", "  no ", "  not ", "  nem ", "  ni ", " x favor ", " p favor ", " x q ", " e entao ", " e assim ", " e que ", " a ver ",
    " p  ", " c  ", " w  ", " w o ",
    *(f" {word} {article} " for word in ("deixa", "deixe") for article in ("a", "o")),
    " deja la ", " deja el ", " leave the ",
    *(f" nao {word} " for word in ("a", "o", "as", "os")),
    *(f" no {word} " for word in ("la", "el", "las", "los")),
)  # fmt: skip
_NOT_TO = re.compile(r"(?:\w+[aei]r|to|the|my) ")  # behind "e não"
_SIGNS = _guard()
# A message that begins so greets, or leads in; inside one these words are nothing special ("time", "cara").
_FIRST = frozenset(f" {word}" for word in HELLO)


def point(text: str, most: int = POINT) -> str:
    """The part of a long text that says most about what it is about, at most `most` characters, for whoever
    reads no more: its wishes and questions first, then what stands near them.

    >>> point("Sou cliente. Moro em Recife. " * 20 + "Quero a segunda via da fatura. Abraço", 60)
    'Moro em Recife. Quero a segunda via da fatura. Abraço'
    """
    if len(text) <= most:
        return text
    found = pieces(text[:LONGEST])
    telling = [at for at, piece in enumerate(found) if piece.means and piece.content]
    chosen: set[int] = set()
    room = most
    for distance in range(NEAR):
        for at in reversed(telling or [len(found) - 1]):
            for near in {at - distance, at + distance}:
                if 0 <= near < len(found) and near not in chosen:
                    room -= (found[near].end - found[near].start) + 2
                    if room < 0 and chosen:
                        break
                    chosen.add(near)
    runs: list[str] = []
    for at in sorted(chosen):
        piece = found[at]
        end = found[at + 1].start if at + 1 in chosen else _end(text, piece)
        runs.append(text[piece.start : end] if at + 1 in chosen else f"{text[piece.start : end]} ")
    return "".join(runs)[:most].strip()
