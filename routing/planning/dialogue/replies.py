"""What a reply says for the parameter that was asked for, and whether its writer knows at all.

>>> is_at_a_loss("não sei"), is_at_a_loss("¿cuál es la diferencia?"), is_at_a_loss("a de Estocolmo")
(True, True, False)
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

from language.acts.questions import is_question, list_hedges
from language.acts.reading import read_alone
from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.lexicon.places import CARDINALS
from language.normalise import words
from routing.planning.plan.expressions import as_text
from routing.planning.specs import TEXT, CapabilitySpec, ExecutionPlan, ExecutionStep
from routing.planning.understand.entities import is_words
from routing.planning.understand.names import Span, list_names, place_names, read_groups, split_words
from routing.planning.understand.typed_values import find_form, read_typed

_NOT_KNOWING = first_words(join_languages("NOT_KNOWING"))
_ABOUT_OPTIONS = frozenset(word for phrase in join_languages("ABOUT_OPTIONS") for word in phrase.split())
_EMPTY = _ABOUT_OPTIONS.union(join_languages("ABOUT_ANSWERS"), CARDINALS, list_hedges())
_LONGEST = 200  # letters of a message that asks for help
Takes = Literal["list", "names", "name", "words"]


def find_kind_of_value(param: str, capability: CapabilitySpec) -> Takes:
    """`list`: several of it in one call.

    `names`: one, or several that become steps; `name`: one that is looked up or is one of few; `words`: a
    text as it was said.
    """
    base = param.removesuffix(TEXT)
    spec, schema = capability.describe_parameter(base)
    if "array" in (spec.get("type"), schema.get("type")):
        return "list"
    if any(base == str(rule["single_param_name"]) for rule in capability.array_params):
        return "names"
    plain = (schema.get("type") or spec.get("type") or "string") == "string"
    listed = spec.get("enum") or schema.get("enum")
    return "words" if plain and not listed and is_words(param, capability) else "name"


def read_value(
    text: str,
    param: str,
    capability: CapabilitySpec,
    hinted: Sequence[Span] = (),
) -> Any:
    """What `text` says for the parameter, a tuple where each is a step of its own; empty: nothing."""
    if find_form(param, capability):
        return next((value for value, _place in read_typed(text, param, capability)), "")
    wanted = find_kind_of_value(param, capability)
    if wanted == "words":
        return text.strip()
    groups = place_names(read_groups(text, hinted) or read_groups(text, hinted, strict=True), bool)
    items = [item for group in groups for item in group.items]
    if wanted == "list":
        return items
    if wanted == "names" and groups and len(groups[0].items) > 1:
        return tuple(groups[0].items)
    return items[0] if items else ""


def fill_step(
    plan: ExecutionPlan, number: int, name: str, values: Sequence[Any], forget: Collection[str] = ()
) -> ExecutionPlan:
    """The plan with these values for a parameter of one step: one step for each.

    What followed on it follows on all.

    `forget` are parameters that led nowhere.
    """
    most = max((step.id for step in plan.steps), default=0)
    numbers = [number, *range(most + 1, most + len(values))]
    steps: list[ExecutionStep] = []
    for step in plan.steps:
        if step.id != number:
            steps.append(_behind_all(step, number, numbers))
            continue
        rest = {key: each for key, each in step.params.items() if key not in forget}
        for own, each in zip(numbers, values, strict=True):
            key = step.output_key if own == number else f"result_{own}"
            steps.append(replace(step, id=own, params={**rest, name: as_text(each)}, output_key=key))
    if len(values) < 2:
        return replace(plan, steps=tuple(steps))
    mode = "parallel" if plan.execution_mode == "sequential" else plan.execution_mode
    return replace(plan, steps=tuple(steps), execution_mode=mode, combine_mode="report")


def _behind_all(step: ExecutionStep, number: int, numbers: Sequence[int]) -> ExecutionStep:
    """A step that waits for all of these where it waited for one, and says what each of them said."""
    if number not in step.depends_on:
        return step
    needs = tuple(each for needed in step.depends_on for each in (numbers if needed == number else (needed,)))
    explanations = "\n".join(f"${{{each}.explanation}}" for each in numbers)
    params = {
        key: each.replace(f"${{{number}.explanation}}", explanations) if isinstance(each, str) else each
        for key, each in step.params.items()
    }
    return replace(step, depends_on=needs, params=params)


def is_at_a_loss(
    text: str, options: Collection[str] = (), empty: Sequence[Span] = (), doubts: bool = False
) -> bool:
    """Whether a message says nothing but that its writer cannot answer, or asks about the options themselves.

    `options` are words of the options, which a question about them may repeat; `empty` the places of what
    names nothing; `doubts`: it begins by not knowing.
    """
    if len(text) > _LONGEST or not (doubts or is_question(text)):
        return len(text) <= _LONGEST and read_alone(text) == "unsure"
    named = {word for item in list_names(text, empty, strict=True) for word in words(item)}
    asks = named & _ABOUT_OPTIONS
    return not named or (bool(asks) and named <= _ABOUT_OPTIONS.union(CARDINALS, options))


def find_not_knowing(text: str, known: Iterable[str] = ()) -> list[Span]:
    """Where a message that begins by not knowing says so, and what beside it names nothing.

    None where it does not.

    >>> text = "não sei o código, é a Petrobras"
    >>> [text[start:end] for start, end in find_not_knowing(text)]
    ['não sei', 'código']
    """
    length = begins(plain(text), _NOT_KNOWING)
    if not length:
        return []
    empty = _EMPTY.union(known)
    spans: list[Span] = []
    for each in split_words(text):
        folded = plain(each.text)
        if length > 0:
            spans, length = [(0, each.end)], length - len(folded)
        elif empty.issuperset(folded):
            spans.append((each.start, each.end))
    return spans
