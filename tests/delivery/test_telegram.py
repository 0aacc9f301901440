"""A Telegram bot against a Bot API on a real port; updates have the shape that Telegram sends."""

import asyncio
from datetime import UTC, datetime

import pytest

from conversations.models import Conversation, Message, Turn
from conversations.visits import visit
from delivery.models import Channel, Delivery
from language import marks
from language.spoken_languages import speak
from routing.api.adapters.telegram import ONLY_TEXT
from tenancy.models import Tenant
from tests.delivery.conftest import send_all, waits
from tests.parts.phrases import try_each

TOKEN = "123456789:AAtoken"
HEADER = "X-Telegram-Bot-Api-Secret-Token"
INVOICE = "Minha fatura INV001 veio alta"


def update(text=INVOICE, number=10_001, chat=42, **message):
    said = {"text": text} if text is not None else {}
    writer = {"id": chat, "is_bot": False, "first_name": "Ana", "language_code": "pt-br"}
    return {
        "update_id": number,
        "message": {
            "message_id": 7, "from": writer, "chat": {"id": chat, "type": "private", "first_name": "Ana"},
            "date": 1_790_000_000, **said, **message,
        },
    }  # fmt: skip


@pytest.fixture
def bot(channel, receiver, demo_servers):
    """A bot of the telecom team; gives (row, secret)."""
    return channel("telegram", name="shop_bot", agent_id="telecom_contas", token=TOKEN, url=receiver.url)


async def bring(web, bot, sent, secret=None):
    row, known = bot
    return await web.post(f"/channels/telegram/{row.pk}", json=sent, headers={HEADER: secret or known})


async def test_a_message_is_taken_at_once_and_answered_by_the_outbox(stranger, bot, receiver):
    answer = await bring(stranger, bot, update())
    assert (answer.status_code, answer.json(), receiver.got) == (200, {"ok": True}, [])
    await send_all()
    ((path, _headers, _body),) = receiver.got
    (sent,) = receiver.bodies()
    assert path == f"/bot{TOKEN}/sendMessage"
    assert (sent["chat_id"], sent["parse_mode"]) == (42, "HTML")
    assert "plain" not in sent
    said = await visit(lambda: Message.unscoped.get(role="agent").text)
    assert sent["text"] == marks.telegram(said)
    kept = await visit(lambda: Conversation.unscoped.get())
    assert (kept.key, kept.user_id, kept.channel) == (
        "tenant_a:telecom_contas:shop_bot-42", "telegram:42", "telegram"
    )  # fmt: skip


async def test_a_gateway_lets_telegram_bring_a_message_again_rather_than_lose_it(stranger, bot, settings):
    settings.GATEWAY = True
    answer = await bring(stranger, bot, update())
    assert (answer.status_code, answer.json()["code"]) == (409, "not_at_a_gateway")
    settings.GATEWAY = False
    assert (await bring(stranger, bot, update())).status_code == 200
    assert await visit(lambda: Turn.unscoped.count()) == 1


async def test_an_update_delivered_again_is_the_same_turn(stranger, bot, receiver):
    for _ in range(2):
        assert (await bring(stranger, bot, update())).status_code == 200
        await send_all()
    assert (await visit(lambda: Turn.unscoped.count()), len(receiver.got)) == (1, 1)


@try_each("secret", ["wrong", "é", " "])
async def test_a_wrong_secret_is_refused(stranger, bot, secret):
    row, _known = bot
    headers = [(HEADER.encode(), secret.encode("latin-1"))]
    answer = await stranger.post(f"/channels/telegram/{row.pk}", json=update(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_signature")
    assert await visit(lambda: Turn.unscoped.count()) == 0


async def test_options_are_buttons_and_a_pressed_one_answers(stranger, bot, receiver):
    row, _secret = bot
    options = [{"label": "Sim", "value": "sim"}, {"label": "Não", "value": "n" * 80}]
    payload = {"text": "Confirma?", "question": {"options": options}}
    await visit(
        lambda: Delivery.unscoped.create(
            tenant_id="tenant_a", channel=row, event="message.answered", target="42", payload=payload
        )
    )
    await send_all()
    keyboard = receiver.bodies()[0]["reply_markup"]["inline_keyboard"]
    assert keyboard == [[{"text": "Sim", "callback_data": "sim"}], [{"text": "Não", "callback_data": "2"}]]
    pressed = {
        "update_id": 10_002,
        "callback_query": {
            "id": "cb1", "from": {"id": 42, "is_bot": False, "first_name": "Ana", "language_code": "pt"},
            "message": {"message_id": 8, "chat": {"id": 42, "type": "private"}, "date": 1,
                "text": "Confirma?"},
            "chat_instance": "1", "data": "sim",
        },
    }  # fmt: skip
    assert (await bring(stranger, bot, pressed)).status_code == 200
    await send_all()
    assert [path.rsplit("/", 1)[1] for path, *_ in receiver.got[1:]] == ["answerCallbackQuery", "sendMessage"]
    assert await visit(lambda: Message.unscoped.get(role="user").text) == "sim"


@try_each(
    "sent",
    [{"update_id": 1, "edited_message": update()["message"]}, {"update_id": 1}, {"update_id": "x"},
     {"message": 5},
     update(chat=True)],
    ids=["edited", "nothing", "no number", "no object", "no chat"],
)  # fmt: skip
async def test_what_says_nothing_is_taken_and_left_alone(stranger, bot, sent):
    assert (await bring(stranger, bot, sent)).status_code == 200
    assert await visit(lambda: Turn.unscoped.count() + Delivery.unscoped.count()) == 0


async def test_letters_that_nobody_sees_are_no_part_of_a_message(stranger, bot):
    await bring(stranger, bot, update("Minha fatura \x1b\u202eINV001"))
    await send_all()
    assert await visit(lambda: Message.unscoped.get(role="user").text) == "Minha fatura INV001"


async def test_a_picture_is_answered_with_what_is_read_here(stranger, bot, receiver):
    for _ in range(2):  # a redelivered update is answered once
        await bring(stranger, bot, update(None, photo=[{"file_id": "a", "width": 1, "height": 1}]))
    await send_all()
    (sent,) = receiver.bodies()
    assert "texto" in sent["text"]
    assert await visit(lambda: Turn.unscoped.count()) == 0


def silent(number, *, button=False, text=None):
    """An update without words and without `language_code`, as Telegram sends many."""
    sent = update(text, number)
    del sent["message"]["from"]["language_code"]
    if not button:
        return sent
    pressed = {"id": "cb1", "from": sent["message"]["from"], "message": sent["message"], "data": ""}
    return {"update_id": number, "callback_query": pressed}


@pytest.mark.parametrize("button", [False, True], ids=["picture", "button"])
@pytest.mark.parametrize(
    ("before", "company", "said"),
    [
        ("¿Cuándo vence mi factura INV001?", "pt", "es"),
        ("", "pt", "pt"),
        ("", "en", "en"),
        ("", "es", "es"),
    ],
    ids=["the conversation's", "pt", "en", "es"],
)
async def test_without_a_language_it_is_the_conversations_or_else_the_companys(
    stranger, bot, receiver, before, company, said, button
):
    await visit(lambda: Tenant.objects.filter(pk="tenant_a").update(default_language=company))
    if before:
        await bring(stranger, bot, update(before))
        await send_all()
    await bring(stranger, bot, silent(10_002, button=button))
    await send_all()
    texts = [each["text"] for each in receiver.bodies() if "text" in each]
    assert texts[-1] == speak(ONLY_TEXT, said)


@pytest.mark.parametrize(("company", "greeting"), [("pt", "oi"), ("es", "hola"), ("en", "hello")])
async def test_a_start_without_a_language_is_a_greeting_in_the_companys(stranger, bot, company, greeting):
    await visit(lambda: Tenant.objects.filter(pk="tenant_a").update(default_language=company))
    await bring(stranger, bot, silent(10_001, text="/start"))
    await send_all()
    assert await visit(lambda: Message.unscoped.get(role="user").text) == greeting


async def test_only_chats_that_may_write_are_heard(stranger, bot, receiver):
    await visit(lambda: Channel.unscoped.update(allowed=["42"]))
    await bring(stranger, bot, update(chat=43))
    await bring(stranger, bot, update(chat=42))
    await send_all()
    assert [each["chat_id"] for each in receiver.bodies()] == [42]


@pytest.mark.parametrize("asker", ["pt", "es", "en"])
async def test_what_is_noted_on_a_channel_is_read_in_the_readers_language(stranger, bot, admin_client, asker):
    row, secret = bot
    await visit(lambda: Channel.unscoped.update(allowed=["42"]))
    headers = {HEADER: secret, "Accept-Language": asker}
    await stranger.post(f"/channels/telegram/{row.pk}", json=update(chat=43), headers=headers)
    said = {
        "pt-br": "O chat 43 escreveu e não tem permissão",
        "es": "El chat 43 escribió y no tiene permiso",
        "en": "Chat 43 wrote and is not allowed",
    }
    for reader, words in said.items():
        assert words in await page(admin_client, row, reader)


async def test_why_a_delivery_failed_is_read_in_the_readers_language(stranger, bot, receiver, admin_client):
    receiver.answer(401, {"ok": False, "error_code": 401, "description": "Unauthorized"})
    await bring(stranger, bot, update())
    await send_all()
    sent = await visit(lambda: Delivery.unscoped.get())
    said = {"pt-br": "O Telegram não conhece", "es": "Telegram no conoce", "en": "Telegram does not know"}
    for reader, words in said.items():
        assert words in await page(admin_client, bot[0], reader)
        shown = await page(admin_client, sent, reader)
        assert shown.count(words) == 2 and "(Unauthorized)" in shown  # the error, and the attempt


async def page(client, row, language):
    """A row's page in the Studio."""
    address = f"/admin/delivery/{row._meta.model_name}/{row.pk}/change/"
    return (
        await asyncio.to_thread(client.get, address, headers={"accept-language": language})
    ).content.decode()


async def test_a_long_answer_is_several_messages_and_none_is_sent_twice(stranger, bot, receiver):
    row, _secret = bot
    text = "\n\n".join(f"Parágrafo {n}. " + ("palavra " * 100).strip() for n in range(12))
    await visit(
        lambda: Delivery.unscoped.create(
            tenant_id="tenant_a", channel=row, event="message.answered", target="42", payload={"text": text}
        )
    )
    receiver.answer(200, {"ok": True, "result": {}}).answer(
        502, {"ok": False, "error_code": 502, "description": "Bad Gateway"}
    )
    await send_all()
    await visit(lambda: Delivery.unscoped.update(next_at=datetime.now(UTC)))
    await send_all()
    sent = [each["text"] for each in receiver.bodies()]
    assert sent[1] == sent[2]
    assert "\n\n".join([sent[0], *sent[2:]]) == "\n\n".join(each.strip() for each in text.split("\n\n"))
    assert max(map(len, sent)) <= 4096


async def test_html_that_telegram_cannot_read_is_sent_plain(stranger, bot, receiver):
    receiver.answer(
        400, {"ok": False, "error_code": 400, "description": "Bad Request: can't parse entities: x"}
    )
    await bring(stranger, bot, update())
    await send_all()
    first, second = receiver.bodies()
    assert ("parse_mode" in first, "parse_mode" in second) == (True, False)
    assert await visit(lambda: Delivery.unscoped.get().status) == "sent"


@pytest.mark.parametrize(
    ("status", "description", "ends", "says"),
    [
        (403, "Forbidden: bot was blocked by the user", "failed", "blocked"),
        (400, "Bad Request: chat not found", "failed", "chat not found"),
        (401, "Unauthorized", "pending", "BotFather"),
        (429, "Too Many Requests: retry after 700", "pending", "wait"),
    ],
    ids=["blocked", "no chat", "token", "too many"],
)
async def test_an_error_says_what_to_do_and_never_the_token(
    stranger, bot, receiver, status, description, ends, says
):
    said = {"ok": False, "error_code": status, "description": description, "parameters": {"retry_after": 700}}
    receiver.answer(status, said)
    await bring(stranger, bot, update())
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.select_related("channel").get())
    assert (kept.status, kept.answered) == (ends, status)
    assert says in kept.error
    assert TOKEN not in kept.error + kept.channel.problem + str(kept.log)
    if status == 429:
        assert waits(kept) >= 700


async def test_an_address_that_may_not_be_called_does_not_tell_the_token(stranger, bot):
    await visit(lambda: Channel.unscoped.update(url="http://169.254.169.254"))
    await bring(stranger, bot, update())
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.get())
    assert kept.error
    assert TOKEN not in kept.error


async def test_answers_to_one_chat_keep_their_order(stranger, bot, receiver):
    receiver.answer(500, {"ok": False})
    for n in range(2):
        await bring(stranger, bot, update(["oi", "bom dia"][n], 10_001 + n))
        await send_all()
    assert len(receiver.got) == 1  # the second waits for the first
    await visit(lambda: Delivery.unscoped.update(next_at=datetime.now(UTC)))
    await send_all()
    rows = await visit(lambda: list(Delivery.unscoped.order_by("pk").values_list("payload__text", flat=True)))
    assert [each["text"] for each in receiver.bodies()[1:]] == [marks.telegram(text) for text in rows]


@try_each(
    ("text", "longest", "pieces"),
    [
        ("a", 10, ["a"]), ("", 10, []), ("um dois três", 7, ["um dois", "três"]),
        ("x" * 25, 10, ["x" * 10, "x" * 10, "x" * 5]),
        ("Um.\n\nDois.", 6, ["Um.", "Dois."]), ("😀😀😀", 4, ["😀😀", "😀"]),
        ("Fica na Av. Sul 18. Até lá.", 22, ["Fica na Av. Sul 18.", "Até lá."]),
        ("Fica ali na Av. Sul 1802.", 20, ["Fica ali na Av. Sul", "1802."]),
    ],
    ids=[
        "short", "nothing", "words", "one word", "paragraphs", "emoji count twice", "sentences",
        "an abbreviation ends none",
    ],
)  # fmt: skip
def test_a_text_is_cut_where_it_may_be(text, longest, pieces):
    assert marks.split(text, longest) == pieces


async def test_a_hiccup_is_over_in_seconds_and_a_channel_that_is_mended_sends_at_once(
    stranger, bot, receiver, admin_client
):
    receiver.answer(500).answer(500)
    await bring(stranger, bot, update())
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.get())
    assert (kept.status, kept.attempts) == ("pending", 1)
    await visit(lambda: mend(admin_client, bot[0]))
    await send_all()
    kept = await visit(lambda: Delivery.unscoped.get())
    assert kept.attempts == 2 and 10 <= waits(kept) <= 12
    await visit(lambda: mend(admin_client, bot[0]))
    await send_all()
    assert (await visit(lambda: Delivery.unscoped.get())).status == "sent"


def mend(client, row):
    """Saves the channel's page with a new token."""
    page = f"/admin/delivery/channel/{row.pk}/change/"
    known = {"kind": "telegram", "name": row.name, "agent_id": row.agent_id, "enabled": "on", "url": row.url}
    answer = client.post(page, {**known, "token": f"{TOKEN}", "allowed": ""})
    assert answer.status_code == 302, answer.content.decode()[:3000]
