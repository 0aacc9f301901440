"""What a reply says for the parameter that was asked for, and whether its writer knows at all.

Several names, one, or the words as they stand; by closed lists of the languages and by what the domain and
its manifest say: no model is asked.

>>> is_at_a_loss("não sei"), is_at_a_loss("¿cuál es la diferencia?"), is_at_a_loss("a de Estocolmo")
(True, True, False)
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
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
from routing.planning.understand.names import (
    Places,
    give_each_its_place,
    goes_anywhere,
    join_groups,
    list_names,
    read_groups,
)
from routing.planning.understand.tokens import Span, split_words

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
    places: Places | None = None,
) -> Any:
    """What `text` says for the parameter, a tuple where each is a step of its own; empty: nothing.

    `places` go with the names that they are said of.
    """
    wanted = find_kind_of_value(param, capability)
    if wanted == "words":
        return text.strip()
    together = places.together if places is not None else goes_anywhere
    read = partial(read_groups, text, hinted, together=together)
    groups = read() or read(strict=True)
    groups = give_each_its_place(join_groups(groups), places.is_known) if places else groups
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
    empty = [] if verbatim else find_not_knowing(text, known)
    if empty and not read_groups(text, [*hinted, *empty], strict=True):
        return True
    return asks_about_options(text, known, hinted)


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


def asks_about_options(text: str, known: Iterable[str] = (), hinted: Sequence[Span] = ()) -> bool:
    """Whether a message asks about what it may choose from: "qual a diferença?", "which one is better?"."""
    if len(text) > _LONGEST or not is_question(text):
        return False
    named = list_names(text, hinted, strict=True)
    mentioned = {word for item in named for word in words(item)}
    return (not mentioned or bool(mentioned & _ABOUT_OPTIONS)) and mentioned <= _ABOUT_OPTIONS.union(
        CARDINALS, known
    )
