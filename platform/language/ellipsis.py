"""A short message that names one thing anew and leaves the rest as it was: "and in Leeds?", "e na terça?".

>>> is_elliptic("¿Y para el martes?"), is_elliptic("and how much is it?"), is_elliptic("and thanks")
(True, False, False)
"""

from language import other_matter
from language.function_words import is_small
from language.language_data import load
from language.lexicon import LANGUAGES, begins, first_words, join_languages
from language.lexicon.phrase import plain

LONGEST = 80  # characters
MOST_WORDS = 5  # behind the words that lead
_LEADS = first_words(join_languages("GOES_ON_ABOUT"))
_LEADS_OF = {code: first_words(lists.GOES_ON_ABOUT) for code, lists in LANGUAGES.items()}
_AND = join_languages("AND")
_SENTENCES = first_words(join_languages("FOLLOW_UPS"))  # "and if", "and then": something new is asked
# What is asked, wished, told or done there makes it a sentence of its own, and a greeting says nothing anew.
_OWN = first_words(
    frozenset().union(*map(join_languages, ("INTERROGATIVES", "WANT", "TELL", "VERBS", "GREETINGS")))
    | join_languages("THANKS")
    | join_languages("SIGN_OFFS")
)


def is_elliptic(text: str) -> bool:
    """Whether a message only says of what else the same is asked.

    >>> is_elliptic("e em Santos?"), is_elliptic("é sábado?"), is_elliptic("and the rest?")
    (True, False, False)
    """
    tokens = plain(text) if len(text) <= LONGEST else []
    lead = begins(tokens, _LEADS)
    named = tokens[lead:]
    if not lead or not 0 < len(named) <= MOST_WORDS or all(map(is_small, named)):
        return False
    if begins(tokens, _SENTENCES) > lead:
        return False
    # As it was typed: the accented "é" is a verb and leads to nothing.
    joins = lead > 1 or text.lstrip(" ¿¡").split(maxsplit=1)[0].lower().rstrip(",") in _AND
    if not joins or other_matter.asks_for_rest(text):
        return False
    return not any(len(named[at]) > 1 and begins(named[at:], _OWN) for at in range(len(named)))


def list_wishes(text: str) -> tuple[str, ...]:
    """An elliptic message as the wish that it may be, in each language that it begins in; of others none.

    >>> list_wishes("e um atendente?"), list_wishes("um atendente?")
    (('quero um atendente',), ())
    """
    tokens = plain(text) if is_elliptic(text) else []
    leads = {code: begins(tokens, leads) for code, leads in _LEADS_OF.items()}
    wants = {code: load(code, "lexicon")["want"].split(",")[0] for code, lead in leads.items() if lead}
    return tuple(" ".join((want, *tokens[leads[code] :])) for code, want in wants.items())
