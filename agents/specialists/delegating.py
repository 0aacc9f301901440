"""A coordinator and those it calls in, at work: what they are offered, and what their signals mean.

Whom a sentence means, among those who may be meant.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from agents.errors import SignalRefused
from agents.guardrails.announcements import find_announcement
from agents.intent_slices import Target
from agents.llm.events import ToolCall
from agents.llm.request import ToolOffer
from agents.specialists.task import Delegation, EndRequest, Task
from agents.tool_names import END_SUB_CONVERSATION
from agents.tools import delegation
from conversations.turn import Question, TurnContext
from conversations.turn_parts import SystemNote
from language.normalise import words
from language.sentences import split_sentences

GENERIC = frozenset({"agent", "specialist"})  # "orders_agent" is called "orders" too


def find_target(sentence: str, targets: Sequence[Target]) -> Target | None:
    """The one target that a sentence names, by display name or name; of two, the one named in more words.

    >>> find_target("Vou te passar para Pedidos.", (Target("orders_agent", "Pedidos"),)).name
    'orders_agent'
    """
    text = f" {' '.join(words(sentence))} "
    found = sorted(
        ((len(name), target.name,
            target) for target in targets for name in _names(target) if f" {name} " in text),
        reverse=True,
    )  # fmt: skip
    if not found or (len(found) > 1 and found[0][0] == found[1][0] and found[0][1] != found[1][1]):
        return None
    return found[0][2]


def _names(target: Target) -> set[str]:
    own = words(target.name.replace("_", " "))
    short = [word for word in own if word not in GENERIC]
    return {" ".join(name) for name in (own, short, words(target.display_name)) if name}


OPEN = "The word is yours; there is no sub-conversation to end."
NESTED = (
    "You have been called in yourself and cannot call in others. Answer what is yours, or end with "
    f"{END_SUB_CONVERSATION} and status needs_handoff or out_of_scope."
)
# By these the words of a message say whose it is; `state`: it brings the value that an earlier question of
# another asked for.
FOUND = ("state", "keyword", "example", "clarified")
NOBODY = "There is nobody you could call in; answer yourself."


def offers(task: Task) -> tuple[ToolOffer, ...]:
    """The signalling tools of this one: to call in, or to end."""
    if task.coordination is not None:
        colleagues = task.coordination.colleagues
        made = (delegation.request_offer(colleagues), delegation.task_offer(colleagues))
        return made if colleagues else ()
    return (delegation.end_offer(),) if task.called_in is not None else ()


def holds(task: Task) -> bool:
    """Whether the words of a call of the model wait until the call is over.

    A coordinator that calls somebody in says nothing, an answer that must pass a judge is not told before,
    and what has been sent cannot be unseen.
    """
    return task.coordination is not None or task.judge is not None


def notes(task: Task) -> tuple[SystemNote, ...]:
    """What ended sub-conversations left for this one to read."""
    return task.coordination.notes if task.coordination is not None else ()


def read_intent(task: Task) -> str:
    """The intent that the tiers found in the message, where somebody is coordinated or one alone serves all.

    Empty where nothing was found.
    """
    if task.coordination is not None or task.called_in is not None:
        return find_sure_intent(task.context)
    route = task.context.decision.route
    return str(route.metadata.get("meant", "")) if route is not None else ""


def read_pieces(task: Task) -> tuple[tuple[str, str], ...]:
    """The pieces of the message that only examples name, each with its intent, where somebody coordinates."""
    decision = task.context.decision
    route, words = decision.route, decision.remaining or task.context.request.utterance.text
    places = route.metadata.get("pieces", ()) if route is not None else ()
    return tuple((intent, words[start:end]) for intent, start, end in places)


def find_sure_intent(context: TurnContext) -> str:
    """The intent that a tier was sure of by the words of the message itself; empty without one."""
    decision = context.decision.route
    if decision is None or decision.metadata.get("found_by") not in FOUND:
        return ""
    return decision.intent or ""


def targets(task: Task) -> tuple[Target, ...]:
    """Everybody to whom a clause of the message can be given: by a handoff, or by calling them in."""
    return (*task.targets, *(task.coordination.colleagues if task.coordination is not None else ()))


def read(task: Task, call: ToolCall) -> Delegation | EndRequest | str:
    """What a signal of a sub-conversation means; the tool's result when it cannot be used."""
    try:
        if call.error:
            raise SignalRefused(call.error)
        return _end(task, call) if call.name == END_SUB_CONVERSATION else _request(task, call)
    except SignalRefused as refused:
        return delegation.error(str(refused))


async def one_task(task: Task, call: ToolCall) -> tuple[str, bool]:
    """The result of `delegate_task`, and whether it could be used."""
    try:
        if call.error:
            raise SignalRefused(call.error)
        role, wanted = _read_call(task, call, "task")
    except SignalRefused as refused:
        return delegation.error(str(refused)), False
    assert task.coordination is not None
    answer: Any = await task.coordination.ask(role, wanted)
    return orjson.dumps(answer, default=str).decode(), bool(isinstance(answer, Mapping) and answer.get("ok"))


def find_open_question(task: Task) -> Question | None:
    """What a specialist who did a task for this coordinator has to ask the user."""
    return task.coordination.left() if task.coordination is not None else None


def _request(task: Task, call: ToolCall) -> Delegation:
    return Delegation(*_read_call(task, call, "initial_context"))


def _read_call(task: Task, call: ToolCall, key: str) -> tuple[str, str]:
    """The colleague and the text of a call.

    :raises SignalRefused: it cannot be used.
    """
    coordination = task.coordination
    if coordination is None:
        raise SignalRefused(NESTED if task.called_in is not None else NOBODY)
    why = coordination.refused.get(str(call.arguments.get("specialist_role", "")).strip())
    if why:
        raise SignalRefused(why)
    if not coordination.colleagues:
        raise SignalRefused(NOBODY)
    return delegation.role_and(call.name, call.arguments, key, coordination.colleagues)


def _end(task: Task, call: ToolCall) -> EndRequest:
    if task.called_in is None:
        raise SignalRefused(OPEN)
    return EndRequest(*delegation.end(call.arguments))


def instead(task: Task, said: str) -> Delegation | None:
    """The request that a coordinator's words announced and its model did not make: "I will transfer you to
    Billing" names who is to be called in."""
    if task.coordination is None:
        return None
    for sentence in split_sentences(said):
        if find_announcement(sentence) is None:
            continue
        target = find_target(sentence, task.coordination.colleagues)
        if target is not None and target.name not in task.coordination.refused:
            return Delegation(target.name, task.text[: delegation.CONTEXT])
    return None
