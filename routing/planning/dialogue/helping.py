"""What a user who cannot answer a plan's question is told.

What the options are, by what they differ, and how to leave.

>>> at_a_loss("não sei"), at_a_loss("¿cuál es la diferencia?"), at_a_loss("a de Estocolmo")
(True, True, False)

By closed lists of the three languages and by what the domain and its manifest say; no model is asked.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from conversations.turn import Question
from language.acts.questions import is_question, list_hedges
from language.acts.reading import read_alone
from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.lexicon.places import CARDINALS
from language.normalise import words
from routing.planning.dialogue.at_home import example_of
from routing.planning.execute import looking_up, sentences
from routing.planning.execute.sentences import label_value, to_one_line
from routing.planning.specs import CapabilitySpec, GoalSpec
from routing.planning.understand.catalogue import Catalogue, part, pre_flow
from routing.planning.understand.names import Span, list_names, read_groups
from routing.planning.understand.parameters import in_language, label, specs_of

_NOT_KNOWING = first_words(join_languages("NOT_KNOWING"))
_ABOUT_OPTIONS = frozenset(word for phrase in join_languages("ABOUT_OPTIONS") for word in phrase.split())
_EMPTY = _ABOUT_OPTIONS.union(join_languages("ABOUT_ANSWERS"), CARDINALS, list_hedges())
_SAID = re.compile(r"\S+")
_LONGEST = 200  # letters of a message that asks for help


def at_a_loss(
    text: str, known: Iterable[str] = (), hinted: Sequence[Span] = (), verbatim: bool = False
) -> bool:
    """Whether a message says nothing but that its writer cannot answer, or asks about the options themselves.

    `known` are words of the options and of what was asked for, which may be repeated; `hinted` the places of
    hints; `verbatim`: any words are an answer, so that "não sei se chego hoje" is one.
    """
    if len(text) > _LONGEST:
        return False
    if read_alone(text) == "unsure":
        return True
    empty = [] if verbatim else not_knowing(text, known)
    if empty and not read_groups(text, [*hinted, *empty], strict=True):
        return True
    return asks_about_options(text, known, hinted)


def not_knowing(text: str, known: Iterable[str] = ()) -> list[Span]:
    """Where a message that begins by not knowing says so, and what beside it names nothing.

    None where it does not.

    >>> [text[start:end] for text in ["não sei o código, é a Petrobras"] for start, end in not_knowing(text)]
    ['não sei', 'código']
    """
    length = begins(plain(text), _NOT_KNOWING)
    if not length:
        return []
    empty = _EMPTY.union(known)
    spans: list[Span] = []
    for match in _SAID.finditer(text):
        said = plain(match[0])
        if length > 0:
            spans, length = [(0, match.end())], length - len(said)
        elif empty.issuperset(said):
            spans.append((match.start(), match.start() + len(match[0].rstrip(",;"))))
    return spans


def asks_about_options(text: str, known: Iterable[str] = (), hinted: Sequence[Span] = ()) -> bool:
    """Whether a message asks about what it may choose from: "qual a diferença?", "which one is better?"."""
    if len(text) > _LONGEST or not is_question(text):
        return False
    named = list_names(text, hinted, strict=True)
    said = {word for item in named for word in words(item)}
    return (not said or bool(said & _ABOUT_OPTIONS)) and said <= _ABOUT_OPTIONS.union(CARDINALS, known)


def with_goals(
    question: Question, goals: Sequence[GoalSpec | None], catalogue: Catalogue, language: str
) -> str:
    """The goals to choose from, each with a message that means it."""
    lines = [
        f"{option.label}{_example(_message(goal, catalogue, language), language)}"
        for option, goal in zip(question.options, goals, strict=False)
    ]
    return _list(lines, language)


def with_candidates(
    question: Question,
    candidates: Sequence[Mapping[str, Any]],
    param: str,
    capability: CapabilitySpec | None,
    catalogue: Catalogue,
    language: str,
) -> str:
    """The candidates with what distinguishes them, under the names that the manifest has for it."""
    told = [_describe(each, param, capability, language) for each in candidates]
    same = {
        name
        for name in (told[0] if len(told) > 1 else ())
        if all(each.get(name) == told[0][name] for each in told)
    }
    lines = []
    for option, each in zip(question.options, told, strict=False):
        known = set(words(option.label))
        facts = [
            f"{_field(name, capability, catalogue, language)}: {said}"
            for name, said in each.items()
            if name not in same and not known.issuperset(words(said))
        ]
        lines.append(" · ".join([option.label, *facts]))
    return _list(lines, language)


def with_parameter(
    question: Question,
    param: str,
    capability: CapabilitySpec | None,
    goal: GoalSpec | None,
    catalogue: Catalogue,
    language: str,
) -> str:
    """What is asked for and how it may look."""
    needed = sentences.say("missing_required_params", language, text=label(param, capability, language))
    given = specs_of(capability).get(param, {}).get("examples") if capability is not None else None
    shown = (
        ", ".join(label_value(param, each, capability, language) for each in given)
        if isinstance(given, list)
        else ""
    )
    shown = shown or _message(goal, catalogue, language)
    needed = needed.rstrip(".") + _example(shown, language) + "."
    return "\n".join([needed, sentences.say("or_leave", language)])


def with_doubt(question: Question, language: str) -> str:
    """What was understood, and how to say yes or something else."""
    return "\n".join([question.text, sentences.say("yes_or_otherwise", language)])


def _describe(
    candidate: Mapping[str, Any], param: str, capability: CapabilitySpec | None, language: str
) -> dict[str, str]:
    """The fields of a candidate that people may read: no lists, nothing with `_` before it."""
    name = looking_up.name_of(candidate)
    return {
        key: to_one_line(said)
        for key, value in candidate.items()
        if key != param
        and value != name
        and not key.startswith("_")
        and not isinstance(value, Mapping | list)
        and (said := label_value(key, value, capability, language))
    }


def _field(name: str, capability: CapabilitySpec | None, catalogue: Catalogue, language: str) -> str:
    """How a candidate's field is called: by whoever finds it, else as a parameter."""
    if capability is not None:
        finders = [
            catalogue.capability(capability.domain, str(rule.get("search_capability")))
            for rule in pre_flow(capability)
        ]
        for each in (capability, *finders):
            if each is not None and (said := in_language(part(each, "result_labels").get(name), language)):
                return said
    return label(name, capability, language)


def _list(lines: Sequence[str], language: str) -> str:
    numbered = (f"{number}. {line}" for number, line in enumerate(lines, 1))
    return "\n".join(
        [sentences.say("options", language), *numbered, sentences.say("choose_or_leave", language)]
    )


def _message(goal: GoalSpec | None, catalogue: Catalogue, language: str) -> str:
    """A message that means a goal, in quotes."""
    said = example_of(goal, catalogue, language) if goal is not None else ""
    return f"“{said}”" if said else ""


def _example(shown: str, language: str) -> str:
    return f" ({sentences.say('for_example', language)}: {shown})" if shown else ""
