"""The questions of a plan.

Is that what was meant, which of these, which of the candidates, what is missing, may this be done. Each is in
people's words: labels and descriptions of the manifest, never its names.

    question = questions.about_goal(intent, goals, catalogue, "pt")
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from conversations.turn import Option, Question
from routing.planning.dialogue.asking import SHOWN, WAITING, OpenQuestion
from routing.planning.execute import looking_up, sentences
from routing.planning.execute.sentences import format_value, label_value, to_one_line
from routing.planning.plan import checking, record
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import CapabilitySpec, ExecutionPlan, GoalSpec, IntentOutput
from routing.planning.understand import hearing
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.entities import TEXT
from routing.planning.understand.parameters import label, specs_of

UNKNOWN = {"symbol_not_found": "symbol_elsewhere", "symbol_lookup_failed": "symbol_lookup_failed"}


def ask_whether_meant(
    intent: IntentOutput, plan: ExecutionPlan, catalogue: Catalogue, language: str
) -> Question:
    """Is that what was meant? Names the domain, what would be done, with which parameters, defaults too."""
    step = plan.steps[0]
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    capability = catalogue.capability(step.domain, step.capability)
    what = " + ".join(
        dict.fromkeys(sentences.describe_step(each, catalogue, language) for each in plan.steps)
    )
    choosing = {each.name for each in goal.entities.values() if each.capability_map} if goal else set()
    defaults = {
        name: spec["default"]
        for name, spec in (specs_of(capability) if capability else {}).items()
        if spec.get("default") is not None and name not in step.params and name + TEXT not in step.params
    }
    shown = {name: each for name, each in {**intent.entities, **defaults}.items() if name not in choosing}
    listed = ", ".join(
        f"{_name_of(name, capability, language)}: {said}"
        for name, value in shown.items()
        if value is not True and (said := label_value(name, value, capability, language))
    )
    params = f" ({listed})" if listed else ""
    words_said = sentences.say("confirm", language, what=what, params=params)
    return _question(words_said, _yes_or_no(language), intent, {"kind": "confidence"})


def _name_of(name: str, capability: CapabilitySpec | None, language: str) -> str:
    """How people read what a message names."""
    return (
        sentences.say("for_whom", language)
        if name == hearing.NOTIFY_TO
        else label(name, capability, language)
    )


def ask_goal(
    intent: IntentOutput, goals: Sequence[GoalSpec], catalogue: Catalogue, language: str
) -> Question:
    """Which of these goals? At most five, as buttons and as a numbered list."""
    shown = list(goals)[:SHOWN]
    labels = [to_one_line(sentences.describe_goal(goal, catalogue, language)) for goal in shown]
    data = {"kind": "goal", "goals": [[goal.domain, goal.name] for goal in shown]}
    return _question(_number(sentences.say("which_goal", language), labels), _options(labels), intent, data)


def ask_of_step(
    asking: StepOutcome, plan: ExecutionPlan, done: Mapping[int, StepOutcome], intent: IntentOutput,
    catalogue: Catalogue, language: str, before: OpenQuestion | None = None,
) -> Question | None:  # fmt: skip
    """What a step needs to know before the plan goes on.

    None where its domain names nothing that could be said: doing it again with what it has would ask the
    same, or do it twice. Where the new name that answered the question `before` is not found either, the
    candidates of that one are offered again.
    """
    about, step = asking.output.metadata, asking.step
    capability = catalogue.capability(step.domain, step.capability)
    kept = {"step": step.id, "steps": record.as_json(plan)}
    kept["done"] = {str(number): record.as_json(each) for number, each in done.items()}
    if about.get("resolution") == checking.NEEDED:
        shown = about[checking.SHOWN]
        listed = "\n".join(
            f"- {label(name, capability, language)}: {label_value(name, value, capability, language)}"
            for name, value in shown.items()
        )
        what = sentences.describe_step(step, catalogue, language)
        words_said = sentences.say(checking.NEEDED, language, what=what, params=listed)
        return _question(words_said, _yes_or_no(language), intent, {"kind": "action", "shown": shown, **kept})
    resolution = str(about.get("resolution") or "")
    rows = asking.output.result
    absent = about.get("missing_required_params")
    param = str(about.get("param") or (absent[0] if isinstance(absent, list) and absent else ""))
    if not param and capability is not None:
        param = _param_of(rows, [*specs_of(capability), *_properties(capability)])
    found: list[Mapping[str, Any]] = looking_up.candidates(rows, param)[:SHOWN] if param else []
    said = str(about.get("text") or step.params.get(param + TEXT) or step.params.get(param) or "")
    if resolution == "missing_required_params" or (absent and not found):
        said = label(param, capability, language)
        resolution = "missing_required_params"
        found = found or [{param: value} for value in _enum(param, capability)[:SHOWN]]
    forget = _list(about.get("forget"))
    again = before is not None and before.others and (before.step, before.param) == (step.id, param)
    if before is not None and again and not found and resolution in UNKNOWN:
        resolution, found, forget = UNKNOWN[resolution], list(before.candidates), list(before.forget)
    if resolution not in sentences.RESOLUTIONS:  # a domain may name any
        resolution = "ambiguous_symbol" if found else "symbol_not_found"
    words_said = asking.output.explanation or sentences.say(resolution, language, text=said)
    if not param:
        return None
    labels = [_label(each, param, capability, language) for each in found]
    data = {
        "kind": "choice" if found else "missing",
        "param": param,
        "candidates": found,
        **kept,
        "forget": [name for name in forget if isinstance(name, str)],
        "others": resolution == "symbol_elsewhere" or again,
        "name": str(about.get("name") or ""),
    }
    return _question(_number(words_said, labels), _options(labels), intent, data)


def _yes_or_no(language: str) -> tuple[Option, ...]:
    return _options([sentences.say(each, language) for each in ("yes", "no")])


def _question(text: str, choices: tuple[Option, ...], intent: IntentOutput, data: dict[str, Any]) -> Question:
    waits = {**data, "intent": record.as_json(intent)}
    return Question(
        "clarification", text, "", intent.goal, choices, asked_at=time.time(),
        data={"original": intent.original_query, WAITING: waits}, request=intent.original_query,
    )  # fmt: skip


def _number(text: str, labels: Sequence[str]) -> str:
    return "\n".join([text, *(f"{number}. {each}" for number, each in enumerate(labels, 1))])


def _options(labels: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(each, each) for each in labels)


def _label(candidate: Mapping[str, Any], param: str, capability: CapabilitySpec | None, language: str) -> str:
    said = label_value(param, candidate[param], capability, language)
    name = format_value(looking_up.name_of(candidate), language)
    return to_one_line(f"{said} - {name}" if name and name != said else said)


def _enum(param: str, capability: Any) -> list[Any]:
    spec = specs_of(capability).get(param, {}) if capability is not None else {}
    return _list(spec.get("enum"))


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _properties(capability: Any) -> list[str]:
    found = capability.schema.get("properties")
    return list(found) if isinstance(found, Mapping) else []


def _param_of(rows: Any, names: Sequence[str]) -> str:
    """The parameter that a domain's own candidates hold."""
    found = rows.get("candidates") if isinstance(rows, Mapping) else None
    first = found[0] if isinstance(found, list) and found and isinstance(found[0], Mapping) else {}
    return next((name for name in names if name in first), "")
