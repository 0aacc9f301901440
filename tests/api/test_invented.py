"""What a model made up does not reach a user of the demo, as it is delivered."""

import pytest


@pytest.mark.parametrize("words", ["Reembolso aprovado. Protocolo 123.", "A fatura INV777 é de R$ 999,99."])
async def test_an_invented_action_and_an_invented_figure_are_held_back(web, settings, fake_openai, words):
    settings.MODEL, settings.OPENAI_BASE_URL = "m", fake_openai.base_url
    fake_openai.says(words)
    answer = (await web.say("Minha fatura veio alta", msisdn="5511999999999", customer_id="C001")).json()
    assert answer["metadata"]["status"] == "answered"
    assert not {"aprovado", "123", "INV777", "999,99"} & set(answer["text"].replace(".", " ").split())
