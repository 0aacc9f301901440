"""What the user has refused is not asked again in that turn, whatever the model calls."""

import pytest

from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_consent import RETURN, WISH, consents, made

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_model_that_calls_it_again_is_refused_and_its_words_are_read(talk, model):
    one = talk("n1")
    for reason in ("quebrado", "quebrado", "veio quebrado"):
        model.calls(RETURN, {"order_id": "P100", "reason": reason})
    model.says("Tudo bem, não devolvo.")
    assert consents(await one(WISH, {**CUSTOMER, **BUYER}))
    answer = await one("não")
    assert (answer["text"], answer["metadata"]["question"]) == ("Tudo bem, não devolvo.", None)
    assert not any(each["ok"] for each in made(answer))


async def test_of_one_that_says_nothing_else_the_platform_accepts_it(talk, model):
    one = talk("n2")
    for _ in range(5):
        model.calls(RETURN, {"order_id": "P100", "reason": "quebrado"})
    await one(WISH, {**CUSTOMER, **BUYER})
    answer = await one("não")
    assert answer["metadata"]["question"] is None
    assert answer["text"].startswith("Tudo bem") or "não fiz" in answer["text"], answer["text"]
