"""The questions of a plan, and what a user is told who cannot answer them.

Is that what was meant, which of these, which of the candidates, what is missing, may this be done. Each is in
people's words: labels and descriptions of the manifest, never its names.

    question = questions.ask_goal(intent, goals, catalogue, "pt")
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from conversations.as_json import to_json
from conversations.turn import Option, Question
from language.normalise import words
from routing.planning.dialogue.asking import SHOWN, WAITING, OpenQuestion
from routing.planning.execute import looking_up, sentences
from routing.planning.execute.sentences import format_value, label_value, to_one_line
from routing.planning.plan import checking
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import (
    NO_CAPABILITY,
    TEXT,
    CapabilitySpec,
    ExecutionPlan,
    GoalSpec,
    IntentOutput,
    read_list,
    read_rows,
    texts_of,
)
from routing.planning.understand import hearing
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.parameters import in_language, label


def ask_whether_meant(
    intent: IntentOutput, plan: ExecutionPlan, catalogue: Catalogue, language: str
) -> Question:
    """Is that what was meant? Names the domain, what would be done, with which parameters, defaults too."""
    step = plan.steps[0]
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    capability = catalogue.capability(step.domain, step.capability) or NO_CAPABILITY
    what = " + ".join(
        dict.fromkeys(sentences.describe_step(each, catalogue, language) for each in plan.steps)
    )
    choosing = {each.name for each in goal.entities.values() if each.capability_map} if goal else set()
    defaults = {
        name: spec["default"]
        for name, spec in capability.specs.items()
        if spec.get("default") is not None and name not in step.params and name + TEXT not in step.params
    }
    shown = {name: each for name, each in {**intent.entities, **defaults}.items() if name not in choosing}
    listed = ", ".join(
        f"{_name_of(name, capability, language)}: {written}"
        for name, value in shown.items()
        if value is not True and (written := label_value(name, value, capability, language))
    )
    params = f" ({listed})" if listed else ""
    sentence = sentences.say("confirm", language, what=what, params=params)
    return _question(sentence, _yes_or_no(language), intent, {"kind": "confidence"})


def _name_of(name: str, capability: CapabilitySpec, language: str) -> str:
    """How people read what a message names."""
    for_whom = name == hearing.NOTIFY_TO
    return sentences.say("for_whom", language) if for_whom else label(name, capability, language)


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
    catalogue: Catalogue, language: str,
) -> Question | None:  # fmt: skip
    """What a step needs to know before the plan goes on.

    None where its domain names nothing that could be said: doing it again with what it has would ask the
    same, or do it twice.
    """
    about, step = asking.output.metadata, asking.step
    capability = catalogue.capability(step.domain, step.capability) or NO_CAPABILITY
    kept = {"step": step.id, "steps": to_json(plan)}
    kept["done"] = {str(number): to_json(each) for number, each in done.items()}
    if about.get("resolution") == checking.NEEDED:
        shown = about[checking.SHOWN]
        listed = "\n".join(
            f"- {label(name, capability, language)}: {label_value(name, value, capability, language)}"
            for name, value in shown.items()
        )
        what = sentences.describe_step(step, catalogue, language)
        sentence = sentences.say(checking.NEEDED, language, what=what, params=listed)
        return _question(sentence, _yes_or_no(language), intent, {"kind": "action", "shown": shown, **kept})
    resolution = str(about.get("resolution") or "")
    rows = asking.output.result
    absent = read_list(about, "missing_required_params")
    param = str(about.get("param") or next(iter(absent), ""))
    param = param or _param_of(rows, [*capability.specs, *capability.properties])
    found: list[Mapping[str, Any]] = looking_up.candidates(rows, param)[:SHOWN] if param else []
    text = str(about.get("text") or step.params.get(param + TEXT) or step.params.get(param) or "")
    if resolution == "missing_required_params" or (absent and not found):
        text = label(param, capability, language)
        resolution = "missing_required_params"
        enum = read_list(capability.specs.get(param, {}), "enum")
        found = found or [{param: value} for value in enum[:SHOWN]]
    if resolution not in sentences.RESOLUTIONS:  # a domain may name any
        resolution = "ambiguous_symbol" if found else "symbol_not_found"
    sentence = asking.output.explanation or sentences.say(resolution, language, text=text)
    if not param:
        return None
    labels = [_label(each, param, capability, language) for each in found]
    data = {
        "kind": "choice" if found else "missing",
        "param": param,
        "candidates": found,
        **kept,
        "forget": texts_of(about.get("forget")),
        "others": resolution == "symbol_elsewhere",
        "name": str(about.get("name") or ""),
    }
    return _question(_number(sentence, labels), _options(labels), intent, data)


def _yes_or_no(language: str) -> tuple[Option, ...]:
    return _options([sentences.say(each, language) for each in ("yes", "no")])


def _question(text: str, choices: tuple[Option, ...], intent: IntentOutput, data: dict[str, Any]) -> Question:
    waits = {**data, "intent": to_json(intent)}
    return Question(
        "clarification", text, "", intent.goal, choices, asked_at=time.time(),
        data={"original": intent.original_query, WAITING: waits}, request=intent.original_query,
    )  # fmt: skip


def _number(text: str, labels: Sequence[str]) -> str:
    return "\n".join([text, *(f"{number}. {each}" for number, each in enumerate(labels, 1))])


def _options(labels: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(each, each) for each in labels)


def _label(candidate: Mapping[str, Any], param: str, capability: CapabilitySpec, language: str) -> str:
    value = label_value(param, candidate[param], capability, language)
    name = format_value(looking_up.name_of(candidate), language)
    return to_one_line(f"{value} - {name}" if name and name != value else value)


def _param_of(rows: Any, names: Sequence[str]) -> str:
    """The parameter that a domain's own candidates hold."""
    found = read_rows(rows, "candidates") if isinstance(rows, Mapping) else []
    return next((name for name in names if found and name in found[0]), "")


def help_user(question: Question, wait: OpenQuestion, catalogue: Catalogue, language: str) -> str:
    """What a user is told who cannot answer: what the options are, by what they differ, and how to leave."""
    match wait.kind:
        case "confidence" | "action":
            return "\n".join([question.text, sentences.say("yes_or_otherwise", language)])
        case "goal":
            goals = (catalogue.goal(*each) for each in wait.goals)
            examples = [_example(_message(goal, catalogue, language), language) for goal in goals]
            lines = [f"{each.label}{shown}" for each, shown in zip(question.options, examples, strict=False)]
            return _explain_options(lines, language)
        case "choice":
            return _explain_options(_distinguish(question, wait, catalogue, language), language)
    capability = wait.capability(catalogue)
    needed = sentences.say("missing_required_params", language, text=label(wait.param, capability, language))
    given = read_list(capability.specs.get(wait.param, {}), "examples")
    shown = ", ".join(label_value(wait.param, each, capability, language) for each in given)
    goal = catalogue.goal(wait.intent.primary_domain, wait.intent.goal)
    shown = _example(shown or _message(goal, catalogue, language), language)
    return "\n".join([f"{needed.rstrip('.')}{shown}.", sentences.say("or_leave", language)])


def _distinguish(question: Question, wait: OpenQuestion, catalogue: Catalogue, language: str) -> list[str]:
    """The candidates with what distinguishes them, under the names that the manifest has for it."""
    capability = wait.capability(catalogue)
    described = [_describe(each, wait.param, capability, language) for each in wait.candidates]
    same = {
        name
        for name in (described[0] if len(described) > 1 else ())
        if all(each.get(name) == described[0][name] for each in described)
    }
    lines = []
    for option, each in zip(question.options, described, strict=False):
        known = set(words(option.label))
        facts = [
            f"{_field(name, capability, catalogue, language)}: {value}"
            for name, value in each.items()
            if name not in same and not known.issuperset(words(value))
        ]
        lines.append(" · ".join([option.label, *facts]))
    return lines


def _describe(
    candidate: Mapping[str, Any], param: str, capability: CapabilitySpec, language: str
) -> dict[str, str]:
    """The fields of a candidate that people may read: no lists, nothing with `_` before it."""
    name = looking_up.name_of(candidate)
    return {
        key: to_one_line(shown)
        for key, value in candidate.items()
        if key != param
        and value != name
        and not key.startswith("_")
        and not isinstance(value, Mapping | list)
        and (shown := label_value(key, value, capability, language))
    }


def _field(name: str, capability: CapabilitySpec, catalogue: Catalogue, language: str) -> str:
    """How a candidate's field is called: by whoever finds it, else as a parameter."""
    finders = (str(rule.get("search_capability")) for rule in capability.pre_flow)
    for each in (capability, *(catalogue.capability(capability.domain, finder) for finder in finders)):
        if each and (shown := in_language(each.part("result_labels").get(name), language)):
            return shown
    return label(name, capability, language)


def _explain_options(lines: Sequence[str], language: str) -> str:
    return "\n".join(
        [_number(sentences.say("options", language), lines), sentences.say("choose_or_leave", language)]
    )


def _message(goal: GoalSpec | None, catalogue: Catalogue, language: str) -> str:
    """A message that means a goal, in quotes."""
    example = sentences.find_example(goal, catalogue, language) if goal is not None else ""
    return f"“{example}”" if example else ""


def _example(shown: str, language: str) -> str:
    return f" ({sentences.say('for_example', language)}: {shown})" if shown else ""
