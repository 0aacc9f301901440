"""Two companies whose messages are decided by vectors that come over HTTP, asked at the gateway."""

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agents.models import LLMProfile, Specialist
from language.embedder import choose
from outbound import circuit
from releases.errors import PartNotMade
from releases.models import ReleasePart
from releases.publish import publish
from routing.decision.evaluation.job import figures
from routing.decision.evaluation.lines import OUT_OF_SCOPE
from routing.decision.evaluation.lines import LabelledMessage as Said
from routing.models import AgentProfile, Example, Intent, Keyword
from studio.preview import load, preview
from tenancy.models import Tenant
from tests.api.conftest import Web, reach, turns_end
from tests.fakes import meanings
from tests.fakes.fixtures import KEY
from tests.fakes.openai_server import FakeOpenAI, Line
from tests.parts.clock import Clock
from tests.parts.visiting import visit_now
from tests.releases.company import author
from tests.routing.test_learnt import SAID

pytestmark = pytest.mark.django_db(transaction=True)
MEANT = "I want my money back, please"  # like examples of returns, and no keyword is in it
ASKED = "i want my money back"  # without the courtesy around it
MODEL = f"shared-{uuid.uuid4().hex}"
DEAD = Line(status=503, body="{}")


def open_company(slug: str) -> Tenant:
    """A shop with three intents that have examples, and one keyword; everybody answers offline."""
    tenant = author(slug)
    own = {"tenant": tenant}
    LLMProfile.objects.of(tenant).update(provider="offline")
    support = Specialist.objects.of(tenant).get(name="support")
    AgentProfile.objects.of(tenant).filter(agent_id="shop").update(wished_precision=0.8)
    returns = Intent(**own, name="returns", specialist=support, reply={"en": "You get it back."})
    returns.save()
    Keyword(**own, intent=returns, text="parcel").save()
    Intent(**own, name="nothing", out_of_scope=True).save()
    for name, texts in SAID.items():
        intent = Intent.objects.of(tenant).get(name=name)
        for text in texts:
            Example(**own, intent=intent, text=text, language="en").save()
    return tenant


@pytest.fixture
def companies(transactional_db: None, embeddings: FakeOpenAI, settings: Any) -> FakeOpenAI:
    """acme and zenith, published; what was asked for while they learnt is forgotten.

    They learn once, from a model that all tests share, of which nothing else is remembered.
    """
    settings.EMBEDDINGS_MODEL = MODEL
    choose._endpoint_at.cache_clear()
    for slug in ("acme", "zenith"):
        publish(open_company(slug), "ana")
    embeddings.embedded.clear()
    embeddings.embeddings.clear()
    return embeddings


@pytest.fixture
async def ask(key: Callable[..., dict[str, str]], settings: Any) -> Any:
    """Sends a message of a company's to the gateway; gives what the turn says about itself."""
    settings.DEMO = False
    headers = {slug: key("chat", "chat:multi_agent", "debug", tenant=slug) for slug in ("acme", "zenith")}

    async def say(text: str, slug: str = "acme", session: str | None = None, **more: Any) -> dict[str, Any]:
        body = {"agent_id": "shop", "tenant_id": slug, "payload": {"text": text}, **more}
        if session:
            body["session_id"] = session
        answer = await client.post("/gateway/message", json=body, headers=headers[slug])
        assert answer.status_code == 200, answer.text
        assert KEY not in answer.text
        found: dict[str, Any] = answer.json()["metadata"]
        return found

    client: Web
    async with reach() as client:
        yield say
    await turns_end()


def tier(about: dict[str, Any], name: str = "example") -> dict[str, Any]:
    """What one tier saw."""
    found: dict[str, Any] = next(each["saw"] for each in about["tiers"] if each["tier"] == name)
    return found


async def test_a_message_is_decided_by_examples_that_mean_the_same(companies: FakeOpenAI, ask: Any) -> None:
    about = await ask(MEANT)
    assert (about["intent"], about["route_decision"]["method"]) == ("returns", "example")
    assert about["route_decision"]["metadata"]["nearest"][0]["text"] == "I want my money back"
    ((asked, headers),) = companies.embeddings
    assert asked["input"] == [ASKED]
    assert headers["Authorization"] == f"Bearer {KEY}"


async def test_a_strong_keyword_decides_without_asking_for_a_vector(companies: FakeOpenAI, ask: Any) -> None:
    about = await ask("what about my order")
    assert (about["intent"], about["route_decision"]["method"]) == ("order_tracking", "keyword")
    assert companies.embedded == []


async def test_a_weak_keyword_is_held_against_what_the_message_means(companies: FakeOpenAI, ask: Any) -> None:
    about = await ask("my parcel has left late")  # "parcel" is a keyword of returns, and misleads
    (doubt,) = tier(about, "keyword")["weak"]
    assert (doubt["keyword"], doubt["stands"]) == ("parcel", False)
    assert companies.embedded == [["my parcel has left late"]]


async def test_the_clauses_of_a_plan_are_asked_for_together(companies: FakeOpenAI, ask: Any) -> None:
    await ask("Where is the courier now? I want a refund please.", mode="supervisor")
    whole, clauses = companies.embedded
    assert len(whole) == 1 and len(clauses) == 2 and "refund" in clauses[1]


async def test_while_the_endpoint_is_down_the_next_tier_decides_and_says_why(
    companies: FakeOpenAI, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit, "time", clock := Clock())
    companies.embeds(DEAD, 3)
    whys = []
    for number in range(5):
        about = await ask(f"{MEANT} {number}")
        assert about["route_decision"]["method"] == "fallback"
        whys.append(tier(about)["why"])
    assert whys == ["embeddings_refused"] * 3 + ["embeddings_resting"] * 2
    assert len(companies.embedded) == 3  # dead, it costs nothing after some failures
    assert (await ask("what about my order"))["intent"] == "order_tracking"
    assert (await ask(MEANT, "zenith"))["intent"] == "returns"  # what fails for one fails for nobody else
    clock.ahead += circuit.REST
    assert (await ask(MEANT))["intent"] == "returns"


async def test_one_that_does_not_answer_costs_a_message_no_more_than_its_time(
    companies: FakeOpenAI, ask: Any, settings: Any
) -> None:
    settings.EMBEDDINGS_SECONDS = 0.3
    companies.embeds(Line(slow=20))
    about = await ask(MEANT)
    assert (tier(about)["why"], about["route_decision"]["method"]) == ("embeddings_no_answer", "fallback")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        pytest.param(Line(drop=True), "embeddings_no_answer", id="drops"),
        pytest.param(Line(body="{no json"), "embeddings_unreadable", id="no-json"),
        pytest.param(Line(body=meanings.written([])), "embeddings_unreadable", id="too-few"),
        pytest.param(Line(body=meanings.written([[float("nan")]])), "embeddings_unreadable", id="nan"),
        pytest.param(Line(body=meanings.written([[1.0, 2.0]])), "embeddings_sizes", id="another-size"),
    ],
)
async def test_an_answer_that_cannot_be_used_is_no_error_for_the_user(
    companies: FakeOpenAI, ask: Any, line: Line, why: str
) -> None:
    companies.embeds(line, 2)
    about = await ask(MEANT)
    assert (tier(about)["why"], about["route_decision"]["method"]) == (why, "fallback")


async def test_what_one_company_asked_for_is_asked_for_again_for_another(
    companies: FakeOpenAI, ask: Any
) -> None:
    for slug in ("acme", "acme", "zenith"):
        assert (await ask(MEANT, slug))["intent"] == "returns"
    assert companies.embedded == [[ASKED]] * 2


async def test_the_router_that_explains_itself_asks_too(companies: FakeOpenAI, key: Any) -> None:
    body = {"agent_id": "shop", "tenant_id": "acme", "payload": {"text": MEANT}}
    async with reach() as client:
        answer = await client.post("/debug/route", json=body, headers=key("chat", "debug", tenant="acme"))
    assert answer.json()["intent"] == "returns"


def test_an_evaluation_asks_for_what_its_lines_mean(companies: FakeOpenAI) -> None:
    lines = [Said(1, MEANT, ("returns",)), Said(2, "sing me a song now", (OUT_OF_SCOPE,))]
    found = figures(Tenant.objects.get(pk="acme"), lines, "shop", "live")
    assert found["total"]["accuracy"] == 100.0
    assert companies.embedded == [[ASKED], ["sing me a song now"]]


def test_the_studios_test_box_asks_as_a_turn_does(companies: FakeOpenAI) -> None:
    acme = Tenant.objects.get(pk="acme")
    assert preview(load(acme, "live"), acme, "shop", MEANT).decision.intent == "returns"
    companies.embeds(DEAD)
    unread = preview(load(acme, "live"), acme, "shop", f"{MEANT} now")
    assert [seen.saw["why"] for seen in unread.verdicts if seen.tier == "example"] == ["embeddings_refused"]


# --- publishing ------------------------------------------------------------------------------------
def parts(slug: str) -> int:
    return ReleasePart.objects.of(slug).count()


@pytest.fixture
def acme(transactional_db: None, embeddings: FakeOpenAI) -> Iterator[Tenant]:
    yield open_company("acme")


def test_each_example_is_asked_for_once_while_learning(acme: Tenant, embeddings: FakeOpenAI) -> None:
    publish(acme, "ana")
    asked = [text for texts in embeddings.embedded for text in texts]
    assert len(asked) == len(set(asked))
    assert {text.lower() for texts in SAID.values() for text in texts} < set(asked)
    assert parts("acme") == 1


def test_a_release_that_cannot_be_learnt_is_not_published_and_the_sentence_says_why(
    acme: Tenant, embeddings: FakeOpenAI
) -> None:
    publish(acme, "ana")
    intent = Intent.objects.of(acme).get(name="returns")
    Example(tenant=acme, intent=intent, text="one more", language="en").save()
    said = {"error": {"message": f"this key is not valid: {KEY}"}}
    embeddings.embeds(Line(status=401, body=json.dumps(said)))
    with pytest.raises(PartNotMade) as failed:
        publish(acme, "ana")
    sentence = str(failed.value)
    assert "the embeddings endpoint refused to answer (401: this key is not valid: …)" in sentence
    assert KEY not in sentence
    acme.refresh_from_db()
    assert acme.live_release == 1
    assert publish(acme, "ana").number == 2


def test_another_model_learns_anew_and_until_then_the_examples_decide_nothing(
    acme: Tenant, embeddings: FakeOpenAI, settings: Any
) -> None:
    from releases import freshness
    from routing.decision.profile_runtime import ProfileRuntime

    publish(acme, "ana")
    settings.EMBEDDINGS_MODEL += "-large"
    freshness.forget()
    learnt = ProfileRuntime.of(freshness.release("acme", 1), "shop").learnt
    assert learnt.key and not learnt.there
    Specialist.objects.of(acme).filter(name="orders").update(purpose="parcels")
    publish(acme, "ana")
    learnt = ProfileRuntime.of(freshness.release("acme", 2), "shop").learnt
    assert learnt.there and learnt.model.embedder.name == f"openai:{settings.EMBEDDINGS_MODEL}"
    assert visit_now(lambda: parts("acme")) == 2
