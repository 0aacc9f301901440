"""What a model reads masked reaches its tools as the user wrote it, and never as stars."""

import json
from datetime import timedelta

import pytest

from agents.guardrails import run_rails
from agents.specialists import masked_values
from conversations.models import Conversation, Message, Step, Turn
from conversations.turn import ConversationState, Utterance
from conversations.visits import visit
from routing.turns import lapsing
from tests.agents.guardrails.test_run_rails import MASK, context, resources
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
STREET = "Rua das Flores 1"
STARS = "*** *** ****** *"
SHOP = {"agent_id": "retail_orders"}
WISH = f"quero devolver o pedido P100, podem recolher na {STREET}"
RETURN = "solicitar_devolucao"


def read(model):
    """Everything that the model was sent."""
    return json.dumps(model.requests, ensure_ascii=False)


def masked(raw, before):
    """The context of a message that `MSK` masked, while a question is open for which `before` is kept."""
    text, _decisions = run_rails.check_input((MASK,), context(raw), resources())
    return context(utterance=Utterance(raw, text, "pt"), state=ConversationState(masked=before))


def sent(answer, tool=RETURN):
    """The arguments that a tool was called with."""
    return [
        each["metadata"]["arguments"]
        for each in answer["metadata"]["mcp_results"]
        if each["tool_name"] == tool and not each["metadata"].get("skipped")
    ]


async def stored(session):
    rows = await visit(
        lambda: list(Message.unscoped.filter(conversation__session_id=session).order_by("seq"))
    )
    state = (await visit(lambda: Conversation.unscoped.get(session_id=session))).state
    return rows, json.dumps(state, ensure_ascii=False)


async def test_a_mask_in_an_action_is_the_users_value_again(talk, model):
    model.calls(RETURN, {"order_id": "P100", "reason": f"Recolher na {STARS}."}).says("Está pedido.")
    one = talk("m1")
    asked = await one(WISH, BUYER, **SHOP)
    question = asked["metadata"]["question"]
    assert question["kind"] == "confirmation"
    assert f"Recolher na {STREET}." in question["text"] and question["text"] in asked["text"]
    done = await one("sim", **SHOP)
    assert sent(done) == [{"order_id": "P100", "customer_id": "C001", "reason": f"Recolher na {STREET}."}]
    assert STREET not in read(model)
    rows, state = await stored("m1")
    assert STREET not in state
    assert not [each.text for each in rows if STREET in each.text + json.dumps(each.metadata)]


async def test_what_masks_stand_for_ends_with_the_question_that_nobody_answers(talk, model, settings):
    model.calls(RETURN, {"order_id": "P100", "reason": f"Recolher na {STARS}."})
    asked = await talk("m1b")(WISH, BUYER, **SHOP)
    assert STREET in asked["text"]
    key = asked["metadata"]["conversation_key"]

    def write_as_a_session_that_is_the_masked_words():
        row = Conversation.unscoped.get(session_id="m1b")
        row.state["masked"] |= {"m1b": "***", key: "***"}
        row.state["identity"]["customer_id"] = "m1b"
        row.save()

    await visit(write_as_a_session_that_is_the_masked_words)
    assert await visit(lapsing.clear) == 0 and STREET in (await stored("m1b"))[1]

    def let_lapse():
        row = Conversation.unscoped.get(session_id="m1b")
        row.state["question"]["asked_at"] -= settings.STATE_SECONDS + 1
        row.masked_until -= timedelta(seconds=settings.STATE_SECONDS + 1)
        row.save()

    await visit(let_lapse)
    assert await visit(lapsing.clear) == 1 and await visit(lapsing.clear) == 0
    turn = await visit(lambda: Turn.unscoped.get(pk=asked["metadata"]["turn_id"]))
    assert STREET not in turn.answer + json.dumps(turn.result, ensure_ascii=False)
    assert turn.result["conversation_key"] == key
    state = (await stored("m1b"))[1]
    assert STREET not in state and json.loads(state)["identity"]["customer_id"] == "m1b"


async def test_a_question_of_the_models_own_keeps_what_the_mask_stands_for(talk, model):
    model.calls("ask_user", {"question": "Veio quebrado?"})
    model.calls(RETURN, {"order_id": "P100", "reason": STARS})
    one = talk("m2")
    await one(WISH, BUYER, **SHOP)
    asked = await one("veio sim, todo partido", **SHOP)
    assert STREET in asked["metadata"]["question"]["text"]
    assert STREET in (await stored("m2"))[1]
    assert sent(await one("sim", **SHOP))[0]["reason"] == STREET
    assert STREET not in read(model)
    assert STREET not in (await stored("m2"))[1]


@pytest.mark.parametrize(
    ("said", "given"),
    [
        (WISH, "*** ****** *"),
        (f"{WISH} ou na Rua dos Cravos 1", STARS),
        ("quero devolver o pedido P100", f"na {STARS}"),
    ],
    ids=["a mask that was changed", "two values alike", "a mask of the models own"],
)
async def test_nothing_is_sent_with_stars(talk, model, said, given):
    model.calls(RETURN, {"order_id": "P100", "reason": given})
    model.calls("ask_user", {"question": "Em que morada?"})
    answer = await talk("m3")(said, BUYER, **SHOP)
    assert answer["text"] == "Em que morada?"
    assert sent(answer) == []
    told = [each["content"] for each in model.requests[1]["messages"] if each["role"] == "tool"]
    assert "reason holds stars" in told[-1] and "ask_user" in told[-1]


async def test_two_values_alike_are_no_clearer_a_turn_later(talk, model):
    model.calls("ask_user", {"question": "Veio quebrado?"})
    model.calls(RETURN, {"order_id": "P100", "reason": STARS})
    model.calls("ask_user", {"question": "Em que morada?"})
    one = talk("m7")
    await one(f"{WISH} ou na Rua dos Cravos 1", BUYER, **SHOP)
    assert (await one("veio sim, todo partido", **SHOP))["text"] == "Em que morada?"


def test_a_later_value_makes_an_earlier_one_alike_unclear_and_an_answer_makes_it_clear():
    for before, clear in ((), STREET), (("Rua das Folhas 2",), None), (("Rua B 1", "Rua C 1"), STREET):
        now = masked(f"moro na {STREET}", dict.fromkeys(before, STARS))
        assert masked_values._find_clear(now, newest=False).get(STARS) == clear
        assert set(masked_values.list_after(now)) == {*before, STREET}


def test_a_call_of_the_platforms_own_shows_models_what_this_message_names_in_stars_too():
    given = {"street": STREET, "id": f"{STREET}234", "mail": "ana@example.com"}
    read = masked_values.hide(masked(f"moro na {STREET}", {"ana@example.com": "***@*******.com"}), given)
    assert read == {"street": STARS, "id": f"{STREET}234", "mail": "***@*******.com"}


def test_of_what_is_stored_no_name_is_changed():
    told = {"session_id": STREET, "question": {"text": f"Na {STREET}?"}, "pending": []}
    hidden = masked_values.hide_answer({STREET: STARS}, {"text": f"Na {STREET}?", "metadata": told})
    assert hidden["text"] == f"Na {STARS}?" and hidden["metadata"]["session_id"] == STREET
    assert hidden["metadata"]["question"] == {"text": f"Na {STARS}?"}


async def test_the_answer_to_the_question_is_put_back_too(talk, model):
    model.calls(RETURN, {"order_id": "P100", "reason": STARS})
    model.calls("ask_user", {"question": "Em que morada?"})
    model.calls(RETURN, {"order_id": "P100", "reason": STARS})
    one = talk("m4")
    await one(f"{WISH} ou na Rua dos Cravos 1", BUYER, **SHOP)
    asked = await one(f"na {STREET}", **SHOP)
    assert STREET in asked["metadata"]["question"]["text"]
    assert sent(await one("sim", **SHOP))[0]["reason"] == STREET


async def test_two_specialists_who_answer_at_once_show_it_too(talk, model):
    model.calls(RETURN, {"order_id": "P100", "reason": STARS}, to="devolver")
    wish = f"Minha fatura veio alta e quero devolver o pedido P100, recolham na {STREET}"
    asked = await talk("m6")(wish, {**CUSTOMER, **BUYER}, mode="supervisor")
    question = asked["metadata"]["question"]
    assert STREET in question["text"] and question["text"] in asked["text"]


@pytest.mark.parametrize("given", ["o f*** do motorista atrasou", "f***, atrasou", "***urgente***"])
async def test_stars_that_the_user_wrote_are_no_mask(talk, model, given):
    model.calls(RETURN, {"order_id": "P100", "reason": given})
    one = talk("m8")
    await one("quero devolver o pedido P100, o f*** do motorista atrasou, ***urgente***", BUYER, **SHOP)
    assert sent(await one("sim", **SHOP))[0]["reason"] == given


async def test_what_was_shown_is_stored_in_stars_once_the_question_is_answered(talk, model):
    model.calls(RETURN, {"order_id": "P100", "reason": STARS}).says("Está pedido.")
    one = talk("m9")
    await one(WISH, BUYER, **SHOP)
    await one("sim", **SHOP)
    turns = await visit(lambda: list(Turn.unscoped.filter(conversation__session_id="m9")))
    told = [text for each in turns for text in (each.answer, *map(json.dumps, each.result.items()))]
    assert not [text for text in told if STREET in text]
    assert any(STARS in each.answer for each in turns)
    steps = await visit(lambda: list(Step.unscoped.filter(turn__in=turns).values("summary", "detail")))
    assert steps and STREET not in json.dumps(steps)


async def test_text_in_bold_is_no_mask(talk, model):
    model.calls(RETURN, {"order_id": "P100", "reason": "veio **muito** quebrado\n* a tampa"})
    one = talk("m5")
    await one("quero devolver o pedido P100", BUYER, **SHOP)
    assert sent(await one("sim", **SHOP))[0]["reason"].startswith("veio **muito** quebrado")
