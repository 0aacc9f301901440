"""Answers that a check or a judge has made anew, or that a person takes over, before anybody reads them."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from agents.models import Guardrail, Judge
from handoffs.hours import DAYS
from releases.publish import publish
from routing.models import AgentProfile
from studio.rows.guardrails import group_by_holding
from tenancy.models import Tenant
from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
ASK = "Minha fatura veio alta"
DUE = "Sua fatura INV001 vence no dia 10."
INVENTED = "Veja só. A fatura INV777 é de R$ 999,99."


@pytest.fixture
def model(fake_openai, settings):
    settings.MODEL, settings.OPENAI_BASE_URL, settings.PIECE_SECONDS = "test-model", fake_openai.base_url, 0
    return fake_openai


@pytest.fixture
def profile(talk):
    """Switches rows on for the profile of these conversations.

    `await profile(Guardrail(code="GND"), Judge(...))`.
    """

    def switch_on(*rows):
        served = AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas")
        served.guardrails.clear()
        served.judges.clear()
        for row in rows:
            same = (
                {"code": row.code, "phase": row.phase} if isinstance(row, Guardrail) else {"name": row.name}
            )
            type(row).objects.of("tenant_a").filter(**same).delete()
            row.tenant_id = "tenant_a"
            row.save()
            (served.guardrails if isinstance(row, Guardrail) else served.judges).add(row)
        publish(Tenant.objects.get(pk="tenant_a"), None)

    return sync_to_async(switch_on, thread_sensitive=True)


def gnd(action="retry", **more):
    return Guardrail(code="GND", phase="output", action=action, polite={"pt": "Vou conferir."}, **more)


def found(answer, code="GND"):
    return next(each for each in answer["metadata"]["guardrails"] if each["code"] == code)


def names(one):
    return [event.name for event in one.events]


def shown(one):
    """What a client has in the end, and every piece that it was sent."""
    text, pieces = "", []
    for event in one.events:
        if event.name in ("text", "text.reset"):
            pieces.append(event.data["text"])
            text = (text if event.name == "text" else "") + event.data["text"]
    return text.strip(), " ".join(pieces)


async def test_what_a_check_objects_to_is_made_anew_and_was_never_sent(talk, model, profile):
    await profile(gnd())
    model.says(INVENTED).says(DUE)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == DUE
    text, pieces = shown(one)
    assert text == DUE and "INV777" not in pieces
    told = [str(each["content"]) for each in model.requests[1]["messages"]][-2:]
    assert told[0] == INVENTED and "INV777" in told[1] and "Name only figures" in told[1]
    assert found(answer)["allowed"] and found(answer)["metadata"]["asked_again"]
    assert answer["metadata"]["status"] == "answered"


async def test_it_is_asked_as_often_as_the_row_says_and_then_refused_politely(talk, model, profile):
    await profile(gnd(attempts=2))
    for _ in range(4):
        model.says(INVENTED)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == "Veja só. Vou conferir." == shown(one)[0]
    assert len(model.requests) == 3 and not found(answer)["allowed"]


async def test_a_person_takes_over_where_the_row_says_so(talk, model, profile):
    await sync_to_async(AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update)(
        person_hours={DAYS[(timezone.now() + timedelta(days=3)).weekday()]: "09:30-18:00"}
    )
    await profile(gnd("handover"))
    model.says(INVENTED).says(INVENTED)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"].startswith("Veja só. Vou conferir.\n\n") and "9:30" in answer["text"]
    assert answer["text"].count("Vou conferir.") == 1, "no check reads when people are back"
    assert [each["to_agent"] for each in answer["metadata"]["handoffs"]] == ["person"]


async def test_without_a_model_the_polite_sentence_is_said_at_once(talk, profile):
    said = {"pt": "Vou conferir."}
    await profile(Guardrail(code="DLEX", phase="output", action="retry", phrases=["fatura"], polite=said))
    answer = await talk("s1")(ASK, CUSTOMER)
    assert "Vou conferir." in answer["text"] and "fatura" not in answer["text"].lower()


async def test_what_is_made_anew_may_call_a_tool(talk, model, profile):
    await profile(gnd())
    model.says(INVENTED).calls("consultar_fatura", {"invoice_id": "INV001"}).says(DUE)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == DUE and len(model.requests) == 3
    assert "INV777" not in str(model.requests[2]["messages"])


def own(**more):
    return Judge(name="next_step", prompt="Does it name the next step?", threshold=0.7, **more)


def score(model, points, reason="nothing to do is named"):
    return model.calls("score_answer", {"score": points, "reason": reason}, to="Does it name the next step?")


async def test_an_answer_below_a_holding_judge_is_made_anew_with_the_reason(talk, model, profile):
    await profile(own(fail_closed=True))
    model.says(DUE)
    score(model, 3)
    model.says(f"{DUE} Pague no aplicativo.")
    score(model, 9, "it names the application")
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == f"{DUE} Pague no aplicativo." == shown(one)[0]
    assert "text.reset" not in names(one), "nobody had seen of the first"
    assert "nothing to do is named" in str(model.requests[2]["messages"][-1]["content"])
    (judged,) = answer["metadata"]["judges"]
    assert (judged["name"], judged["score"], judged["passed"]) == ("next_step", 0.9, True)
    assert len(model.requests) == 4


@pytest.mark.parametrize("person", [False, True])
async def test_an_answer_that_fails_twice_is_replaced_or_passed_on(talk, model, profile, person):
    await profile(own(fail_closed=True, person=person))
    for _ in range(2):
        model.says(DUE)
        score(model, 3)
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"].startswith("Isso eu não consegui confirmar.") and DUE not in shown(one)[1]
    assert bool(answer["metadata"]["handoffs"]) is person
    assert not answer["metadata"]["judges"][0]["passed"]


async def test_a_holding_judge_that_cannot_judge_lets_nothing_pass(talk, profile):
    await profile(own(fail_closed=True))
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == "Isso eu não consegui confirmar."


async def test_a_judge_without_a_model_says_that_it_did_not_judge(talk, profile):
    await profile(own(), Judge(name="tone"))
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["metadata"]["judges"] == [] and "INV001" in answer["text"]


async def test_a_judge_after_the_answer_holds_nothing_back(talk, model, profile):
    await profile(own())
    model.says(DUE)
    score(model, 3)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == DUE and not answer["metadata"]["judges"][0]["passed"]


async def test_a_judge_is_not_waited_for_beyond_its_time(talk, model, profile):
    await profile(own(seconds=0.2))
    model.says(DUE)
    model.calls("score_answer", {"score": 9, "reason": ""}, slow=3)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == DUE and answer["metadata"]["judges"] == []


async def test_no_model_is_paid_to_judge_the_platforms_own_words(talk, model, profile):
    await profile(own())
    answer = await talk("s1")("Bom dia!", CUSTOMER)
    assert answer["text"] and model.requests == [] and answer["metadata"]["judges"] == []


LONG = "A sua fatura deste mês vence no dia 10 e pode ser paga no aplicativo"


async def test_an_answer_leaves_as_the_page_of_guardrails_says(talk, model, profile, settings):
    """What holds it is one: the page and the gate go by the same."""

    def how():
        company = Tenant.objects.get(pk="tenant_a")
        return next(each for each in group_by_holding(company) if served().name in each.profiles and each.how)

    def served():
        return AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas")

    def forbid(*phrases):
        policy = served().policy
        policy.forbidden_phrases = list(phrases)
        policy.save()
        publish(Tenant.objects.get(pk="tenant_a"), None)

    async def pieces():
        model.says(LONG)
        one = talk(f"s{len(model.requests)}")
        assert (await one(ASK, CUSTOMER))["text"] == LONG
        return names(one).count("text")

    do = sync_to_async
    await profile(Guardrail(code="PROMPT_LEAK", phase="output", action="observe"))
    await do(forbid)("com certeza absoluta")
    told = await do(how)()
    assert (told.how, told.because) == ("sentence by sentence", ("What the tone never says",))
    assert await pieces() == 1
    await do(forbid)()
    told = await do(how)()
    assert (told.how, told.because) == ("word by word", ())
    assert await pieces() > 10
