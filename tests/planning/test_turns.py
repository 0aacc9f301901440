"""Goals through the door: the demo's finance profile, its real domain servers, and what the user reads."""

import pytest

from routing.models import AgentProfile, Example, Intent, Keyword
from tests.turns.changing import change

pytestmark = pytest.mark.django_db(transaction=True)


def _execution(answer):
    return answer["metadata"]["execution"]


async def _ask(talk, message, session="s1", **more):
    return await talk(session)(message, agent_id="finance", **more)


async def test_a_price_is_a_plan_of_one_step(talk) -> None:
    answer = await _ask(talk, "qual o preço da PETR4?")
    meta = answer["metadata"]
    assert meta["mode"] == "planner" and meta["route_decision"]["method"] == "planner"
    assert "38,42" in answer["text"]
    assert _execution(answer)["intent_output"]["entities"] == {"symbol_text": "PETR4"}
    (step,) = _execution(answer)["execution_plan"]["steps"]
    assert (step["domain"], step["capability"], step["output_key"]) == (
        "finance",
        "get_stock_price",
        "primary",
    )
    (line,) = [each for each in meta["steps"] if each["kind"] == "plan_step"]
    assert line["detail"]["status"] == "success" and line["detail"]["params"]["symbol"] == "PETR4.SA"


async def test_an_ambiguous_name_is_asked_about_and_the_answer_goes_on(talk) -> None:
    begun = talk("s2")
    asked = await begun("qual o preço da Nordea?", agent_id="finance")
    assert asked["metadata"]["resolution"] == "ambiguous_symbol"
    assert len(asked["metadata"]["clarification"]["options"]) == 2
    answer = await begun("a de Estocolmo", agent_id="finance")
    assert "112,5" in answer["text"] and answer["metadata"]["question"] is None


@pytest.mark.parametrize("reply", ["1", "NDA-SE.ST", "a primeira", "NDA-SE"])
async def test_a_candidate_is_picked_in_many_ways(talk, reply) -> None:
    begun = talk("s3")
    await begun("qual o preço da Nordea?", agent_id="finance")
    assert "112,5" in (await begun(reply, agent_id="finance"))["text"]


async def test_what_no_goal_fits_counts_as_not_understood(talk) -> None:
    answer = await _ask(talk, "quero um pastel de feira")
    decision = answer["metadata"]["route_decision"]
    assert (decision["method"], decision["route"]) == ("fallback", "planner")
    assert answer["text"].startswith("Posso ajudar com isto:")
    greeted = await _ask(talk, "bom dia", session="s2")
    assert greeted["metadata"]["route_decision"]["method"] != "fallback"


async def test_movers_of_a_market(talk) -> None:
    answer = await _ask(talk, "maiores altas do Brasil")
    assert "PETR4" in answer["text"]
    (step,) = _execution(answer)["execution_plan"]["steps"]
    assert step["capability"] == "get_top_gainers"


async def test_two_prices_and_a_message_to_telegram(talk) -> None:
    answer = await _ask(talk, "preço de PETR4 e VALE3 e me avise no telegram")
    assert "38,42" in answer["text"] and "61,07" in answer["text"]
    steps = [each for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert [each["detail"]["status"] for each in steps] == ["success"] * 3
    sent = steps[2]["detail"]["params"]["message"]
    assert "38,42" in sent and "61,07" in sent


async def test_one_is_answered_and_the_other_is_asked_about(talk) -> None:
    begun = talk("s4")
    asked = await begun("qual o valor da vale3 e abc", agent_id="finance")
    assert "61,07" in asked["text"] and "abc" in asked["text"]
    answer = await begun("petr4", agent_id="finance")
    assert "38,42" in answer["text"] and "61,07" not in answer["text"]


async def test_a_new_topic_leaves_the_question(talk) -> None:
    begun = talk("s5")
    await begun("qual o preço da Nordea?", agent_id="finance")
    answer = await begun("maiores altas do Brasil", agent_id="finance")
    assert "PETR4" in answer["text"] and answer["metadata"]["question"] is None


@pytest.mark.parametrize(("turns", "picked"), [(2, True), (3, False)])
async def test_a_question_lapses_after_three_turns_without_an_answer(talk, turns, picked) -> None:
    begun = talk("s6")
    await begun("qual o preço da Nordea?", agent_id="finance")
    for said in ("obrigado", "hmm, interessante isso", "gosto de gatos")[:turns]:
        await begun(said, agent_id="finance")
    assert ("112,5" in (await begun("a de Estocolmo", agent_id="finance"))["text"]) is picked


async def test_a_missing_name_is_asked_for(talk) -> None:
    begun = talk("s7")
    asked = await begun("qual a cotação?", agent_id="finance")
    assert asked["metadata"]["missing_required_params"] == ["symbol"]
    assert "38,42" in (await begun("Petrobras", agent_id="finance"))["text"]


async def test_what_is_offered_is_listed_with_examples(talk) -> None:
    answer = await _ask(talk, "o que você faz?")
    assert "Nordea" in answer["text"] and answer["metadata"]["intent"] == "LIST_CAPABILITIES"


async def test_a_doubt_is_asked_and_a_yes_goes_on(talk) -> None:
    begun = talk("s8")
    asked = await begun("quero saber de ações", agent_id="finance")
    assert asked["metadata"]["resolution"] == "low_confidence"
    assert not [each for each in asked["metadata"]["steps"] if each["kind"] == "plan_step"]


async def test_two_goals_of_one_message_are_one_plan(talk) -> None:
    answer = await _ask(talk, "preço da PETR4 e as maiores altas da Finlândia, e me avise no telegram", "s9")
    steps = _execution(answer)["execution_plan"]["steps"]
    assert [each["capability"] for each in steps] == [
        "get_stock_price",
        "get_top_gainers",
        "send_telegram_message",
    ]
    assert "38,42" in answer["text"] and "Nokia" in answer["text"]


@pytest.mark.parametrize(
    ("asks", "reply", "told"),
    [
        ("compare", "VALE3 e PETR4", ["61,07", "38,42"]),
        ("compare PETR4", "VALE3", ["61,07", "38,42"]),
        ("compara", "Santander y Telefónica", ["Santander", "Telefónica"]),
        ("comparison", "Apple and Microsoft", ["Apple", "Microsoft"]),
        ("qual o preço?", "PETR4 e VALE3", ["38,42", "61,07"]),
        ("qual o preço?", "Vale", ["61,07"]),
        ("qual o preço?", "da vale", ["61,07"]),
        ("¿cuál es el precio?", "de la Vale", ["61,07"]),
        ("what is the price?", "Vale, please", ["61.07"]),
    ],
)
async def test_a_reply_brings_all_that_was_asked_for(talk, asks, reply, told) -> None:
    begun = talk("s10")
    await begun(asks, agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert all(each in answer["text"] for each in told), answer["text"]
    assert answer["metadata"]["question"] is None


@pytest.mark.parametrize(
    ("asks", "reply"),
    [
        ("mande uma mensagem no telegram", "comprar pão, leite e ovos"),
        ("manda un mensaje por telegram", "reunión a las 10"),
        ("send a telegram message", "lunch is ready, come in"),
    ],
)
async def test_words_that_were_asked_for_are_sent_as_they_stand(talk, asks, reply) -> None:
    begun = talk("s11")
    await begun(asks, agent_id="finance")
    shown = await begun(reply, agent_id="finance")
    assert shown["metadata"]["resolution"] == "confirm_action" and reply in shown["text"]
    answer = await begun("sim", agent_id="finance")
    (step,) = [each for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert step["detail"]["params"]["message"] == reply


async def test_a_yes_is_no_name(talk) -> None:
    begun = talk("s12")
    await begun("qual o preço?", agent_id="finance")
    assert (await begun("sim", agent_id="finance"))["metadata"]["question"] is not None


@pytest.mark.parametrize(
    "reply", ["as duas", "ambas", "las dos", "ambas, por favor", "both", "the two", "todas"]
)
async def test_all_candidates_are_a_step_each(talk, reply) -> None:
    begun = talk("s13")
    await begun("qual o preço da Nordea e me avise no telegram?", agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    sent = [each["detail"]["params"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert {each["symbol"] for each in sent if "symbol" in each} == {"NDA-SE.ST", "NDA-FI.HE"}
    assert [each["message"].count("Nordea") for each in sent if "message" in each] == [2]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("mande uma mensagem no telegram para @estranho: reunião às 10", "chat_not_allowed"),
        ("manda un mensaje por telegram para el grupo: reunión a las 10", "invalid_chat_target"),
        ("send a message on telegram to @stranger: lunch is ready", "chat_not_allowed"),
    ],
)
async def test_a_message_goes_to_nobody_else_than_was_named(talk, text, error) -> None:
    begun = talk("s14")
    assert (await begun(text, agent_id="finance"))["metadata"]["resolution"] == "confirm_action"
    answer = await begun("yes", agent_id="finance")
    assert _execution(answer)["domain_output"]["metadata"]["error"] == error
    again = await begun("@equipe", agent_id="finance")
    assert "@equipe" in again["text"] and again["metadata"]["resolution"] == "confirm_action"
    assert "@equipe" in (await begun("sim", agent_id="finance"))["text"]


async def test_a_notice_goes_where_the_message_says(talk) -> None:
    answer = await _ask(talk, "preço da PETR4 e mande no telegram para @equipe", "s15")
    assert "@equipe" in answer["text"] and "@carteira" not in answer["text"]


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        ("preço da PETR4", ["e da VALE3?"], "61,07"),
        ("preço da PETR4", ["VALE3"], "61,07"),
        ("preço da PETR4", ["e da VALE3?", "e da Petrobras?"], "38,42"),
        ("maiores altas do Brasil", ["e na Finlândia?"], "Nokia"),
        ("precio de PETR4", ["¿y de Vale?"], "61,07"),
        ("price of PETR4", ["and VALE3?"], "61.07"),
        ("price of PETR4", ["what about Vale?"], "61.07"),
    ],
)
async def test_a_short_message_goes_on_with_the_goal_before(talk, first, then, told) -> None:
    begun = talk("s16")
    await begun(first, agent_id="finance")
    for said in then:
        answer = await begun(said, agent_id="finance")
    assert told in answer["text"], answer["text"]


@pytest.mark.parametrize("text", ["petr4", "PETR4?", "petr4 vale3"])
async def test_a_code_alone_is_asked_about(talk, text) -> None:
    begun = talk("s17")
    asked = await begun(text, agent_id="finance")
    assert len(asked["metadata"]["clarification"]["options"]) > 1
    assert "38,42" in (await begun("1", agent_id="finance"))["text"]


@pytest.mark.parametrize(
    "reply",
    ["a sueca e me avise no telegram", "la sueca y avísame por telegram", "the swedish one and notify me"],
)
async def test_a_notice_that_a_reply_wishes_follows_on_what_waited(talk, reply) -> None:
    begun = talk("s18")
    await begun("preço da Nordea", agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    sent = [each["detail"]["params"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert [each["message"].count("NDA-SE.ST") for each in sent if "message" in each] == [1]


async def test_a_notice_that_waits_for_a_name_is_said(talk) -> None:
    begun = talk("s19")
    asked = await begun("qual o valor da vale3 e abc e me avise no telegram", agent_id="finance")
    assert "61,07" in asked["text"] and "Depois da sua resposta" in asked["text"]
    answer = await begun("petr4 e me avise no telegram", agent_id="finance")
    sent = [each["detail"]["params"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]
    assert [each["message"].count("PETR4") for each in sent if "message" in each] == [1]


@pytest.mark.parametrize(
    ("asks", "told"),
    [
        ("preço da Nordea e histórico da Nordea", ["112,50 SEK (+1,17% hoje)", "a 112,50 SEK"]),
        ("compare Nordea e PETR4 e o preço da Nordea", ["Comparação: Nordea", "112,50 SEK (+1,17% hoje)"]),
    ],
)
async def test_a_name_of_several_steps_is_picked_once(talk, asks, told) -> None:
    begun = talk("s23")
    await begun(asks, agent_id="finance")
    answer = await begun("a de Estocolmo", agent_id="finance")
    assert all(each in answer["text"] for each in told), answer["text"]
    assert answer["metadata"]["question"] is None


async def test_a_pick_is_not_taken_to_a_place_that_was_not_asked_about(talk) -> None:
    begun = talk("s24")
    first = await begun("preço da Nordea e histórico da Nordea no Brasil", agent_id="finance")
    answer = await begun("1", agent_id="finance")
    assert answer["metadata"]["question"] is not None, (first["text"], answer["text"])
    assert "histórico" not in answer["text"].split("\n")[0].lower()


@pytest.mark.parametrize("reply", ["nenhuma", "nenhuma das duas", "ninguna", "neither", "none of them"])
async def test_none_of_the_candidates_ends_the_question(talk, reply) -> None:
    begun = talk("s20")
    await begun("qual o preço da Nordea?", agent_id="finance")
    answer = await begun(reply, agent_id="finance")
    assert answer["metadata"]["question"] is None and "1." not in answer["text"]


@pytest.mark.parametrize("greeting", ["bom dia", "buenos días", "good morning"])
async def test_a_greeting_keeps_the_candidates(talk, greeting) -> None:
    begun = talk("s22")
    await begun("qual o preço da Nordea?", agent_id="finance")
    await begun(greeting, agent_id="finance")
    assert "NDA-SE.ST" in (await begun("1", agent_id="finance"))["text"]


@pytest.mark.parametrize(
    ("thanks", "said"),
    [("obrigado", "Por nada"), ("thanks", "You are welcome"), ("gracias", "De nada")],
)
async def test_thanks_are_answered_and_the_question_waits_on(talk, thanks, said) -> None:
    begun = talk("s30")
    await begun("qual o preço da Nordea?", agent_id="finance")
    assert said in (await begun(thanks, agent_id="finance"))["text"]
    assert "Nordea (NDA-SE.ST)" in (await begun("a de Estocolmo", agent_id="finance"))["text"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("quanto está a PETR4? Também invadiram minha conta", ["38,42"]),
        ("Invadiram minha conta! O que é que eu faço agora, meu Deus?", []),
    ],
)
async def test_an_emergency_beside_a_goal_reaches_a_person(talk, text, told) -> None:
    def warn() -> None:
        intent = Intent(
            tenant_id="tenant_a", name="broken_in", description="Invasão", priority=1, asks_for_person=True
        )
        intent.save()
        intent.profiles.set(AgentProfile.objects.of("tenant_a").filter(agent_id="finance"))
        Keyword(tenant_id="tenant_a", intent=intent, text="invadiram minha conta").save()
        Example(tenant_id="tenant_a", intent=intent, text="invadiram minha conta").save()

    await change(warn)
    answer = await talk("s40")(text, agent_id="finance")
    assert "anotei que você quer falar com uma pessoa" in answer["text"]
    assert answer["metadata"]["person"]["reason"] == "Invasão"
    assert all(each in answer["text"] for each in told)
    assert ("Posso ajudar com isto" in answer["text"]) is False
