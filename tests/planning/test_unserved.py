"""What nobody does is told and not taken for the nearest goal.

What people read names nothing of the inside.
"""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from demo.servers.data import manifest
from routing.planning.dialogue import asking, questions
from routing.planning.dialogue.deciding import is_talk, needs_asking
from routing.planning.execute.sentences import list_goals
from routing.planning.plan import checking
from routing.planning.plan.composing import compose
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import DomainOutput, IntentOutput
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.message import read_goals
from routing.planning.understand.parameters import resolve_capabilities
from tests.parts.phrases import try_each
from tests.planning.clinic import CLINIC, catalogue_of
from tests.planning.manifests import LIBRARY

WORLDS = {
    "finance": catalogue_of(manifest("finance"), manifest("notifier")),
    "clinic": catalogue_of(CLINIC),
    "library": catalogue_of(LIBRARY),
}
SAID: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("unserved.yaml").read_text(encoding="utf-8"))
INSIDE = re.compile(r"\w_\w|\b\w+: \w+_|\b(?:domain|capability)\b")


def _became(text: str, catalogue: Catalogue) -> str:
    heard, also = read_goals(text, catalogue)
    goal = "+".join(each.goal for each in (heard.intent, *also))
    if is_talk(heard.intent):
        return "told" if heard.unserved else "served CHAT"
    lacks_words = heard.intent.goal == "SEND_MESSAGE" and "message_text" not in heard.intent.entities
    if needs_asking(heard.intent) or lacks_words:
        return "asked"
    if heard.intent.entities.get("notify"):
        return f"sent {goal}"
    return f"both {goal}" if heard.unserved else f"served {goal}"


@try_each("world", SAID)
def test_what_no_goal_does_is_told_and_what_one_does_is_done(world: str) -> None:
    wrong = []
    for kind, listed in SAID[world].items():
        groups = listed.items() if isinstance(listed, dict) else [("", listed)]
        for goal, texts in groups:
            for text in texts:
                came = _became(text, WORLDS[world])
                if came != f"{kind} {goal}".strip():
                    wrong.append(f"{text!r}: {came}")
    assert not wrong, "\n".join(wrong)


def test_what_others_wrote_never_becomes_an_act_that_was_not_asked_for() -> None:
    """150 messages whose writers had seen no rule (some ask for what the demo's domain has not).

    Of those that nobody serves one is read as words to be sent, which are shown first; a mere mention of a
    channel sends nothing.
    """
    lines = Path(__file__).with_name("finance_by_others.jsonl").read_text(encoding="utf-8").splitlines()
    came: dict[str, list[str]] = {}
    for each in map(json.loads, lines):
        came.setdefault(each["kind"], []).append(_became(each["text"], WORLDS["finance"]))
    acted = [each for each in came["cannot"] if each.startswith(("served", "sent", "both"))]
    assert [each for each in acted if each != "served CHAT"] == ["served SEND_MESSAGE"]
    assert sum(each == "told" for each in came["cannot"]) >= 33
    assert not [each for each in came["mention"] if each.startswith("sent") or "SEND" in each]


def test_a_condition_is_served_where_a_manifest_has_one() -> None:
    finance = manifest("finance")
    goal = {
        "goal": "WATCH",
        "capabilities": ["get_stock_price"],
        "hints": {"keywords": ["passar de"], "examples": ["me avise se a VALE3 passar de 60"]},
    }
    catalogue = catalogue_of({**finance, "goals": [*finance["goals"], goal]}, manifest("notifier"))
    heard, _also = read_goals("me avise se a PETR4 passar de 40", catalogue)
    assert heard.intent.goal == "WATCH" and not heard.unserved


@try_each("language", ["pt", "es", "en"])
@try_each("world", WORLDS)
def test_no_question_names_anything_of_the_inside(world: str, language: str) -> None:
    """Every question and confirmation that a manifest can lead to, of every goal and capability."""
    catalogue = WORLDS[world]
    told = [list_goals(catalogue, language)]
    goals = [goal for goal in catalogue.goals() if goal.domain != "general"]
    told.append(_all(questions.ask_goal(IntentOutput("", ""), goals, catalogue, language)))
    for goal in goals:
        entities = {
            name: list(each.values) or "Ana" for name, each in goal.entities.items() if each.type != "array"
        }
        entities |= {name: ["Ana", "Bia"] for name, each in goal.entities.items() if each.type == "array"}
        for given in ({}, entities, {**entities, "notify": True, "notify_to": "Ana"}):
            intent = IntentOutput(goal.domain, goal.name, given, 0.3, "x")
            plan = compose(resolve_capabilities(intent, catalogue), catalogue)
            told.append(_all(questions.ask_whether_meant(intent, plan, catalogue, language)))
            for step in plan.steps:
                capability = catalogue.capability(step.domain, step.capability)
                assert capability is not None
                for param in capability.schema.get("properties", {}):
                    about: dict[str, Any] = {"missing_required_params": [param]}
                    told += _questions(step, about, plan, intent, catalogue, language)
                shown = {name.removesuffix("_text"): each for name, each in step.params.items()}
                about = {"resolution": checking.NEEDED, checking.SHOWN: shown}
                told += _questions(step, about, plan, intent, catalogue, language)
    leaks = [text for text in told if INSIDE.search(text.replace("__", ""))]
    assert len(told) > 10 and not leaks, "\n".join(leaks)


def _questions(step, about, plan, intent, catalogue, language) -> list[str]:
    outcome = StepOutcome(step, DomainOutput("clarification", None, "", 1.0, about), None)
    question = questions.ask_of_step(outcome, plan, {}, intent, catalogue, language)
    assert question is not None
    wait = asking.read_open(replace(question, turn=1), 1)
    assert wait is not None
    return [_all(question), questions.help_user(question, wait, catalogue, language)]


def _all(question: Any) -> str:
    return "\n".join([question.text, *(each.label for each in question.options)])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("asks", "yes"), [("ações", "sim"), ("acciones", "sí"), ("stock market", "yes"), ("qual o preço?", "sim")]
)
async def test_a_yes_to_a_question_without_one_is_not_asked_the_same_for_ever(talk, asks, yes) -> None:
    begun = talk("u1")
    told = [(await begun(text, agent_id="finance")) for text in (asks, yes, yes)]
    assert len({each["text"] for each in told}) == 3
    assert told[1]["metadata"]["question"] is not None and told[2]["metadata"]["question"] is None
    assert told[2]["text"].count("\n- ") > 2


@pytest.mark.django_db(transaction=True)
async def test_the_rest_of_a_message_is_done_and_what_nobody_does_is_told(talk) -> None:
    answer = await talk("u2")("preço da PETR4 e cancele minha ordem", agent_id="finance")
    assert "“cancele minha ordem”" in answer["text"] and "38,42" in answer["text"]
