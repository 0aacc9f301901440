"""The official client against a real server.

Streams that come as they are written, and clients that leave.
"""

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import openai
import pytest

from tests.parts.installation import installed

pytestmark = pytest.mark.stores
ASKED = {
    "model": "telecom_contas",
    "messages": [{"role": "user", "content": "Minha fatura INV001 veio alta"}],
}
PREPARE = """
from tenancy.models import ApiKey
print(ApiKey.make("tenant_a", "test", ["chat", "context:trusted", "sessions"])[1])
"""


@pytest.fixture(scope="module")
def client() -> Iterator[openai.OpenAI]:
    with installed(SWITCHBOARD_DEMO="") as here:
        url = here.start()
        asked = [sys.executable, "manage.py", "shell", "--no-imports", "-c", PREPARE]
        made = subprocess.run(asked, env=here.env, capture_output=True, text=True, check=True)
        with openai.OpenAI(base_url=f"{url}/v1", api_key=made.stdout.split()[-1]) as client:
            yield client


def test_an_answer_and_its_stream(client):
    whole = client.chat.completions.create(**ASKED, user="ana")
    with client.chat.completions.create(**ASKED, user="eva", stream=True) as stream:
        said = "".join(each.choices[0].delta.content or "" for each in stream)
    assert said == whole.choices[0].message.content


def test_the_turn_goes_on_when_its_reader_leaves(client):
    with client.chat.completions.create(**ASKED, extra_body={"chat_id": "left"}, stream=True) as stream:
        next(iter(stream))
    session = f"{str(client.base_url).removesuffix('/v1/')}/sessions/tenant_a:telecom_contas:left/messages"
    asked = urllib.request.Request(session, headers={"Authorization": f"Bearer {client.api_key}"})
    for _ in range(50):
        with urllib.request.urlopen(asked) as answer:
            if [each["role"] for each in json.load(answer)["messages"]] == ["user", "assistant"]:
                return
        time.sleep(0.1)
    raise AssertionError("nothing was answered")


def test_a_refusal_has_its_kind(client):
    with pytest.raises(openai.AuthenticationError):
        client.with_options(api_key="sb_wrong").models.list()
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt-4o")
