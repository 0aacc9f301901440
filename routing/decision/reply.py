"""Whether a message answers the question that is open, and how.

Asked in this order: a named option, a value that was asked for, a yes, no or cancel, a question about the
matter. What speaks of another intent, by a keyword or because the examples are sure, is no reply, unless all
of it is one.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Literal

from django.conf import settings

from agents import facts
from agents.specs import TEXT
from conversations.questions import PLAIN
from conversations.turn import ConversationState, Option, Question, Reply
from language import changes, clock_times, closing, day_names, days, options, other_matter, slots
from language.acts.closed_list import read_closed
from language.acts.model import share_of
from language.acts.questions import is_question
from language.acts.reading import DialogueAct, read_act, read_alone
from language.detect import in_its_sense
from language.instead import corrects, corrects_plainly, is_conditional
from language.lexicon import join_languages
from language.normalise import words
from routing.decision import person, repetition
from routing.decision.another_matter import (
    is_of_another,
    is_sure_of_another,
    leaves_matter,
    list_words_asked,
    names_other,
)
from routing.decision.asker import find_asker
from routing.decision.free_reply import is_free, read_free
from routing.decision.input import DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.repetition import agrees_to_more, asks_once_more, names_other_value, names_others
from routing.decision.staying import leaves, speaks_last

_SHORT = 4  # words
AGAINST = 0.85  # of what is no entry of the closed list, from which on a question for a value is given up
_TEXT = 12  # words that are a text to be worked on, whatever they say
_CLAUSE_END = re.compile(rf"[,.;:!\n]+|\b(?:{'|'.join(sorted(join_languages('BUT_WORD')))})\b", re.I)
A_TIME = re.compile(r"\d\d:\d\d")
_FREE_TEXT = 300  # characters of an answer to a question for something that has no pattern


def open_question(state: ConversationState, published: ProfileRuntime, now: float) -> Question | None:
    """The question this conversation waits for, or None: never asked, lapsed, or its asker is gone.

    An active state policy without a question of its own stands for one, asked by the policy's specialist.
    """
    question, policy = state.question, published.policies.get(state.workflow_state or "")
    if question is not None and has_lapsed(question.asked_at, now):
        question = None
    if question is None:
        asked = state.clarification
        question = asked if asked is not None and is_free(asked, state, published) else None
    if question is None and policy is not None and not has_lapsed(state.state_since, now):
        since = state.state_since
        question = Question(
            "state", "", policy.agent, state.active_intent, state=policy.state, asked_at=since
        )
    if question is None:
        return None
    if plain := question.data.get(PLAIN):  # what is said of the reply before it is nothing that was asked
        question = replace(question, text=str(plain))
    # The policy is authored and may have changed since: it says who gets the replies.
    held = published.policies.get(question.state or "") if question.kind == "state" else None
    if held is not None and held.agent != question.agent:
        question = replace(question, agent=held.agent)
    return find_asker(question, published)


def withdrawn(case: DecisionInput, question: Question) -> bool:
    """Whether the message takes the question back: "não, quero ver meu plano", or "sim, mas o P101" when P100
    was to be returned. What was asked must then never be done on a later yes; the other tiers decide."""
    text = case.utterance.text
    if agrees_to_more(case, question):
        return False
    if question.kind in ("confirmation", "permission") and names_others(case, question):
        return not (changeable(question, case.published) or _is_named_at_once(case, question))
    if changeable(question, case.published) and _wants_change(text, question):
        return False
    act = _read_act(text, question)
    if act is not None and act.whole:
        return False
    rest = after_refusal(text)
    if rest == text or (_says_otherwise(case, question, None) and not names_other(case, question)):
        return False
    # What was just refused is not likelier to be meant than anything else, and "where is it?" is about it.
    anew = case._replace(state=replace(case.state, active_intent=None, active_agent=None))
    reading = None if closing.says_nothing(rest) else case.published.reading(rest)
    return any(hit.payload.agent for hit in case.hits(rest)) or is_sure_of_another(anew, question, reading)


def _is_text(case: DecisionInput, question: Question) -> bool:
    """Whether the question is for a text, and this is one.

    Of no other matter, and for no person; what is long or of several lines is one whatever it says, where an
    intent works on texts.
    """
    if question.kind != "slot" or TEXT not in question.fields or TEXT in case.published.agents.slots:
        return False
    message, intent = case.utterance.text, case.published.intents.get(question.intent or "")
    long = "\n" in message.strip() or len(words(message)) > _TEXT
    if intent is not None and intent.takes_text and long:
        return True
    return bool(message.strip()) and not (is_of_another(case, question) or person.is_wanted(case))


def asks_alone(text: str, asks: bool) -> bool:
    """Whether a message is a question and no text that holds one."""
    return asks and "\n" not in text.strip() and len(words(text)) <= _TEXT


def changeable(question: Question, published: ProfileRuntime) -> bool:
    """Whether words of the user's are proposed, which a reply may change: a letter's text and subject."""
    intent = published.intents.get(question.intent or "")
    if intent is None or not intent.takes_text or question.kind not in ("confirmation", "slot"):
        return False
    tool = published.agents.tools.get(str(question.data.get("tool") or ""))
    proposed = question.data.get("arguments") or {}
    return tool is not None and any(p.source == "free" and p.name in proposed for p in tool.parameters)


def _corrects_value(case: DecisionInput, question: Question) -> bool:
    """Whether the message corrects what an action is proposed with, or has been given so far."""
    if question.kind == "slot" and "wanted" in question.data:
        return corrects_plainly(case.utterance.raw)
    proposes = _is_named_at_once(case, question) and bool(question.data.get("arguments"))
    return proposes and corrects(case.utterance.raw)


def _tells_more(case: DecisionInput, question: Question) -> bool:
    """Whether the message only tells something, where a text in the user's own words is to be confirmed."""
    tool = case.published.agents.tools.get(str(question.data.get("tool") or ""))
    given = question.data.get("arguments") or {}
    if question.kind != "confirmation" or tool is None or len(words(case.utterance.text)) <= _SHORT - 1:
        return False
    texts = [each for each in tool.parameters if each.source == "free" and tool.is_text(each)]
    told = read_act(case.utterance.text, question.text).kind == "other"
    return told and not is_question(case.utterance.text) and [each.name in given for each in texts] == [True]


def _wants_change(text: str, question: Question) -> bool:
    """Whether the message says how the words should be.

    "sí, incluya eso" to a question that says so is a yes.
    """
    if changes.is_disliked(text):
        return True
    if changes.asks_for_change(text) != "sure":
        return False
    act = _read_act(text, question)
    return act is None or not act.whole


def after_refusal(text: str) -> str:
    """What follows a leading no: "não, quero ver meu plano" -> "quero ver meu plano".

    Else the text itself.
    """
    ends = (end for end in _CLAUSE_END.finditer(text) if in_its_sense(end[0].lower(), "BUT_WORD", text))
    end = next(ends, None)
    refused = read_closed(text[: end.start()]) if end else None
    if end is None or refused is None or refused.kind not in ("no", "cancel"):
        return text
    return text[end.end() :].strip()


def read(case: DecisionInput, question: Question) -> Reply | None:
    """The message as a reply to `question`; None when the other tiers should be asked.

    One that brings another value than what was asked about is no yes to it, and no reason to ask it again.
    """
    if not changeable(question, case.published) and asks_once_more(case, question):
        return Reply("unclear", question)
    if agrees_to_more(case, question):
        agrees = read_act(case.utterance.text, question.text).kind == "yes"
        return Reply("yes" if agrees else "unclear", question)
    reply = read_free(case, question) if question.kind == "clarification" else _read(case, question)
    if reply is None and (person.is_wanted(case) or _goes_elsewhere(case, question)):
        return None
    return repetition.propose_otherwise(case, question) if _says_otherwise(case, question, reply) else reply


def read_undecided(case: DecisionInput, question: Question) -> Reply:
    """A message that goes to who asked, though nothing reads it as a reply."""
    if question.kind == "clarification":
        return Reply("value", question)  # its asker's model reads it: nothing is asked again for it
    changes_it = changeable(question, case.published) or _tells_more(case, question)
    reply = Reply("change" if changes_it else "unclear", question)
    return repetition.propose_otherwise(case, question) if _says_otherwise(case, question, reply) else reply


def takes_back(reply: Reply, published: ProfileRuntime) -> bool:
    """Whether the reply ends the confirmation that it changes: a later yes does it no more."""
    question = reply.question
    return reply.kind == "change" and question.kind == "confirmation" and not changeable(question, published)


def _is_named_at_once(case: DecisionInput, question: Question) -> bool:
    """Whether another value can be proposed at once: nothing is looked up first, and it is no new matter."""
    intent = case.published.intents.get(question.intent or "")
    alone = intent is not None and not intent.prefetch and not _reads_first(case, intent.tools)
    return question.kind == "confirmation" and alone and not _goes_elsewhere(case, question)


def _reads_first(case: DecisionInput, tools: Iterable[str]) -> bool:
    known = case.published.agents.tools
    return any(known[name].read_only for name in tools if name in known)


def _goes_elsewhere(case: DecisionInput, question: Question) -> bool:
    """Whether a message with a value of its own is about another matter: where it answers or corrects the
    question, only a keyword says so."""
    text = case.utterance.text
    answers = read_closed(text) is not None or read_act(text, question.text).kind == "correction"
    return names_other(case, question) if answers else leaves_matter(case, question)


def _says_otherwise(case: DecisionInput, question: Question, reply: Reply | None) -> bool:
    """Whether the message wants another thing done than what it was asked to confirm.

    It names a figure, date or identifier that was not in the question, or corrects it in words that were not.
    """
    if question.kind != "confirmation" or not question.data.get("tool") or (reply and reply.values):
        return False
    if reply is not None and reply.kind == "unclear" and is_conditional(case.utterance.raw):
        return False  # "yes, but only if it comes by Friday": no condition can be promised
    if names_other_value(case, question):
        return True
    proposed = _list_proposed_days(question)
    if day_names.names_other(case.utterance.raw, proposed) or (
        proposed and day_names.wants_another(case.utterance.raw)
    ):
        return True
    texts = [*facts.texts_of(question.data.get("arguments"))]
    if any(map(A_TIME.fullmatch, texts)) and any(
        time not in texts for time in clock_times.read(case.utterance.raw)
    ):
        return True
    if names_others(case, question) or facts.brings_new(case.utterance.raw, question.text, *texts):
        return True
    corrects = read_act(case.utterance.text, question.text).kind == "correction"
    other = set(words(case.utterance.text)) - list_words_asked(question, case.published)
    return reply is not None and reply.kind == "unclear" and corrects and bool(other)


def _list_proposed_days(question: Question) -> list[date]:
    """The days among the arguments of what a question proposes."""
    texts = facts.texts_of(question.data.get("arguments"))
    return [date.fromisoformat(each) for text in texts for each in days.read_dates(text)]


def _read(case: DecisionInput, question: Question) -> Reply | None:
    text, published = case.utterance.text, case.published
    if question.kind == "person" and person.stays_with_agents(text):
        return Reply("yes", question)
    chosen = options.match(text, question.options)
    # Of yes and no nobody means "the first one": only their own words choose, or numbers that were shown.
    if chosen is not None and (not question.is_yes_or_no or _is_typed(case.utterance.raw, chosen, question)):
        return _read_choice(chosen.value, question)
    # "yes, Friday" to a Friday says nothing else than yes.
    same = day_names.without(text, _list_proposed_days(question)) if question.kind == "confirmation" else text
    if not words(same) and not (question.kind == "slot" and words(case.utterance.raw)):
        return Reply("unclear", question)  # "Friday" alone to a Friday is no yes: it is asked again
    act = _read_act(same, question)
    answers = act is not None and act.exact and act.whole  # "connect" is for no person
    values = _values(case.utterance.raw, question, published)
    free = [name for name in question.fields if name not in published.agents.slots]
    # A yes is no value: "all right, thanks" to a question for a number only thanks.
    if (not (free or values) if question.kind == "slot" else not answers) and closing.closes(text):
        return None  # a thanks ends, and the question stays open
    if not answers and person.is_wanted(case) and not _is_text(case, question):
        return None
    if not values and _corrects_value(case, question):
        return Reply("change", question)  # of what was given before, or of what is asked for
    if changeable(question, published):
        other = question.kind == "confirmation" and names_others(case, question)
        if other or _wants_change(text, question):
            return Reply("change", question)
    asks = is_question(text)
    if values and not names_other(case, question, echo=not asks):
        return Reply(_kind(act) if act and question.kind != "slot" else "value", question, values)
    doubtful = act is not None and not act.exact and changeable(question, published)
    if act is not None and doubtful and (act.kind == "unsure" or changes.asks_for_change(text)):
        act = None  # what is no plain answer says how the words are to change
    if act is not None and (act.whole or act.exact or not leaves_matter(case, question)):
        if question.kind == "slot" and act.kind == "yes":
            return Reply("unclear", question)  # "sim" names no order number
        if question.kind != "slot" or _gives_up(act, text, question) or read_alone(text) is not None:
            return Reply(_kind(act), question)
    if question.kind in ("confirmation", "state") and _corrects(case, question):
        # "sim, o livro é azul": of the matter that was asked about
        return Reply("change" if changeable(question, published) else "unclear", question)
    if _is_text(case, question) and not asks_alone(text, asks):
        return Reply("value", question)  # the text itself is no value that is remembered
    if leaves_matter(case, question, echo=False) or (
        question.kind in ("slot", "confirmation") and is_of_another(case, question)
    ):
        return None
    if changeable(question, published) and changes.asks_for_change(text) and not act:
        return Reply("change", question)
    if question.kind in ("state", "slot") and leaves(case._replace(waiting=question)):
        return None
    if asks and other_matter.is_announced(text):
        return None  # "cambiando de tema, ¿cuánto debo?" is no question about this matter
    if asks and speaks_last(case, question):
        return Reply("question", question)
    own = any(hit.payload.name == question.intent for hit in case.hits(text))
    if own and _tells_more(case, question):
        return Reply("change", question)
    if own and len(words(text)) <= _SHORT:
        return Reply("unclear", question)  # "a troca": of the same matter, but neither a yes nor a no
    if question.kind == "slot" and len(free) == 1 and 0 < len(text.strip()) <= _FREE_TEXT:
        return Reply("value", question, {free[0]: text.strip()})
    return None


def _gives_up(act: DialogueAct, text: str, question: Question) -> bool:
    """Whether a reply to a question for a value wants no more of it: "no la abrí" only tells something."""
    against = share_of("no", text, question.text) + share_of("cancel", text, question.text)
    return act.kind in ("no", "cancel") and (act.exact or against >= AGAINST)


def _read_act(text: str, question: Question) -> DialogueAct | None:
    """Yes, no, cancel or undecided.

    A permission is granted by a yes that says nothing else, and a yes that goes on to limit it ("sure, but
    don't change anything") is no refusal: it is asked again.
    """
    looks = question.kind == "permission"
    found = read_act(text, question.text, looks)
    begun = read_closed(text, question.text, looks) if looks and not found.exact else None
    if begun is not None and begun.rest and begun.kind in ("yes", "unsure"):
        return DialogueAct("unsure", rest=begun.rest, likely_yes=True)
    if found.kind not in ("yes", "no", "cancel", "unsure"):
        return None
    return DialogueAct("unsure") if looks and found.kind == "yes" and not found.whole else found


def _corrects(case: DecisionInput, question: Question) -> bool:
    """Whether the message says otherwise what the question says, and names no other matter."""
    found = read_act(case.utterance.text, question.text)
    return found.kind == "correction" and not leaves_matter(case, question)


def _kind(act: DialogueAct) -> Literal["yes", "no", "cancel", "unclear"]:
    """An act as the kind of a reply."""
    match act.kind:
        case "yes" | "no" | "cancel":
            return act.kind
    return "unclear"


def has_lapsed(since: float, now: float) -> bool:
    """Whether a question of that time is too old to be answered (epoch seconds)."""
    return since > 0 and now - since > settings.STATE_SECONDS


def _is_typed(text: str, option: Option, question: Question) -> bool:
    """Whether a text is an option itself, or the number alone that the question shows before it.

    A draft that is shown may have a list of its own.
    """
    number, label = text.strip(), words(option.label)
    listed = re.findall(rf"(?m)^\W*{number}[.)]\s+(.+)", question.text) if number.isdigit() else []
    shown = any(words(line)[: len(label)] == label for line in listed)
    asks = "?" in text and "?" not in option.label  # "Sim?" is no yes
    return shown or (not asks and words(text) in (words(option.label), words(option.value)))


def _read_choice(value: str, question: Question) -> Reply:
    """A clicked or typed option: a yes or no by its value, else a value of the field asked for."""
    closed = read_closed(value)
    plain = closed is not None and not closed.rest and not question.fields
    if closed is not None and plain and closed.kind in ("yes", "no", "cancel"):
        return Reply(closed.kind, question, {"option": value})
    return Reply("value", question, {question.fields[0] if question.fields else "option": value})


def _values(raw: str, question: Question, published: ProfileRuntime) -> dict[str, str]:
    """The values of the fields asked for, read from the words as the user typed them."""
    found = {}
    for name in question.fields:
        slot = published.agents.slots.get(name)
        value = slots.find(slot.pattern, raw) if slot else None
        if value:
            found[name] = value
    return found
