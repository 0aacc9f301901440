"""Whether a short message comes back to the part that was left: "e o outro assunto?", "y lo otro?".

>>> asks_for_rest("E o outro assunto?"), asks_for_rest("and the rest?"), asked("o outro pedido não chegou")
(True, True, False)
"""

from language.lexicon import join_languages
from language.lexicon.phrase import phrases, plain

LONGEST = 200  # characters
MOST_WORDS = 10
# What may stand around it: a word more, and the message is about something of its own.
_AROUND = frozenset(
    phrases("""
    e, y, and, mas, pero, but, agora, ahora, now, sobre, about, de, do, da, del, of, com, con, with, what,
    how, como, qual, cual, que, me, por, favor, please, pf, pfv, porfa, ok, okay, certo, bien, sim, si, yes,
    obrigado, obrigada, gracias, thanks, thank, you, vamos, ver, let, us, lets, see, quanto, cuanto, is,
    era, es, a, ao, al, para, for, to, pode, puede, can, you, diga, dime, tell, falta, faltou, tambem,
    tambien, also, still, ainda, aun, todavia, then, entao, entonces, olha, mira, so
""")
)
_WORDS = _AROUND.union(*(phrase.split() for phrase in join_languages("OTHER_MATTER")))
_PHRASES = sorted((tuple(phrase.split()) for phrase in join_languages("OTHER_MATTER")), key=len, reverse=True)


_NEW_TOPICS = tuple(f"{' '.join(phrase.split())} " for phrase in sorted(join_languages("NEW_TOPIC")))
_LEADS = (
    "e ",
    "y ",
    "and ",
    "agora ",
    "ahora ",
    "now ",
    "mas ",
    "pero ",
    "but ",
    "bom ",
    "bueno ",
    "ok ",
    "well ",
)


def announced(text: str) -> bool:
    """Whether a message begins by saying that it is about something else.

    >>> announced("Mudando de assunto, quanto devo?"), announced("Qual assunto?")
    (True, False)
    """
    said = f"{' '.join(plain(text[:LONGEST]))} "
    said = next((said[len(lead) :] for lead in _LEADS if said.startswith(lead)), said)
    return said.startswith(_NEW_TOPICS)


def asks_for_rest(text: str) -> bool:
    """Whether the whole message asks for what was left of an earlier one."""
    if len(text) > LONGEST:
        return False
    said = plain(text)
    if not 0 < len(said) <= MOST_WORDS or not _WORDS.issuperset(said):
        return False
    for phrase in _PHRASES:
        for at in range(len(said) - len(phrase) + 1):
            if tuple(said[at : at + len(phrase)]) == phrase:
                return _AROUND.issuperset([*said[:at], *said[at + len(phrase) :]])
    return False
