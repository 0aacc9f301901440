"""The pieces of a message between its commas and turns of speech, each with what it does there.

>>> [(piece.kind, piece.joint) for piece in pieces("Oi, não é a fatura, mas o pedido")]
[('around', 'stop'), ('denied_is', 'comma'), ('plain', 'but')]
"""

import re
from itertools import pairwise
from typing import NamedTuple

from language import chat
from language.clauses import ABBREVIATED
from language.lexicon import join_languages
from language.normalise import pad_words
from language.piece import (
    AROUND,
    AROUND_OPENS,
    ASKS,
    BACK,
    DENIED,
    DENIED_IS,
    FINITE,
    GREETINGS,
    INFINITIVE,
    LEADS,
    MEANT,
    NO,
    SUBJECTS,
    THANKS,
    UNWANTED,
    VERBS,
    WISH,
    Joint,
    Kind,
    Segment,
    Starts,
    is_not,
    is_plight,
    kind_of,
    length,
    names,
    starting,
)

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CUTS = re.compile(r"[!?;…()\[\]\n—]|[,.:](?=\s|$)|^\s+[-–]\s+$|,(?=\D)")
_STOPS = re.compile(r"[!?;…\n]|\.(?:\s|$)")
_JOINTS: tuple[tuple[Starts, Joint], ...] = (
    (starting("INSTEAD"), "instead"), (starting("CORRECTED"), "corrected"), (starting("RATHER"), "rather"), (starting("BUT"), "but"),
)  # fmt: skip
_JOINS = frozenset(first for starts, _ in _JOINTS for first in starts)
# Marks of a correction that are ordinary words inside a sentence: they count beside a comma.
_BESIDE_A_COMMA = frozenset(
    ("digo", "perdao", "perdon", "perdona", "perdone", "mentira", "minto", "miento", "agora", "ahora", "now", "correcao", "correccion",
     "correction", "typo", "errei", "corrijo", "ops", "ups", "oops", "whoops", "de hecho", "in fact", "i mean", "though", "y si",
     "na real", "la verdad", "instead", "was wrong", "en cambio", "e e", "quer saber")
)  # fmt: skip
# Behind one of these a no belongs to what is told: "um produto que não é o meu", "porque não quero esperar".
_TOLD = frozenset(
    ("que", "se", "si", "if", "porque", "pois", "como", "because", "that", "which", "quando", "cuando", "when", "ainda", "todavia", "isso", "ele", "ela", "eso", "por")
)  # fmt: skip

_IT_IS = re.compile(r"^\W+(?:é|eh|es|it['’]?s)\s", re.IGNORECASE)
_IS = frozenset(("its", "is", "was", "are", "were", "am", "im", "thats", "be"))
_NEAR = 6  # words in which a wish is looked for
_THANKED = 8  # words at the end of a message that may be thanks and no more
# Words of greetings that begin other sentences too: they greet behind another greeting only.
_NO_HELLO = frozenset(
    ("cara", "caro", "caros", "equipe", "pessoal", "time", "senhores", "como", "tudo", "all", "team", "folks", "equipo", "todo", "how", "que",
     "querido", "querida", "espero", "i", "hope", "to")
)  # fmt: skip
# The words with which a message may greet or lead in.
HELLO = (
    frozenset(first for first in (*GREETINGS, *(word for word in join_languages("LEADS") if " " not in word)))
    - _NO_HELLO
    - {"a", "e", "y", "and", "is", "es"}
)


class SpelledWord(NamedTuple):
    """A word as it is compared, where it stands, and how it was typed."""

    text: str
    start: int
    end: int
    typed: str


def pieces(text: str) -> list[Segment]:
    """The message cut at commas, sentence ends, "mas", corrections, and where it turns from a no to a wish."""
    said = _words(text)
    if not said:
        return []
    texts = tuple(word.text for word in said)
    found: list[Segment] = []
    joint: Joint = "stop"
    begun = at = opens = 0
    while at < len(said):
        if at == begun:
            opens = _opening(said, texts, begun)
        gap = _gap(text, said, at)
        joins, count = _join(text, said, texts, at, gap)
        if joins and at + count < len(said):
            _close(found, text, said, texts, begun, at, joint)
            begun, joint = (at, joins) if joins == "instead" else (at + count, joins)
            at += count
            continue
        if at > begun and (gap or _turns(said, texts, begun, opens, at)):
            _close(found, text, said, texts, begun, at, joint)
            begun, joint = at, gap
        elif at == begun and (hello := _hello(text, said, texts, at)):
            _close(found, text, said, texts, at, at + hello, joint, "around")
            at += hello
            begun, joint = at, "comma"
            continue
        at += 1
    thanks = _thanks(texts, begun)
    _close(found, text, said, texts, begun, thanks, joint)
    _close(found, text, said, texts, thanks, len(said), "", "around")
    for piece, following in pairwise(found):
        if (
            piece.kind == "plain"
            and is_not(piece.words)
            and _IT_IS.match(text[piece.end : following.start + 5])
        ):
            piece.kind = "denied_is"  # "não é erro no formulário, é na regra"
    return found


def _words(text: str) -> list[SpelledWord]:
    """The words, abbreviations spelled out; the words of one abbreviation stand at the same place."""
    folded = pad_words(text)
    found: list[SpelledWord] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        plainly = folded[start + 1 : end + 1].replace(" ", "")
        found += [SpelledWord(word, start, end, match[0]) for word in chat.whole_words([plainly])]
    return found


def _gap(text: str, said: list[SpelledWord], at: int) -> Joint:
    """What stands before a word: nothing much, a comma, or a sentence's end."""
    if not at:
        return ""
    gap = text[said[at - 1].end : said[at].start]
    if gap == ". " and said[at - 1].text in ABBREVIATED:
        return ""  # "Dr. Ruiz"
    if gap in (" ", "") or not _CUTS.search(gap + said[at].typed[:1] if "," in gap else gap):
        return ""
    return "stop" if _STOPS.search(gap) else "comma"


def _join(
    text: str, said: list[SpelledWord], texts: tuple[str, ...], at: int, gap: Joint
) -> tuple[Joint, int]:
    """What turns the speech here ("mas", "quis dizer", "em vez de"), and in how many words."""
    if texts[at] not in _JOINS:
        return "", 0
    for starts, joint in _JOINTS:
        count = length(texts, at, starts)
        if not count:
            continue
        phrase = " ".join(texts[at : at + count])
        if phrase in _BESIDE_A_COMMA and at and not gap:
            following = _gap(text, said, at + count) if at + count < len(said) else "stop"
            if not following or phrase in ("agora", "ahora", "now", "y si", "e e"):
                continue
        if joint == "corrected":
            before = texts[at - 1] if at else ""
            after = texts[at + count] if at + count < len(texts) else ""
            if (
                before in ("que", "what", "you", "isso", "eso", "do")
                or after in ("que", "that")
                or (phrase == "digo" and after == "a")
            ):
                continue
        if (
            joint == "but"
            and phrase in ("e e", "mas e")
            and said[at + count - 1].typed.lower() not in ("é", "eh")
        ):
            continue
        return joint, count
    return "", 0


def _opening(said: list[SpelledWord], texts: tuple[str, ...], begun: int) -> int:
    """Where the words end with which a piece denies, or leads to the point; its beginning when it does neither."""
    first = _after_leads(said, texts, begun, len(texts))
    if texts[first] in SUBJECTS and first + 1 < len(texts):
        first += 1
    for starts in (DENIED, DENIED_IS, UNWANTED, _JOINTS[0][0], AROUND_OPENS):
        if count := length(texts, first, starts):
            return first + count
    return begun


def _turns(said: list[SpelledWord], texts: tuple[str, ...], begun: int, opens: int, at: int) -> bool:
    """Whether the speech turns here without a pause: into a no, or from a no into what is meant."""
    word = texts[at]
    if opens > begun:
        if at <= opens:
            return False
        subject = word in SUBJECTS and at + 1 < len(texts) and length(texts, at + 1, WISH) > 0
        if texts[at - 1] in _TOLD or texts[at - 1] in SUBJECTS:
            return False
        if subject or length(texts, at, WISH):
            return True
        if length(texts, at, ASKS) > 1 and word not in ("e", "y", "and"):
            return True
        if length(texts, at, MEANT) < 2:
            return False
        return word != "e" or said[at].typed.lower() in ("é", "eh")
    if word in NO and texts[at - 1] not in _TOLD and texts[at - 1] not in SUBJECTS:
        if length(texts, at, UNWANTED) and not is_plight(texts, at + length(texts, at, UNWANTED)):
            return at > begun + 1
        count = length(texts, at, DENIED)
        verb = texts[at - 1] in _IS or (
            texts[at - 1] in VERBS and (texts[at - 1] != "e" or said[at - 1].typed.lower() in ("é", "eh"))
        )
        if count > 2 or (
            count == 2 and not verb and at + 2 < len(texts) and not FINITE.fullmatch(texts[at + 2])
        ):
            return True
        joined_by_and = texts[at - 1] in ("e", "y", "and") and at + 1 < len(texts)
        return joined_by_and and bool(
            INFINITIVE.fullmatch(texts[at + 1]) or texts[at + 1] in ("to", "the", "my")
        )
    return False


def _hello(text: str, said: list[SpelledWord], texts: tuple[str, ...], at: int) -> int:
    """How many words greet at the start of a piece that goes on: "oi bom dia quero a segunda via"."""
    led = count = _after_leads(said, texts, at, len(texts)) - at
    while at + count < len(texts):
        more = length(texts, at + count, GREETINGS)
        if not more:
            break
        more = max(more, length(texts, at + count, AROUND))  # "tudo bem com você"
        first = texts[at + count]
        if count == led and first in _NO_HELLO:
            return 0
        if (
            first in ("como", "que", "how")
            and at + count + more < len(texts)
            and not _gap(text, said, at + count + more)
        ):
            break
        count += more
    if count == led or at + count == len(texts) or _gap(text, said, at + count):
        return 0
    return count


def _thanks(texts: tuple[str, ...], begun: int) -> int:
    """Where the last piece ends and only thanks follow: "quero a segunda via por favor obrigado"."""
    end = len(texts)
    for at in range(end - 1, max(begun, end - _THANKED), -1):
        count = length(texts, at, THANKS)
        if count and at + count == end:
            end = at
    return end


def _close(
    found: list[Segment],
    text: str,
    said: list[SpelledWord],
    texts: tuple[str, ...],
    begun: int,
    end: int,
    joint: Joint,
    kind: Kind | None = None,
) -> None:
    """Adds the piece of the words from `begun` to `end`, without what leads into it."""
    if end <= begun:
        return
    first = begun
    if kind is None and joint != "instead":
        first = _after_leads(said, texts, begun, end)
    piece = Segment(texts[first:end], said[first].start, said[end - 1].end, joint)
    behind = text[piece.end : piece.end + 2]
    piece.kind = kind or (
        "instead" if joint == "instead" else kind_of(piece.words, [word.typed for word in said[first:end]])
    )
    piece.content = any(names(word) for word in piece.words)
    piece.names = any(
        word.text.isalpha() and names(word.text) and (word.typed.isupper() or not word.typed[:1].isupper())
        for word in said[first:end]
    )
    piece.paused = not begun or bool(_gap(text, said, begun))
    piece.back = not BACK.isdisjoint(piece.words)
    own = 1 if piece.words[0] in SUBJECTS and len(piece.words) > 1 else 0
    piece.means = (
        "?" in behind
        or any(length(piece.words, at, starts) for at in {0, own} for starts in (MEANT, WISH, ASKS))
        or any(
            length(piece.words, at, WISH) and piece.words[at - 1] not in NO  # "o plano é que quero cancelar"
            for at in range(1, min(len(piece.words), _NEAR))
        )
    )
    found.append(piece)


def _after_leads(said: list[SpelledWord], texts: tuple[str, ...], begun: int, end: int) -> int:
    """Where a piece begins to say something: behind "é então assim", "bueno pues"."""
    at = begun
    while at < end:
        meant = length(texts, at, MEANT)
        if said[at].typed.lower() == "só":
            break  # the same letters as "so"
        if length(texts, at, LEADS) > meant > 0:
            meant = 0  # "o negócio é o seguinte" says less than "o negócio é"
        if meant > 1 and (texts[at] != "e" or said[at].typed.lower() in ("é", "eh")):
            break
        count = length(texts, at, LEADS)
        if not count or at + count >= end or length(texts, at, GREETINGS) > count:  # "bom dia" is no "bom"
            break
        at += count
    return at
