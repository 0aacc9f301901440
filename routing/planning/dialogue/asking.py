"""What a plan asks the user, kept as a question of the conversation; and what the next message answers.

Five kinds: `confidence` (is that what you meant?), `goal` (which of these?), `choice` (which of the
candidates?), `missing` (a parameter that nobody named) and `action` (may this be done, with what it
carries?). The plan and what its steps brought wait in the question's data, so that the reply goes on where
the plan stopped, whichever process reads it.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from conversations.turn import Question
from language import mail, options
from language.acts.questions import is_question, only_yes
from language.acts.reading import read_act, read_alone
from language.function_words import is_small
from language.lexicon import LANGUAGES
from language.normalise import words
from routing.planning.dialogue import replies
from routing.planning.execute import looking_up
from routing.planning.plan import record
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import (
    NO_CAPABILITY,
    TEXT,
    CapabilitySpec,
    ExecutionPlan,
    ExecutionStep,
    IntentOutput,
)
from routing.planning.understand import hearing
from routing.planning.understand.candidates import choose_candidate, list_texts
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.names import Places, list_names
from routing.planning.understand.parameters import label

Kind = Literal["confidence", "goal", "choice", "missing", "action"]
AnswerKind = Literal["yes", "no", "cancel", "value", "help", "other", "leave"]
WAITING = "plan"  # in the data of a planner's question
UNANSWERED = 3  # turns after which it lapses
FAILED = 2  # replies that answer nothing, after which it is let go
SHOWN = 5


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """How a message answers: `value` is what was picked or said, a tuple several that are a step each.

    `help`: it does not know, or asks about the options; `leave`: it wants something else.
    """

    kind: AnswerKind
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

    def capability(self, catalogue: Catalogue) -> CapabilitySpec:
        """What the step does that asks."""
        step = self.asking(self.plan)
        return (step and catalogue.capability(step.domain, step.capability)) or NO_CAPABILITY


def read_open(question: Question | None, turn: int) -> OpenQuestion | None:
    """What a conversation's question holds for a plan in its turn of this number.

    None where it is no planner's, or nobody answered it in three turns.
    """
    data = question.data.get(WAITING) if question is not None else None
    if not isinstance(data, Mapping) or "kind" not in data:
        return None
    if turn - int(data.get("turn", turn)) > UNANSWERED:
        return None
    return record.from_json(OpenQuestion, {**data, "plan": data.get("steps")})


def ask_again(question: Question, agent: str, turn: int) -> Question:
    """The question as this turn asks it; the turn in which it was first asked is remembered."""
    data = {"turn": turn, **question.data[WAITING]}
    return replace(
        question, agent=agent, turn=turn, asked_at=time.time(), data={**question.data, WAITING: data}
    )


def count_failed(question: Question, text: str) -> Question:
    """The question after a reply that answers nothing; a courtesy is no reply to it."""
    if read_alone(text) is None and all(map(is_small, words(text))):
        return question
    data = {**question.data[WAITING], "failed": question.data[WAITING].get("failed", 0) + 1}
    return replace(question, data={**question.data, WAITING: data})


def goes_on(question: Question, turn: int) -> bool:
    """Whether a question that this turn does not answer stays open after it.

    Three turns, and one reply to it that answers nothing.
    """
    data = question.data[WAITING]
    return turn - int(data.get("turn", turn)) < UNANSWERED and data.get("failed", 0) < FAILED


def read_answer(text: str, question: Question, wait: OpenQuestion, catalogue: Catalogue) -> QuestionAnswer:
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
        return QuestionAnswer("help" if act.kind == "unsure" or replies.is_at_a_loss(text) else "other")
    act_alone = read_alone(text)
    if shown is not None:
        return QuestionAnswer("value", _pick(question.options.index(shown), wait))
    if act_alone in ("cancel", "no") or (question.options and options.none(text)):
        return QuestionAnswer("cancel")
    if hearing.names_a_goal(text, catalogue):
        return QuestionAnswer("leave")
    capability = wait.capability(catalogue)
    takes = replies.find_kind_of_value(wait.param, capability)
    verbatim, several = wait.kind == "missing" and takes == "words", takes in ("list", "names")
    text = whole if verbatim else text
    spans = hearing.find_named(text, catalogue)[1]
    known = {word for each in wait.candidates for own in list_texts(each) for word in words(own)}
    if replies.asks_about_options(text, known, spans):
        return QuestionAnswer("help")
    if not verbatim and replies.is_at_a_loss(text, (), spans):
        return QuestionAnswer("help")
    if wait.kind == "choice" and wait.candidates:
        picked = options.several(text, question.options)
        if picked and several:
            return QuestionAnswer("value", tuple(wait.candidates[at][wait.param] for at in picked))
        found = choose_candidate(text, wait.candidates)
        if found is None and act_alone == "yes" and len(wait.candidates) == 1:
            found = wait.candidates[0]
        if found is not None:
            return QuestionAnswer("value", found[wait.param])
    asked_for = {word for code in LANGUAGES for word in words(label(wait.param, capability, code))}
    if replies.is_at_a_loss(text, known | asked_for, spans, verbatim):
        return QuestionAnswer("help")
    empty = [] if verbatim else replies.find_not_knowing(text, asked_for)
    if (
        (wait.kind in ("goal", "choice") and not wait.others)
        or ("?" in text if empty else is_question(text))
        or (act_alone == "unsure" and not empty and not verbatim)
        or only_yes(text)
    ):
        return QuestionAnswer("other")
    goal = catalogue.goal(wait.intent.primary_domain, wait.intent.goal)
    places = Places(goal, catalogue, several) if goal else None
    hinted = [*spans, *empty]
    value = replies.read_value(text, wait.param, capability, hinted, places)  # "Vale" is a yes, and a name
    return QuestionAnswer("value", value) if value else QuestionAnswer("other")


def renew(question: Question) -> Question:
    """The question as if it were asked now: whoever asks about it has not left it."""
    data = {name: each for name, each in question.data[WAITING].items() if name != "turn"}
    return replace(question, data={**question.data, WAITING: data})


def find_strange_name(text: str, question: Question) -> str:
    """What a short message names that is none of the options: "a de Madri"; empty where it names nothing."""
    if not question.options or read_alone(text) is not None or is_question(text):
        return ""
    names = list_names(text)
    if len(names) != 1 or len(words(text)) > SHOWN or options.match(names[0], question.options):
        return ""
    return names[0]


def _pick(place: int, wait: OpenQuestion) -> Any:
    if wait.kind == "goal":
        return wait.goals[place] if place < len(wait.goals) else None
    return wait.candidates[place][wait.param] if place < len(wait.candidates) else None


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
    made = replies.fill_step(plan, wait.step, name, values, wait.forget if chosen else (wait.param,))
    if not chosen:
        return made
    if step is not None and wait.name:
        made = _elsewhere_too(made, step, wait, value if isinstance(value, tuple) else (value,))
    return _with_picked(made, name, known)


def _elsewhere_too(
    plan: ExecutionPlan, asking: ExecutionStep, wait: OpenQuestion, values: tuple[Any, ...]
) -> ExecutionPlan:
    """The plan in which other steps of the domain that wait for the same name, and for nothing beside it,
    have it too: "preço e histórico da Nordea" is picked once.
    """
    base = wait.param.removesuffix(TEXT).removesuffix("s")
    beside = _words_beside(asking, base)
    steps = []
    for step in plan.steps:
        params = dict(step.params)
        fits = step.domain == asking.domain and step.id not in (wait.step, *wait.done)
        for key in [base, f"{base}s"] if fits and _words_beside(step, base) == beside else ():
            words_for_it = params.get(key + TEXT)
            if words_for_it == wait.name and len(values) == 1 and key not in params:
                params[key] = values[0]
            elif isinstance(words_for_it, list) and wait.name in words_for_it:
                params[looking_up.PICKED] = {
                    **(params.get(looking_up.PICKED) or {}),
                    wait.name: list(values),
                }
        steps.append(replace(step, params=params))
    return replace(plan, steps=tuple(steps))


def _words_beside(step: ExecutionStep, base: str) -> dict[str, Any]:
    """The user's words of a step beside the name that it asks about."""
    return {
        key: words_for_it
        for key, words_for_it in step.params.items()
        if key.endswith(TEXT) and key.removesuffix(TEXT).removesuffix("s") != base
    }


def _with_picked(plan: ExecutionPlan, name: str, known: Sequence[Any]) -> ExecutionPlan:
    """The plan in which the steps remember that the user chose this parameter among the candidates."""
    steps = (
        replace(step, picked=(*step.picked, name)) if step.params.get(name) in known else step
        for step in plan.steps
    )
    return replace(plan, steps=tuple(steps))
