"""What is learnt from a handful of examples, by the process that learns, and what is read with it."""

import pytest

from routing.learning.learn import learn
from routing.learning.model import Model
from tests.learning.shop import samples


@pytest.fixture(scope="module")
def model() -> Model:
    return Model.load(learn({"shop": (samples(), 0.97)})["shop"], samples())


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("fui cobrada em dobro esse mês", "billing"),
        ("ainda to esperando minha encomenda chegar", "orders"),
        ("llegó roto y quiero otro", "returns"),
        ("MY ORDER HAS NOT ARRIVED", "orders"),
    ],
)
def test_what_is_said_otherwise_is_read(model: Model, text: str, intent: str) -> None:
    reading = model.read(text)
    assert (reading.intent, reading.sure) == (intent, True)


def test_what_nobody_serves_is_out_of_scope(model: Model) -> None:
    reading = model.read("me conta outra piada")
    assert reading.sure and reading.out_of_scope
