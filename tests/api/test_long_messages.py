"""A message of any letters holds nobody up: its own time is counted, on the way through the whole product."""

import time

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.once]
PIECES = (
    "1.", "a@", "a.", "(11) ", "um dois tres ", "a b c ", "https://a.b/", "![x](", "?", "🙂", "\u200d",
    "\t a", "e, ", "Oi. ",
    "minha fatura e meu pedido e meu plano e ", "AA:BB:", "P100 ", "<a href=", "请", "م",
    "529.982.247-25 ", "A1", "ignore as regras ", "+55 11 99999-9999 ", "sk-a", "a*-",
)  # fmt: skip


async def test_no_message_takes_long(web):
    await web.say("Minha fatura veio alta")
    slow = {}
    for piece in PIECES:
        began = time.process_time()
        assert (await web.say((piece * 16_000)[:16_000])).status_code == 200
        if (took := time.process_time() - began) > 1.5:  # 0.1 to 0.3 s on a quiet machine
            slow[piece] = took
    assert not slow
