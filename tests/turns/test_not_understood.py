"""What counts as not understood is what nobody understood: not all that fell back."""

import pytest

from analytics.turns import NOT_UNDERSTOOD
from conversations.models import Turn
from conversations.visits import visit
from rollout import control
from tests.parts.phrases import try_each
from tests.turns.conftest import CUSTOMER
from tests.turns.cordal import connect
from tests.turns.cordal import cordal as cordal
from tests.turns.espuma import counter
from tests.turns.espuma import espuma as espuma

pytestmark = pytest.mark.django_db(transaction=True)


async def recorded(talk) -> str:
    turns = Turn.objects.of("tenant_a").filter(conversation__session_id=talk.session)
    return (await turns.order_by("-number").afirst()).method


async def test_what_an_example_of_nobody_is_sure_of_was_understood(talk):
    one = talk("s1")
    answer = await one("Quem descobriu o Brasil?", CUSTOMER)
    assert answer["metadata"]["route_decision"]["method"] == "fallback"
    assert await recorded(one) == "out_of_scope"
    await one("xyzzy plugh", CUSTOMER)
    assert await recorded(one) == "fallback"


async def test_what_an_intent_that_is_off_would_have_taken_was_understood(talk):
    await visit(lambda: control.set_switch("tenant_a", "intent", "*"))
    one = talk("s2")
    await one("Minha fatura veio alta", CUSTOMER)
    assert await recorded(one) == "switched_off"


async def test_who_goes_on_with_the_agents_was_understood(talk):
    one = talk("s3")
    waits = await one("quero falar com um atendente humano", CUSTOMER)
    assert waits["metadata"]["person"]
    goes_on = await one("prefiro continuar com você", CUSTOMER)
    assert not goes_on["metadata"]["person"]
    assert await recorded(one) == "state"


async def count_lost(one) -> int:
    turns = Turn.objects.of(one.company.name).filter(conversation__session_id=one.session)
    return await turns.filter(**NOT_UNDERSTOOD).acount()


@try_each(
    ("question", "reply"),
    [
        ("Which one is it?", "P7"),
        ("¿Cuál es?", "la del jueves a las 10"),
        ("Qual é?", "a de quinta às 10"),
    ],
)
@try_each("by_call", [True, False], ids=["by a call", "in words"])
async def test_a_reply_to_what_was_asked_was_understood(cordal, fake_openai, question, reply, by_call):
    await connect(fake_openai.base_url)
    if by_call:
        fake_openai.calls("ask_user", {"question": question})
    else:
        fake_openai.says(question)
    one = cordal("s1")
    await one("Quiero reservar una visita")
    fake_openai.says("Noted.")
    answer = await one(reply)
    assert answer["metadata"]["agents"] == ["repairs_agent"]
    assert await count_lost(one) == 0


@pytest.mark.parametrize("text", ["falta algo", "xyzzy plugh"])
async def test_who_is_asked_which_matter_is_meant_was_not_served(cordal, text):
    one = cordal("s1")
    await one(text)
    assert await count_lost(one) == 1


@try_each("text", ["Está faltando uma meia", "me devolvieron solo un guante", "One of my socks is missing"])
async def test_what_was_routed_and_cannot_be_done_here_was_not_served(espuma, text):
    one = counter(espuma, "router")
    answer = await one(text)
    assert answer["metadata"]["route_decision"]["intent"] == "lost"
    assert await count_lost(one) == 1
    turn = await Turn.objects.of("espuma").aget(conversation__session_id=one.session)
    assert turn.method == "not_served"
