"""Several needs of one message, for a company with few examples: each is answered, asked or done, once.

A hire of boats, read from files, with its own tool server.
"""

import pytest

from agents.models import MCPTool
from conversations.visits import visit
from releases import snapshot
from releases.publish import check, publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.turns.cordal import connect
from tests.turns.orilla import NAME
from tests.turns.orilla import orilla as orilla

pytestmark = pytest.mark.django_db(transaction=True)
CONFIRM = {"es": "¿Anulo la salida T-12?", "en": "Shall I cancel trip T-12?", "pt": "Cancelo o passeio T-12?"}
COSTS = {"es": "Cuesta", "en": "It costs", "pt": "Custa"}
HOURS = {"es": "Abrimos de 10 a 18.", "en": "We are open from 10 to 18.", "pt": "Abrimos das 10 às 18."}
PARKING = {"es": "Se aparca gratis.", "en": "You park for free.", "pt": "Estaciona-se de graça."}


async def change_profile(**changes) -> None:
    def work() -> None:
        if AgentProfile.objects.of(NAME).exclude(**changes).update(**changes):
            publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(work)


async def use_mode(mode: str) -> None:
    await change_profile(mode=mode)


@try_each(
    ("language", "text"),
    [
        ("es", "¿Cuánto cuesta un kayak, a qué hora abrís y anula la salida T-12?"),
        ("es", "¿Cuánto cuesta un kayak, a qué hora abrís y anúlame la reserva T-12?"),
        ("es", "cuanto cuesta un kayak, a que hora abris y cancelame la T-12"),
        ("en", "How much is a kayak, when are you open and cancel my trip T-12?"),
        ("en", "How much is a kayak, when are you open, and please call off trip T-12"),
        ("pt", "Quanto custa um caiaque, a que horas abrem e cancela o passeio T-12?"),
        ("pt", "Quanto custa um caiaque, a que horas abrem e desmarque o passeio T-12?"),
    ],
)
async def test_questions_and_an_order_in_one_sentence_are_all_served(orilla, language, text):
    one = orilla("s1")
    answer = await one(text)
    said = answer["text"]
    assert COSTS[language] in said and HOURS[language] in said and CONFIRM[language] in said
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    assert [name for name, _ in orilla.server.calls] == ["hire_price"]
    await one("sí" if language == "es" else "yes" if language == "en" else "sim")
    assert orilla.server.calls[-1] == ("cancel_trip", {"trip": "T-12"})


@try_each(
    ("language", "text"),
    [
        ("es", "¿Cuánto cuesta un kayak? Anula la salida T-12"),
        ("es", "Anula la salida T-12. ¿Cuánto cuesta un kayak?"),
        ("en", "How much is a kayak? And cancel my trip T-12."),
        ("pt", "Quanto custa um caiaque? Cancela o passeio T-12"),
    ],
)
async def test_a_yes_is_asked_for_once_and_last(orilla, language, text):
    answer = await orilla("s1")(text)
    assert answer["text"].count(CONFIRM[language]) == 1
    assert answer["text"].startswith(COSTS[language]) and answer["text"].endswith(CONFIRM[language])
    assert answer["metadata"]["pending"] == []


@try_each("mode", ["router", "supervisor", "supervised"])
@try_each(
    ("language", "text", "fixed"),
    [
        ("es", "¿Cuánto cuesta un kayak? ¿A qué hora abrís?", HOURS),
        ("es", "¿Cuánto cuesta un kayak? ¿Dónde puedo aparcar?", PARKING),
        ("en", "How much is a kayak and is there parking?", PARKING),
        ("en", "When are you open? How much is a kayak?", HOURS),
        ("pt", "Quanto custa um caiaque? A que horas abrem?", HOURS),
    ],
)
async def test_a_sentence_of_an_intent_is_said_as_a_part_too(orilla, mode, language, text, fixed):
    await use_mode(mode)
    answer = await orilla("s1")(text)
    assert fixed[language] in answer["text"] and COSTS[language] in answer["text"]
    assert len(answer["text"]) < 80, "nothing beside them"


async def test_two_sentences_of_intents_are_both_said(orilla):
    answer = await orilla("s1")("When are you open? Is there parking?")
    assert HOURS["en"] in answer["text"] and PARKING["en"] in answer["text"]


async def test_a_courtesy_beside_a_matter_is_no_part(orilla):
    answer = await orilla("s1")("hola, qué tal, ¿cuánto cuesta un kayak? gracias")
    assert answer["metadata"]["agents"] == ["prices_agent"]


async def test_no_model_is_asked_for_a_fixed_sentence(orilla, fake_openai, settings):
    settings.PIECE_SECONDS = 0
    await connect(fake_openai.base_url, NAME)
    fake_openai.calls("hire_price", {"boat": "kayak"})
    fake_openai.says("It costs 19 euros.")
    answer = await orilla("s1")("How much is a kayak? When are you open?")
    assert answer["text"] == "It costs 19 euros.\n\nWe are open from 10 to 18."
    assert len(fake_openai.requests) == 2


@try_each(
    ("text", "tool", "arguments"),
    [
        ("¿Cuánto cuesta un kayak?", "hire_price", {"boat": "kayak"}),
        ("What does a canoe cost, please?", "hire_price", {"boat": "canoe"}),
        ("Hi, how much is the kayak?", "hire_price", {"boat": "kayak"}),
        ("Qual é o preço da canoa?", "hire_price", {"boat": "canoa"}),
        ("Quanto custa a canoa de madeira?", "hire_price", {"boat": "canoa de madeira"}),
        (
            "hello, my card was declined twice and I am furious. how much is a canoe?",
            "hire_price",
            {"boat": "canoe"},
        ),
        ("How much is a kayak? I would love one for Sunday.", "hire_price", {"boat": "kayak"}),
        ("How much is a canoe 12.5?", "hire_price", {"boat": "canoe 12.5"}),
        ("Are there free boats on 2026-12-05?", "free_boats", {"day": "2026-12-05"}),
        ("¿Hay barcas libres el 2026-12-05 por la mañana?", "free_boats", {"day": "2026-12-05"}),
    ],
)
async def test_a_tool_is_asked_by_the_thing_or_the_day_and_not_by_the_message(orilla, text, tool, arguments):
    answer = await orilla("s1")(text)
    assert orilla.server.calls == [(tool, arguments)]
    assert answer["metadata"]["question"] is None


@try_each(
    ("text", "asks", "reply", "called"),
    [
        ("¿Cuánto cuesta?", "la embarcación", "una canoa", ("hire_price", {"boat": "canoa"})),
        ("How much do you charge?", "the boat", "a kayak", ("hire_price", {"boat": "kayak"})),
        ("¿Cuánto cuesta, cuánto cobráis?", "la embarcación", "una canoa", ("hire_price", {"boat": "canoa"})),
        ("How much is it?", "the boat", "the kayak please", ("hire_price", {"boat": "kayak"})),
        ("¿Hay barcas libres?", "el día", "el 2026-12-05", ("free_boats", {"day": "2026-12-05"})),
        ("Há barcos livres?", "o dia", "2026-12-05", ("free_boats", {"day": "2026-12-05"})),
    ],
)
async def test_what_the_words_do_not_name_is_asked_for(orilla, text, asks, reply, called):
    one = orilla("s1")
    asked = await one(text)
    assert orilla.server.calls == [] and asks in asked["text"]
    await one(reply)
    assert orilla.server.calls == [called]


async def test_a_draft_says_where_an_argument_is_a_guess(orilla):
    def warned() -> list[str]:
        content = snapshot.take(Tenant.objects.get(pk=NAME))
        return [f"{each.where} {each.sentence}" for each in check(content) if "guess" in each.sentence]

    (told,) = await visit(warned)
    assert "boat_price" in told and "'hire_price'" in told and "'boat'" in told
    await connect("http://127.0.0.1:9", NAME)
    assert await visit(warned) == [told]  # it is a guess whenever the model is away


async def test_a_tool_that_takes_long_texts_gets_the_users_words(orilla):
    await orilla("s1")("Any advice for beginners on a windy lake?")
    assert orilla.server.calls == [("find_advice", {"query": "Any advice for beginners on a windy lake?"})]


async def test_a_question_that_is_open_is_said_though_the_part_behind_it_was_stopped(
    orilla, fake_openai, settings
):
    settings.PIECE_SECONDS = 0
    await change_profile(max_handoffs=0)
    await connect(fake_openai.base_url, NAME)
    fake_openai.calls("report_damage", {"note": "a hole"})
    answer = await orilla("s1")("There is damage to the boat. How much is a kayak?")
    asked = answer["metadata"]["question"]
    assert asked["kind"] == "confirmation"
    assert answer["text"].count(asked["text"]) == 1


async def test_a_question_that_another_part_would_ask_again_is_said(orilla, fake_openai, settings):
    settings.PIECE_SECONDS = 0
    await connect(fake_openai.base_url, NAME)
    asks = {"question": "Which day is it?", "fields": ["trip"]}
    fake_openai.calls("ask_user", asks, text="Trips can be moved.").calls("ask_user", asks)
    answer = await orilla("s1")("Cancel my trip. How much is a kayak?")
    assert answer["metadata"]["question"]["text"] in answer["text"]


async def test_a_sentence_of_nobodys_is_said_by_whom_it_was_handed_to(orilla, fake_openai, settings):
    settings.PIECE_SECONDS = 0
    await connect(fake_openai.base_url, NAME)
    fake_openai.calls(
        "request_handoff", {"target_agent": "trips_agent", "reason": "trips", "context_summary": "advice"}
    )
    fake_openai.says("Wear a vest.")
    answer = await orilla("s1")("Any advice for beginners? Is there parking?")
    assert answer["text"] == "Wear a vest.\n\nYou park for free."


@try_each("mode", ["router", "supervisor", "supervised"])
@try_each("first", ["", "Are there free boats on 2026-12-05?"], ids=["first", "trips speak"])
@try_each("fixed", [("Is there parking", PARKING), ("When are you open", HOURS)])
async def test_a_sentence_is_said_beside_an_order_whoever_speaks(orilla, fixed, mode, first):
    await use_mode(mode)
    words, said = fixed
    one = orilla("s1")
    if first:
        await one(first)
    answer = await one(f"{words}, and cancel my trip T-12?")
    assert said["en"] in answer["text"] and CONFIRM["en"] in answer["text"]
    assert answer["metadata"]["question"]["kind"] == "confirmation"


async def test_a_supervisor_says_two_sentences_of_intents(orilla):
    await use_mode("supervisor")
    answer = await orilla("s1")("When are you open? Is there parking?")
    assert HOURS["en"] in answer["text"] and PARKING["en"] in answer["text"]


async def test_a_schema_may_say_null_of_a_length(orilla):
    def change() -> None:
        tool = MCPTool.objects.of(NAME).get(name="hire_price")
        tool.schema = {"type": "object", "properties": {"boat": {"type": "string", "maxLength": None}}}
        tool.save()
        publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(change)
    assert (await orilla("s1")("How much is a kayak?"))["text"] == "It costs 19 euros."


async def test_whom_a_matter_is_handed_to_says_its_sentence(orilla, fake_openai, settings):
    settings.PIECE_SECONDS = 0
    await connect(fake_openai.base_url, NAME)
    fake_openai.calls(
        "request_handoff", {"target_agent": "desk_agent", "reason": "hours", "context_summary": "hours"}
    )
    answer = await orilla("s1")("How much is a kayak within opening hours?")
    assert answer["text"] == HOURS["en"]
    assert len(fake_openai.requests) == 1


@try_each(
    "text",
    [
        "When are you open? How much is a kayak?",
        "How much is a kayak? Is there parking?",
        "How much is a kayak, when are you open, and is there parking?",
    ],
)
@try_each("first", ["", "Are there free boats on 2026-12-05?"], ids=["first", "called in"])
async def test_a_coordinator_has_sentences_said_beside_what_it_serves(orilla, first, text):
    await use_mode("coordinator")
    one = orilla("s1")
    if first:
        await one(first)
    answer = await one(text)
    assert COSTS["en"] in answer["text"]
    for word, said in (("open", HOURS), ("parking", PARKING)):
        assert answer["text"].count(said["en"]) == (word in text)


async def test_a_coordinator_says_two_sentences_of_intents(orilla):
    await use_mode("coordinator")
    answer = await orilla("s1")("When are you open? Is there parking?")
    assert answer["text"] == f"{HOURS['en']}\n\n{PARKING['en']}"


async def test_a_coordinators_model_is_given_what_no_sentence_answers(orilla, fake_openai, settings):
    settings.PIECE_SECONDS = 0
    await use_mode("coordinator")
    await connect(fake_openai.base_url, NAME)
    fake_openai.says("Nineteen.")
    answer = await orilla("s1")("When are you open? How much is a kayak?")
    assert answer["text"] == f"{HOURS['en']}\n\nNineteen."
    assert fake_openai.requests[0]["messages"][-1]["content"].strip().endswith("How much is a kayak?")
    assert "open" not in fake_openai.requests[0]["messages"][-1]["content"]


@pytest.mark.parametrize("mode", ["router", "supervisor"])
async def test_a_question_before_an_order_stays_a_question(orilla, fake_openai, settings, mode):
    settings.PIECE_SECONDS = 0
    await use_mode(mode)
    await connect(fake_openai.base_url, NAME)
    fake_openai.says("Nineteen.").says("Done.")
    await orilla("s1")("How much is a kayak and cancel my trip T-12?")
    asked = [each for sent in fake_openai.requests for each in sent["messages"] if each["role"] == "user"]
    told = {str(each["content"]) for each in asked}
    assert {"How much is a kayak?", "cancel my trip T-12"} <= told


@try_each(
    "text",
    [
        "How much is a kayak, and cancel my trip T-12",
        "How much is a kayak, and I want to cancel T-12",
        "Cancel my trip T-12. And what does a kayak cost?",
    ],
)
async def test_a_coordinator_answers_beside_an_order_and_says_that_it_was_done(orilla, text):
    await use_mode("coordinator")
    one = orilla("s1")
    asked = await one(text)
    assert COSTS["en"] in asked["text"] and CONFIRM["en"] in asked["text"]
    assert (await one("yes"))["text"] == "Trip T-12 is cancelled."
