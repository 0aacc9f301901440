"""A process that is killed while a receiver works: its turn is run again, and the handoff counts once."""

import threading

import httpx2
import pytest

from tests.fakes.openai_server import Line
from tests.parts.installation import installed
from tests.turns.gullible import HANDOFF, Gullible, call
from tests.turns.test_processes import BUYER, CUSTOMER, SHORT, _quietly, body, messages, until

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.timeout(400)]


def test_a_handoff_of_a_killed_process_is_in_the_record_once():
    with Gullible() as model:
        here_twice = []

        def answer(asked):
            role = str(asked["messages"][0]["content"])
            if "especialista em faturas" in role:
                return call(("request_handoff", {"target_agent": "orders_agent", **HANDOFF}))
            here_twice.append(role)
            return Line(text="O pedido está em trânsito.", slow=30 if len(here_twice) == 1 else 0)

        model.when(answer)
        named = {"MODEL": "fake", "OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "none"}
        with installed(**named, **SHORT | {"TURN_DEADLINE": "25"}) as here:
            url = here.start()
            asked = body("Minha fatura veio alta", context=CUSTOMER | BUYER)
            threading.Thread(target=lambda: _quietly(url, asked), daemon=True).start()
            until(lambda: here_twice)
            here.kill(url)
            again = here.start()
            (told,) = until(lambda: [m for m in messages(again) if m["role"] == "assistant"], 120)
            assert told["metadata"]["status"] == "answered"
            assert [(h["from_agent"], h["to_agent"], h["outcome"]) for h in told["metadata"]["handoffs"]] == [
                ("billing_agent", "orders_agent", "helped")
            ]
            report = httpx2.get(f"{again}/api/analytics/handoffs", params={"days": 1}, timeout=30).json()
            assert report["total_handoffs"] == 1
        assert model.refused == []
