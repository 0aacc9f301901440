"""What a plan asks the user, kept as a question of the conversation; and what the next message answers.

Five kinds: `confidence` (is that what you meant?), `goal` (which of these?), `choice` (which of the
candidates?), `missing` (a parameter that nobody named) and `action` (may this be done, with what it
carries?). The plan and what its steps brought wait in the question's data, so that the reply goes on where
the plan stopped, whichever process reads it.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from conversations.turn import Question
from language import mail, options
from language.acts.questions import is_question, only_yes
from language.acts.reading import read_act, read_alone
from language.function_words import is_small
from language.lexicon import LANGUAGES
from language.normalise import words
from outbound.cleaning import list_texts
from routing.planning.dialogue import replies
from routing.planning.execute import looking_up, reporting
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
from routing.planning.understand.catalogue import Catalogue
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
    return reporting.from_json(OpenQuestion, {**data, "plan": data.get("steps")})


def asks_to_act(question: Question) -> bool:
    """Whether a yes lets a step of the plan be done."""
    return bool(question.data.get(WAITING, {}).get("kind") == "action")


def ask_again(question: Question, agent: str, turn: int) -> Question:
    """The question as this turn asks it; the turn in which it was first asked is remembered."""
    question = _remember(question, turn=question.data[WAITING].get("turn", turn))
    return replace(question, agent=agent, turn=turn, asked_at=time.time())


def renew(question: Question) -> Question:
    """The question as if it were asked now: whoever asks about it has not left it."""
    return _remember(question, turn=None)


def count_failed(question: Question, text: str) -> Question:
    """The question after a reply that answers nothing; a courtesy is no reply to it."""
    courtesy = read_alone(text) is None and all(map(is_small, words(text)))
    return question if courtesy else _remember(question, failed=question.data[WAITING].get("failed", 0) + 1)


def _remember(question: Question, **about: int | None) -> Question:
    data = {**question.data[WAITING], **about}
    waits = {name: each for name, each in data.items() if name not in about or each is not None}
    return replace(question, data={**question.data, WAITING: waits})


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
    leaves = hearing.names_a_goal(text, catalogue)
    if wait.kind in ("confidence", "action"):
        if shown is not None:
            return QuestionAnswer("yes" if shown == question.options[0] else "no")
        act = read_act(text, question.text)
        if act.kind == "yes" and (act.whole or wait.kind == "confidence"):
            return QuestionAnswer("yes")
        if act.kind in ("no", "cancel") and (act.exact or not leaves):
            return QuestionAnswer("no" if act.kind == "no" else "cancel")
        lost = act.kind == "unsure" or replies.is_at_a_loss(text)
        return QuestionAnswer("leave" if leaves else "help" if lost else "other")
    act_alone = read_alone(text)
    if shown is not None:
        return QuestionAnswer("value", _pick(question.options.index(shown), wait))
    if act_alone in ("cancel", "no") or (question.options and options.none(text)):
        return QuestionAnswer("cancel")
    if leaves:
        return QuestionAnswer("leave")
    capability = wait.capability(catalogue)
    takes = replies.find_kind_of_value(wait.param, capability)
    verbatim = wait.kind == "missing" and takes == "words"
    text = whole if verbatim else text
    spans = hearing.find_named(text, catalogue)[1]
    known = {word for own in list_texts(list(wait.candidates)) for word in words(own)}
    asked_for = {word for code in LANGUAGES for word in words(label(wait.param, capability, code))}
    empty = [] if verbatim else replies.find_not_knowing(text, asked_for)
    if replies.is_at_a_loss(text, known, [*spans, *empty], bool(empty)):
        return QuestionAnswer("help")
    if wait.kind == "choice" and wait.candidates:
        picked = options.several(text, question.options)
        if picked and takes in ("list", "names"):
            return QuestionAnswer("value", tuple(wait.candidates[at][wait.param] for at in picked))
        found = looking_up.choose_candidate(text, wait.candidates)
        if found is None and act_alone == "yes" and len(wait.candidates) == 1:
            found = wait.candidates[0]
        if found is not None:
            return QuestionAnswer("value", found[wait.param])
    if (
        (wait.kind in ("goal", "choice") and not wait.others)
        or ("?" in text if empty else is_question(text))
        or only_yes(text)
    ):
        return QuestionAnswer("other")
    value = replies.read_value(text, wait.param, capability, [*spans, *empty])  # "Vale" is a yes, and a name
    return QuestionAnswer("other") if value in ("", None, (), []) else QuestionAnswer("value", value)


def _pick(place: int, wait: OpenQuestion) -> Any:
    if wait.kind == "goal":
        return wait.goals[place] if place < len(wait.goals) else None
    return wait.candidates[place][wait.param] if place < len(wait.candidates) else None


def apply_answer(plan: ExecutionPlan, wait: OpenQuestion, value: Any) -> ExecutionPlan:
    """The plan with what the user said: a candidate's value, or new words to be looked up."""
    values = value if isinstance(value, tuple) else (value,)
    known = [each.get(wait.param) for each in wait.candidates]
    chosen = bool(known) and all(each in known for each in values)
    step = wait.asking(plan)
    texts = step.params.get(wait.param.removesuffix(TEXT) + TEXT) if step is not None else None
    if step is not None and chosen and wait.name and (isinstance(texts, list) or len(values) == 1):
        return replace(plan, steps=tuple(_with_name(each, step, wait, values) for each in plan.steps))
    if isinstance(texts, list) and isinstance(value, list):
        if wait.name in texts:
            values = ([each for one in texts for each in (value if one == wait.name else [one])],)
        elif len(texts) == len(value) == 1:
            values = ([*texts, *value],)  # the one that was not enough: "compare PETR4", then "VALE3"
    # New words are looked up; the ones that led nowhere are forgotten.
    name = wait.param if chosen or wait.param.endswith(TEXT) else wait.param + TEXT
    made = replies.fill_step(plan, wait.step, name, values, wait.forget if chosen else (wait.param,))
    steps = (
        replace(each, picked=(*each.picked, name)) if chosen and each.params.get(name) in known else each
        for each in made.steps
    )
    return replace(made, steps=tuple(steps))


def _with_name(
    step: ExecutionStep, asked: ExecutionStep, wait: OpenQuestion, values: tuple[Any, ...]
) -> ExecutionStep:
    """A step that knows for which values the user picked a name, where it waits for that name, too: "preço e
    histórico da Nordea" is picked once, but not where it has a place that was not asked about.
    """
    base = wait.param.removesuffix(TEXT).removesuffix("s")
    texts = [step.params.get(f"{base}{ending}{TEXT}") for ending in ("", "s")]
    same = any(wait.name in each if isinstance(each, list) else each == wait.name for each in texts)
    beside = {
        key: value for key, value in step.params.items() if key.endswith(TEXT) and not key.startswith(base)
    }
    alike = same and all(asked.params.get(key) == value for key, value in beside.items())
    if step.id != wait.step and (step.domain != asked.domain or step.id in wait.done or not alike):
        return step
    forget = wait.forget if step.id == wait.step else ()
    params = {key: each for key, each in step.params.items() if key not in forget}
    picked = {**(params.get(looking_up.PICKED) or {}), wait.name: list(values)}
    return replace(step, params={**params, looking_up.PICKED: picked})
