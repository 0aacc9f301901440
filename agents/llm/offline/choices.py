"""One list of choices that several parameters of a tool share: from where, and to where.

Which of them a choice is for is said by the word before it ("de", "hacia", "from"), else by what was asked
for; where neither says it, and more than one is open, the user is asked.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from agents.parameter_kinds import texts_of
from agents.specs import ParameterSpec, ToolSpec
from language import directions
from language.clauses import tokenise
from language.normalise import words


def read_shared(
    tool: ToolSpec, open_now: Sequence[ParameterSpec], lines: Sequence[str], wanted: str | None
) -> dict[str, str | None]:
    """The choices that the words give, by parameter, for all that share their list; None: not given."""
    found: dict[str, str | None] = {}
    for parameter in open_now:
        choices = _choices(tool, parameter)
        sharing = [each for each in tool.parameters if choices and _choices(tool, each) == choices]
        if len(sharing) < 2 or parameter.name in found:
            continue
        still = [each for each in sharing if each in open_now]
        found |= dict.fromkeys(each.name for each in still)
        for line in lines:
            found |= _assign(line, tool, sharing if wanted is not None else still, still, choices, wanted)
    return found


def _assign(
    line: str,
    tool: ToolSpec,
    sharing: Sequence[ParameterSpec],
    still: Sequence[ParameterSpec],
    choices: tuple[Any, ...],
    wanted: str | None,
) -> dict[str, Any]:
    """A reply that says the way changes what was given before: "no, from Leeds"."""
    named = list(_find(line, choices))
    found: dict[str, Any] = {}
    loose = []
    for choice, at in named:
        direction = directions.before_place(line[:at])
        mine = [each for each in sharing if direction and _direction(tool, each) == direction]
        if len(mine) == 1:
            found[mine[0].name] = choice
        elif not direction or all(_direction(tool, each) == "" for each in sharing):
            loose.append(choice)
    left = [each.name for each in still if each.name not in found]
    if len(loose) == 1 and left:
        if wanted in left:
            found[str(wanted)] = loose[0]
        elif len(left) == 1:
            found[left[0]] = loose[0]
    return found


def _choices(tool: ToolSpec, parameter: ParameterSpec) -> tuple[Any, ...]:
    return tuple(tool.schema_of(parameter).get("enum") or ())


def _direction(tool: ToolSpec, parameter: ParameterSpec) -> directions.Direction:
    return directions.of_value(texts_of(tool, parameter))


def _find(line: str, choices: Sequence[Any]) -> Iterator[tuple[Any, int]]:
    """The choices that a line names, in their order, each with its place; of two at one place the longer."""
    said = tokenise(line)
    spelled = sorted(((words(str(each)), each) for each in choices), key=lambda pair: -len(pair[0]))
    at = 0
    while at < len(said):
        here = [word.text for word in said[at:]]
        hit = next(((own, each) for own, each in spelled if own and here[: len(own)] == own), None)
        if hit is not None:
            yield hit[1], said[at].start
        at += len(hit[0]) if hit is not None else 1
