"""What would have won otherwise, for people who ask why."""

from dataclasses import replace

import pytest

from conversations.turn import ConversationState, Identity, TurnContext, TurnRequest, Utterance
from routing.decision import llm
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import ProfileSpec
from routing.decision.tiers import otherwise
from routing.turns.mode import decide_route
from tests.parts.phrases import try_each
from tests.routing.decision.shop import FRESH, NOW, ask, release, shop
from tests.routing.decision.test_example import ASKED, ELSEWHERE

SORTED = ProfileSpec("shop", fallback_agent="desk", llm_router="sorter")


def told(text: str, state: ConversationState = FRESH, published: ProfileRuntime | None = None) -> dict:
    decided = ask(text, state, published=published)
    return otherwise(decided, Utterance(text, text), state, published or shop(), now=NOW) or {}


@try_each(
    ("text", "state", "tier", "agent"),
    [
        pytest.param("minha fatura e meu pedido", FRESH, "keyword", "parcels", id="the-next-keyword"),
        pytest.param("conta uma piada", FRESH, "keyword", "money", id="a-keyword-overruled"),
        pytest.param("cadê meu pedido", FRESH, "example", "parcels", id="the-examples"),
        pytest.param(ELSEWHERE, FRESH, "fallback", "desk", id="whoever-answers-what-nobody-is-sure-of"),
        pytest.param(ELSEWHERE, ASKED, "fallback", "exchanges", id="who-asked"),
        pytest.param("o boleto da blorft", ASKED, "example", "money", id="the-examples-behind-a-keyword"),
        pytest.param("sim", ASKED, "fallback", "exchanges", id="a-reply-read-as-none"),
    ],
)
def test_the_next_that_is_sure_is_told(text: str, state: ConversationState, tier: str, agent: str) -> None:
    found = told(text, state)
    assert (found["tier"], found["agent"]) == (tier, agent)


def test_behind_the_last_tier_is_nobody() -> None:
    assert told("???") == {}


def test_of_a_plan_the_tier_is_told() -> None:
    said = Utterance("minha fatura veio alta e cadê meu pedido", "minha fatura veio alta e cadê meu pedido")
    context = TurnContext(
        TurnRequest("t1", "acme", "shop", "key", "supervisor", "profile", "web", 1, 1, 1, Identity(), said)
    )
    decided = decide_route(context, shop())
    assert decided.plan is not None
    found = otherwise(decided, said, FRESH, shop(), now=NOW)
    assert found is not None and (found["tier"], found["agent"]) == ("keyword", "money")


def test_a_model_that_would_be_asked_is_named() -> None:
    sorted_by_model = ProfileRuntime.of(release(SORTED), "shop")
    assert told(ELSEWHERE, published=sorted_by_model)["asks_model"] == "sorter"
    assert "asks_model" not in told(ELSEWHERE) and "asks_model" not in told("cadê meu pedido")


@try_each(
    ("text", "helps"),
    [
        ("conta uma piada", True),
        ("qual a capital da França?", True),
        (ELSEWHERE, False),
        ("blorft zwang", True),
    ],
    ids=["surely-served-by-nobody", "a-question-to-nobody", "surely-served", "strange"],
)
def test_a_model_is_asked_only_where_no_tier_is_sure(text: str, helps: bool) -> None:
    published, said = ProfileRuntime.of(release(SORTED), "shop"), Utterance(text, text)
    context = TurnContext(
        TurnRequest("t1", "acme", "shop", "key", "router", "profile", "web", 1, 1, 1, Identity(), said)
    )
    assert llm.may_help(ask(text, published=published), context, published) is helps
    assert not llm.may_help(ask(text), replace(context), shop())
