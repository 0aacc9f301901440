"""What a planned turn costs and leaves.

Visits, the record of what was changed, live steps, and what a look at it shows.
"""

import json
import time

import pytest

from conversations.models import Conversation, Turn
from conversations.visits import visit
from releases import freshness
from rollout import control
from routing.planning.models import Capability, Domain, Goal
from routing.turns import preview
from tests.fakes.domain_server import DomainServer, success
from tests.planning.moved import move, quotes
from tests.turns.changing import change
from tests.turns.test_visits import Count

pytestmark = pytest.mark.django_db(transaction=True)
PRICES = {"AAA1": 1.5, "BBB2": 2.5}


@pytest.fixture
def market(talk):
    with DomainServer(quotes(PRICES)) as server:
        move(server.url, "finance", "notifier")
        yield server


async def test_a_plan_that_only_reads_costs_two_visits(talk, market, monkeypatch) -> None:
    one = talk("k1")
    await one("preço de AAA1", agent_id="finance")
    count = Count(monkeypatch)
    await one("preço de AAA1 e BBB2", agent_id="finance")
    assert count.take()[0] == 2


async def test_what_a_step_changes_is_committed_before_and_after(talk, market) -> None:
    await talk("k2")("preço de AAA1 e me avise no telegram", agent_id="finance")
    (effect,) = (await visit(lambda: Turn.objects.of("tenant_a").latest("created_at"))).side_effects
    assert (effect["tool"], effect["ok"]) == ("notifier.send_telegram_message", True)
    assert effect["arguments"] == {"message": "AAA1 custa 1.5"}


async def test_a_change_whose_answer_is_lost_is_uncertain_and_said_so(talk, market) -> None:
    market.does["send_telegram_message"] = lambda body: (200, b"not json")
    answer = await talk("k3")("preço de AAA1 e me avise no telegram", agent_id="finance")
    assert "AAA1 custa 1.5" in answer["text"] and "não sei se isto foi concluído" in answer["text"].lower()
    assert len(market.calls("send_telegram_message")) == 1
    (effect,) = (await visit(lambda: Turn.objects.of("tenant_a").latest("created_at"))).side_effects
    assert effect["ok"] is None


async def test_a_domain_that_is_switched_off_is_not_asked_and_nothing_is_begun(talk, market) -> None:
    await visit(lambda: control.set_switch("tenant_a", "domain", "notifier"))
    answer = await talk("k12")("preço de AAA1 e me avise no telegram", agent_id="finance")
    assert "AAA1 custa 1.5" in answer["text"] and "desligado no momento" in answer["text"]
    assert market.calls("send_telegram_message") == []
    assert (await visit(lambda: Turn.objects.of("tenant_a").latest("created_at"))).side_effects == []


async def test_steps_are_told_while_they_run(talk, market) -> None:
    begun = talk("k4")
    await begun("preço de AAA1 e BBB2", agent_id="finance")
    told = [event.data for event in begun.events if event.data.get("node") == "plan_step"]
    started = [each["step_id"] for each in told if each["phase"] == "started"]
    done = {each["step_id"]: each for each in told if each["phase"] == "done"}
    assert started == [1, 2] and done[1]["status"] == "success" and done[1]["explanation"] == "AAA1 custa 1.5"
    assert {"domain", "capability", "params", "depends_on", "confidence"} <= set(told[0])


async def test_a_look_at_a_plan_calls_nothing_and_shows_all(talk, market) -> None:
    text = "preço de AAA1 e BBB2 e me avise no telegram"
    seen = await preview.explain_route(talk("k5").request(text, agent_id="finance"))
    assert market.asked == []
    assert seen["mode"] == "planner" and seen["intent_output"]["goal"] == "GET_QUOTE"
    assert seen["execution_intent"]["capability"] == "get_stock_price"
    assert [each["capability"] for each in seen["execution_plan"]["steps"]][-1] == "send_telegram_message"
    assert seen["handlers"][0] == {
        "step_id": 1, "domain": "finance", "capability": "get_stock_price", "kind": "remote_http",
        "by": "capability",
    }  # fmt: skip
    assert seen["asks_first"] is False


async def test_words_that_look_like_a_reference_are_sent_as_they_are(talk, market) -> None:
    answer = await talk("k6")("preço de ${1.explanation}", agent_id="finance")
    assert market.calls("search_symbol") == [{"query": "${1.explanation}"}]
    assert "${1.explanation}" in answer["text"]


async def test_an_open_choice_survives_the_process(talk, market) -> None:
    market.does["search_symbol"] = lambda body: success(
        {"candidates": [{"symbol": "AAA1", "name": "Alfa"}, {"symbol": "BBB2", "name": "Beta"}]}
    )
    await talk("k7")("preço da Gama e me avise no telegram", agent_id="finance")
    kept = await visit(lambda: Conversation.objects.of("tenant_a").get(session_id="k7").state)
    assert kept["clarification"]["data"]["plan"]["kind"] == "choice"
    freshness.forget()
    answer = await talk("k7")("a Beta", agent_id="finance")
    assert "BBB2 custa 2.5" in answer["text"]
    assert market.calls("send_telegram_message") == [{"message": "BBB2 custa 2.5"}]


async def test_a_domain_added_at_run_time_is_planned_with_at_once(talk) -> None:
    """No line of the platform knows the library: its rows and a publish are all it takes."""
    with DomainServer(
        {"find_copy": lambda body: success({}, f"{body['parameters']['title']}: B3")}
    ) as server:

        def add() -> None:
            own = {"tenant_id": "tenant_a"}
            library = Domain(**own, name="library", url=server.url)
            library.save()
            Goal(
                **own, domain=library, name="WHERE_IS", description="Where a book is",
                capabilities=["find_copy"],
                keywords=["livro", "libro", "book"],
                entities={"title_text": {"type": "string", "required": True}},
            ).save()  # fmt: skip
            Capability(
                **own, domain=library, name="find_copy", read_only=True,
                schema={"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
            ).save()  # fmt: skip

        await change(add)
        answer = await talk("k8")("onde está o livro Dom Casmurro?", agent_id="finance")
    assert answer["text"] == "Dom Casmurro: B3"


@pytest.mark.parametrize(
    ("asks", "told"),
    [
        ("qual o preço de", "Peça menos"),
        ("cuál es el precio de", "Pida menos"),
        ("what is the price of", "ask for less"),
    ],
)
async def test_a_plan_with_more_steps_than_allowed_is_refused_and_nothing_is_called(
    talk, market, asks, told
) -> None:
    answer = await talk("k9")(
        f"{asks} {', '.join(f'ABC{number}' for number in range(201))}", agent_id="finance"
    )
    assert market.asked == [] and answer["metadata"]["execution"]["domain_output"]["metadata"] == {
        "error": "too_many_steps"
    }
    assert answer["metadata"]["status"] == "answered"
    assert all(word in answer["text"] for word in ("201", "200", told)), answer["text"]


async def test_a_domain_that_is_down_is_said_politely(talk, market) -> None:
    move("http://127.0.0.1:9", "finance")
    answer = await talk("k10")("maiores altas do Brasil", agent_id="finance")
    assert answer["text"].startswith("Não consegui concluir agora")
    assert "127.0.0.1" not in json.dumps(answer), "nobody is told our hosts"
    assert answer["metadata"]["execution"]["domain_output"]["metadata"]["error"] == "unreachable"


async def test_a_turn_that_is_late_ends_in_time(talk, market, settings) -> None:
    settings.TURN_DEADLINE, settings.PLAN_MARGIN = 3, 1
    market.does["search_symbol"] = lambda body: time.sleep(4) or success({"candidates": []})
    began = time.monotonic()
    answer = await talk("k11")("preço de AAA1", agent_id="finance")
    assert time.monotonic() - began < 3.5 and answer["metadata"]["status"] in ("answered", "failed")


async def test_the_door_answers_with_the_plan(web) -> None:
    said = await web.post(
        "/api/chat/message",
        json={"message": "qual o preço da Nordea?", "agent_id": "finance", "tenant_id": "tenant_a"},
    )
    assert said.status_code == 200, said.text
    body = said.json()
    assert "NDA-SE.ST" in body["response"]
    again = await web.post(
        "/api/chat/message",
        json={
            "message": "1",
            "agent_id": "finance",
            "tenant_id": "tenant_a",
            "conversation_id": body["conversation_id"],
        },
    )
    assert "112,5" in again.json()["response"]
