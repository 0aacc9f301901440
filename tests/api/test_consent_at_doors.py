"""A question that wants a yes is read whole at every door, whatever the rails of answers say."""

import pytest

from tests.api.client_tools import MODEL, asking, reach, turns_end, user
from tests.api.client_tools import model as model
from tests.turns.conftest import BUYER
from tests.turns.test_consent import INVENTED, RETURN, WISH, check_figures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def client(transactional_db, demo_servers, settings, key):
    settings.DEMO = False
    async with reach("203.0.113.9") as web:
        yield asking(web, key("chat", "context:trusted"))
    await turns_end()


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_at_v1(client, model, stream):
    await check_figures()
    model.calls(RETURN, {"order_id": "P100", "reason": INVENTED})
    asked = {"messages": [user(WISH)], "model": MODEL, "metadata": BUYER, "stream": stream}
    answer = await client.chat.completions.create(**asked)
    text = (
        "".join([each.choices[0].delta.content or "" async for each in answer if each.choices])
        if stream
        else answer.choices[0].message.content
    )
    assert INVENTED in text and text.endswith("2. Não")


async def test_at_the_gateway(web, model):
    await check_figures()
    model.calls(RETURN, {"order_id": "P100", "reason": INVENTED})
    answer = (await web.say(WISH, "d1", context=BUYER)).json()
    assert answer["metadata"]["question"]["text"] in answer["text"] and INVENTED in answer["text"]
