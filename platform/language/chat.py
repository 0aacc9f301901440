"""What people type for short, spelled out: abbreviations, letters held down, pictures that stand for a word.

>>> spelled("qdo chega meu 📦? tô mtooo ansioso")
'quando chega meu pacote? tô muito ansioso'
"""

import re

from language.lexicon import ABBREVIATIONS, LANGUAGES, join_languages
from language.lexicon.phrase import plain
from language.normalise import words

# Short for something only in a short reply: "iPhone pro", "12 sep", "plan pa".
_ONLY_IN_REPLIES = frozenset(
    ("pro", "pra", "sep", "pa", "d", "u", "nel", "kk", "ye", "yh", "whats", "wheres", "whens", "hows")
)
# Every abbreviation as it is typed, in lower case.
SHORT: dict[str, str] = {
    short: whole
    for module in LANGUAGES.values()
    for short, whole in (module.ABBREVIATIONS | module.CHAT).items()
    if short not in _ONLY_IN_REPLIES
}
PICTURES: dict[str, dict[str, str]] = {
    picture: {
        code: module.PICTURES[picture] for code, module in LANGUAGES.items() if picture in module.PICTURES
    }
    for picture in next(iter(LANGUAGES.values())).PICTURES
}
_LOOSE = re.compile(r" (?=[?!.,;)])")
_SPACES = re.compile(r" {2,}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PICTURE = re.compile(rf"([{''.join(PICTURES)}])\ufe0f?(?:\s*\1\ufe0f?)*")
# "p/ mim", "x favor": abbreviations that are more than one word.
_SIGNED = {"p/": "para ", "c/": "com ", "s/": "sem ", "w/o": "without ", "w/": "with "}
_SIGN = re.compile(r"(?<![\w/:.])(p/|c/|s/|w/o|w/)\s?(?=[^\W\d_])", re.IGNORECASE)
_BY = re.compile(r"(?<!\w)[xp] (?=(?:favor|q|que|qu[eé]|eso|isso|ella)\b)", re.IGNORECASE)
_FOR = re.compile(r"(?<!\w)([pc]) (?=[^\W\d_]{2,})")  # in small letters: "P 100" is a number
_HELD = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)
_KNOWN = frozenset(
    word
    for name in (
        "COMMON",
        "VERBS",
        "FILL",
        "WANT",
        "TELL",
        "AFFIRM",
        "SOFT",
        "NEGATE",
        "INTERROGATIVES",
        "DO",
    )
    for phrase in join_languages(name)
    for word in phrase.split()
)
_LOOKED_AT = 24  # characters on either side of a picture
# Behind one of these a word is missing, ...
_LACKS = frozenset(
    plain(
        "meu minha meus minhas o a os as um uma do da de dos das no na com sem esse essa este esta nesse nessa pelo pela e "
        "el la los las mi mis una un del en con ese esa por es está tá ta cadê kd quero quiero trocar devolver cambiar "
        "my the an this that with without of in is was want exchange return new novo nova nuevo nueva meus outro outra otro"
    )
)
# ... and before one of these a picture was who did it.
_GOES_ON = frozenset(
    plain(
        "não nao n ñ nunca caiu chegou chega parou sumiu quebrou veio tá está ainda atrasado atrasada quebrado quebrada lento lenta no nunca cayó llegó "
        "llega dice consta todo toda tudo says funciona está roto rota lento todavía aún atrasado not never is was still has hasn't isn't doesn't broke broken stopped late slow down"
    )
)
_STATES = frozenset("🐌🐢💔")
_SMALL = frozenset(
    word
    for name in ("FILL", "INTERROGATIVES", "GREETINGS", "THANKS")
    for phrase in join_languages(name)
    for word in phrase.split()
)
_MARKS = {
    code: frozenset(word for phrase in module.COMMON for word in phrase.split())
    for code, module in LANGUAGES.items()
}


def spelled(text: str) -> str:
    """`text` with its pictures and abbreviations spelled out; everything else stays as it was typed."""
    text = worded(text)
    if "/" in text:
        text = _SIGN.sub(lambda found: _SIGNED[found[1].lower()], text)
    text = _FOR.sub(lambda found: "para " if found[1] == "p" else "com ", _BY.sub("por ", text))
    return _WORD.sub(_whole, text)


def whole_words(typed: list[str]) -> list[str]:
    """Normalised words with the abbreviations among them spelled out, as lists of phrases compare them."""
    found: list[str] = []
    for word in typed:
        found.extend(_FOLDED.get(word) or (word,))
    return found


def _whole(found: re.Match[str]) -> str:
    word = found[0]
    whole = SHORT.get(word.lower())
    if whole is not None:
        return (
            whole[:1].upper() + whole[1:]
            if word[0].isupper() and len(word) > 1 and not word.isupper()
            else whole
        )
    if len(word) > 3 and (held := _HELD.search(word)) is not None and held[1].lower() not in "wk":
        return let_go(word)
    return word


def let_go(word: str) -> str:
    """A word without the letters that were held down: "muuuito" is "muito", "isssso" is "isso"."""
    twice = _HELD.sub(r"\1\1", word)
    once = _HELD.sub(r"\1", word)
    folded = "".join(words(twice))
    if folded in _KNOWN:
        return twice
    return SHORT.get(once.lower(), once)


def pictures(text: str) -> bool:
    """Whether there is a picture in the text that stands for a word."""
    try:
        text.encode("latin-1")  # a fifth of what a search costs, and most messages are
    except UnicodeEncodeError:
        return _PICTURE.search(text) is not None
    return False


def worded(text: str) -> str:
    """`text` with words for its pictures, in the language that most of the words around them are of."""
    if not pictures(text):
        return text
    said = words(text)
    code = max(_MARKS, key=lambda code: sum(word in _MARKS[code] for word in said))
    alone = all(word in _SMALL for word in said)
    worded = _PICTURE.sub(
        lambda found: f" {PICTURES[found[1]].get(code, '')} " if alone or _stands(text, found) else " ", text
    )
    return _LOOSE.sub("", _SPACES.sub(" ", worded)).strip() or text


def _stands(text: str, found: re.Match[str]) -> bool:
    """Whether a picture stands where a word is missing ("cadê meu 📦"); most only adorn ("boleto, por favor 📄")."""
    if found[1] in _STATES:
        return True
    before = words(text[max(0, found.start() - _LOOKED_AT) : found.start()])
    behind = words(text[found.end() : found.end() + _LOOKED_AT])
    if text[: found.start()].rstrip()[-1:] in ("", ".", "!", "?", "\n", "¿", "¡"):
        return not behind or behind[0] in _GOES_ON  # "📦 não chegou"
    return bool(before) and before[-1] in _LACKS


_FOLDED = {**{"".join(plain(short)): tuple(plain(whole)) for short, whole in SHORT.items()}, **ABBREVIATIONS}
