"""Whether a short message comes back to the part that was left: "e o outro assunto?", "y lo otro?".

>>> asks_for_rest("E o outro assunto?"), asks_for_rest("and the rest?"), asks_for_rest("outro pedido sumiu")
(True, True, False)
"""

from language.lexicon import join_languages, join_words
from language.lexicon.phrase import plain

LONGEST = 200  # characters
MOST_WORDS = 10
# What may stand around it: a word more, and the message is about something of its own.
_AROUND = join_words("AROUND_OTHER_MATTER")
_PHRASES = sorted((tuple(phrase.split()) for phrase in join_languages("OTHER_MATTER")), key=len, reverse=True)

_NEW_TOPICS = tuple(f"{phrase} " for phrase in sorted(join_languages("NEW_TOPIC")))
_LEADS = tuple(f"{phrase} " for phrase in sorted(join_languages("BEFORE_NEW_TOPIC")))


def is_announced(text: str) -> bool:
    """Whether a message begins by saying that it is about something else.

    >>> is_announced("Mudando de assunto, quanto devo?"), is_announced("Qual assunto?")
    (True, False)
    """
    folded = f"{' '.join(plain(text[:LONGEST]))} "
    folded = next((folded[len(lead) :] for lead in _LEADS if folded.startswith(lead)), folded)
    return folded.startswith(_NEW_TOPICS)


def asks_for_rest(text: str) -> bool:
    """Whether the whole message asks for what was left of an earlier one."""
    around = words_around(text)
    return around is not None and _AROUND.issuperset(around)


def words_around(text: str) -> list[str] | None:
    """What a short message says beside "the other one"; None where it does not say that.

    >>> words_around("actually before the invoice do the other one")
    ['actually', 'before', 'the', 'invoice', 'do']
    """
    tokens = plain(text) if len(text) <= LONGEST else []
    if not 0 < len(tokens) <= MOST_WORDS:
        return None
    for phrase in _PHRASES:
        for at in range(len(tokens) - len(phrase) + 1):
            if tuple(tokens[at : at + len(phrase)]) == phrase:
                return [*tokens[:at], *tokens[at + len(phrase) :]]
    return None
