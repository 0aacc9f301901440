"""The payloads of seed 000's channels: web, WhatsApp, voice."""

import pytest

from conversations.turn import TurnEvent
from language import marks
from routing.api.adapters import voice
from routing.api.adapters.cli import Cli
from routing.api.adapters.voice import Voice
from routing.api.adapters.whatsapp import WhatsApp
from tests.parts.phrases import try_each

INVOICE = "Minha fatura INV001 veio alta"


def test_whatsapps_writer_is_known_by_whichever_name_says_who():
    for name in ("from", "wa_id", "user_id"):
        payload = WhatsApp().hear({name: "5511999999999", "text": "oi"})["payload"]
        assert payload.pop("text") == "oi"
        assert payload == dict.fromkeys(("user_id", "wa_id", "session_id"), "5511999999999")


async def test_whatsapp_gets_its_shape(web):
    sent = {"from": "5511999999999", "text": INVOICE, "message_id": "wamid.1", "agent_id": "telecom_contas"}
    answer = (await web.post("/channels/whatsapp/message", json=sent)).json()
    assert (answer["to"], answer["session_id"]) == ("5511999999999", "tenant_a:telecom_contas:5511999999999")
    assert answer["text"]
    again = await web.post("/channels/whatsapp/message", json=sent)
    assert again.json() == answer


@pytest.mark.parametrize(
    ("channel", "sent"),
    [
        ("whatsapp", {"from": "5511977776666", "customer_id": "C300", "text": INVOICE}),
        ("whatsapp", {"from": "5511977776666", "user_id": "C300", "text": INVOICE}),
        ("voice", {"ani": "5511", "call_id": "5511977776666", "transcript": INVOICE}),
    ],
    ids=["by the number", "another user", "a call"],
)
async def test_whoever_takes_a_channels_session_first_locks_nobody_out(stranger, key, channel, sent):
    asked = {"tenant_id": "tenant_a", "user_id": "C501", "agent_id": "telecom_contas"}
    made = (
        await stranger.post("/api/chat/session", json=asked, headers=key("session:create", "context:trusted"))
    ).json()
    theirs = {"agent_id": "telecom_contas", "text": "oi", "session_id": "5511977776666"}
    token = {"Authorization": f"Bearer {made['token']}"}
    taken = await stranger.post("/gateway/message", json=theirs, headers=token)
    assert taken.status_code == 200
    company, door = key("chat", "context:trusted"), f"/channels/{channel}/message"
    sent = {**sent, "agent_id": "telecom_contas"}
    answers = [await stranger.post(door, json=sent, headers=company) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    one, two = (each.json()["session_id"] for each in answers)
    assert one == two != taken.json()["session_id"]  # one conversation, and not that of the other
    for name in (one, one.rpartition(":")[2]):  # which nobody else gets by its name
        barred = await stranger.post("/gateway/message", json={**theirs, "session_id": name}, headers=token)
        assert barred.status_code == 404
    assert (await stranger.post("/gateway/message", json=theirs, headers=token)).status_code == 200
    as_channel = await stranger.post(door, json=sent, headers=token)  # and a token is nobody's channel
    assert as_channel.json().get("session_id") in (None, taken.json()["session_id"])


async def test_a_pressed_button_says_its_id(web):
    sent = {
        "wa_id": "55",
        "interactive_id": INVOICE,
        "interactive_title": "Fatura",
        "agent_id": "telecom_contas",
    }
    answer = (await web.post("/channels/whatsapp/message", json=sent)).json()
    assert answer["to"] == "55"
    said = (await web.get(f"/sessions/{answer['session_id']}/messages")).json()["messages"][0]
    assert said["content"] == INVOICE


async def test_a_voice_gets_words_and_no_marks(web):
    sent = {"transcript": INVOICE, "ani": "5511999999999", "call_id": "c-1", "confidence": 0.9,
            "language": "pt",
            "agent_id": "telecom_contas", "context": {"msisdn": "5511999999999"}}  # fmt: skip
    answer = (await web.post("/channels/voice/message", json=sent)).json()
    assert set(answer) == {"speak", "session_id"}
    assert answer["session_id"] == "tenant_a:telecom_contas:c-1"
    assert not any(each.isdigit() or each in "*_`#" for each in answer["speak"])


async def test_the_web_gets_the_gateways_answer(web):
    sent = {"payload": {"text": INVOICE, "session_id": "w1"}, "agent_id": "telecom_contas"}
    answer = (await web.post("/channels/web/message", json=sent)).json()
    assert (answer["channel"], answer["metadata"]["active_agent"]) == ("web", "billing_agent")


async def test_there_is_no_channel_of_another_name(web):
    assert (await web.post("/channels/fax/message", json={"text": "oi"})).status_code == 404


@try_each(
    ("channel", "sent", "pointers"),
    [
        ("voice", {}, ["/transcript"]),
        ("voice", {"transcript": "  "}, ["/transcript"]),
        ("voice", {"transcript": 5, "call_id": "c-1"}, ["/transcript"]),
        ("voice", {"text": ""}, ["/text"]),
        ("voice", {"transcript": "", "text": 5}, ["/text"]),
        ("voice", {"transcript": "oi", "caller": {"a": 1}}, ["/caller"]),
        ("voice", {"transcript": "oi", "ura_call_id": "a/b"}, ["/ura_call_id"]),
        (
            "voice",
            {"transcript": "oi", "ani": "1", "context": {"user_id": "2"}},
            ["/ani", "/context/user_id"],
        ),
        ("voice", {"transcript": "oi", "agent_id": "Not a name"}, ["/agent_id"]),
        ("whatsapp", {"text": 5}, ["/text"]),
        ("whatsapp", {"from": "55"}, ["/text"]),
        ("whatsapp", {"from": "55", "message": " "}, ["/message"]),
        ("whatsapp", {"wa_id": ["55"], "text": "oi"}, ["/wa_id"]),
        ("web", {"payload": {"content": " "}}, ["/payload/content"]),
        ("web", {}, ["/text"]),
    ],
)
async def test_what_is_no_message_is_refused_in_the_channels_own_words(web, channel, sent, pointers):
    answer = await web.post(f"/channels/{channel}/message", json=sent)
    assert answer.status_code == 422
    assert [flaw["pointer"] for flaw in answer.json()["errors"]] == pointers
    assert answer.json()["detail"].startswith(pointers[0][1:].replace("/", "."))


def test_what_a_caller_said_comes_before_a_text_of_another_name():
    heard = Voice().hear({"transcript": "Olá", "text": "x", "caller": "55", "ura_call_id": "c-1"})
    who = {"user_id": "55", "ani": "55"}
    assert heard["payload"] == {"text": "Olá", **who, "session_id": "c-1", "ura_call_id": "c-1"}


def test_options_reach_every_channel():
    question = {"options": [{"label": "Fatura", "value": "billing"}]}
    answer = {
        "text": "**Sobre** o quê?",
        "session_id": "k",
        "metadata": {"language": "pt", "question": question},
    }
    assert WhatsApp().say(answer, {"from": "5"})["buttons"] == [{"id": "billing", "title": "Fatura"}]
    assert Voice().say(answer, {})["speak"] == "Sobre o quê? Fatura."
    assert _written(answer) == "Sobre o quê?\n  1. Fatura\n"


def test_options_that_the_text_lists_are_not_listed_again():
    options = [{"label": "Fatura", "value": "billing"}, {"label": "Pedido", "value": "orders"}]
    text = "Qual das duas?\n1. Fatura\n2. Pedido"
    answer = {
        "text": text,
        "session_id": "k",
        "metadata": {"language": "pt", "question": {"options": options}},
    }
    assert Voice().say(answer, {})["speak"].count("Fatura") == 1
    assert _written(answer) == f"{text}\n"


def _written(answer):
    lines = []
    Cli(lambda text, ending="\n": lines.append(text + ending)).show(TurnEvent("answer", answer))
    return "".join(lines)


@try_each(
    ("text", "language", "said"),
    [
        ("R$ 1.129,90", "pt", "mil, cento e vinte e nove reais e noventa centavos"),
        ("R$ 1,01", "es", "un real con un centavo"),
        ("US$ 2.00", "en", "two dollars"),
        (
            "38,42 BRL (+2,98%)",
            "pt",
            "trinta e oito reais e quarenta e dois centavos (mais dois vírgula nove oito por cento)",
        ),
        ("1 USD (-0.5%)", "en", "one dollar (minus zero point five percent)"),
        ("até 10/03/2026", "pt", "até dez de março de dois mil e vinte e seis"),
        ("protocolo 20261122", "pt", "protocolo dois zero dois seis um um dois dois"),
        ("P100", "en", "P one zero zero"),
        ("12,5%", "es", "doce punto cinco por ciento"),
        ("1.500 pontos", "pt", "mil e quinhentos pontos"),
        ("veja https://x.example/a1", "pt", "veja"),
    ],
)
def test_numbers_are_said_in_words(text, language, said):
    assert voice.words(text, language) == said


@try_each(
    ("text", "html"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        ("**b** e *i* e `c<d`", "<b>b</b> e <i>i</i> e <code>c&lt;d</code>"),
        ("<script>", "&lt;script&gt;"),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
        ("snake_case_name e 2*3*4", "snake_case_name e 2*3*4"),
        ("**a *b** c*", "<b>a *b</b> c*"),
        ("`**n**`", "<code>**n**</code>"),
    ],
)
def test_telegram_gets_only_html_that_it_reads(text, html):
    assert marks.telegram(text) == html
