"""The language of a message, among those that have a folder in `language/data`.

>>> language("¿dónde está mi pedido?", previous=None)
'es'
>>> language("P100", previous="en")
'en'
"""

import re
from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from language.language_data import load
from language.lexicon import LANGUAGES, join_languages
from language.lexicon.phrase import plain
from language.spoken_languages import CODES, about

_LONGEST = 600  # characters looked at
# Below this share, among the languages that may be, the model does not change that of a conversation
_SURE = 0.85
_SURE_OF_FEW = 0.95  # nor take a word or two at the beginning for another than the first
_ADDRESSES = re.compile(r"\S+@\S+|\bhttps?://\S+|\bwww\.\S+")  # of no language: "ana@example.com"
_NAMES = re.compile(
    r"(?<=[\w,;:)] )(?:[^\W\d_a-zà-ÿ][\w'’-]+|\d[\d.,]*\w{0,3})(?!\w)"
)  # not where a sentence begins
_FEW = 2  # words of another language that end a conversation's; a single one ("confirme") is looked at closer
_SHORT = 2  # words: of "tchau" or "asdfgh" the model only guesses

_LISTS = (
    "COMMON",
    "GREETINGS",
    "SIGN_OFFS",
    "VERBS",
    "NEGATE",
    "CANCEL",
    "UNSURE",
    "WANT",
    "TELL",
    "FILL",
    "INTERROGATIVES",
)


# Several languages write these alike, though the lists of only one of them have them: they show nothing.
_ALIKE = frozenset(plain(load("", "alike")["words"]))


@lru_cache
def _marks(allowed: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Very common words that belong to one of the allowed languages only, by language.

    Where nobody speaks French, "la" is Spanish.
    """
    own = {
        code: frozenset(
            word for name in _LISTS for phrase in getattr(LANGUAGES[code], name) for word in phrase.split()
        )
        for code in allowed
    }
    spoken = {
        code: words | frozenset(LANGUAGES[code].SOFT) for code, words in own.items()
    }  # "ok" is said in all
    return {
        code: words - _ALIKE - frozenset().union(*(other for key, other in spoken.items() if key != code))
        for code, words in own.items()
    }


def _formulas() -> dict[str, str]:
    """Greetings and farewells that are one language's as a whole, though their words are not ("e aí")."""
    owners: dict[str, set[str]] = {}
    for code, module in LANGUAGES.items():
        for phrase in (*module.GREETINGS, *module.SIGN_OFFS):
            owners.setdefault(phrase, set()).add(code)
    return {phrase: next(iter(codes)) for phrase, codes in owners.items() if len(codes) == 1}


_FORMULAS = _formulas()
_LETTERS = {code: frozenset(letters) for code in CODES if (letters := about(code)["letters"])}
# Said in all languages: they show nothing.
_ANYWHERE = join_languages("SOFT")


def language(text: str, previous: str | None, allowed: tuple[str, ...] = CODES) -> str:
    """The language of `text` among `allowed`; `previous` is the conversation's and stays when unsure.

    Words that only one language has decide; else py3langid does, of one or two words only when it is sure.
    """
    fallback = previous if previous in allowed else allowed[0]
    if len(allowed) == 1:
        return allowed[0]
    text = _leave_names_out(_ADDRESSES.sub(" ", text[:_LONGEST]))
    tokens = plain(text)
    marks = _marks(allowed)
    scores = sorted(((sum(word in marks[code] for word in tokens), code) for code in allowed), reverse=True)
    (best, code), (second, _) = scores[0], scores[1]
    if (
        previous not in allowed
        and best == 1
        and code in _LETTERS
        and (written := _by_letters(text)) in allowed
    ):
        return str(written)  # one word is both languages' now and then: "vale"
    letters = [word for word in tokens if word.isalpha()]
    switches = previous in allowed and code != previous and best < _FEW and len(letters) > _SHORT
    if best > second and (best - second >= 2 or not second) and not switches:
        return code
    if (formula := _FORMULAS.get(" ".join(tokens))) in allowed:
        return str(formula)
    short = len(letters) <= _SHORT
    if not letters or (short and previous) or all(word in _ANYWHERE for word in letters):
        return fallback
    if previous in allowed:
        return _by_model(text, previous, allowed, _SURE)
    return _by_model(text, allowed[0] if short else None, allowed, _SURE_OF_FEW)


def _leave_names_out(text: str) -> str:
    """A text without the names and figures within it, which are of no language ("frete para Buenos Aires, 12
    kg"); as it is where too little else is left, or all of it is in capitals.
    """
    if text.isupper():
        return text
    left = _NAMES.sub("", text)
    return left if len(set(plain(left))) > _SHORT else text


def _by_letters(text: str) -> str | None:
    """The language whose letters a text has ("preço", "mañana"); names ("São Paulo") show none."""
    small = "".join(word for word in text.split() if not word[:1].isupper())
    found = [code for code, letters in _LETTERS.items() if not letters.isdisjoint(small)]
    return found[0] if len(found) == 1 else None


def warm() -> None:
    """Loads the model now (1 s) instead of with the first message that needs it."""
    _model()


def _by_model(text: str, previous: str | None, allowed: tuple[str, ...], enough: float) -> str:
    ranked = [(code, float(share)) for code, share in _model().rank(text.lower()) if code in allowed]
    if not ranked:
        return previous or allowed[0]
    code, share = ranked[0]
    sure = share >= enough * sum(share for _, share in ranked)
    return code if sure or not previous else previous


@lru_cache(maxsize=1)
def _model() -> LanguageIdentifier:
    """py3langid, cut down to the languages there are."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(LANGUAGES))
    # The whole table (97 languages) is let go: it is most of the model's memory.
    identifier._full_model = (identifier.nb_ptc.copy(), identifier.nb_pc.copy(), identifier.nb_classes)
    identifier.nb_ptc, identifier.nb_pc, _ = identifier._full_model
    return identifier


# One thing in one language and another in the next: "mais" is "but" in French and "more" in Portuguese.
SENSES = frozenset(plain(load("", "alike")["senses"]))


def in_its_sense(phrase: str, listed: str, text: str) -> bool:
    """Whether a phrase of the list `listed` means in this text what that list says.

    The lists of all languages are read together, for a short message seldom shows its language; a word of
    `SENSES` counts only in a text of a language that has it there.

    >>> in_its_sense("pero", "CONTRAST", "pero ahora no")
    True
    """
    if phrase not in SENSES:
        return True
    return language(text, None) in {
        code for code, lists in LANGUAGES.items() if phrase in getattr(lists, listed)
    }
