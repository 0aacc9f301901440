"""Yes, no, cancel or undecided, in Portuguese, Spanish and English, by closed lists.

>>> read("pode sim, por favor"), read("no, gracias"), read("forget it"), read("talvez")
('yes', 'no', 'cancel', 'unclear')
>>> read("sim, mas qual o valor?") is None and is_question("sim, mas qual o valor?")
True
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from language.lexicon import CLASS_OF, PLAIN, WHOLE, Lexicon, begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.reading import LONGEST, MOST_WORDS, Token, akin, read_in, segments, tokens

Consent = Literal["yes", "no", "cancel", "unclear"]

_WILLING = ("PERMIT", "WANT", "DO")
_YES = ("AFFIRM", "SOFT", *_WILLING)
_LEADS_IN = ("AFFIRM", "SOFT", "NEGATE", "FILL", "CONTRAST", "UNSURE")
_INTERROGATIVES = first_words(join_languages("INTERROGATIVES"))
_BEFOREHAND = first_words(join_languages("BEFOREHAND"))
_CONDITIONS = join_languages("CONDITION")
_ASKING_AFTER_MODAL = first_words(join_languages("TELL"))
_TAGS = join_languages("TAGS")
_PLAIN_YES = frozenset(("sim", "si", "yes", "yep", "yeah", "yup"))
_UNWILLING = tuple(join_languages("UNWANTED"))  # "no quiero", "i do not want": the verb is in the phrase
HEDGES = frozenset({
    "acho", "creio", "acredito", "penso", "suponho", "imagino", "talvez", "creo", "supongo", "quizas", "quiza",
    "capaz", "think", "guess", "suppose", "maybe", "probably", "perhaps",
})  # fmt: skip
_REFUSE = first_words(join_languages("REFUSE"))
_REFUSING = frozenset(word for phrase in join_languages("REFUSE") for word in phrase.split())
_RESTRICT = first_words(join_languages("RESTRICT"))
_MILD = frozenset(("so", "solo", "just", "se"))
_SIGNS = re.compile("[⛔🛑🚫❌👎🙅✋🤚\u0335-\u0338]")  # signs that stop, and letters struck through
_ASKERS = frozenset(
    plain(
        "posso podemos puedo podemos podria poderia deseja desea quer quieres quiere voce usted shall should would could want confirma confirmas"
    )
)
_LOOKED_AT = 2000  # characters of a message that are searched for a question
_PARTIAL_UNKNOWN = 8  # words after a clear yes or no that say more of the same


@dataclass(frozen=True, slots=True)
class ConsentAct:
    """How a message was read. `whole`: every word of it belongs to the answer."""

    kind: Consent
    whole: bool


def read(text: str, asked: str = "") -> Consent | None:
    """The message as an answer to a yes-or-no question; None when it is none (long, a question, another topic).

    `asked` is the question's text: its words may be repeated ("sim, troca"), and when it asked whether to
    cancel, "cancela" is a yes.
    """
    reading = reading_of(text, asked)
    return reading.kind if reading else None


def reading_of(text: str, asked: str = "", lexicon: Lexicon = PLAIN) -> ConsentAct | None:
    """`read`, and whether the message says nothing else beside. `lexicon`: lists with further words."""
    if len(text) > LONGEST:
        return None
    if text.strip(" .!").lower() in ("é", "é é"):
        return ConsentAct("yes", True)
    parts = segments(text)
    if not parts or sum(map(len, parts)) > MOST_WORDS:
        return None
    whole = _as_a_whole(parts)
    if whole == "question":
        return None
    if whole is not None:
        return ConsentAct(whole, True)
    if _is_question(text, parts):
        return None
    echo = [word for word in plain(asked) if len(word) > 3]
    found = tokens(parts, echo, lexicon)
    found = _wanted_elsewhere(found, asked)
    if _asks_to_cancel(asked):
        found = [token._replace(kind="DO") if _says_cancel(token) else token for token in found]
    judged = _judge(found, lexicon)
    if judged is not None and judged.kind == "yes" and _taken_back(text, judged.whole):
        return ConsentAct("unclear", judged.whole)
    return judged


def restricted(parts: Sequence[Sequence[str]], whole: bool) -> bool:
    """Whether a yes is for less than was asked: "sim, só o esquema", "pode amanhã", "yes, if it is quick".

    "just do it" and "só olhar" limit nothing: no word of their own stands beside.
    """
    limits = [part[at:] for part in parts for at in range(len(part)) if begins(part[at:], _RESTRICT)]
    return any(not whole or rest[0] not in _MILD for rest in limits)


def _taken_back(text: str, whole: bool) -> bool:
    """Whether what stands beside a yes makes it none: "yes: denied", "sim, se o diretor deixar", "ok 🛑"."""
    parts = segments(text, _REFUSING)
    refused = any(begins(part[at:], _REFUSE) for part in parts for at in range(len(part)))
    return refused or bool(_SIGNS.search(text)) or (not whole and restricted(parts, whole))


def is_question(text: str) -> bool:
    """Whether the message asks something: a question mark, a question word, "pode me dizer ..."."""
    return _is_question(text, segments(text[:_LOOKED_AT]))


def _is_question(text: str, parts: list[list[str]]) -> bool:
    """`is_question` of a text in its segments."""
    if not parts or _as_a_whole(parts) in ("yes", "no", "cancel"):
        return False
    if any(_asks(part) for part in parts):
        return True
    if "?" not in text:
        return False
    return not _only_a_tag(text, parts)


def wishes(text: str) -> bool:
    """Whether the message begins by wanting something: "quero ...", "olá, preciso ...", "I would like ..."."""
    return any(_wants(part) for part in segments(text[:_LOOKED_AT]))


def _wants(part: list[str]) -> bool:
    leading = (token.kind for token in read_in([part[:MOST_WORDS]]))
    return next((kind for kind in leading if kind == "NEGATE" or kind not in _LEADS_IN), "") == "WANT"


def only_yes(text: str) -> bool:
    """Whether nothing but a yes is said that can be no name: "sim", "yes, yes"; "vale" and "claro" can be one."""
    said = plain(text)
    return bool(said) and _PLAIN_YES.issuperset(said)


def hedged(text: str) -> bool:
    """Whether a yes is only a guess: "acho que sim", "supongo que sí", "I guess so"."""
    return not HEDGES.isdisjoint(plain(text))


def _as_a_whole(parts: list[list[str]]) -> Consent | Literal["question"] | None:
    """Idioms that mean something only alone: "por que não?", "please", "para"."""
    words = [word for part in parts for word in part]
    said = " ".join(words)
    bare = " ".join(word for word in words if CLASS_OF.get(word) != "FILL" or word in WHOLE)
    return WHOLE.get(said) or WHOLE.get(bare)


def _asks(part: list[str]) -> bool:
    """Whether a segment begins as a question, after what leads into it ("sim, mas qual", "e o prazo")."""
    rest = part[:MOST_WORDS]
    while rest:
        if first := begins(rest, _BEFOREHAND):  # "antes me diz o valor"
            rest = rest[first:]
            continue
        found = next(read_in([rest]))
        asking = begins(rest, _INTERROGATIVES)
        # "por que não" is longer than "por que", and a yes; "não entendi" is longer than "não".
        idiom = found.kind in ("AFFIRM", "NEGATE", "UNSURE", "CANCEL") and len(found.phrase.split()) >= asking
        if asking and not idiom:
            return True
        if found.kind == "TELL":
            return True
        if found.kind in ("PERMIT", "WANT"):
            after = rest[len(found.phrase.split()) :]
            return begins(after, _ASKING_AFTER_MODAL) > 0
        if found.kind not in _LEADS_IN or found.phrase == "que":
            return False
        rest = rest[len(found.phrase.split()) :]
    return False


def _only_a_tag(text: str, parts: list[list[str]]) -> bool:
    """An answer with a tag behind it ("pode fazer, tá?") asks nothing; "sim?" alone does not answer."""
    if not text.rstrip().endswith("?") or text.count("?") > 1 or len(parts) < 2:
        return False
    return " ".join(parts[-1]) in _TAGS


def _judge(found: list[Token], lexicon: Lexicon) -> ConsentAct | None:
    """From classes to an answer: scope of negation first, then votes, then what the unknown words allow."""
    condition = _after_contrast(found)
    if condition is not None:
        before = _judge(found[:condition], lexicon)
        after = found[condition + 1 :]
        if all(token.kind == "FILL" for token in found[:condition]):
            return _judge(after, lexicon)  # "gracias, pero no"
        if before is not None and before.kind == "yes" and found[condition].phrase in _CONDITIONS:
            return ConsentAct("unclear", before.whole)
        if before is None or not any(token.kind != "FILL" for token in after):
            return before
        rest = _judge(after, lexicon)
        if rest is not None and rest.whole:
            return rest if rest.kind != "yes" or before.kind == "yes" else ConsentAct("unclear", True)
        # "sim, mas só amanhã" must be asked again; "não, mas quero outra coisa" stays a no.
        return ConsentAct("unclear" if before.kind == "yes" else before.kind, False)
    scoped = _negations(found)
    votes = {_vote(token.kind) for token in scoped if token.kind != "SOFT"} - {None}
    if not votes and any(token.kind == "SOFT" for token in scoped):
        votes = {"yes"}
    if not votes:
        return None
    unknown = sum(token.kind == "UNKNOWN" for token in scoped)
    if unknown and not _lead_carries(scoped, unknown, lexicon):
        return None
    whole = unknown == 0
    if "unclear" in votes:
        return ConsentAct("unclear", whole)
    if "cancel" in votes:
        return ConsentAct("cancel", whole)
    if votes == {"yes", "no"}:
        return ConsentAct("unclear", whole)
    return ConsentAct("yes" if "yes" in votes else "no", whole)


def _after_contrast(found: list[Token]) -> int | None:
    """Where the first "mas" stands, when something stands before it."""
    for number, token in enumerate(found):
        if token.kind == "CONTRAST" and number:
            return number
    return None


def _negations(found: list[Token]) -> list[Token]:
    """A no word takes what it negates in its segment: "não quero" is one no; "não cancela" is undecided."""
    kept: list[Token] = []
    for token in found:
        last = next((other for other in reversed(kept) if other.kind not in ("FILL", "ECHO")), None)
        near = last is not None and last.segment == token.segment
        if near and last is not None and last.kind == "NEGATE":
            if token.kind in (*_WILLING, "SOFT"):
                kept.append(token._replace(kind="FILL"))
                continue
            if token.kind == "CANCEL":
                kept[kept.index(last)] = last._replace(kind="UNSURE")
                kept.append(token._replace(kind="FILL"))
                continue
        if near and last is not None and token.kind == "NEGATE" and last.kind in (*_WILLING, "SOFT"):
            kept[kept.index(last)] = last._replace(kind="FILL")  # "quero não", "isso não"
        kept.append(token)
    return kept


def _vote(kind: str) -> str | None:
    if kind in _YES:
        return "yes"
    return {"NEGATE": "no", "CANCEL": "cancel", "UNSURE": "unclear"}.get(kind)


def _lead_carries(found: list[Token], unknown: int, lexicon: Lexicon) -> bool:
    """Whether what the message begins with is an answer although unknown words follow.

    "sim, quero a troca azul" is; "não recebi meu pedido" and "quero a segunda via" are not.
    """
    decisive = [token for token in found if token.kind not in ("FILL", "SOFT", "ECHO")]
    lead = decisive[0]
    if lead.kind == "UNKNOWN" or unknown > _PARTIAL_UNKNOWN:
        return False
    following = found[found.index(lead) + 1 :]
    beside = [token for token in following if token.segment == lead.segment]
    strange = any(token.kind == "UNKNOWN" for token in beside)
    # A negated verb was made FILL, so the lists are asked again: "não quero trocar", "claro, pode mandar o ...".
    willing = any(lexicon.classes.get(token.phrase) in _WILLING for token in beside[:2])
    if lead.kind == "AFFIRM":
        # "claro é minha operadora" is no yes; "sim quero a azul" and "claro, a azul" are.
        return not strange or willing or lead.phrase.split()[-1] in _PLAIN_YES
    if lead.kind == "NEGATE":
        return not strange or willing or lead.phrase.endswith(_UNWILLING)
    if lead.kind == "PERMIT":
        # "pode abrir a contestação" is a yes; "pode esperar" and "please call me" allow something else.
        named = next((token for token in following if token.kind != "FILL"), None)
        meant = named is not None and (named.kind != "UNKNOWN" or named.phrase in _RESTRICT)
        return unknown <= 4 and meant
    if lead.kind == "WANT":  # "quero trocar porque veio errado", after "Posso pedir a troca?"
        named = next((token for token in following if token.kind != "FILL"), None)
        return unknown <= 4 and named is not None and named.kind == "ECHO"
    if lead.kind == "UNSURE":  # "depende do valor"
        return unknown <= 4
    return lead.kind == "CANCEL" and not strange


def _wanted_elsewhere(found: list[Token], asked: str) -> list[Token]:
    """A wish for what the question is only about is none for what it asks: "quero a fatura" after "Abro a
    contestação da fatura?"."""
    acts, objects = _asked_for(asked)
    if not objects:
        return found
    kept = list(found)
    for at, token in enumerate(found):
        named = next((other for other in found[at + 1 :] if other.kind != "FILL"), None)
        if token.kind != "WANT" or named is None or named.kind != "ECHO":
            continue
        if any(akin(named.phrase, word) for word in objects) and not any(
            akin(named.phrase, word) for word in acts
        ):
            kept[at] = token._replace(kind="UNKNOWN")
    return kept


def _asked_for(asked: str) -> tuple[list[str], list[str]]:
    """What a question asks to do, and the words of what it would be done with: (troca), (produto)."""
    said = plain(asked)
    acts: list[str] = []
    objects: list[str] = []
    for at, word in enumerate(said):
        opens = not at and word.endswith(("o", "amos", "emos"))  # "Abro a contestação ...?"
        small = CLASS_OF.get(word, "CANCEL") != "CANCEL" or word in _ASKERS
        if len(word) <= 3 or opens or small:
            continue
        other = bool({"ou", "or"} & set(said[max(0, at - 2) : at]))  # "a troca ou a devolução"
        (objects if acts and not other else acts).append(word)
    return acts, objects


def _asks_to_cancel(asked: str) -> bool:
    return any(word.startswith(("cancel", "anul", "encerr")) for word in plain(asked))


def _says_cancel(token: Token) -> bool:
    return token.kind == "CANCEL" and token.phrase.startswith(
        ("cancel", "anul", "encerr", "pode cancel", "quero cancel")
    )
