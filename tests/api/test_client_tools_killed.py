"""A process is killed while a client carries out the calls of its tools, and again while their results are
answered.
"""

import contextlib
import threading

import httpx2
import pytest

from tests.api.client_tools import MODEL, QUESTION, WEATHER, result, user
from tests.fakes.openai_server import FakeOpenAI
from tests.parts.installation import Installation, installed


@pytest.fixture
def model():
    with FakeOpenAI() as found:
        yield found


@pytest.fixture
def here(model):
    with installed(MODEL="fake", OPENAI_BASE_URL=model.base_url, OPENAI_API_KEY="none") as found:
        yield found


def complete(url, *messages):
    """The one choice of an answer."""
    body = {"model": MODEL, "messages": list(messages), "tools": [WEATHER], "chat_id": "c1"}
    answered = httpx2.post(f"{url}/v1/chat/completions", json=body, timeout=60)
    assert answered.status_code == 200, answered.text
    return answered.json()["choices"][0]


def died_with(here: Installation, url: str, model: FakeOpenAI, *messages) -> None:
    """Sends messages to a process that is killed once the model has been asked about them."""

    def send() -> None:
        with contextlib.suppress(httpx2.HTTPError):
            complete(url, *messages)

    before, sent = len(model.requests), threading.Thread(target=send)
    sent.start()
    while len(model.requests) == before:
        sent.join(0.05)
    here.kill(url)
    sent.join()


@pytest.mark.slow
@pytest.mark.stores
def test_a_killed_process_loses_neither_the_calls_nor_their_results(here, model):
    first = here.start()
    model.calls("get_weather", {"city": "Lisboa"})
    asked = complete(first, user(QUESTION))["message"]
    here.kill(first)

    second = here.start()
    model.says("never heard", slow=60)
    whole = [user(QUESTION), asked, result(asked["tool_calls"][0]["id"], "21 graus")]
    died_with(here, second, model, *whole)

    model.says("21 graus em Lisboa.").says("De nada.")
    third = here.start()
    said = complete(third, *whole, {"role": "assistant", "content": "?"}, user("obrigado pela fatura"))
    assert said["message"]["content"] == "De nada."
    answered = model.requests[-2]["messages"]  # by the turn that was taken over
    assert answered[-1]["role"] == "tool" and answered[-1]["content"] == "21 graus"
    assert "21 graus em Lisboa." in str(model.requests[-1]["messages"])
