"""The languages in which people write and are answered, each with its own name.

Each is a folder of `language/data`, found by looking; `language.yaml` there says what stands here.

The platform's own sentences to users.

English in the source, in other languages by the catalogue `conversation`.

    ASK = mark("To go on, I need to know: {labels}.")
    speak(ASK, "pt", labels="o número do pedido")

Everything else that is said is authored or a model's. `make messages` brings new sentences into the
catalogues (`locale/*/LC_MESSAGES/conversation.po`).
"""

import gettext
from functools import lru_cache
from typing import Any

from django.conf import settings

from language.language_data import languages, load

_ABOUT: dict[str, dict[str, Any]] = {code: load(code, "language") for code in languages()}
LANGUAGES = tuple(
    (code, str(_ABOUT[code]["name"])) for code in sorted(_ABOUT, key=lambda code: _ABOUT[code]["place"])
)
CODES = tuple(code for code, _name in LANGUAGES)


def list_codes(language: str) -> tuple[str, ...]:
    """A language alone; all of them where it is none of these, for nobody knows then which was meant.

    >>> list_codes("pt"), list_codes("") == CODES
    (('pt',), True)
    """
    return (language,) if language in CODES else CODES


def choices() -> list[tuple[str, str]]:
    """What a column of a row chooses among; a migration names this function and no language."""
    return list(LANGUAGES)


def find_spoken(tag: str) -> str:
    """The language that a tag names, with a country or without; of a language that nobody speaks the tag.

    >>> find_spoken("pt-PT"), find_spoken("pt_BR"), find_spoken("xx-YY")
    ('pt', 'pt', 'xx-YY')
    """
    code = tag.strip().lower().replace("_", "-").partition("-")[0]
    return code if code in CODES else tag


def beginning_with(code: str) -> tuple[str, ...]:
    """All of them, this one first: what is spoken while a message does not show its language.

    >>> beginning_with("es")[0]
    'es'
    """
    return tuple(sorted(CODES, key=lambda each: each != code))


def about(code: str) -> dict[str, Any]:
    """What `language.yaml` says of a language; of the first one for a code that is none.

    >>> about("pt")["decimal"]
    ','
    """
    return _ABOUT.get(code) or _ABOUT[CODES[0]]


def english_name(code: str, otherwise: str = "the user's language") -> str:
    """How a prompt names a language.

    >>> english_name("pt"), english_name("xx")
    ('Portuguese', "the user's language")
    """
    return str(_ABOUT[code]["english"]) if code in _ABOUT else otherwise


def write_number(text: str, language: str) -> str:
    """A number as `format(1234.5, ",")` writes it, with a language's signs.

    >>> write_number("1,234.5", "pt")
    '1.234,5'
    """
    own = about(language)
    return text.translate({ord(","): own["thousands"], ord("."): own["decimal"]})


def page_code(code: str) -> str:
    """How Django names the language of a catalogue.

    >>> page_code("pt")
    'pt-br'
    """
    return str(about(code)["locale"]).replace("_", "-").lower()


def pages() -> list[tuple[str, str]]:
    """The languages of the Studio's pages, as Django names them: those whose catalogue says all of it."""
    return [(page_code(code), name) for code, name in LANGUAGES if _ABOUT[code]["pages"]]


DOMAIN = "conversation"


def mark(sentence: str) -> str:
    """The sentence itself; the catalogues know it by this call."""
    return sentence


def speak(sentence: str, language: str, /, **values: str) -> str:
    """A marked sentence in a language, with its {values}; in English where its catalogue does not have it."""
    return _catalogue(language).gettext(sentence).format(**values)


@lru_cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """What a language's sentences are; none for English, and for a language that is not there."""
    if language not in CODES:
        return gettext.NullTranslations()
    locale = str(about(language)["locale"])
    return gettext.translation(DOMAIN, settings.LOCALE_PATHS[0], [locale], fallback=True)
