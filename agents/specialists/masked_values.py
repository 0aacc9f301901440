"""Personal data that a model reads masked: put back where it calls a tool with the mask.

    given, left = restore(task, spec, {"address": "*** *** ****** *"})  # {"address": "Rua das Flores 1"}, ()

While a question is open the conversation keeps what the masks stand for (`ConversationState.masked`), and no
longer.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Any

from agents import facts
from agents.guardrails.base import About, read_earlier
from agents.guardrails.msk import list_masked
from agents.specialists.task import Task
from agents.specs import ToolSpec
from agents.tools.calls import Caller
from conversations.turn import Question, TurnContext
from language import days
from language.normalise import words
from outbound.cleaning import list_texts
from outbound.redaction import map_texts, redact_message

MOST = 16  # masks that a conversation keeps
STARS = re.compile(r"\*{3,}")
# Of the metadata of an answer: what holds words.
WORDED = (
    "question", "clarification", "pending", "parts", "plan", "execution", "permission", "mcp_results",
    "steps",
)  # fmt: skip
# The same of a conversation's state.
STATE_WORDED = (
    "question", "clarification", "pending", "parts", "contexts", "sub_conversation", "notes", "person",
    "calls", "earlier",
)  # fmt: skip
WORD = re.compile(r"[^\W_]")
AROUND = ".,;:!?()\"'"  # signs around a word
LEFT = (
    "{name} holds stars in place of personal data of which it is not clear what they stand for: ask the user "
    "for it with ask_user"
)


def restore(task: Task, spec: ToolSpec, given: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The arguments with the user's own values in place of masks, and the names of those that hold one still.

    A mask stands for what this message says, or one before to which a question was asked back. One that
    stands for several values is left; where the user reads it before they agree, it is what they said last.
    Stars that the user or a tool wrote are no mask.
    """
    starred = [name for name, value in given.items() if any("*" in text for text in list_texts(value))]
    if not starred:
        return dict(given), ()
    clear = _find_clear(task.context, newest=spec.confirm)
    made = {name: map_texts(lambda text: _put_back(text, clear), given[name]) for name in starred}
    seen = _collect_seen(task)
    left = [
        name for name in starred if any(_holds_mask(text, clear, seen) for text in list_texts(given[name]))
    ]
    return {**given, **made}, tuple(left)


def unmask(task: Task, text: str) -> str:
    """A text with what each mask in it stands for, where that is clear."""
    return _put_back(text, _find_clear(task.context, newest=True))


def note_asked(caller: Caller, questions: Iterable[Question]) -> None:
    """Notes what of the user's own personal data these questions ask them to agree to."""
    texts = [text for each in questions for text in list_texts(each.data.get("arguments"))]
    if texts:
        told = {own for _mask, own in _read_message(caller.context)}
        told.update(caller.context.request.state.masked)
        caller.asked |= {own for own in told if any(own in text for text in texts)}


def note_named(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> None:
    """Notes those of these arguments that the user named, in this message or before: who they are, what the
    caller sent and what is preset they did not say.
    """
    request = task.context.request
    said = [request.utterance.raw, *read_earlier(task.context), *request.state.masked]
    spoken = " ".join(said)
    named = {day for text in said for day in days.read(text, task.today, when="any")}
    own = [
        text
        for each in spec.parameters
        if each.source == "free" or each.is_asked
        for text in list_texts(arguments.get(each.name))
    ]
    task.caller.asked |= {text for text in own if text in named or _is_named(text, spoken)}


def _is_named(value: str, spoken: str) -> bool:
    """Whether a value was said, whatever stood between its words, or between its letters: "P 100"."""
    named, told = words(value), words(spoken)
    return bool(named) and (set(named) <= set(told) or "".join(named) in "".join(told))


def hide(context: TurnContext, value: Any) -> Any:
    """A JSON value for a model to read or to be stored: what is kept and what this message names stand masked
    in it, as in the messages.
    """
    return hide_all(merge_masks(context), value)


def hide_all(masks: Mapping[str, str], value: Any) -> Any:
    """A JSON value in which what the user wrote stands as its mask: `masks` has each with its stars."""
    if not masks:
        return value
    owns = _pattern(masks)
    return map_texts(lambda text: owns.sub(lambda found: masks[found[0]], text), value)


def hide_answer(masks: Mapping[str, str], answered: Mapping[str, Any]) -> dict[str, Any]:
    """An answer to be stored: its text and what it says of questions, calls and steps, and
    none of its names."""
    text, told = hide_all(masks, answered["text"]), answered["metadata"]
    return {**answered, "text": text, "metadata": _hide_fields(masks, told, WORDED)}


def hide_state(masks: Mapping[str, str], stored: Mapping[str, Any]) -> dict[str, Any]:
    """A conversation's state: its texts in stars, none of its names and keys changed, and no value that a
    tool would be given as stars."""
    values = {
        name: value for name, value in stored.get("values", {}).items() if hide_all(masks, value) == value
    }
    return {**_hide_fields(masks, stored, STATE_WORDED), "values": values}


def _hide_fields(masks: Mapping[str, str], stored: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {**stored, **{name: hide_all(masks, stored[name]) for name in names if stored.get(name)}}


def list_after(context: TurnContext) -> dict[str, str]:
    """What is kept while a question is open: of this message and of those that it goes on from."""
    return dict(list(merge_masks(context).items())[-MOST:])


def merge_masks(context: TurnContext) -> dict[str, str]:
    """What the user wrote, the newest last, each with its mask: one mask may stand for several."""
    now = {own: mask for mask, own in _list_masks(context)}
    return {own: mask for own, mask in context.request.state.masked.items() if own not in now} | now


def _read_message(context: TurnContext) -> list[tuple[str, str]]:
    """The personal data of the message, each as it would be masked and as it is."""
    about = About(language=context.request.utterance.language, phase="input")
    return list_masked(redact_message(context.request.utterance.raw), about)


def _list_masks(context: TurnContext) -> list[tuple[str, str]]:
    """What was masked in the message."""
    utterance = context.request.utterance
    if utterance.text == utterance.raw or "*" not in utterance.text:
        return []
    return [(mask, own) for mask, own in _read_message(context) if mask != own and mask in utterance.text]


def _find_clear(context: TurnContext, newest: bool) -> dict[str, str]:
    """What each mask stands for, where that is clear: what is said behind two values alike says which."""
    now = _group(_list_masks(context))
    said = _group((mask, own) for own, mask in context.request.state.masked.items())
    for mask, owns in now.items():
        before = said.get(mask, set())
        said[mask] = owns if newest or len(before) > 1 else owns | before
    return {mask: next(iter(owns)) for mask, owns in said.items() if len(owns) == 1}


def _group(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for mask, own in pairs:
        found.setdefault(mask, set()).add(own)
    return found


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w*])(?:{'|'.join(map(re.escape, longest_first))})(?![\w*])")


def _put_back(text: str, masks: Mapping[str, str]) -> str:
    return _pattern(masks).sub(lambda found: masks[found[0]], text) if masks else text


def _holds_mask(text: str, masks: Mapping[str, str], seen: Collection[str]) -> bool:
    """Whether a text holds stars that are not put back: three in a row, only stars, or any beside a mask."""
    rest = _pattern(masks).sub("", text) if masks else text
    starred = [run for run in _list_starred(rest) if run not in seen]
    return any(map(STARS.search, starred)) or (bool(starred) and (rest != text or not WORD.search(rest)))


def _collect_seen(task: Task) -> set[str]:
    """The stars that the user wrote, and tools, in this turn and before."""
    results = (*task.caller.results, *facts.find_kept(task.context))
    texts = [task.context.request.utterance.raw, *list_texts([each.result for each in results])]
    return {run for text in texts for run in _list_starred(text)}


def _list_starred(text: str) -> list[str]:
    """The words with stars, those that stand side by side as one."""
    words = groupby(text.split(), key=lambda word: "*" in word)
    return [" ".join(run).strip(AROUND) for starred, run in words if starred]
