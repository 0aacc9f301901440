"""What every prompt knows of its turn."""

import pytest

from tests.turns.conftest import CUSTOMER


@pytest.mark.django_db(transaction=True)
async def test_a_turns_prompt_says_the_day_and_the_channel(talk, fake_openai, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    await talk("s1")("Minha fatura veio alta", CUSTOMER)
    prompt = fake_openai.requests[0]["messages"][0]["content"]
    assert "Today is " in prompt and "(time zone UTC). The user writes over the channel web." in prompt
