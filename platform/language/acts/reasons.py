"""Why somebody says yes: a plain statement beside a yes that told the deed, which takes nothing of it back.

>>> from language.acts.lists import lists
>>> from language.acts.yes_no_question import NOTHING_ASKED
>>> en, told = lists()["en"], ("my bag got nicked", "my new bag")
>>> [is_reason(said.split(), said, en, NOTHING_ASKED) for said in told]
[True, False]

Its words are open, so that it counts only where the rest of the reply is a whole yes of the closed list. It
tells something: of oneself ("I'm off"), how a thing is ("the flat is empty") or what happened. And it says
nothing that a clerk would ask about: no condition or contrast, no day, no number or name that the question
has not, nothing to do, nobody who is spoken to, nothing denied but of what is to end, and no word by which a
statement becomes another wish, another value or mockery (`turns`).
"""

import re
from collections.abc import Sequence

from language.acts.lists import ReplyLists
from language.acts.yes_no_question import AskedQuestion, asks_for
from language.lexicon import begins
from language.lexicon.phrase import plain

_SHORTEST = 3  # words
_PAST = 4  # letters at most of what is no verb in the past: "ed"
_SIGN = re.compile('["“”«»\U0001f300-\U0001faff\u2600-\u27bf]')  # what is quoted, and faces that people make


def find_reason(words: Sequence[str], each: ReplyLists) -> int:
    """Where a clause begins to say why, "block it because my bag got nicked"; its length without that."""
    begun = (
        begins(words[at:], each.because) or begins(words[at:], each.subjects) for at in range(1, len(words))
    )
    return next((at for at, length in enumerate(begun, 1) if length), len(words))


def is_reason(words: Sequence[str], typed: str, each: ReplyLists, question: AskedQuestion) -> bool:
    """Whether words only tell something about who replies; `typed` is how they were written."""
    told = words[begins(words, each.because) :]
    joined = begins(told, each.joins)
    begun = joined + begins(told[joined:], each.reasons)
    denied = not (question.ends or each.denies.isdisjoint(told))
    if denied or len(told) < _SHORTEST or (begun == joined and (joined or not _states(told, typed, each))):
        return False
    return not _names(typed, each, question) and not any(
        _turns(told[at:], each, question) for at in range(begun, len(told))
    )


def _states(words: Sequence[str], typed: str, each: ReplyLists) -> bool:
    """Whether words tell how something is or was: "the flat is empty"."""
    past = any(word.endswith(each.past) for word in typed.casefold().split() if len(word) > _PAST)
    return past or any(begins(words[at:], each.states) for at in range(1, len(words)))


def mocks(text: str, each: ReplyLists) -> bool:
    """Whether a yes is one of those by which people mock, "oh sure", or they quote one or make a face."""
    words = plain(text)
    return _SIGN.search(text) is not None or any(begins(words[at:], each.smirks) for at in range(len(words)))


def _turns(words: Sequence[str], each: ReplyLists, question: AskedQuestion) -> bool:
    """Whether a statement becomes something else with these words."""
    word = words[0]
    if word in each.denies and not begins(words, each.turns):
        return False  # "cancel it, nobody watches it"
    if word[0].isdigit() and word in question.words:
        return False
    return (
        word in each.days
        or word[0].isdigit()
        or word in each.you
        or question.is_act(word)
        or asks_for(word, each)
        or bool(begins(words, each.turns))
        or (word not in each.small and bool(begins(words, each.blocks)))
    )


def _names(typed: str, each: ReplyLists, question: AskedQuestion) -> bool:
    """Whether somebody or some place is named that the question does not name."""
    names = (word for spelt in typed.split()[1:] if spelt[:1].isupper() for word in plain(spelt))
    return any(word not in question.words and word not in each.reasons for word in names)
