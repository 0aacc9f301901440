"""What a backend of ours makes of a message that another backend handed over."""

import pytest

SUMMARY = "contas: São R$ 120 em aberto; CPF 529.982.247-25."
SENT = {"handover_from_backend": "contas", "handover_summary": SUMMARY}


@pytest.mark.parametrize("scopes", [("chat", "context:trusted"), ("chat",)], ids=["the gateway", "anybody"])
async def test_a_specialist_reads_what_a_trusted_gateway_says_was_handed_over(
    scopes, stranger, key, settings, fake_openai
):
    settings.MODEL, settings.OPENAI_BASE_URL = "any", fake_openai.base_url
    fake_openai.says("Sobre os R$ 120: vamos negociar.")
    headers = key(*scopes)
    body = {"payload": {"text": "Minha fatura veio alta", "session_id": "b-1", "context": SENT}}
    answer = await stranger.post("/gateway/message", json=body, headers=headers)
    assert answer.status_code == 200
    asked = str(fake_openai.requests)
    assert ("'contas', another system" in asked and "São R$ 120 em aberto" in asked) == (len(scopes) == 2)
    assert "529.982" not in asked
