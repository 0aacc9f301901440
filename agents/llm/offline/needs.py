"""Which tools an intent needs now, with which arguments, and what is missing for them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agents.llm.offline import own_words
from agents.llm.offline.memory import ConversationMemory
from agents.llm.offline.own_words import SHORT
from agents.llm.offline.reading import ServedPart, brings_text, with_carried
from agents.llm.request import ReleaseSlice
from agents.parameter_kinds import is_link, kind_of, list_choices
from agents.specs import TEXT, ParameterSpec, ToolSpec, in_words
from conversations.turn import ToolResult
from language import carried_text, clauses, slots
from language.acts.questions import is_question, wishes
from language.ellipsis import is_elliptic
from language.function_words import is_small
from language.lexicon import join_words
from language.normalise import words
from language.wording import same_stem

STEM = 4
CORRECTING = join_words("RATHER", "CORRECTED", "CONTRAST", "BUT", "NEGATE", "FILL", "SOFT", "PLEASE", "AND")
MOST_CHOICES = 12  # of a list that a question names
ELLIPSES = 4  # messages in a row of which each names only something else: "and in Leeds?"


@dataclass(frozen=True, slots=True)
class Need:
    """A tool that the part calls for. `missing` are the parameters that must be asked for."""

    tool: ToolSpec
    arguments: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[ParameterSpec, ...] = ()


def of_part(
    part: ServedPart, known: ReleaseSlice, memory: ConversationMemory
) -> tuple[list[Need], list[Need], list[ToolSpec]]:
    """Reading tools, changing tools, and changing tools between which the user must choose."""
    tools = [known.tools[name] for name in part.intent.tools if name in known.tools]
    reads = [need for tool in tools if tool.read_only for need in _needs(tool, part, known, memory)]
    acts = [tool for tool in tools if not tool.read_only]
    negated = clauses.is_negated(part.text) and known.reply != "change"
    if not acts or (negated and not _is_all(acts, reads, part, known, memory)):
        return reads, [], []
    act = _choose_meant(acts, part, known, memory) if not negated else None
    if act is not None:
        return reads, _needs(act, part, known, memory), []
    if not negated and _is_all(acts, reads, part, known, memory):
        needed = _needs(acts[0], part, known, memory)
        if acts[0].confirm or acts[0].permission or any(need.missing for need in needed):
            return reads, needed, []
    open_ones = not reads or (not negated and _is_for_actions(reads, part, known, memory))
    return reads, [], acts if open_ones and (len(acts) > 1 or known.begins) else []


def _is_all(
    acts: Sequence[ToolSpec],
    reads: Sequence[Need],
    part: ServedPart,
    known: ReleaseSlice,
    memory: ConversationMemory,
) -> bool:
    """Whether one action is all that the decided intent does, beside what is looked up for it.

    The message, or the one that its value is for, was taken for the intent by other words than the action's:
    "the jumper came back shrunk" for what files a claim.
    """
    if len(acts) != 1 or part.intent.takes_text:
        return False
    decided = part.intent.name == known.decided_intent and (known.begins or known.reply == "value")
    return decided and (not reads or _is_for_actions(reads, part, known, memory))


def _is_for_actions(
    reads: Sequence[Need], part: ServedPart, known: ReleaseSlice, memory: ConversationMemory
) -> bool:
    """Whether the decided intent is there for what it does, and its message wants that done.

    Then nothing is looked up for it at once. Who asks something, or names what is looked up, wants to know.
    """
    replied = known.reply == "value" and memory.said_by_user
    text = (known.request or memory.said_by_user[-1]) if replied else part.text
    decided = part.intent.name == known.decided_intent and (known.begins or bool(replied))
    if not decided or part.intent.prefetch or (is_question(text) and not wishes(text)):
        return False
    values = {word for need in reads for each in need.tool.parameters for word in words(_words_of(each))}
    left = " ".join(word for word in words(text) if not any(same_stem(word, each) for each in values))
    return not any(overlap(left, need.tool) for need in reads)


def _words_of(parameter: ParameterSpec) -> str:
    return f"{parameter.name} {parameter.known_as}".replace("_", " ")


def _choose_meant(
    acts: list[ToolSpec], part: ServedPart, known: ReleaseSlice, memory: ConversationMemory
) -> ToolSpec | None:
    """The changing tool that was agreed to, or that the user's words name best; None when none or several."""
    for tool in acts:
        if tool.name in known.confirmed:
            return tool
    for tool in acts:
        if tool.name in known.proposed:
            return _find_named_instead(acts, tool, part) or tool
    texts = [part.text]
    asked = "?" in memory.last_question and _names_only_value(part.text, known)
    if (known.reply in ("yes", "value", "unclear") or asked) and memory.said_by_user:
        texts += [memory.last_question, memory.said_by_user[-1]]
    for text in texts:
        least = _name_lookups(text, part, known)
        scores = sorted(((overlap(text, tool), tool.name, tool) for tool in acts), key=lambda row: -row[0])
        if scores[0][0] > least and (len(scores) == 1 or scores[0][0] > scores[1][0]):
            return scores[0][2]
    # "escreve pro ana@example.com que ..." names nothing of what is done, and for whom it is.
    return (
        acts[0]
        if part.intent.takes_text and len(acts) == 1 and _names_value_for(acts[0], part, known)
        else None
    )


def _find_named_instead(acts: Sequence[ToolSpec], proposed: ToolSpec, part: ServedPart) -> ToolSpec | None:
    """The action that a message names where another one waits for a value: "mmm, cancel it"."""
    scores = sorted(((overlap(part.text, tool), tool.name, tool) for tool in acts), key=lambda row: -row[0])
    better = scores[0][0] > 1 and len(scores) > 1 and scores[0][0] > scores[1][0]
    return scores[0][2] if better and overlap(part.text, proposed) == 0 else None


def _name_lookups(text: str, part: ServedPart, known: ReleaseSlice) -> int:
    """How well a question names what the intent looks up: "who is on that booking?" refunds no booking."""
    if not is_question(text) or wishes(text):
        return 0
    tools = (known.tools[name] for name in part.intent.tools if name in known.tools)
    return max((overlap(text, tool) for tool in tools if tool.read_only), default=0)


def _names_only_value(text: str, known: ReleaseSlice) -> bool:
    """Whether a text says nothing but a value: "actually P101", where something was asked about P100."""
    left = text
    for slot in known.slots.values():
        for _value in slots.find_all(slot.pattern, text):
            if (place := slots.place(slot.pattern, left)) is not None:
                left = f"{left[: place[0]]} {left[place[1] :]}"
    return left != text and all(is_small(word) or word in CORRECTING for word in words(left))


def overlap(text: str, tool: ToolSpec) -> int:
    """How well a text names a tool: by the stems of its name (counted twice), title and question."""
    spoken_words = set(words(text))
    name = words(tool.name.replace("_", " "))
    title_words = [
        word for part in (*tool.title.values(), *tool.confirm_text.values()) for word in words(part)
    ]
    return sum(
        2 * any(same_stem(word, other) for other in name)
        + any(same_stem(word, other) for other in title_words)
        for word in spoken_words
        if len(word) >= STEM
    )


def _names_value_for(tool: ToolSpec, part: ServedPart, known: ReleaseSlice) -> bool:
    """Whether the part names a value that the tool must have."""
    wanted = [known.slots[each.known_as] for each in tool.parameters if each.known_as in known.slots]
    return any(slots.find(slot.pattern, part.text) for slot in wanted)


def _needs(tool: ToolSpec, part: ServedPart, known: ReleaseSlice, memory: ConversationMemory) -> list[Need]:
    """One call for each of the things that the part names: "P100 and P200".

    Of an action those that its own clauses name: "and a refund of P200" is no order to do the same.
    """
    need = _need(tool, part, known, memory)
    if tool.name in known.confirmed or need.missing:
        return [need]
    for parameter in tool.parameters:
        slot = known.slots.get(parameter.known_as) if parameter.source == "resource" else None
        own = part.text if tool.read_only else "\n".join(_list_own(tool, part, known))
        named = slots.find_all(slot.pattern, own) if slot else []
        if need.arguments.get(parameter.name) in named[:1] and len(named) > 1:
            return [replace(need, arguments={**need.arguments, parameter.name: value}) for value in named]
    return [need]


def _list_own(tool: ToolSpec, part: ServedPart, known: ReleaseSlice) -> list[str]:
    """The clauses of a part that name the tool or its matter, or nothing but values."""
    keywords = [words(each) for each in part.intent.keywords]
    return [
        clause
        for clause in part.clauses
        if overlap(clause, tool)
        or _names_only_value(clause, known)
        or any(" ".join(each) in " ".join(words(clause)) for each in keywords)
    ]


def _need(tool: ToolSpec, part: ServedPart, known: ReleaseSlice, memory: ConversationMemory) -> Need:
    if tool.name in known.confirmed:
        return Need(tool, dict(known.confirmed[tool.name]))
    if known.wanted is not None and tool.name not in known.proposed:
        known = replace(
            known, wanted=None, reply=known.reply or "value"
        )  # what was asked was for another tool
    arguments: dict[str, Any] = {}
    missing: list[ParameterSpec] = []
    for parameter in tool.parameters:
        if parameter.source in ("identity", "default"):
            continue
        value = _value(parameter, tool, part, known, memory)
        if value is not None and _is_text(parameter, tool, part) and not _is_brought(known, memory):
            if text := _find_pointed_at(part, memory):
                arguments[parameter.name] = f"{value}:\n{text}"
            else:
                missing.append(replace(parameter, key=TEXT))
        elif value is not None:
            arguments[parameter.name] = value
        elif parameter.required and parameter.default is None:
            missing.append(parameter)
    lines = _lines(part, known, memory)
    if tool.read_only and known.reply == "yes":
        lines = lines[:-1] or lines  # what was agreed to stands before it
    arguments |= own_words.read(tool, lines, arguments, known, part.intent.keywords)
    left = (each for each in missing if each.name not in arguments)
    return Need(tool, arguments, tuple(_to_ask(each, tool, known.language) for each in left))


def _to_ask(parameter: ParameterSpec, tool: ToolSpec, language: str) -> ParameterSpec:
    """A missing parameter as it is asked for, with its choices; what takes words has the reply as it is."""
    key, label = TEXT if parameter.source == "free" else parameter.key, tool.label_of(parameter, language)
    listed = ", ".join(map(in_words, list_choices(tool, parameter)[:MOST_CHOICES]))
    told = f"{label} ({listed})" if listed else label
    return replace(parameter, key=key, description=told, label={language: told} if parameter.label else {})


def _is_text(parameter: ParameterSpec, tool: ToolSpec, part: ServedPart) -> bool:
    """Whether it takes the text that follows the keywords of such an intent."""
    long = tool.longest_of(parameter) > SHORT
    return part.intent.takes_text and long and parameter.required


def _find_pointed_at(part: ServedPart, memory: ConversationMemory) -> str:
    """The last answer, where the part means it; empty where that was a question."""
    text = memory.last_question.strip()
    return "" if text.endswith("?") or not carried_text.points_back(part.text) else text


def _is_brought(known: ReleaseSlice, memory: ConversationMemory) -> bool:
    patterns = [slot.pattern for slot in known.slots.values()]
    if known.reply == "value" and carried_text.says_something(memory.now or known.text, patterns):
        return True
    return bool(known.proposed) or brings_text(_whole(known, memory), known)


def _value(
    parameter: ParameterSpec,
    tool: ToolSpec,
    part: ServedPart,
    known: ReleaseSlice,
    memory: ConversationMemory,
) -> Any:
    """A value by the slot's pattern in the clause, in the message, or known.

    A free text in the user's words.
    """
    slot = known.slots.get(parameter.known_as)
    if slot is not None:
        proposed = known.proposed and known.wanted is None
        for text in (carried_text.asking(known.text),) if proposed else (part.text, known.text):
            if found := slots.find(slot.pattern, text):
                return found
    makers = () if tool.read_only else list_makers(parameter, tool, part.intent.tools, known.tools)
    if prepared := find_made(parameter.name, makers, known.results):
        return prepared
    for arguments in known.proposed.values():
        if arguments.get(parameter.name) is not None:
            return arguments[parameter.name]
    read_anew = not tool.read_only and parameter.source == "free" and not tool.is_text(parameter)
    read_anew |= parameter.known_as in known.used.get(tool.name, ())
    for name in (parameter.name, parameter.known_as):
        if known.known.get(name) and not read_anew:
            return known.known[name]
    if slot is not None or parameter.is_asked:
        return None
    longest = tool.longest_of(parameter)
    if longest <= SHORT or not (parameter.required and tool.is_text(parameter)):
        return None  # of the words of its own matter alone what fits (`own_words`)
    if not tool.read_only and not _is_text(parameter, tool, part):
        return None
    return with_carried(_whole(known, memory), part.intent.name, known)[:longest] or None


def list_makers(
    parameter: ParameterSpec, tool: ToolSpec, among: Iterable[str], tools: Mapping[str, ToolSpec]
) -> list[str]:
    """The tools of an intent whose answer may be this argument: a draft's text is what is sent.

    What only looks something up gives what it is registered under alone: the day that it tells is the old
    one, and no day that the user wants.
    """
    if is_link(tool, parameter):
        return list(among)
    worded = tool.is_text(parameter) and not kind_of(tool, parameter)
    return [name for name in among if worded and name in tools and _is_worded_by(tools[name])]


def _is_worded_by(tool: ToolSpec) -> bool:
    """Whether a tool puts the user's words into better ones: it takes a text, and no name to look up by."""
    texts = (each for each in tool.parameters if each.source == "free" and tool.is_text(each))
    return any(not (kind_of(tool, each) or tool.is_identifier(each)) for each in texts)


def find_made(name: str, tools: Collection[str], results: Sequence[ToolResult]) -> str:
    """The text of that name which one of the tools gave last; empty without any."""
    for result in reversed(results):
        if result.ok and result.tool_name in tools and isinstance(result.result, Mapping):
            value = result.result.get(name)
            if isinstance(value, str) and value:
                return value
    return ""


def takes_words(tool: ToolSpec) -> bool:
    """Whether the tool looks something up by whatever the user says, and not by a value to be known."""
    free = (each for each in tool.parameters if each.source == "free" and each.required)
    return tool.read_only and any(each.type == "string" and each.default is None for each in free)


def collect_prepared(
    tool: ToolSpec, among: Sequence[str], tools: Mapping[str, ToolSpec], results: Sequence[ToolResult]
) -> dict[str, Any]:
    """The free arguments of an action that the other tools of its intent have made so far."""
    free = [each for each in tool.parameters if each.source == "free"]
    found = {each.name: find_made(each.name, list_makers(each, tool, among, tools), results) for each in free}
    return {name: value for name, value in found.items() if value}


def _whole(known: ReleaseSlice, memory: ConversationMemory) -> str:
    """The message as it was written, its lines kept.

    A reply behind the request that it belongs to, unless that has become a proposal already.
    """
    message = memory.now or known.text
    before = known.request or (memory.said_by_user[-1] if memory.said_by_user else "")
    if known.reply == "value" and before and not known.proposed:
        return f"{before}\n{message}"
    return message


def _lines(part: ServedPart, known: ReleaseSlice, memory: ConversationMemory) -> list[str]:
    """What the user wrote about it: these clauses, behind the request that they reply about."""
    own = [_as_written(part.clauses, known.text)] if part.clauses else []  # none: all are for others
    if known.wanted is not None:
        return own  # what was said before is what is proposed
    if not known.reply and is_elliptic(known.text):
        return [*_find_first_asked(memory), *own]
    before = known.request or (memory.said_by_user[-1] if memory.said_by_user else "")
    return (
        [*before.split("\n"), *own]
        if known.reply in ("yes", "value", "change", "unclear") and before
        else own
    )


def _find_first_asked(memory: ConversationMemory) -> list[str]:
    """What was asked before the user named other things for it: what these leave unsaid stands there."""
    found: list[str] = []
    for text in memory.said_by_user[: -ELLIPSES - 1 : -1]:
        found.insert(0, text)
        if not is_elliptic(text):
            break
    return found


def _as_written(clauses_of: Sequence[str], text: str) -> str:
    """The clauses as they stand in the text where nothing else stands between them."""
    start, end = text.find(clauses_of[0]), text.rfind(clauses_of[-1])
    between = text[start : end + len(clauses_of[-1])] if 0 <= start <= end else ""
    joined = ". ".join(clauses_of)
    return " ".join(between.split()) if words(between) == words(joined) else joined
