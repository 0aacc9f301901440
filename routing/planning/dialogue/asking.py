"""What a plan asks the user, kept as a question of the conversation; and what the next message answers.

Five kinds: `confidence` (is that what you meant?), `goal` (which of these?), `choice` (which of the candidates?),
`missing` (a parameter that nobody named) and `action` (may this be done, with what it carries?). The plan and what its steps brought wait in the question's data, so that
the reply goes on where the plan stopped, whichever process reads it.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from conversations.turn import Option, Question
from language import mail, options
from language.acts.questions import is_question, only_yes
from language.acts.reading import read_act, read_alone
from language.lexicon import LANGUAGES
from language.normalise import words
from routing.planning.dialogue import helping, replies
from routing.planning.execute import looking_up, sentences
from routing.planning.execute.explaining import labelled
from routing.planning.execute.values import format_value, one_line
from routing.planning.plan import confirming, plan_json
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import CapabilitySpec, GoalSpec
from routing.planning.understand import hearing
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.entities import TEXT, read_groups
from routing.planning.understand.naming import choose_candidate, texts
from routing.planning.understand.parameters import in_language, label, specs_of
from routing.planning.understand.placing import Places
from routing.planning.words import ExecutionPlan, ExecutionStep, IntentOutput

Kind = Literal["confidence", "goal", "choice", "missing", "action"]
Said = Literal["yes", "no", "cancel", "value", "help", "other", "leave"]
WAITING = "plan"  # in the data of a planner's question
UNANSWERED = 3  # turns after which it lapses
SHOWN = 5
UNKNOWN = {"symbol_not_found": "symbol_elsewhere", "symbol_lookup_failed": "symbol_lookup_failed"}


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """How a message answers: `value` is what was picked or said, a tuple several that are a step each; `help`: it does
    not know, or asks about the options; `leave`: it wants something else."""

    said: Said
    value: Any = None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What waits behind a question, as it was stored."""

    kind: Kind
    intent: IntentOutput
    plan: ExecutionPlan | None = None
    step: int = 0
    param: str = ""
    candidates: tuple[Mapping[str, Any], ...] = ()
    done: Mapping[int, StepOutcome] = field(default_factory=dict)
    goals: tuple[tuple[str, str], ...] = ()
    forget: tuple[str, ...] = ()  # parameters that every candidate contradicts
    others: bool = False  # another name may be said than those of the candidates
    name: str = ""  # what was looked up, as the step has it
    shown: Mapping[str, Any] = field(default_factory=dict)  # what the step would carry

    def asking(self, plan: ExecutionPlan | None) -> ExecutionStep | None:
        """The step of a plan that asks."""
        return next((each for each in plan.steps if each.id == self.step), None) if plan else None


def waiting(question: Question | None, turn: int) -> OpenQuestion | None:
    """What a conversation's question holds for a plan in its turn of this number; None where it is no planner's, or
    nobody answered it in three turns."""
    data = question.data.get(WAITING) if question is not None else None
    if not isinstance(data, Mapping) or "kind" not in data:
        return None
    if turn - int(data.get("turn", turn)) > UNANSWERED:
        return None
    return OpenQuestion(
        data["kind"],
        plan_json.intent(data["intent"]),
        plan_json.plan(data["steps"]) if data.get("steps") else None,
        int(data.get("step", 0)),
        str(data.get("param", "")),
        tuple(data.get("candidates", ())),
        {int(number): plan_json.outcome(each) for number, each in data.get("done", {}).items()},
        tuple((domain, goal) for domain, goal in data.get("goals", ())),
        tuple(map(str, data.get("forget", ()))),
        bool(data.get("others", False)),
        str(data.get("name", "")),
        dict(data.get("shown") or {}),
    )


def ask_again(question: Question, agent: str, turn: int) -> Question:
    """The question as this turn asks it; the turn in which it was first asked is remembered."""
    data = {"turn": turn, **question.data[WAITING]}
    return replace(
        question, agent=agent, turn=turn, asked_at=time.time(), data={**question.data, WAITING: data}
    )


def goes_on(question: Question, turn: int) -> bool:
    """Whether a question that this turn does not answer stays open after it."""
    return turn - int(question.data[WAITING].get("turn", turn)) < UNANSWERED


def read(text: str, question: Question, wait: OpenQuestion, catalogue: Catalogue) -> QuestionAnswer:
    """The message as an answer to the question, a wish of its own, or neither."""
    whole, text = text, mail.body(text)
    shown = options.match(text, question.options)
    if wait.kind in ("confidence", "action"):
        act = read_act(text, question.text)
        if shown is not None:
            return QuestionAnswer("yes" if shown == question.options[0] else "no")
        if act.kind == "yes" and (act.whole or wait.kind == "confidence"):
            return QuestionAnswer("yes")
        if act.exact and act.kind in ("no", "cancel"):
            return QuestionAnswer("no" if act.kind == "no" else "cancel")
        if hearing.names_a_goal(text, catalogue):
            return QuestionAnswer("leave")
        if act.kind in ("no", "cancel"):
            return QuestionAnswer("no" if act.kind == "no" else "cancel")
        return QuestionAnswer("help" if act.kind == "unsure" or helping.at_a_loss(text) else "other")
    said = read_alone(text)
    if shown is not None:
        return QuestionAnswer("value", _picked(question.options.index(shown), wait))
    if said in ("cancel", "no") or (question.options and options.none(text)):
        return QuestionAnswer("cancel")
    if hearing.names_a_goal(text, catalogue):
        return QuestionAnswer("leave")
    capability = _capability(wait, catalogue)
    takes = replies.takes(wait.param, capability)
    verbatim, several = wait.kind == "missing" and takes == "words", takes in ("list", "names")
    text = whole if verbatim else text
    spans = hearing.named_in(text, catalogue)[1]
    known = {word for each in wait.candidates for own in texts(each) for word in words(own)}
    if helping.asks_about_options(text, known, spans):
        return QuestionAnswer("help")
    if not verbatim and helping.at_a_loss(text, (), spans):
        return QuestionAnswer("help")
    if wait.kind == "choice" and wait.candidates:
        picked = options.several(text, question.options)
        if picked and several:
            return QuestionAnswer("value", tuple(wait.candidates[at][wait.param] for at in picked))
        found = choose_candidate(text, wait.candidates)
        if found is None and said == "yes" and len(wait.candidates) == 1:
            found = wait.candidates[0]
        if found is not None:
            return QuestionAnswer("value", found[wait.param])
    asked_for = {word for code in LANGUAGES for word in words(label(wait.param, capability, code))}
    if helping.at_a_loss(text, known | asked_for, spans, verbatim):
        return QuestionAnswer("help")
    empty = [] if verbatim else helping.not_knowing(text, asked_for)
    if (
        (wait.kind in ("goal", "choice") and not wait.others)
        or ("?" in text if empty else is_question(text))
        or (said == "unsure" and not empty and not verbatim)
        or only_yes(text)
    ):
        return QuestionAnswer("other")
    goal = catalogue.goal(wait.intent.primary_domain, wait.intent.goal)
    places = Places(goal, catalogue, several) if goal else None
    hinted = [*spans, *empty]
    value = replies.value(text, wait.param, capability, hinted, places)  # "Vale" is a yes, and a name
    return QuestionAnswer("value", value) if value else QuestionAnswer("other")


def help_user(question: Question, wait: OpenQuestion, catalogue: Catalogue, language: str) -> str:
    """What a user is told who does not know the answer."""
    capability = _capability(wait, catalogue)
    match wait.kind:
        case "confidence" | "action":
            return helping.with_doubt(question, language)
        case "goal":
            goals = [catalogue.goal(*each) for each in wait.goals]
            return helping.with_goals(question, goals, catalogue, language)
        case "choice":
            return helping.with_candidates(
                question, wait.candidates, wait.param, capability, catalogue, language
            )
    goal = catalogue.goal(wait.intent.primary_domain, wait.intent.goal)
    return helping.with_parameter(question, wait.param, capability, goal, catalogue, language)


def renewed(question: Question) -> Question:
    """The question as if it were asked now: whoever asks about it has not left it."""
    data = {name: each for name, each in question.data[WAITING].items() if name != "turn"}
    return replace(question, data={**question.data, WAITING: data})


def _capability(wait: OpenQuestion, catalogue: Catalogue) -> CapabilitySpec | None:
    """What the step does that asks."""
    step = wait.asking(wait.plan)
    return catalogue.capability(step.domain, step.capability) if step is not None else None


def strange(text: str, question: Question) -> str:
    """What a short message names that is none of the options: "a de Madri"; empty where it names nothing."""
    if not question.options or read_alone(text) is not None or is_question(text):
        return ""
    names = [item for group in read_groups(text, []) for item in group.items]
    if len(names) != 1 or len(words(text)) > SHOWN or options.match(names[0], question.options):
        return ""
    return names[0]


def _picked(place: int, wait: OpenQuestion) -> Any:
    if wait.kind == "goal":
        return wait.goals[place] if place < len(wait.goals) else None
    return wait.candidates[place][wait.param] if place < len(wait.candidates) else None


def about_confidence(
    intent: IntentOutput, plan: ExecutionPlan, catalogue: Catalogue, language: str
) -> Question:
    """Is that what was meant? Names the domain, what would be done, with which parameters, defaults too."""
    step = plan.steps[0]
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    capability = catalogue.capability(step.domain, step.capability)
    what = in_language(goal.description, language) if goal else ""
    what = f"{what or step.capability.replace('_', ' ')} ({intent.primary_domain}: {step.capability})"
    defaults = {
        name: spec["default"]
        for name, spec in (specs_of(capability) if capability else {}).items()
        if spec.get("default") is not None and name not in step.params and name + TEXT not in step.params
    }
    shown = {**intent.entities, **defaults}
    listed = ", ".join(
        f"{label(name, capability, language)}: {said}"
        for name, value in shown.items()
        if value is not True and (said := labelled(name, value, capability, language))
    )
    params = sentences.text("with", language, params=listed) if listed else ""
    words_said = sentences.text("confirm", language, what=what, params=params)
    return _question(words_said, _yes_or_no(language), intent, {"kind": "confidence"})


def about_goal(intent: IntentOutput, goals: Sequence[GoalSpec], language: str) -> Question:
    """Which of these goals? At most five, as buttons and as a numbered list."""
    shown = list(goals)[:SHOWN]
    labels = [one_line(in_language(goal.description, language)) or goal.name for goal in shown]
    data = {"kind": "goal", "goals": [[goal.domain, goal.name] for goal in shown]}
    return _question(
        _numbered(sentences.text("which_goal", language), labels), _options(labels), intent, data
    )


def about_step(
    asking: StepOutcome, plan: ExecutionPlan, done: Mapping[int, StepOutcome], intent: IntentOutput,
    catalogue: Catalogue, language: str, before: OpenQuestion | None = None,
) -> Question | None:  # fmt: skip
    """What a step needs to know before the plan goes on; None where its domain names nothing that could be said: doing it
    again with what it has would ask the same, or do it twice. Where the new name that answered the question `before` is not
    found either, the candidates of that one are offered again."""
    about, step = asking.output.metadata, asking.step
    capability = catalogue.capability(step.domain, step.capability)
    kept = {"step": step.id, "steps": plan_json.as_json(plan)}
    kept["done"] = {str(number): plan_json.as_json(each) for number, each in done.items()}
    if about.get("resolution") == confirming.NEEDED:
        shown = about[confirming.SHOWN]
        listed = "\n".join(
            f"- {label(name, capability, language)}: {labelled(name, value, capability, language)}"
            for name, value in shown.items()
        )
        what = sentences.action(step, catalogue, language)
        words_said = sentences.text(confirming.NEEDED, language, what=what, params=listed)
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
    words_said = asking.output.explanation or sentences.text(resolution, language, text=said)
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
    return _question(_numbered(words_said, labels), _options(labels), intent, data)


def apply_answer(plan: ExecutionPlan, wait: OpenQuestion, value: Any) -> ExecutionPlan:
    """The plan with what the user said: a candidate's value, or new words to be looked up."""
    values = value if isinstance(value, tuple) else (value,)
    known = [each.get(wait.param) for each in wait.candidates]
    chosen = bool(known) and all(each in known for each in values)
    # New words are looked up; the ones that led nowhere are forgotten.
    name = wait.param if chosen or wait.param.endswith(TEXT) else wait.param + TEXT
    step = wait.asking(plan)
    before = step.params.get(wait.param.removesuffix(TEXT) + TEXT) if step is not None else None
    if step is not None and isinstance(before, list):
        if chosen and wait.name in before:  # the others of the list stay
            picked = {**(step.params.get(looking_up.PICKED) or {}), wait.name: list(values)}
            name, values = looking_up.PICKED, (picked,)
        elif isinstance(value, list) and wait.name in before:
            values = ([each for one in before for each in (value if one == wait.name else [one])],)
        elif isinstance(value, list) and len(before) == len(value) == 1:
            values = ([*before, *value],)  # the one that was not enough: "compare PETR4", then "VALE3"
    made = replies.put(plan, wait.step, name, values, wait.forget if chosen else (wait.param,))
    return _with_picked(made, name, known) if chosen else made


def _with_picked(plan: ExecutionPlan, name: str, known: Sequence[Any]) -> ExecutionPlan:
    """The plan in which the steps remember that the user chose this parameter among the candidates."""
    steps = (
        replace(step, picked=(*step.picked, name)) if step.params.get(name) in known else step
        for step in plan.steps
    )
    return replace(plan, steps=tuple(steps))


def _yes_or_no(language: str) -> tuple[Option, ...]:
    return _options([sentences.text(each, language) for each in ("yes", "no")])


def _question(text: str, choices: tuple[Option, ...], intent: IntentOutput, data: dict[str, Any]) -> Question:
    waits = {**data, "intent": plan_json.as_json(intent)}
    return Question(
        "clarification", text, "", intent.goal, choices, asked_at=time.time(),
        data={"original": intent.original_query, WAITING: waits}, request=intent.original_query,
    )  # fmt: skip


def _numbered(text: str, labels: Sequence[str]) -> str:
    return "\n".join([text, *(f"{number}. {each}" for number, each in enumerate(labels, 1))])


def _options(labels: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(each, each) for each in labels)


def _label(candidate: Mapping[str, Any], param: str, capability: CapabilitySpec | None, language: str) -> str:
    said = labelled(param, candidate[param], capability, language)
    name = format_value(looking_up.name_of(candidate), language)
    return one_line(f"{said} - {name}" if name and name != said else said)


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
