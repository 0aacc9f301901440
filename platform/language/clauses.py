"""The clauses of a message: what a person asks for, one thing at a time, in the original spelling.

>>> split("Minha fatura veio alta e onde está meu pedido P100?")
['Minha fatura veio alta', 'onde está meu pedido P100?']
>>> is_negated("não quero devolver"), is_negated("meu pedido não chegou")
(True, False)
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from language.detect import in_its_sense
from language.function_words import is_small
from language.lexicon import Starts, begins, first_words, join_languages
from language.lexicon.phrase import WORD, plain
from language.mail import body
from language.normalise import pad_words
from language.sentences import TYPED, split_sentences
from language.short_forms import whole_words

_WORD = re.compile(WORD, re.IGNORECASE)
NEAR = 40  # words looked at on either side of a cut: a message of 32 000 characters must not take seconds
OPENING = 3  # words of a clause that may say that it adds something: "ah, and the invoice"
LEAD = 4  # words of a clause among which it begins to ask: "hi there, how much ..."
SHORT = 3  # letters of words that are hardly verbs
EDGES = " \t\r\n,;:-–—"
_PAUSE = re.compile(r"[,:]\s|[,:]?\s*¿|\s[–—-]\s")  # "Estou irritado: quanto custa?"

_CONTRAST = first_words(join_languages("CONTRAST"))
_ADDITION = first_words(join_languages("ADDITION"))
_AND = join_languages("AND")
_LEADS = first_words(join_languages("LEADS"))
_DENIED = first_words(join_languages("DENIED"))
_UNWANTED = first_words(join_languages("UNWANTED"))
_GREETINGS = join_languages("GREETINGS")
_SIGN_OFFS = join_languages("SIGN_OFFS")
_VERBS = join_languages("VERBS")
_QUESTION = first_words(join_languages("INTERROGATIVES"))
_WISH = first_words(join_languages("WANT") | join_languages("TELL"))
_OWNERS = join_languages("OWNERS")
_OWNED = join_languages("OWNED")
_GOVERNING = first_words(join_languages("GOVERNING"))
_PLEASE = first_words(join_languages("PLEASE"))
_NO = join_languages("NO_WORDS") | join_languages("SUBJECTS")
# Regular verb endings after folding, for verbs no list knows: "atrasaram", "cancelando".
_VERB_ENDING = re.compile(rf"\w{{3,}}(?:{'|'.join(sorted(join_languages('FINITE')))})")
_INFINITIVE = re.compile(rf"\w+(?:{'|'.join(sorted(join_languages('INFINITIVES')))})")


class Word(NamedTuple):
    """A word of a message: as it is compared, and where it stands."""

    text: str
    start: int
    end: int


def tokenise(text: str) -> list[Word]:
    """The words of a text, abbreviations spelled out.

    The words of one abbreviation stand at the same place.
    """
    folded = pad_words(text)
    found: list[Word] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        plainly = folded[start + 1 : end + 1].replace(" ", "")
        leans = match[0][-1] in "'’"  # "n'est": a word that leans on the next one is no abbreviation
        found += [Word(word, start, end) for word in ([plainly] if leans else whole_words([plainly]))]
    return found


def split(text: str) -> list[str]:
    """The clauses of `text`. Greetings, signature and quoted mail are dropped when something else remains.

    Never empty for a text with letters or digits: what cannot be split is its own only clause.
    """
    clauses = [
        clause
        for sentence in split_sentences(body(text), TYPED)
        for clause in _clauses(sentence)
        if _WORD.search(clause)
    ]
    matters = [clause for clause in clauses if not _is_polite(clause)]
    found = matters or clauses
    if not found:
        whole = " ".join(text.split())
        return [whole] if whole else []
    return found


def is_negated(clause: str) -> bool:
    """Whether the clause says what is not wanted, or not meant.

    A fact that did not happen ("meu pedido não chegou") is not negated: it is what the message is about.
    """
    tokens = [word.text for word in tokenise(clause)]
    return begins(tokens, _DENIED) > 0 or any(
        begins(tokens[at : at + NEAR], _UNWANTED) for at in range(len(tokens))
    )


def adds(gap: str, clause: str) -> bool:
    """Whether a clause asks for something more: by the words between it and the one before it or by its own
    first ones, a semicolon, or a line of its own.

    An "and" within the clause joins words of it: only its first word counts, or the one behind "ah".

    >>> adds(", ", "also where is my order?"), adds(", ", "salt and pepper were missing")
    (True, False)
    """
    between, first = tokenise(gap), tokenise(clause)
    tokens = [word.text for word in (*between, *first[:OPENING])]
    lead = begins([word.text for word in first], _LEADS)
    joints = [(gap, word) for word in between] + [(clause, first[at]) for at in {0, lead} if at < len(first)]
    return (
        any(sign in gap for sign in ";\n")
        or any(begins(tokens[at:], _ADDITION) for at in range(len(tokens)))
        # As it was typed: the accented "é" is a verb and joins nothing.
        or any(text[word.start : word.end].lower() in _AND for text, word in joints)
    )


def _clauses(sentence: str) -> list[str]:
    """Cut a sentence before "mas", "também", "e" + verb phrase, and at commas between questions or wishes."""
    if _is_polite(sentence):
        return [sentence]  # "Obrigado, João"
    found = tokenise(sentence)
    texts = [word.text for word in found]
    cuts: list[tuple[int, int]] = []  # (end of the clause before, start of the next)
    begun = 0  # first word of the clause being read
    ordered = -1  # first word of one that is an order: the mark at the end is not its own, but the question's
    for at, word in enumerate(found):
        before, ahead = texts[max(begun, at - NEAR) : at], texts[at : at + NEAR]
        gap = sentence[found[at - 1].end : word.start] if at else ""
        connector = _connector(ahead, gap, before, sentence)
        if connector is not None:
            following = at + connector
            if at == begun:
                if cuts or at == 0:
                    opening = found[following].start if following < len(found) else len(sentence)
                    cuts[-1:] = [(cuts[-1][0] if cuts else 0, opening)]
                    begun = following
                continue
            if following < len(found):
                cuts.append((found[at - 1].end, found[following].start))
                begun = following
            continue
        if at <= begun or not before:
            continue
        opens = texts[at] in _AND and not _numbers(ahead[1:], before) and _opens(ahead[1:], before)
        orders = texts[at] in _AND and _orders(ahead[1:], before)
        if opens or orders:
            cuts.append((found[at - 1].end, found[at + 1].start))
            begun = at + 1
            ordered = begun if orders and not begins(ahead[1:], _QUESTION) else ordered
        elif "¿" in gap or (
            _PAUSE.search(gap) and (_is_polite(" ".join(before)) or _opens(ahead, before, comma=True))
        ):
            cuts.append((found[at - 1].end, word.start))
            begun = at
    return _cut(sentence.rstrip("?") if ordered == begun else sentence, cuts)


def _cut(sentence: str, cuts: list[tuple[int, int]]) -> list[str]:
    found: list[str] = []
    start = 0
    for end, following in cuts:
        found.append(sentence[start:end].strip(EDGES))
        start = following
    found.append(sentence[start:].strip(EDGES))
    return [clause for clause in found if clause]


def _connector(rest: list[str], gap: str, before: list[str], sentence: str) -> int | None:
    """How many words join two clauses here ("mas", "e também"), or None. "também" inside a clause without
    a pause before it joins nothing: "eu também quero"."""
    for phrase in _CONTRAST.get(rest[0], ()):
        if tuple(rest[: len(phrase)]) == phrase and in_its_sense(" ".join(phrase), "CONTRAST", sentence):
            return len(phrase)
    for phrase in _ADDITION.get(rest[0], ()):
        if tuple(rest[: len(phrase)]) == phrase:
            inside = len(phrase) == 1 and before and "," not in gap
            if inside and not (len(before) > 1 and _opens(rest[1:], before)):
                return None
            return len(phrase)
    return None


def _opens(rest: list[str], before: list[str], comma: bool = False) -> bool:
    """Whether `rest` begins a clause of its own: a question, a wish, or a subject with its verb."""
    if not rest:
        return False
    if begins(rest, _QUESTION) and rest[0] not in _AND:
        return True
    if begins(rest, _WISH):
        return True
    if rest[0] in _NO and begins(rest[1:], _WISH):
        return True
    if begins(rest, _UNWANTED):
        return True
    if comma and rest[0] not in _OWNERS:
        return False
    return _has_verb(before) and _has_verb(rest[:7])


def _orders(rest: list[str], before: list[str]) -> bool:
    """Whether words behind an "and" tell somebody to do something: behind a question or a wish a word with an
    article behind it is a verb with its object, whatever the verb ("... and refund my deposit"), and so is
    what is asked for politely. Behind "how to" or "is it possible to" it is one of the verbs asked about.
    """
    if len(rest) < 2 or not (_leads(before, _QUESTION) or _leads(before, _WISH)):
        return False
    if begins(rest, _PLEASE):
        return True
    if any(begins(before[at:], _GOVERNING) for at in range(len(before))):
        return False
    return _has_object(rest)


def tells_to_do(text: str) -> bool:
    """Whether a text begins by telling somebody to do something: a verb with its object, or "please".

    >>> tells_to_do("anula la salida"), tells_to_do("la pata derecha"), tells_to_do("revisar la pata")
    (True, False, False)
    """
    tokens = plain(text)
    if begins(tokens, _PLEASE):
        return True
    return len(tokens) > 1 and not _INFINITIVE.fullmatch(tokens[0]) and _has_object(tokens)


def _has_object(tokens: list[str]) -> bool:
    """Whether a word with an article behind it begins: a verb with its object, whatever the verb."""
    verb, following = tokens[:2]
    return len(verb) > SHORT and verb.isalpha() and not is_small(verb) and following in _OWNED


def _numbers(rest: list[str], before: list[str]) -> bool:
    """Whether words behind an "and" go on with the phrase of a question, as a word and its number do: "What
    does the red and blue 12 cost?".
    """
    return len(rest) > 1 and rest[1].isdigit() and not _has_verb(rest[:1]) and _leads(before, _QUESTION)


def _leads(words: list[str], starts: Starts) -> bool:
    """Whether a phrase of `starts` is among the first words of a clause."""
    return any(begins(words[at:], starts) for at in range(LEAD))


def _has_verb(words: list[str]) -> bool:
    # "é" and the article "e" fold to one word: not counted as a verb here.
    return any((word in _VERBS and len(word) > 1) or _VERB_ENDING.fullmatch(word) for word in words)


def _is_polite(clause: str) -> bool:
    """Only a greeting or a closing formula, perhaps with a name: "Olá, equipe", "Obrigado, João"."""
    tokens = plain(clause)
    text = " ".join(tokens)
    if text in _GREETINGS or text in _SIGN_OFFS:
        return True
    for length in range(min(len(tokens), 4), 0, -1):
        head = " ".join(tokens[:length])
        if head in _GREETINGS or head in _SIGN_OFFS:
            rest = tokens[length:]
            return not rest or (len(rest) <= 4 and _is_polite(" ".join(rest))) or _is_name(clause, len(rest))
    return False


def _is_name(clause: str, count: int) -> bool:
    """Whether the last `count` words are written as a name: "Olá Maria Silva"."""
    last = _WORD.findall(clause)[-count:]
    return count <= 2 and all(word[:1].isupper() and not word.isupper() for word in last)


# The accented "é" is a verb and joins nothing: the text is read as it was typed.
_JOINING = "|".join(sorted(join_languages("AND")))
# A comma before a digit is a number's: "39,90".
_JOINT = re.compile(rf"\s*(?:,(?!\d)|[;/+&])\s*(?:(?:{_JOINING})\s+)?|\s+(?:{_JOINING})\s+", re.IGNORECASE)
DENIED_WITHIN = 20  # characters in which a no is looked for
_DENIALS = join_languages("NO_WORDS") | join_languages("WITHOUT")


class MatterWord(NamedTuple):
    """Where a word of a matter stands in the clause, and the matters it is a word of."""

    start: int
    end: int
    matters: frozenset[str]


def apart(clause: str, places: Sequence[MatterWord]) -> list[str]:
    """The clause, cut at the last comma or "and" between words of different matters.

    What is not wanted stays whole, or the denial would be said of its first part only.

    >>> bill, order = MatterWord(3, 7, frozenset({"bills"})), MatterWord(15, 20, frozenset({"orders"}))
    >>> apart("my bill and my order", [bill, order])
    ['my bill', 'my order']
    """
    if len(places) < 2 or is_negated(clause):
        return [clause]
    found: list[str] = []
    start = 0
    for before, after in pairwise(places):
        if before.matters & after.matters:
            continue
        joints = list(_JOINT.finditer(clause, before.end, after.start))
        if joints and not _denies(clause[joints[-1].end() :]):
            found.append(clause[start : joints[-1].start()])
            start = joints[-1].end()
    return [*found, clause[start:]]


def _denies(rest: str) -> bool:
    """Whether a text begins with a no."""
    return not _DENIALS.isdisjoint(plain(rest[:DENIED_WITHIN])[:1])
