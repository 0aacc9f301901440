"""The one reading of a reply to a yes-or-no question, in every mode: which dialogue act it is.

>>> read("sim, por favor"), read("no la envíes"), read("forget it"), read("talvez")
('yes', 'no', 'cancel', 'unsure')
>>> read_act("yes, but only look").kind, read_act("sure, I suppose that is fine").exact
('unsure', False)

Only an entry of a language's closed list is a yes that acts (`exact`). What is learnt says what the rest is,
and takes nothing for a yes: what is likely one is asked again.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from language.acts.closed_list import LONGEST, ClosedReading, read_closed
from language.acts.lists import lists
from language.acts.model import doubting_words, share_of, shares
from language.acts.questions import is_question
from language.acts.yes_no_question import read_questions
from language.lexicon import begins
from language.lexicon.phrase import plain

ActKind = Literal["yes", "no", "cancel", "unsure", "question", "correction", "other"]
SURE = 0.5  # of a question or a correction; below it the user is asked again
PLAIN = 0.9  # of a no behind a yes: "sim, mas não agora"
CERTAIN = 0.6  # of a no, a cancel and a doubt; of what stands against a question word: "quem sabe"
ANSWER = 0.5  # of all acts that answer together: below it the message is something else
FEW = 3  # words that may be nothing but "not sure"
_CLAUSE = re.compile(r"[^,.;:!\n]+")
_ENDED = re.compile(r"(?<=[.;!?…\n])\s+")
_ANSWERS = ("yes", "no", "cancel", "unsure")


@dataclass(frozen=True, slots=True)
class DialogueAct:
    """How a reply was read.

    `exact`: an entry of the closed list, which alone acts. `whole`: it says nothing else; `rest` is what
    follows an entry.
    """

    kind: ActKind
    exact: bool = False
    whole: bool = False
    rest: str = ""
    likely_yes: bool = False  # asked again in one clear sentence
    restates: bool = False  # nothing in it permits what it only asks for


def read(text: str, question: str = "", looks: bool = False) -> ActKind | None:
    """The kind of a reply that answers: yes (an exact one), no, cancel or unsure; None for all else."""
    found = read_act(text, question, looks)
    return found.kind if found.kind in _ANSWERS else None


def read_alone(text: str) -> ActKind | None:
    """A message that answers no question of ours, when it says no more than yes, no, cancel or "not sure"."""
    found = read_act(text)
    if found.exact and found.whole:
        return found.kind
    doubts = found.kind == "unsure" and share_of("unsure", text) >= CERTAIN
    tokens = plain(text)
    return "unsure" if doubts and len(tokens) <= FEW and doubting_words().issuperset(tokens) else None


@lru_cache(maxsize=1024)
def read_act(text: str, question: str = "", looks: bool = False) -> DialogueAct:
    """The reply as a dialogue act.

    `asked` is the question's text; `looks`: it asks for the permission to look.
    """
    if len(text) > LONGEST or not text.strip():
        return DialogueAct("other")
    closed = read_closed(text, question, looks)
    if closed is not None and closed.kind == "yes":
        whole = not closed.rest
        return DialogueAct("yes", exact=True, whole=whole, rest=closed.rest, restates=closed.restates)
    if closed is not None and not closed.rest:
        exact = closed.kind != "unsure"
        again = closed.restates
        found = DialogueAct(closed.kind, exact=exact, whole=True, likely_yes=again, restates=again)
    else:
        found = _predict(text, question, closed)
    if found.kind == "cancel" and _may_tell_to(text, question):
        return DialogueAct("unsure", rest=found.rest, likely_yes=True)
    return found


def _predict(text: str, question_text: str, closed: ClosedReading | None) -> DialogueAct:
    """What the learnt model takes a reply for; an entry that refuses before other words counts with it."""
    if not plain(text):
        return DialogueAct("question" if "?" in text else "other")
    if end := _ends_in(text, question_text):
        return DialogueAct(end, rest=closed.rest if closed is not None else "")
    if closed is not None and closed.rest:
        # "não, ele desistiu": what is said behind a no is its reason, unless it corrects or takes the no
        # back.
        if closed.kind == "no" and _begins_with("keeps", closed.rest):
            return DialogueAct("no", rest=closed.rest)  # "no, keep the old one"
        behind = read_act(closed.rest, question_text)
        asks = behind.kind == "question" and ("?" in closed.rest or not closed.forbids)
        if asks or share_of("correction", closed.rest, question_text) >= CERTAIN:
            kind: ActKind = "question" if asks else "correction"
            return DialogueAct(kind, rest=closed.rest)
        if closed.kind in ("yes", "unsure"):
            # "go ahead, I never use it" takes nothing back.
            takes_back = _begins_with("blocks", closed.rest) and not _forbids_else(closed.rest, question_text)
            share = share_of("no", closed.rest) + share_of("cancel", closed.rest) if takes_back else 0
            if behind.kind in ("no", "cancel") and (behind.exact or share >= PLAIN):
                return DialogueAct(behind.kind, rest=closed.rest)
            return DialogueAct("unsure", rest=closed.rest, likely_yes=True)
        kind = "unsure" if _agrees_too(closed.rest, question_text) else closed.kind
        return DialogueAct(kind, rest=closed.rest)
    yes, no, cancel, unsure, question, correction, request, other = shares(text, question_text)
    refuses, answers = no + cancel, yes + no + cancel + unsure
    if question >= SURE or (is_question(text) and max(unsure, refuses) < CERTAIN):
        return DialogueAct("question")
    if correction >= SURE:
        return DialogueAct("correction")
    if refuses >= CERTAIN and refuses > yes + unsure:
        # "no me queda otra, ábralo": a learnt no beside an entry that agrees is asked again.
        if _agrees_too(text, question_text):
            return DialogueAct("unsure", likely_yes=True)
        return DialogueAct("cancel" if cancel > no else "no")
    if answers >= ANSWER:
        return DialogueAct("unsure", likely_yes=yes >= max(refuses, unsure))
    if max(correction, question) > other + request:
        return DialogueAct("correction" if correction > question else "question")
    return DialogueAct("other")


def _ends_in(text: str, question: str) -> ActKind | None:
    """The no that a reply ends in, whatever is said before: "84, what a bargain. No way"."""
    sentence = _ENDED.split(text.strip())[-1]
    if sentence.endswith("?"):
        return None
    for part in (sentence, *_CLAUSE.findall(sentence)[-1:]):
        closed = read_closed(part, question)
        # "the 44, not the 40" takes nothing back.
        if closed is not None and not closed.rest and (closed.forbids or read_closed(part) == closed):
            if closed.kind not in ("no", "cancel") or share_of("correction", text, question) >= CERTAIN:
                return None
            return closed.kind
    return None


def _begins_with(name: Literal["blocks", "keeps"], text: str) -> bool:
    """Whether a text begins with a phrase of a list, in any language."""
    return any(begins(plain(text), getattr(each, name)) for each in lists().values())


def _forbids_else(text: str, question_text: str) -> bool:
    """Whether what is denied is another deed than the one asked about: "dale, pero no toques nada"."""
    return any(
        before in each.denies
        and word.endswith(each.endings)
        and not (question.is_act(word) or begins([word], each.wants) or (word,) in each.alone)
        and word not in each.small | each.days | each.units
        for each, question in read_questions(question_text)
        if question.own
        for before, word in pairwise(plain(text))
    )


def _may_tell_to(text: str, question_text: str) -> bool:
    """Whether what seems to give up names what the question does: "cancel it, please", to a cancellation."""
    words = plain(text)
    return any(
        question.may_mean(words) and each.denies.isdisjoint(words)
        for each, question in read_questions(question_text)
    )


def _agrees_too(text: str, question: str) -> bool:
    """Whether a clause of a reply is a yes by itself."""
    clauses = (read_closed(clause, question) for clause in _CLAUSE.findall(text))
    return any(clause is not None and clause.kind == "yes" for clause in clauses)
