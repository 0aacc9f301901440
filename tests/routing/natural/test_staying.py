"""Turns of running conversations that stay with the matter at hand, or leave it, whatever their words say."""

import time

import pytest
from pytest_django import DjangoDbBlocker

from conversations.turn import ConversationState, Option, Question, Utterance
from releases import freshness
from routing.decision.clarification import ClarificationTier
from routing.decision.input import READ, DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.tiers import decide
from tenancy.models import Tenant

# They are decided by what the world in the test's database has learnt.
pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def published(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> ProfileRuntime:
    with django_db_blocker.unblock():
        company = Tenant.objects.get(slug="tenant_a")
        return ProfileRuntime.of(freshness.release(company.pk, company.live_release), "telecom_contas")


def speaking_of(intent: str, published: ProfileRuntime) -> ConversationState:
    """A conversation whose matter at hand is that."""
    return ConversationState(active_agent=published.intents[intent].agent, active_intent=intent)


@pytest.mark.parametrize(
    ("before", "said", "about"),
    [
        ("cuánto tengo que pagar este mes?", "y hasta cuando?", "billing_invoice_explanation"),
        ("my kettle stopped working", "I bought it in March", "retail_support_exchange_return"),
    ],
)
def test_what_goes_on_stays(before: str, said: str, about: str, published: ProfileRuntime) -> None:
    state = speaking_of(about, published)
    decided = decide(Utterance(said, said, before=before), state, published)
    assert decided.decision.agent == state.active_agent


@pytest.mark.parametrize(
    ("at_hand", "said", "agent"),
    [
        (
            "retail_support_exchange_return",
            "e aproveitando, que outros roteadores vcs tem ai?",
            "product_agent",
        ),
        ("retail_order_tracking", "and when will I get my money back if it doesn't come", "support_agent"),
    ],
)
def test_another_matter_is_followed(at_hand: str, said: str, agent: str, published: ProfileRuntime) -> None:
    decided = decide(Utterance(said, said, before="oi"), speaking_of(at_hand, published), published)
    assert decided.decision.agent == agent


@pytest.mark.parametrize(
    ("before", "said", "kind"),
    [
        ("por transferencia del galicia", "y decime, dónde tienen local en Rosario?", None),
        ("quiero reclamar ese cobro", "¿y cuándo me lo resuelven?", "question"),
    ],
)
def test_a_state_keeps_no_question_about_another_matter(
    before: str, said: str, kind: str | None, published: ProfileRuntime
) -> None:
    waits = "WAITING_BILLING_CONFIRMATION"
    state = ConversationState(
        active_agent="billing_agent",
        active_intent=f"state:{waits}",
        workflow_state=waits,
        state_since=time.time(),
        question=Question("state", "", "billing_agent", "billing_invoice_contest", state=waits),
    )
    reply = decide(Utterance(said, said, before=before), state, published).reply
    assert (reply.kind if reply is not None else None) == kind


def test_what_nobody_served_is_read_with_what_follows_it(published: ProfileRuntime) -> None:
    said, before = "5 weeks old", "washing machine i got from you leaks all over the kitchen floor"
    assert decide(Utterance(said, said), ConversationState(), published).decision.agent != "support_agent"
    decided = decide(Utterance(said, said, before=before), ConversationState(), published)
    assert decided.decision.agent == "support_agent"


def behind_unserved(said: str, published: ProfileRuntime, waiting: Question | None = None) -> DecisionInput:
    """A message behind one that nobody served."""
    before = "washing machine i got from you leaks all over the kitchen floor"
    return DecisionInput(Utterance(said, said, before=before), ConversationState(), published, 0, waiting)


def test_what_may_answer_an_open_question_is_left_to_it(published: ProfileRuntime) -> None:
    asked = Question("slot", "How old is it?", "product_agent")
    assert ClarificationTier().decide(behind_unserved("5 weeks old", published)).decision is not None
    assert ClarificationTier().decide(behind_unserved("5 weeks old", published, asked)).decision is None


def test_only_what_says_too_little_is_read_with_what_nobody_served(published: ProfileRuntime) -> None:
    said = "este mes me sacaron más plata de la que acordamos"
    case, known = behind_unserved(said, published), published.learnt._read.cache_info
    assert case.reading is not None and not case.reading.sure
    before = known().misses
    assert ClarificationTier().decide(case).decision is not None
    assert known().misses == before


def test_an_unserved_message_is_not_read_beyond_what_may_be_asked(published: ProfileRuntime) -> None:
    case = behind_unserved("5 weeks old", published)
    for number in range(READ):
        assert case.reading_of(f"where is my order number {number}") is not None
    assert ClarificationTier().decide(case).decision is None


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("550213", "retail_order_tracking"),
        ("minha esposa já ligou duas vezes", None),
        ("paguei no cartão da minha mãe", None),
        ("tentei de novo hoje cedo", None),
    ],
)
def test_what_only_tells_something_chooses_none_of_what_was_asked(
    published: ProfileRuntime, said: str, intent: str | None
) -> None:
    original = "oi, comprei uma geladeira e um fogão semana passada e não chegou nenhum"
    between = ["retail_support_exchange_return", "retail_order_tracking"]
    asked = Question(
        "clarification",
        "Qual destes?",
        "billing_agent",
        options=tuple(Option(name, name) for name in between),
        data={"original": original, "between": between},
        asked_at=time.time(),
    )
    decided = decide(
        Utterance(said, said, before=original), ConversationState(clarification=asked), published
    )
    assert decided.decision.method != "clarified" and not decided.remaining
    assert decided.decision.intent == (intent or decided.decision.intent)
