"""How the offline model coordinates: whom it calls in, when it ends, and how it tells what came back.

It reads the notes from its slice: what a user writes is never one.

As a supervisor it chooses the first open request whose specialist may still be called.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.intent_slices import Target
from agents.llm.offline import composing, scope
from agents.llm.offline.memory import ConversationMemory
from agents.llm.offline.reading import PartsOfMessage
from agents.llm.offline.wording import join, wording
from agents.llm.request import ReleaseSlice
from agents.tool_names import (
    DECIDE_NEXT,
    DELEGATE_TASK,
    END_SUB_CONVERSATION,
    FINISH,
    REQUEST_SUB_CONVERSATION,
)
from conversations.turn_parts import SystemNote
from handoffs.sub_conversations import GOES_ON
from language import closing, detect
from language.acts.questions import wishes
from language.acts.reading import read_alone
from language.sentences import split_sentences

Call = tuple[str, Mapping[str, Any]]
LATEST = 3  # answers among which the result of a sub-conversation is looked for
KEPT = 300  # characters of it that a final result repeats
ANSWER = "answer"  # of a final result: what the user is to read of it
UNSERVED = ("out_of_scope", "needs_handoff")  # ends with which somebody gives a message back


def ends(part: ReleaseSlice, reading: PartsOfMessage, memory: ConversationMemory) -> tuple[str, Call] | None:
    """What a specialist says and its end.

    The user closes or cancels, or the message fits none of its intents.
    """
    if part.reply in ("yes", "no", "value", "cancel") or END_SUB_CONVERSATION in memory.called:
        return None
    named = (clause for own in reading.parts if own.named for clause in own.clauses)
    mine = any(not closing.closes(clause) for clause in named)
    words = wording(part.language)
    if not mine and closing.closes(part.text):
        return str(words["sub_closed"]), _end("completed", {"summary": _find_settled(memory)}, part)
    if not mine and read_alone(part.text) == "cancel":
        return str(words["cancelled"]), _end("user_cancelled", {}, part)
    if mine or reading.passed_on or scope.fits(part, memory):
        return None
    return "", _end("out_of_scope", {}, part)


def gives_back(answer: str, reading: PartsOfMessage, part: ReleaseSlice) -> Call:
    """The end of a specialist that has answered its own part.

    The coordinator says that, and has the rest served.
    """
    given, call = _end("needs_handoff", {ANSWER: answer}, part)
    return given, {**call, "message_to_coordinator": "; ".join(reading.rest)}


def extract_rest(part: ReleaseSlice) -> str:
    """What a specialist that has answered its part left of the message; empty without one."""
    return "; ".join(str(note.message_to_coordinator) for note in _partly(part))


def extract_answered(part: ReleaseSlice) -> list[str]:
    """What those said of the message who gave the rest of it back."""
    return [str(note.final_result[ANSWER]) for note in _partly(part)]


def _partly(part: ReleaseSlice) -> list[SystemNote]:
    """The notes of those who answered a part of the message and left the rest."""
    return [
        note
        for note in part.notes
        if note.status == "needs_handoff" and note.message_to_coordinator and note.final_result.get(ANSWER)
    ]


def calls(
    reading: PartsOfMessage, offered: frozenset[str], part: ReleaseSlice, memory: ConversationMemory
) -> tuple[Call, ...]:
    """Whom a coordinator calls in: one specialist for the whole message, or one answer each of several."""
    wanted: dict[str, tuple[Target, list[str]]] = {}
    for target, clause in reading.passed_on:
        wanted.setdefault(target.name, (target, []))[1].append(clause)
    if not wanted:
        return ()
    if len(wanted) == 1 and not reading.parts and not _partly(part):
        if REQUEST_SUB_CONVERSATION not in offered or REQUEST_SUB_CONVERSATION in memory.called:
            return ()
        target, clauses = next(iter(wanted.values()))
        given = {"specialist_role": target.name, "initial_context": _context(clauses, part)}
        return ((REQUEST_SUB_CONVERSATION, given),)
    if DELEGATE_TASK not in offered or DELEGATE_TASK in memory.called:
        return ()
    return tuple(
        (DELEGATE_TASK, {"specialist_role": target.name, "task": " ".join(clauses)})
        for target, clauses in wanted.values()
    )


def answers(memory: ConversationMemory) -> list[str]:
    """What those said who did a task for this coordinator; what they ask, the platform asks."""
    done = (item for item in memory.results if item.tool_name == DELEGATE_TASK and item.ok)
    answers_given = (
        str(item.result.get("answer") or "") for item in done if isinstance(item.result, Mapping)
    )
    return [text for text in answers_given if text]


def must_ask(memory: ConversationMemory) -> bool:
    """Whether one of them has to ask the user something first."""
    return any(item.metadata.get("question") for item in memory.results if item.tool_name == DELEGATE_TASK)


def woven(part: ReleaseSlice) -> str:
    """What came back, as the coordinator's own words.

    That something failed is said, that it was nobody's is not.
    """
    words = wording(part.language)
    left = _summaries(part)
    sentences = [str(words["sub_left"].format(said=join(left, part.language)))] if left else []
    if any(note.status == "failed" for note in part.notes):
        sentences.append(str(words["sub_failed"]))
    return " ".join(sentences)


def nobodys(part: ReleaseSlice) -> str:
    """That what was asked is nobody's here, once whoever was called in has given it back."""
    if not any(note.status in UNSERVED for note in part.notes) or not ("?" in part.text or wishes(part.text)):
        return ""
    return str(wording(part.language)["not_mine"].format(clause=" ".join(part.text.split()).rstrip("?!. ")))


def _summaries(part: ReleaseSlice) -> list[str]:
    """What the notes tell, in sentences of the language that is spoken now: never the data itself."""
    found = [note.final_result.get("summary") for note in part.notes if note.status not in GOES_ON]
    texts = dict.fromkeys(text.strip() for text in found if isinstance(text, str) and text.strip())
    return [text for text in texts if detect.language(text, part.language) == part.language]


def _find_settled(memory: ConversationMemory) -> str:
    """What was told last, in a sentence; a question settled nothing."""
    statements = (text for text in reversed(memory.said_by_us[-LATEST:]) if "?" not in text)
    return next(iter(split_sentences(next(statements, "").strip())), "")[:KEPT]


def _context(clauses: Sequence[str], part: ReleaseSlice) -> str:
    words = wording(part.language)
    sentences = [words["sub_context"].format(clause="; ".join(clauses))]
    sentences += composing.list_known_values(part)
    left = _summaries(part)
    if left:
        sentences.append(words["sub_left"].format(said=join(left, part.language)))
    return " ".join(sentences)


def _end(status: str, result: Mapping[str, Any], part: ReleaseSlice) -> Call:
    return END_SUB_CONVERSATION, {
        "status": status,
        "final_result": {name: value for name, value in result.items() if value},
        "last_user_message": part.text,
    }


SHOWN = 120  # letters of a request


def choose_request(part: ReleaseSlice) -> tuple[str, Mapping[str, Any]]:
    """The call of `decide_next`.

    >>> choose(ReleaseSlice(agent="supervisor"))
    ('decide_next', {'next': 'guardrail', 'reason': 'Nada está em aberto.'})
    """
    words = wording(part.language)
    free = {target.name for target in part.targets}
    for request in part.open:
        if request.agent in free:
            reason = words["still_open"].format(request=request.text[:SHOWN])
            return DECIDE_NEXT, {"next": request.agent, "reason": reason}
    reason = words["nobody_left" if part.open else "nothing_open"]
    return DECIDE_NEXT, {"next": FINISH, "reason": reason}
