"""What a backend of ours makes of a message that another backend handed over."""

import pytest

from routing.gateway.wire import TAKERS_HEADER
from routing.models import Intent
from tests.turns.changing import change

SUMMARY = "contas: São R$ 120 em aberto; CPF 529.982.247-25."
LINE = "5511999999999"  # who writes, as they say
SENT = {"handover_from_backend": "contas", "handover_summary": SUMMARY}


@pytest.mark.parametrize("scopes", [("chat", "context:trusted"), ("chat",)], ids=["the gateway", "anybody"])
async def test_a_specialist_reads_what_a_trusted_gateway_says_was_handed_over(
    scopes, stranger, key, settings, fake_openai
):
    settings.MODEL, settings.OPENAI_BASE_URL = "any", fake_openai.base_url
    fake_openai.says("Sobre os R$ 120: vamos negociar.")
    headers = key(*scopes)
    body = {"payload": {"text": f"Minha fatura veio alta, {LINE}", "session_id": "b-1", "context": SENT}}
    answer = await stranger.post("/gateway/message", json=body, headers=headers)
    assert answer.status_code == 200
    asked = str(fake_openai.requests)
    assert ("'contas', another system" in asked and "São R$ 120 em aberto" in asked) == (len(scopes) == 2)
    assert "529.982" not in asked


@pytest.mark.parametrize(
    ("scopes", "more", "passes"),
    [
        (("chat", "context:trusted"), {TAKERS_HEADER: "ofertas, cobranca"}, True),
        (("chat",), {TAKERS_HEADER: "cobranca"}, False),
        (("chat", "context:trusted"), {}, False),
        (("chat", "context:trusted"), {TAKERS_HEADER: "ofertas,,<b>, " + "x" * 4000}, False),
    ],
    ids=["a trusted gateway", "anybody who says so", "a trusted caller", "to others"],
)
async def test_only_a_trusted_gateway_is_asked_to_pass_a_message_on(scopes, more, passes, stranger, key):
    rows = Intent.objects.of("tenant_a").filter(name="billing_invoice_explanation")
    await change(lambda: rows.update(handover_backend="cobranca"))
    body = {"payload": {"text": "Minha fatura veio alta", "session_id": "b-2"}}
    headers = key(*scopes) | more
    answer = (await stranger.post("/gateway/message", json=body, headers=headers)).json()
    about = answer["metadata"]
    assert about.get("handover_backend") == ("cobranca" if passes else None)
    assert about.get("handover_summary", "").startswith("About: Fatura: valor") == passes
    assert (about["agents"] == []) == passes and ("Cobrança" in answer["text"]) == passes
    streamed = await stranger.post("/gateway/message/sse", json=body, headers=headers)
    assert ('"handover_backend":"cobranca"' in streamed.text.replace(" ", "")) == passes


async def test_what_our_own_platform_says_moves_the_message_at_the_gateway(web, key, settings, backends):
    """Its answer as a backend gave it, given again by a backend of a gateway.

    The next one is told the summary.
    """
    rows = Intent.objects.of("tenant_a").filter(name="billing_invoice_explanation")
    await change(lambda: rows.update(handover_backend="cobranca"))
    settings.GATEWAY = False
    body = {"payload": {"text": "Minha fatura veio alta", "session_id": "b-3"}}
    said = (await web.post("/gateway/message", json=body, headers={TAKERS_HEADER: "cobranca"})).json()
    settings.GATEWAY = True
    backends["contas"].answers = lambda body: said
    answer = (await web.say("Minha fatura veio alta", session="b-4")).json()
    assert answer["metadata"]["selected_backend"] == "cobranca"
    assert answer["metadata"]["handovers"] == [{"from": "contas", "to": "cobranca"}]
    sent = backends["cobranca"].seen[0]["payload"]["context"]
    assert sent["handover_from_backend"] == "contas"
    assert sent["handover_summary"].startswith("contas: About: Fatura: valor")


async def test_a_door_whose_answer_cannot_say_so_passes_nothing_on(web):
    rows = Intent.objects.of("tenant_a").filter(name="billing_invoice_explanation")
    await change(lambda: rows.update(handover_backend="cobranca"))
    headers = {TAKERS_HEADER: "cobranca"}
    body = {"text": "Minha fatura veio alta", "session_id": "b-5", "from": "5511999999999"}
    spoken = await web.post("/channels/whatsapp/message", json=body, headers=headers)
    asked = {"model": "telecom_contas", "messages": [{"role": "user", "content": "Minha fatura veio alta"}]}
    told = await web.post("/v1/chat/completions", json=asked, headers=headers)
    assert spoken.status_code == told.status_code == 200
    assert "Cobrança" not in spoken.text and "Cobrança" not in told.text
