"""A gateway and two backends as processes of their own, on one database.

One conversation, whoever answers.
"""

import contextlib
import json
import os
import urllib.error
import urllib.request

import pytest

from demo.run_gateway import addresses
from tests.parts.installation import Installation, free_port, installed

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.timeout(300)]
CUSTOMER = {"msisdn": "5511999999999", "invoice_id": "INV001", "customer_id": "C001"}


@contextlib.contextmanager
def gateway(**environment: str):
    """The installation, the gateway's address, and those of its two backends."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        pytest.skip("several processes share PostgreSQL: this runs in the second run")
    ports = [free_port(), free_port()]
    with installed(**addresses(ports), BACKEND_TIMEOUT_SECONDS="20", **environment) as here:
        backends = [here.start(port=port) for port in ports]
        yield here, here.start(SWITCHBOARD_GATEWAY="1"), backends


def say(url: str, text: str, session: str = "p-1", **payload):
    body = {"payload": {"text": text, "session_id": session, "context": CUSTOMER, **payload}}
    request = urllib.request.Request(
        f"{url}/gateway/message", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def about(answer) -> tuple[str, int]:
    return answer["metadata"]["selected_backend"], answer["metadata"]["turn"]


def test_each_backend_knows_what_it_was_told_and_a_restart_forgets_nothing():
    with gateway() as (here, url, backends):
        first = say(url, "Meu nome é Tainá e minha fatura veio alta")
        assert about(first) == ("contas", 1) and "329,40" in first["text"]
        second = say(url, "quero trocar meu plano")
        assert about(second) == ("ofertas", 1)  # of another profile
        assert about(say(url, "minha fatura vence quando?")) == ("contas", 2)
        asked = say(url, "Qual foi meu nome informado no começo?")
        assert about(asked) == ("contas", 3) and "Tainá" in asked["text"]
        here.end(url)
        url = here.start(SWITCHBOARD_GATEWAY="1")
        assert about(say(url, "quero trocar meu plano")) == ("ofertas", 2)
        _two_gateways_hold_one_session(here, url)
        _a_redelivered_message_is_the_same_turn(url)
        _the_events_of_a_session_are_its_backends(url)
        _a_backend_that_is_killed_is_taken_over_from(here, url, backends)


def _two_gateways_hold_one_session(here: Installation, url: str) -> None:
    other = here.start(SWITCHBOARD_GATEWAY="1")
    say(url, "Onde está meu pedido P100?", "p-2")
    assert about(say(other, "e quando chega?", "p-2")) == ("suporte", 2)


def _a_redelivered_message_is_the_same_turn(url: str) -> None:
    first = say(url, "Minha fatura veio alta", "p-3", message_id="wamid.1")
    say(url, "quero trocar meu plano", "p-3", message_id="wamid.2")
    again = say(url, "Minha fatura veio alta", "p-3", message_id="wamid.1")
    assert again["metadata"]["turn_id"] == first["metadata"]["turn_id"] and again["text"] == first["text"]
    changed = say(url, "Minha fatura veio baixa", "p-3", message_id="wamid.1")
    assert changed["code"] == "idempotency_key_reused"


def _the_events_of_a_session_are_its_backends(url: str) -> None:
    answer = say(url, "Minha fatura veio alta", "p-6")
    with urllib.request.urlopen(f"{url}/gateway/events/p-6", timeout=60) as told:
        text = told.read().decode()
    assert "event: backend.selected" in text and "id: 1.1\nevent: accepted" in text
    assert answer["metadata"]["turn_id"] in text and "event: done" in text


def _a_backend_that_is_killed_is_taken_over_from(here: Installation, url: str, backends: list[str]) -> None:
    here.kill(backends[1])
    answer = say(url, "Onde está meu pedido P100?", "p-4")
    assert about(answer)[0] == "contas"
    assert answer["text"].startswith("Suporte não está respondendo agora; quem atende é Contas.")
    assert "P100" in answer["text"]
    here.kill(backends[0])
    gone = say(url, "Minha fatura veio alta", "p-5")
    assert gone["status"] == 502 and gone["backend_id"] == "contas"
    here.start(port=int(backends[0].rpartition(":")[2]))
    assert about(say(url, "Minha fatura veio alta", "p-5"))[0] == "contas"
