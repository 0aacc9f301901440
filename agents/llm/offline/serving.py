"""What the offline model does with one call: call tools, ask, hand over, or answer.

thought = think(messages, {"get_invoice", "ask_user"}, part)
thought.text, thought.calls

The yes that an action needs is the loop's to ask, whatever the model: it keeps what was agreed to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import BaseMessage

from agents.argument_schemas import can_be_said
from agents.knowledge.citations import passages_of
from agents.llm.offline import asides, asking, composing, coordinating, counts, needs, scope
from agents.llm.offline.memory import ConversationMemory, recall, remember
from agents.llm.offline.reading import PartsOfMessage, ServedPart, of_targets, read
from agents.llm.offline.wording import join, wording
from agents.llm.request import ReleaseSlice
from agents.specs import ParameterSpec
from agents.tool_names import (
    ASK_USER,
    DECIDE_NEXT,
    END_SUB_CONVERSATION,
    REQUEST_HANDOFF,
    REQUEST_SUB_CONVERSATION,
)
from conversations.turn import ToolResult
from language import clauses, closing, slots
from language.acts import reading as replies
from language.acts.questions import is_question
from language.ellipsis import is_elliptic
from language.normalise import pad_words

Call = tuple[str, Mapping[str, Any]]
IN_VAIN = 2  # replies to a question that gave nothing, after which it is not asked again


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """One answer of the model: text, or calls, or text and the call that passes the rest on."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    unserved: bool = False  # nothing but what the specialist is for, or that it cannot be done, is said


@dataclass(slots=True)
class ServedDraft:
    """What serving the parts has brought so far."""

    said: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    missing: list[ParameterSpec] = field(default_factory=list)
    waiting: needs.Need | None = None  # the first tool that something is missing for
    intent: str = ""  # whose tool that is
    question: dict[str, Any] | None = None


def think(messages: Sequence[BaseMessage], offered: frozenset[str], given: ReleaseSlice) -> ModelAnswer:
    """Serves `given.text`: own clauses first, one passed-on clause last. What the user does not allow is
    acknowledged before anything else. Offered a supervisor's choice, it makes it."""
    if DECIDE_NEXT in offered:
        return ModelAnswer(calls=(coordinating.choose_request(given),))
    if given.asked_about:
        titles = join(list(given.asked_about), given.language)
        return ModelAnswer(wording(given.language)["asked_about"].format(titles=titles))
    notice = composing.not_allowed(given)
    if notice and not given.text:
        return ModelAnswer(notice)
    thought = _serve_needs(messages, offered, given)
    if not thought.calls and (unread := _list_unread(given, remember(messages).last_question)):
        told = composing.not_understood(unread, given.language)
        thought = replace(thought, text=f"{thought.text} {told}".strip())
    if not thought.calls:
        woven = [coordinating.woven(given)] if thought.text else []
        notice = " ".join(filter(None, [notice, *woven, *coordinating.extract_answered(given)]))
    return replace(thought, text=f"{notice} {thought.text}".strip()) if notice else thought


def _list_unread(given: ReleaseSlice, asked: str) -> list[str]:
    """The clauses of a message that ask for something which none of its parts is served for."""
    if given.reply == "yes" and given.confirmed:
        rest = replies.read_act(given.text, asked).rest
        theirs = [clause for _target, clause in of_targets(given.text, given)]
        return [clause for clause in clauses.split(rest) if rest and clause not in theirs]
    return []


def _serve_needs(
    messages: Sequence[BaseMessage], offered: frozenset[str], given: ReleaseSlice
) -> ModelAnswer:
    memory = replace(remember(messages), now=given.text)
    if left := coordinating.extract_rest(given):
        given = replace(given, text=left, meant="")
    part = replace(given, text=given.text[: counts.LONGEST], reply=given.reply or _reply(given, memory))
    if recalled := recall(part.text, memory, part.language):
        return ModelAnswer(recalled)
    reading = read(part)
    meant = tuple(each for each in part.intents if each.name == part.meant)
    if END_SUB_CONVERSATION in offered:
        if ended := coordinating.ends(part, reading, memory):
            return ModelAnswer(ended[0], (ended[1],))
        if acknowledgement := scope.answer_ok(part, memory):
            return ModelAnswer(acknowledgement)
        if not reading.parts and not reading.passed_on and (taken := scope.continue_story(part, memory)):
            part = replace(part, decided_intent=taken.name)
            reading = read(part)
    elif meant and not part.decided_intent and is_elliptic(part.text):
        part = replace(part, decided_intent=part.meant, intents=meant)  # whatever its words are to others
        reading = read(part)
    elif part.meant and not (part.decided_intent or reading.parts or reading.passed_on):
        part = replace(part, decided_intent=part.meant)
        reading = read(part)
    if REQUEST_SUB_CONVERSATION in offered:
        if called := coordinating.calls(reading, offered, part, memory):
            return ModelAnswer(calls=called)
        reading = replace(reading, passed_on=())
    reading = _with_put_off(reading, part, memory)
    if part.reply in ("no", "cancel") and part.decided_intent:
        declined = wording(part.language)["declined" if part.reply == "no" else "cancelled"]
        return _pass_on(reading, declined, offered, part, memory)
    if part.reply == "yes" and part.decided_intent and not part.confirmed and not part.results:
        return _pass_on(reading, wording(part.language)["noted"], offered, part, memory)
    if part.reply == "question" and part.proposed and part.wanted is None:
        return ModelAnswer()  # the question is asked again, with all that is proposed
    draft = ServedDraft()
    for own in reading.parts:
        _serve(own, draft, offered, part, memory)
    if draft.calls:
        return ModelAnswer(calls=tuple(draft.calls))
    question = draft.question
    if draft.waiting is not None:
        question = asking.ask_for_values(draft.waiting, part, draft.missing, draft.intent)
    goes_on = asides.asks(part) or asides.brings(draft.waiting, part)
    if question is not None and asides.asks(part):
        draft.said.append(asides.answer(part))
    if question is not None and not goes_on and _is_asked_in_vain(question, reading, memory):
        let_go = composing.cannot(part, [asking.label_of(each, part) for each in draft.missing])
        return ModelAnswer(" ".join(filter(None, [*draft.said, let_go])), unserved=True)
    if question is not None:
        return _ask(question, draft, reading, offered, part, memory)
    answers = coordinating.answers(memory)
    if not reading.parts and not reading.passed_on and not answers:
        if agreed := [item for item in part.results if item.tool_name in part.confirmed]:
            return ModelAnswer(composing.results(agreed, part.text, part, memory))
        if coordinating.must_ask(memory):
            return ModelAnswer("")
        if calls := composing.look_up(offered, part, memory):
            return ModelAnswer(calls=calls)
        return _nobodys(part, memory)
    answer = " ".join(filter(None, [*draft.said, *answers]))
    if _repeats(answer, memory) and not any(own.intent.collection for own in reading.parts):
        if calls := composing.look_up(offered, part, memory):
            return ModelAnswer(calls=calls)
        answer = f"{composing.quote_beside(memory.results, part)} {answer}".strip()
    return _pass_on(reading, answer, offered, part, memory)


def _is_asked_in_vain(
    question: Mapping[str, Any], reading: PartsOfMessage, memory: ConversationMemory
) -> bool:
    """Whether two replies to the question gave nothing that can be read: it is not asked for ever. What says
    the wish once more is no reply.
    """
    said, told = memory.said_by_us[-IN_VAIN:], (*memory.said_by_user, memory.now)
    wishes = {pad_words(word) for own in reading.parts for word in own.intent.keywords}
    for at in range(len(told) - IN_VAIN, len(told)):
        text, before = pad_words(told[at]), map(pad_words, told[: max(at, 0)])
        if text in before or any(wish in text for wish in wishes) or is_question(told[at]):
            return False
    return len(said) == IN_VAIN and all(question["question"] in each for each in said)


def _repeats(answer: str, memory: ConversationMemory) -> bool:
    """Whether another message would be answered word for word as the one before.

    What it asks may stand in the documents ("can I change the address?", once the order was told).
    """
    asked_again = memory.said_by_user and memory.said_by_user[-1].strip() == memory.now.strip()
    return bool(answer) and answer in memory.last_question and not asked_again


def _reply(part: ReleaseSlice, memory: ConversationMemory) -> str:
    """How the message answers what was asked last, when nobody has read it yet; what stands behind others'
    part of it answers nothing.
    """
    if "?" not in memory.last_question or not part.decided_intent or part.said:
        return ""
    if (act := replies.read(part.text, memory.last_question)) is not None:
        return "unclear" if act == "unsure" else act
    if len(part.text.split()) <= 3 and any(
        slots.find(slot.pattern, part.text) for slot in part.slots.values()
    ):
        return "value"
    return ""


def _with_put_off(reading: PartsOfMessage, part: ReleaseSlice, memory: ConversationMemory) -> PartsOfMessage:
    """With the clauses of the last message that a question put off ("afterwards I will also look at ...")."""
    if not memory.said_by_user or part.reply not in ("yes", "no", "value"):
        return reading
    later = wording(part.language)["later"]
    put_off = [
        (target, clause)
        for target, clause in of_targets(memory.said_by_user[-1], part)
        if later.format(clause=clause) in memory.last_question
    ]
    passed_on = tuple((target, clause) for target, clause in put_off if target != part.home)
    rest = tuple(clause for target, clause in put_off if target == part.home)
    return replace(reading, passed_on=(*reading.passed_on, *passed_on), rest=(*reading.rest, *rest))


def _serve(
    own: ServedPart,
    draft: ServedDraft,
    offered: frozenset[str],
    part: ReleaseSlice,
    memory: ConversationMemory,
) -> None:
    """One intent: its tools called or their results said, its question asked.

    An action waits for what is looked up before it: that may be what it acts with.
    """
    found = composing.of_part(own, memory, part)
    reads, acts, choices = needs.of_part(own, part, memory)
    left_out = [item for item in found if any(_gives_more(need, item) for need in reads)]
    found = [item for item in found if item not in left_out]
    memory = replace(memory, called=memory.called - {item.tool_name for item in left_out})
    if any(_is_answered(need, found) for need in acts):
        reads = []  # what was agreed to is done: there is nothing to look up for it any more
    waits = any(need.missing for need in reads)  # what is prepared first wants to know more
    looking = [need for need in reads if not need.missing and _callable(need, found, offered, memory)]
    for need in reads if looking else [*reads, *acts]:
        if _is_answered(need, found):
            continue
        if not all(can_be_said(need.tool.schema_of(each), each.type) for each in need.missing):
            draft.said.append("" if need in reads and found else composing.cannot(part))
        elif need.missing and need in reads and found and not _is_wanted(need, own):
            continue
        elif need.missing:
            draft.missing += need.missing
            if draft.waiting is None:
                draft.waiting, draft.intent = need, own.intent.name
            found = [item for item in found if item.tool_name != need.tool.name]
        elif need in acts and waits:
            continue
        elif _callable(need, found, offered, memory) and not _as_proposed(need, part):
            draft.calls.append((need.tool.name, need.arguments))
    acting = {need.tool.name for need in acts}
    acted = [
        each for each in found if each.tool_name in acting and each.metadata.get("reason") != "not_found"
    ]
    draft.said.append(composing.results(acted or found, own.text, part, memory))
    if choices and (reads or not found):
        draft.question = asking.ask_for_choice(choices, part)


def _is_wanted(need: needs.Need, own: ServedPart) -> bool:
    """Whether what is looked up belongs to the intent whatever is asked, or the message names it."""
    return need.tool.name in own.intent.prefetch or bool(needs.overlap(own.text, need.tool))


def _callable(
    need: needs.Need, found: Sequence[ToolResult], offered: frozenset[str], memory: ConversationMemory
) -> bool:
    """Whether a tool is offered, and was not called before in this turn."""
    name = need.tool.name
    return name in offered and name not in memory.called and not _is_answered(need, found)


def _as_proposed(need: needs.Need, part: ReleaseSlice) -> bool:
    """Whether an action would be proposed a second time as it was, though it is wanted otherwise."""
    proposed = part.proposed.get(need.tool.name)
    return part.reply == "change" and proposed is not None and dict(need.arguments) == dict(proposed)


def _gives_more(need: needs.Need, result: ToolResult) -> bool:
    """Whether the platform left a call out for want of what only a model gives, and the words give that."""
    if result.tool_name != need.tool.name or result.metadata.get("reason") != "argument_missing":
        return False
    left_out = need.arguments.keys() - (result.metadata.get("arguments") or {}).keys()
    return any(each.source == "free" and each.name in left_out for each in need.tool.parameters)


def _is_answered(need: needs.Need, found: Sequence[ToolResult]) -> bool:
    """Whether the tool has a result; one that was skipped for want of a value is none."""
    mine = [item for item in found if item.tool_name == need.tool.name]
    return any(item.ok or not need.missing for item in mine)


def _ask(
    question: dict[str, Any],
    draft: ServedDraft,
    reading: PartsOfMessage,
    offered: frozenset[str],
    part: ReleaseSlice,
    memory: ConversationMemory,
) -> ModelAnswer:
    """What is known already, what comes later, and the question; in words alone when it cannot be asked."""
    later = wording(part.language)["later"]
    left = [*(clause for _target, clause in reading.passed_on), *reading.rest]
    waiting = [later.format(clause=clause) for clause in left]
    text = " ".join(filter(None, [*draft.said, *waiting]))
    if ASK_USER not in offered or ASK_USER in memory.called:
        return ModelAnswer(f"{text} {question['question']}".strip())
    return ModelAnswer(text, ((ASK_USER, question),))


def _nobodys(part: ReleaseSlice, memory: ConversationMemory) -> ModelAnswer:
    """A message that is no intent's: a field of what was looked up, a name, thanks, or what we are for."""
    if field := composing.field_asked(part.text, [*memory.results, *reversed(memory.earlier)], part):
        return ModelAnswer(field)
    quoted = composing.answer_from_documents(memory.results, part)
    if any(passages_of(each.result) for each in memory.results):
        return ModelAnswer(quoted)
    if closing.closes(part.text):
        return ModelAnswer(str(wording(part.language)["at_hand"]))
    unserved = coordinating.nobodys(part) or (
        str(wording(part.language)["unserved"]) if part.unserved else ""
    )
    parts = (quoted, unserved, composing.introduction(part), composing.can_help(part))
    return ModelAnswer(" ".join(filter(None, parts)), unserved=not quoted)


def _pass_on(
    reading: PartsOfMessage,
    answer: str,
    offered: frozenset[str],
    part: ReleaseSlice,
    memory: ConversationMemory,
) -> ModelAnswer:
    """The answer; and, when clauses are left that a target serves, the handoff of them.

    With a rest that only the coordinator has served, the end: the answer is told there.
    """
    text = " ".join(filter(None, [composing.building_on(part) if reading.parts and answer else "", answer]))
    for target, _clause in reading.passed_on:
        if REQUEST_HANDOFF in offered and target.name not in memory.refused:
            left = [clause for other, clause in reading.passed_on if other.name == target.name]
            return ModelAnswer(text, ((REQUEST_HANDOFF, composing.handoff(target, left, answer, part)),))
    if text and reading.rest and END_SUB_CONVERSATION in offered:
        return ModelAnswer(calls=(coordinating.gives_back(text, reading, part),))
    not_mine = [wording(part.language)["not_mine"].format(clause=clause) for _, clause in reading.passed_on]
    said = " ".join(filter(None, [text, *not_mine]))
    otherwise = composing.cannot(part) if reading.parts else composing.can_help(part)
    return ModelAnswer(said or otherwise, unserved=not said)
