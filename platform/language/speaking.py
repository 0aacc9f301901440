"""The platform's own sentences to users.

English in the source, in other languages by the catalogue `conversation`.

    ASK = mark("To go on, I need to know: {labels}.")
    speak(ASK, "pt", labels="o número do pedido")

Everything else that is said is authored or a model's. `make messages` brings new sentences into the
catalogues (`locale/*/LC_MESSAGES/conversation.po`).
"""

import gettext
from functools import lru_cache

from django.conf import settings

from language.spoken_languages import CODES, about

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
