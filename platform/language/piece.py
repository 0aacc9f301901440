"""A piece of a message: what it does there, read from its words alone.

>>> kind_of(("nao", "quero", "trocar"), ["não", "quero", "trocar"])
'unwanted'
>>> kind_of(("nao", "quero", "pagar", "essa", "multa"), ["não", "quero", "pagar", "essa", "multa"])
'plain'
"""

import re
from dataclasses import dataclass
from typing import Literal

from language.lexicon import first_words, join_languages

Joint = Literal["", "comma", "stop", "but", "corrected", "rather", "instead"]
Kind = Literal["plain", "around", "denied", "denied_is", "bare", "unwanted", "instead", "settled"]
Starts = dict[str, tuple[tuple[str, ...], ...]]

INFINITIVE = re.compile(r"\w{2,}(?:ar|er|ir|arlo|arla|erlo|erla|irlo|irla|arme|erme|irme|arse)$")
FINITE = re.compile(
    r"\w{2,}(?:aram|eram|iram|aron|ieron|ando|endo|indo|iendo|aste|ste|ou|eu|iu|ei|ed|ava|aba)$"
)
# A word that ends so is a noun: "não devolução", "no cambio" may be a verb.
_NOUN = re.compile(
    r"\w+(?:cao|coes|cion|ciones|sion|dade|dad|gem|aje|ura|uras|mento|miento|ment|tion|ery|idos?|ance)$"
)


def starting(*names: str) -> Starts:
    return first_words(frozenset(phrase for name in names for phrase in join_languages(name)))


GREETINGS, SIGN_OFFS = starting("GREETINGS"), starting("SIGN_OFFS")
AROUND = starting("GREETINGS", "SIGN_OFFS", "AROUND", "HESITATION", "LEADS")
THANKS = starting("THANKS")
AROUND_OPENS = starting("AROUND_OPENS")
LEADS = starting("LEADS", "HESITATION")
DENIED, DENIED_IS, _DENIED_NOT = starting("DENIED"), starting("DENIED_IS"), starting("DENIED_NOT")
_DENIALS: tuple[tuple[Starts, Kind], ...] = ((DENIED, "denied"), (DENIED_IS, "denied_is"))
_IS_NOT = frozenset((("nao", "e"), ("no", "es"), ("its", "not"), ("it", "is", "not")))
_LEFT = frozenset(("deixa", "deixe", "deixar", "deja", "deje", "leave", "put"))
_ASIDE = frozenset((("para", "la"), ("de", "lado"), ("so", "far"), ("bill", "aside"), ("order", "aside")))
# "o produto que pedi": it is not that one which came.
_CHOSEN = re.compile(
    r"(?:eu|yo|\w*[^aeo]ei|ped[ií]|escolhi|quis|quise|\w+amos|\w+emos|compre|elegi|encargue|queria|esperava|precisava|esperaba|queriamos)$"
)
UNWANTED, _PLIGHT = starting("UNWANTED"), starting("PLIGHT")
_NEEDS = frozenset(("preciso", "precisa", "precisava", "necesito", "need"))
_SETTLED = starting("SETTLED")
MEANT = starting("MEANT")
WISH = starting("WANT", "TELL")
ASKS = starting("INTERROGATIVES")
NO = frozenset(("nao", "no", "not", "nem", "ni"))
_ARTICLES = frozenset(
    ("a", "o", "as", "os", "uma", "um", "meu", "minha", "la", "el", "las", "los", "mi", "una", "un", "the", "my", "an", "esse", "essa", "este", "ese", "esa",
     "da", "do", "del", "de", "sobre", "about", "que")
)  # fmt: skip
_ARTICLES_OR_OBJECTS = frozenset(("la", "las", "los"))
_SPANISH_NOUN = {"la": re.compile(r"(?:as?|es|i[oó]n|dad|tud|z)$"), "lo": re.compile(r"(?:os|es)$")}
SUBJECTS = frozenset(("eu", "yo", "i"))
_NO_VOWEL = re.compile(r"[^aeiou]+")  # "tv", "pc", "5g"
_NAME_IS = frozenset(("nome", "chamo", "nombre", "llamo", "name"))
_ANDS = frozenset(("e", "y", "and"))
_NAMED = 3  # words of a name behind a greeting or a closing formula
_SHORT = 10  # words of a piece that only leads to the point
VERBS = frozenset(word for phrase in join_languages("VERBS") for word in phrase.split())
BACK = join_languages("ANAPHORA")
_NAMES_NOTHING = frozenset(
    word
    for name in ("LIGHT", "FILL", "WANT", "PERMIT", "LEADS", "HESITATION", "INTERROGATIVES", "MEANT", "BUT", "ANAPHORA", "GREETINGS",
                 "ADDITION")
    for phrase in join_languages(name)
    for word in phrase.split()
)  # fmt: skip


@dataclass(slots=True)
class Segment:
    """`words` are normalised; `start` and `end` cut the piece out of the message without what joins it.

    `kind` is what it does there, `means` that it says what the message is about (a wish, a question, "é
    sobre"), `content` that it names something at all, `back` that it points to what was said before, `paused`
    that a comma or the message's beginning stands before it, `names` that it names a matter by a word ("P200"
    and "Dr. Ruiz" only complete what was said).
    """

    words: tuple[str, ...]
    start: int
    end: int
    joint: Joint
    kind: Kind = "plain"
    means: bool = False
    content: bool = False
    back: bool = False
    paused: bool = True
    names: bool = False

    @property
    def meant(self) -> bool:
        """Whether it is set against something else, or says itself what the message is about."""
        return self.means or self.joint in ("but", "corrected")

    @property
    def replaces(self) -> bool:
        """Whether it may stand for what was said before: a noun, an infinitive, a wish; no mere predicate."""
        said = self.words
        if self.means or said[0] in _ARTICLES or INFINITIVE.fullmatch(said[0]):
            return True
        return len(said) <= 3 and said[0] not in VERBS and not FINITE.fullmatch(said[0])

    @property
    def wishes(self) -> bool:
        """Whether it begins with a wish or an infinitive, or with "é o", "it's about"."""
        said = self.words
        own = 1 if said[0] in SUBJECTS and len(said) > 1 else 0
        return any(
            length(said, at, WISH) or length(said, at, MEANT) or INFINITIVE.fullmatch(said[at])
            for at in (0, own)
        )

    @property
    def has_verb(self) -> bool:
        """Whether it says of something what it does."""
        return any(
            (word in VERBS and word not in ("e", "a")) or FINITE.fullmatch(word) for word in self.words
        )


def length(words: tuple[str, ...], at: int, starts: Starts) -> int:
    """How many words from `at` on are a phrase of the table; 0 when none."""
    for phrase in starts.get(words[at], ()):
        if words[at : at + len(phrase)] == phrase:
            return len(phrase)
    return 0


def kind_of(said: tuple[str, ...], typed: list[str]) -> Kind:
    """What a piece does, from its normalised words and as they were `typed`."""
    if _leads_only(said, typed):
        return "around"
    if said[0] in _LEFT and said[-2:] in _ASIDE:
        return "denied"
    own = 1 if said[0] in SUBJECTS and len(said) > 1 else 0
    for at in {0, own}:
        for starts, kind in _DENIALS:
            if (count := length(said, at, starts)) and said[at : at + count] not in _IS_NOT:
                return "plain" if _complains(said, at + count) else kind
        if count := length(said, at, UNWANTED):
            return "plain" if is_plight(said, at + count) else "unwanted"
    if _bare(said, typed):
        return "bare"
    count = length(said, 0, DENIED_IS)
    if 0 < count < len(said) and (is_noun(said[count]) or INFINITIVE.fullmatch(said[count])):
        return "denied_is"
    if _settled(said):
        return "settled"
    return "plain"


def _complains(said: tuple[str, ...], at: int) -> bool:
    """Whether what is denied is what was to be expected: "não é o que pedi", "not the right size"."""
    if at >= len(said) or length(said, at - 1, _DENIED_NOT) or length(said, at, _DENIED_NOT):
        return True
    if "que" not in said[at:]:
        return False
    told = said.index("que", at)
    return any(_CHOSEN.fullmatch(word) for word in said[told + 1 : told + 4])


def _leads_only(said: tuple[str, ...], typed: list[str]) -> bool:
    """Whether the piece only greets, thanks, asks for help, or says who is speaking."""
    own = 1 if said[0] in SUBJECTS and len(said) > 1 else 0
    at = own
    while at < len(said):
        count = length(said, at, AROUND)
        if not count:
            break
        at += count
    if at == len(said):
        return True
    rest = typed[at:]
    if at and len(rest) <= _NAMED and all(word[:1].isupper() and not word.isupper() for word in rest):
        return bool(length(said, 0, GREETINGS) or length(said, 0, SIGN_OFFS))
    count = length(said, own, AROUND_OPENS)
    named = not _NAME_IS.isdisjoint(said[own : own + count])
    if not count or len(said) > (own + count + _NAMED if named else _SHORT):
        return False
    # "sou cliente e minha fatura veio alta" says more than who is speaking.
    return not any(
        word in VERBS or word in _ANDS or FINITE.fullmatch(word) or length(said, at, WISH)
        for at, word in enumerate(said[own + count :], own + count)
    )


def is_not(said: tuple[str, ...]) -> bool:
    """Whether the words begin with "não é", and no word says that this is the complaint."""
    return any(
        said[: len(each)] == each and len(said) > len(each) and not _complains(said, len(each))
        for each in _IS_NOT
    )


def closes(said: tuple[str, ...]) -> bool:
    """Whether the words are a closing formula: "Atenciosamente", "muchas gracias"."""
    return length(said, 0, SIGN_OFFS) == len(said)


def is_plight(said: tuple[str, ...], at: int) -> bool:
    """Whether what is not wanted is the matter itself: to pay, to wait, "não quero mais esse plano"."""
    if at >= len(said):
        return True
    if said[at] in ("mais", "mas", "nada", "anymore") and said[at - 1] not in _NEEDS:
        return at + 1 >= len(said) or not INFINITIVE.fullmatch(said[at + 1])
    return length(said, at, _PLIGHT) > 0 or said[-1] in ("mais", "anymore", "longer")


def _bare(said: tuple[str, ...], typed: list[str]) -> bool:
    """A no before a noun or an infinitive and nothing else: "não a fatura", "no devolver", "not the bill"."""
    if said[0] not in NO or not 2 <= len(said) <= 6:
        return False
    if said[0] == "no" and said[1] in _ARTICLES_OR_OBJECTS:  # "no la factura", but "no la recibí"
        return len(said) > 2 and _SPANISH_NOUN[said[1][:2]].search(typed[2].lower()) is not None
    if said[1] in _ARTICLES and len(said) > 2:
        return not (FINITE.fullmatch(said[2]) or said[2] in VERBS) and said[0] != "nem"
    if INFINITIVE.fullmatch(said[1]):
        return True
    return len(said) == 2 and said[0] != "nem" and (said[1] not in VERBS and not FINITE.fullmatch(said[1]))


def _settled(said: tuple[str, ...]) -> bool:
    for at in range(len(said)):
        if said[at] in ("que", "that", "nao", "not", "no"):
            return False
        if length(said, at, _SETTLED):
            return True
    return False


def names(word: str) -> bool:
    """Whether a word names something: no small word, no verb that anything may do."""
    return word not in _NAMES_NOTHING and (len(word) > 2 or _NO_VOWEL.fullmatch(word) is not None)


def is_noun(word: str) -> bool:
    """Whether a word can only be a noun."""
    return _NOUN.fullmatch(word) is not None
