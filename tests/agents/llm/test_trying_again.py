"""A model that is busy, down or slow.

Asked anew while there is time, left alone when it fails, stood in for by another.
"""

import asyncio
import json
import time

import pytest
from langchain_core.messages import HumanMessage

from agents.errors import ModelFailed
from agents.llm import health
from agents.llm.choose import model_for, online
from agents.llm.events import UNSERVED, Finish, TextPiece
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest, ToolOffer
from agents.resources import AgentsOperational, LLMAddress, Resources
from agents.specs import AgentsSection, LLMSpec, SpecialistSpec
from outbound import circuit, policy, refusals
from rollout.evaluate import RolloutSnapshot
from tests.fakes.openai_server import FakeOpenAI
from tests.parts.phrases import try_each


@pytest.fixture(autouse=True)
async def own_loop(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    health.forget()
    yield
    await policy.close()


@pytest.fixture
def other():
    """A second model on another address."""
    with FakeOpenAI() as server:
        yield server


@pytest.fixture(params=["openai", "langchain"])
def chat(request, fake_openai, settings):
    if request.param == "openai":
        return OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    options = {"model": "m", "base_url": fake_openai.base_url, "api_key": "k"}
    known = {"general": {"class": "langchain_openai.ChatOpenAI", "options": options}}
    settings.LANGCHAIN_MODELS = json.dumps(known)
    return OpenAICompatible(LLMSpec("fast", "langchain", "general"), "", "")


async def ask(model, seconds=5.0, **asked):
    request = ModelRequest((HumanMessage("hi"),), deadline_seconds=seconds, **asked)
    events = [event async for event in model.stream(request)]
    return "".join(event.text for event in events if isinstance(event, TextPiece)), events[-1]


async def test_it_is_asked_as_often_as_its_time_allows(chat, fake_openai):
    fake_openai.fails(429, times=3).says("fourth try")
    assert (await ask(chat))[0] == "fourth try"
    fake_openai.fails(429, times=9)
    began = time.monotonic()
    with pytest.raises(ModelFailed) as failed:
        await ask(chat, seconds=1.0)
    assert failed.value.status == 429
    assert time.monotonic() - began < 1.5
    assert 2 <= len(fake_openai.requests) - 4 <= 5


async def test_it_waits_as_long_as_the_other_side_asks(chat, fake_openai):
    fake_openai.fails(429, retry_after="1").says("after a second")
    began = time.monotonic()
    assert (await ask(chat))[0] == "after a second"
    assert time.monotonic() - began >= 1


async def test_one_that_asks_for_more_time_than_there_is_fails_at_once(chat, fake_openai):
    fake_openai.fails(429, retry_after="60")
    began = time.monotonic()
    with pytest.raises(ModelFailed):
        await ask(chat)
    assert time.monotonic() - began < 1
    assert len(fake_openai.requests) == 1


@try_each(
    ("headers", "least", "most"),
    [
        ({"retry-after": "2"}, 2, 2),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5, 1.5),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0, 0),
        ({"retry-after": "soon"}, None, None),
        ({}, None, None),
    ],
    ids=["seconds", "milliseconds", "a day that is over", "words", "nothing"],
)
def test_what_the_other_side_says_of_waiting(headers, least, most):
    found = refusals.retry_after(headers)
    assert found == least == most


async def test_each_failed_try_counts_and_the_breaker_ends_the_call(fake_openai, monkeypatch):
    monkeypatch.setattr("agents.llm.openai_compatible.FIRST_PAUSE", 0.01)
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    fake_openai.fails(503, times=health.FAILURES - 1).says("the fifth try")
    assert (await ask(model))[0] == "the fifth try"
    fake_openai.clear()
    fake_openai.fails(503, times=99)
    with pytest.raises(ModelFailed):
        await ask(model, seconds=30)
    assert len(fake_openai.requests) == health.FAILURES


async def test_a_message_that_it_breaks_on_opens_the_breaker_for_nobody_else(chat, fake_openai, monkeypatch):
    monkeypatch.setattr("agents.llm.openai_compatible.FIRST_PAUSE", 0.01)
    for _ in range(health.FAILURES - 1):
        fake_openai.fails(500, times=99)
        with pytest.raises(ModelFailed):
            await ask(chat)
        assert len(fake_openai.requests) == health.FAILURES, "no longer than before"
        fake_openai.clear()
    assert (await ask(chat))[0] == "ok", "another message is served"
    fake_openai.fails(500, times=99)
    for _ in range(health.FAILURES):
        with pytest.raises(ModelFailed):
            await ask(chat)
    with pytest.raises(ModelFailed, match="several times in a row"):
        await ask(chat)


@pytest.fixture
def short(monkeypatch):
    """A fifth of a second in place of five."""
    monkeypatch.setattr(health, "LEAST", 0.2)


async def test_one_that_usually_begins_soon_is_not_waited_for_all_the_time(fake_openai, short):
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    fake_openai.says("hello").hangs().says("again")
    assert (await ask(model))[0] == "hello"
    began = time.monotonic()
    assert (await ask(model, seconds=3))[0] == "again", "asked anew"
    assert time.monotonic() - began < 2.5


@pytest.mark.parametrize("slow", [0.8, 1.6], ids=["within its share", "beyond it"])
async def test_one_that_was_quick_and_becomes_slow_is_not_given_up_into_failure(fake_openai, short, slow):
    """What was learnt of quick answers is no reason to refuse those that come within the time of a call."""
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    fake_openai.says("quick")
    await ask(model)
    for _ in range(4):
        fake_openai.says("slow", slow=slow)
    if slow > 1.0:  # half of it, twice: from then on it has all of it
        with pytest.raises(ModelFailed):
            await ask(model, seconds=2.0)
    for _ in range(2):
        assert (await ask(model, seconds=2.0))[0] == "slow"
    assert len(fake_openai.requests) == (3 if slow < 1.0 else 5)


async def test_one_that_hangs_costs_all_its_time_a_few_times(fake_openai, short):
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    took = []
    for _ in range(6):
        fake_openai.hangs().hangs().hangs().hangs().hangs()
        began = time.monotonic()
        with pytest.raises(ModelFailed):
            await ask(model, seconds=0.8)
        took.append(time.monotonic() - began)
    assert took[0] >= 0.75, "nobody knew how long it takes to begin"
    assert max(took[4:]) < 0.15, "it rests"


async def test_who_waits_hears_what_others_found_out(fake_openai, short):
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    for _ in range(20):
        fake_openai.hangs()
    began = time.monotonic()
    first = asyncio.create_task(ask(model, seconds=0.5))
    others = [asyncio.create_task(ask(model, seconds=4.0)) for _ in range(6)]
    ended = await asyncio.gather(first, *others, return_exceptions=True)
    assert all(isinstance(each, ModelFailed) for each in ended)
    assert time.monotonic() - began < 3.5, "after half of their time"


async def test_where_another_stands_behind_it_one_that_hangs_costs_little(fake_openai, other, short):
    kit = resources(fake_openai, other)
    assert (await ask(model_for(kit, WHO)))[0] == "ok"
    fake_openai.hangs()
    began = time.monotonic()
    assert (await ask(model_for(kit, WHO), seconds=20))[0] == "ok"
    assert time.monotonic() - began < 1
    fake_openai.clear()
    fake_openai.fails(503, times=99)
    assert (await ask(model_for(kit, WHO), seconds=20))[0] == "ok"
    assert len(fake_openai.requests) == 2


@pytest.mark.parametrize("known", [False, True], ids=["never heard", "once quick"])
async def test_one_that_rested_has_all_its_time_to_come_back(known, fake_openai, short, monkeypatch):
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    if known:
        await ask(model)
    for _ in range(8):
        fake_openai.hangs()
    for _ in range(4):
        with pytest.raises(ModelFailed):
            await ask(model, seconds=0.6)
    fake_openai.clear()
    fake_openai.says("thought about it", slow=0.6)
    monkeypatch.setattr(circuit.time, "monotonic", lambda now=time.monotonic: now() + circuit.REST)
    assert (await ask(model))[0] == "thought about it"


async def test_after_five_failures_it_is_left_alone_until_it_answers_again(fake_openai, monkeypatch):
    monkeypatch.setattr("agents.llm.openai_compatible.FIRST_PAUSE", 0.01)
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    fake_openai.fails(503, times=99)
    for _ in range(health.FAILURES):
        with pytest.raises(ModelFailed):
            await ask(model, seconds=0.3)
    tried = len(fake_openai.requests)
    with pytest.raises(ModelFailed, match="several times in a row"):
        await ask(model)
    assert len(fake_openai.requests) == tried
    again = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "another key")
    fake_openai.clear()
    assert (await ask(again))[0] == "ok", "another key is another chance"
    monkeypatch.setattr(circuit.time, "monotonic", lambda now=time.monotonic: now() + circuit.REST)
    assert (await ask(model))[0] == "ok"
    monkeypatch.undo()
    assert (await ask(model))[0] == "ok", "it closed by itself"


@pytest.mark.parametrize("status", [400, 401, 429])
async def test_a_refusal_or_a_quota_opens_no_breaker(fake_openai, status):
    model = OpenAICompatible(LLMSpec("fast", model="m"), fake_openai.base_url, "")
    for _ in range(health.FAILURES + 1):
        fake_openai.clear()
        fake_openai.fails(status, retry_after="60")
        with pytest.raises(ModelFailed):
            await ask(model)
    fake_openai.clear()
    assert (await ask(model))[0] == "ok"


def resources(fake_openai, other, **switched):
    """Two models, the second behind the first, and the offline one behind that."""
    llms = {
        "fast": LLMSpec("fast", model="fast", fallback="spare"),
        "spare": LLMSpec("spare", model="spare", fallback="rules"),
        "rules": LLMSpec("rules", "offline", fallback="fast"),
    }
    addresses = {
        name: LLMAddress(server.base_url, provider="openai")
        for name, server in (("fast", fake_openai), ("spare", other))
    }
    section = AgentsSection(llms=llms, points={"default": "fast"})
    return Resources(section, AgentsOperational(llms=addresses), RolloutSnapshot(**switched))


WHO = SpecialistSpec("desk")


@pytest.mark.parametrize(
    "trouble",
    [
        lambda s: s.fails(401),
        lambda s: s.fails(429, retry_after="60"),
        lambda s: s.breaks(),
        lambda s: s.hangs(),
    ],
    ids=["refused", "busy", "nonsense", "silent"],
)
async def test_another_model_answers_for_one_that_does_not(fake_openai, other, trouble):
    trouble(fake_openai)
    other.says("I am here.")
    model = model_for(resources(fake_openai, other), WHO)
    assert (await ask(model, seconds=3.0))[0] == "I am here."
    assert (model.name, model.model, model.about["instead_of"]) == ("spare", "spare", "fast")
    assert model.about["because"]
    fake_openai.clear()
    assert (await ask(model))[0] == "ok" and not fake_openai.requests, "who took over goes on"


async def test_one_that_has_begun_may_take_all_its_time(fake_openai, other):
    fake_openai.says("a b c d e f g h i j", between=0.15)
    model = model_for(resources(fake_openai, other), WHO)
    assert (await ask(model, seconds=3.0)) == ("a b c d e f g h i j", Finish("stop", model="fast"))
    assert not other.requests


async def test_with_all_of_them_down_the_offline_model_answers_the_user(fake_openai, other):
    fake_openai.fails(401)
    other.fails(401)
    model = model_for(resources(fake_openai, other), WHO)
    text, end = await ask(model)
    assert text and end.reason == UNSERVED  # without a specialist's slice it knows of nothing to do
    assert (model.provider, model.about["instead_of"]) == ("offline", "fast")


async def test_the_offline_model_makes_no_choice_for_one_that_is_down(fake_openai, other):
    fake_openai.fails(401)
    other.fails(401)
    kit = resources(fake_openai, other)
    model = online(kit, kit.section.llms["fast"], tokens=20)
    with pytest.raises(ModelFailed):
        await ask(model, tools=(ToolOffer("choose"),), must_call="choose")
    assert [server.requests[0]["max_completion_tokens"] for server in (fake_openai, other)] == [20, 20]


async def test_one_that_wants_to_choose_its_tools_is_asked_in_words_from_then_on(chat, fake_openai):
    fake_openai.fails(400, message="tool_choice must be auto").says("asked in words").says("and again")
    tool = ToolOffer("pick", "Picks.", {"type": "object", "properties": {}})
    for words in ("asked in words", "and again"):
        assert (await ask(chat, tools=(tool,), must_call="pick"))[0] == words
    forced, first, second = fake_openai.requests
    assert forced["tool_choice"] and "tool_choice" not in first and "tool_choice" not in second
    assert "calling the tool pick" in first["messages"][0]["content"]
    assert (await ask(chat, tools=(tool,), may_call=False))[0] == "ok"
    assert "tool_choice" not in fake_openai.requests[-1]
