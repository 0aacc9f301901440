"""Which model answers, what it costs, and what testing a connection says."""

import subprocess
import sys
from datetime import date

import pytest
from django.utils.translation import override

from agents.llm.choose import model_for
from agents.llm.connection import test as test_connection
from agents.llm.pricing import ModelPrices, TokenCounts
from agents.models import LLMProfile
from agents.resources import AgentsOperational, LLMAddress, Resources
from agents.specs import AgentsSection, LLMSpec, SpecialistSpec
from budgets.snapshot import BudgetsSnapshot, PriceSpec
from rollout.evaluate import RolloutSnapshot
from tests.fakes.openai_server import Line
from tests.parts.phrases import try_each

LLMS = {
    "big": LLMSpec("big", "openai", "gpt-5"),
    "own": LLMSpec("own", "ollama", "llama"),
    "none": LLMSpec("none", "offline"),
}


@pytest.fixture(autouse=True)
def nothing_in_the_environment(settings):
    settings.OPENAI_API_KEY = settings.OPENAI_BASE_URL = settings.MODEL = ""


def resources(points, switches=frozenset(), llms=None):
    section = AgentsSection(llms=LLMS, points=points)
    return Resources(section, AgentsOperational(llms=llms or {}), RolloutSnapshot({}, switches))


@try_each(
    ("own", "points", "point", "chosen"),
    [
        ("own", {"default": "big"}, "default", "own"),
        ("", {"default": "big", "judge": "own"}, "judge", "own"),
        ("", {"default": "big"}, "judge", "big"),
        ("gone", {"default": "big"}, "default", "big"),
        ("none", {"default": "big"}, "default", "none"),
        ("", {}, "default", "offline"),
    ],
    ids=["its own", "its point", "default", "a lost one", "offline on purpose", "none configured"],
)
def test_the_nearest_profile_wins(own, points, point, chosen):
    assert model_for(resources(points), SpecialistSpec("s", llm=own), point).name == chosen


def test_the_environment_names_a_model_when_no_row_does(settings):
    settings.OPENAI_API_KEY, settings.MODEL = "sk-1", "gpt-5-mini"
    model = model_for(resources({}), None)
    assert (model.name, model.provider, model.model) == ("environment", "openai", "gpt-5-mini")


@pytest.mark.parametrize(("key", "model"), [("sk-1", ""), ("", "gpt-5-mini")], ids=["no model", "no key"])
def test_half_an_environment_is_none(settings, key, model):
    settings.OPENAI_API_KEY, settings.MODEL = key, model
    assert model_for(resources({}), None).provider == "offline"


def test_a_switched_off_model_is_replaced_by_the_offline_one():
    chosen = model_for(resources({"default": "big"}, frozenset({("model", "big")})), None)
    assert chosen.provider == "offline"


def test_an_address_with_a_problem_is_told_when_it_is_used():
    chosen = model_for(resources({"default": "big"}, llms={"big": LLMAddress(problem="X is not set")}), None)
    assert chosen.provider == "openai"


def test_a_connection_test_says_the_other_sides_words(fake_openai):
    fake_openai.says("pong, says the other side")
    row = LLMProfile(name="m", provider="openai", model="fake", base_url=fake_openai.base_url, api_key="sk-x")
    result = test_connection(row)
    assert result.ok
    assert "pong, says the other side" in result.words
    assert fake_openai.headers[0]["Authorization"] == "Bearer sk-x"


def test_a_connection_test_says_which_switch_a_refused_tool_call_wants(fake_openai):
    row = LLMProfile(name="m", provider="openai", model="fake", base_url=fake_openai.base_url, api_key="sk-x")
    fake_openai.fails(400, message="tool_choice must be auto").calls("reply", {"text": "pong"})
    result = test_connection(row)
    assert not result.ok and "pong" in result.words and "switch off" in result.words
    row.can_force_tools = False
    fake_openai.calls("reply", {"text": "pong"})
    assert test_connection(row).ok
    assert [("tool_choice" in asked, len(asked["tools"])) for asked in fake_openai.requests] == [
        (True, 1), (False, 1), (False, 1)
    ]  # fmt: skip
    fake_openai.fails(400, message="tools are not supported").says("pong")
    result = test_connection(row)
    assert not result.ok and "tools are not supported" in result.words and "pong" in result.words


def test_a_connection_test_speaks_the_language_of_whoever_asked_for_it(fake_openai):
    row = LLMProfile(name="m", provider="openai", model="fake", base_url=fake_openai.base_url, api_key="sk-x")
    fake_openai.fails(400, message="tool_choice must be auto").calls("reply", {"text": "pong"})
    with override("es"):
        said = test_connection(row).words
    assert "respondió" in said and "switch off" not in said


def test_a_moderation_service_is_asked_as_one(fake_openai):
    row = LLMProfile(point="moderation", model="", base_url=fake_openai.base_url)
    assert test_connection(row).words == "The moderation service answered."
    fake_openai.moderation = Line(status=401)
    assert test_connection(row).words == "the moderation service answered 401"


def test_a_refused_connection_test_says_what_to_do(fake_openai):
    fake_openai.fails(401, message="bad key, they say")
    row = LLMProfile(name="m", provider="openai", model="fake", base_url=fake_openai.base_url, api_key="sk-x")
    result = test_connection(row)
    assert not result.ok
    assert "bad key, they say" in result.words
    assert "valid key" in result.words


def test_a_variable_nobody_set_is_told(fake_openai):
    row = LLMProfile(name="m", provider="openai", model="fake", base_url="${ENV:NOT_ALLOWED}/v1")
    assert not test_connection(row).ok
    assert "NOT_ALLOWED" in test_connection(row).words


def test_nothing_is_called_for_the_offline_model_or_without_a_name(fake_openai):
    assert test_connection(LLMProfile(name="m", provider="offline")).ok
    assert not test_connection(LLMProfile(name="m", provider="openai", base_url=fake_openai.base_url)).ok
    assert fake_openai.requests == []


def test_prices_count_cached_tokens_apart_and_know_what_they_do_not_know():
    def cost(model, *counts, provider="openai"):
        return ModelPrices(model, provider).cost(TokenCounts(*counts), date(2026, 6, 1))[0]

    assert cost("gpt-5-mini", 1_000_000, 1_000_000) == pytest.approx(2.25)
    assert cost("gpt-5-mini", 1_000_000, 0, 1_000_000) == pytest.approx(0.025)
    assert cost("openai/gpt-5-mini", 1_000_000, 0) == pytest.approx(0.25)
    assert cost("somebody-elses", 1_000_000, 1_000_000) is None
    assert cost("gpt-5-mini", 1_000_000, 0, provider="ollama") is None


def test_an_own_price_stands_over_the_librarys_from_its_day_on():
    old = PriceSpec(date(2026, 1, 1), "BRL", 5.0, 10.0, 1.0, 20.0)
    new = PriceSpec(date(2026, 7, 1), "USD", 1.0, 3.0, 3.0, 4.0)
    prices = ModelPrices("gpt-5-mini", "openai", own=BudgetsSnapshot({"gpt-5-mini": (new, old)}))
    counts = TokenCounts(1_000_000, 1_000_000, 500_000)
    before, library = prices.cost(counts, date(2025, 12, 31))
    assert (before, library["source"]) == (pytest.approx(2.1375), "genai-prices")
    cost, price = prices.cost(counts, date(2026, 6, 30))
    assert cost == pytest.approx((5.0 + 0.5 + 20.0) / 5)
    assert (price["source"], price["currency"], price["since"]) == ("company", "BRL", "2026-01-01")
    assert prices.cost(counts, date(2026, 7, 1))[0] == pytest.approx(7.0)


def test_looking_up_a_price_asks_nobody():
    script = (
        "import socket, threading\n"
        "def refuse(*given): raise SystemExit('somebody is asked')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from genai_prices import Usage, calc_price\n"
        "calc_price(Usage(input_tokens=1), model_ref='gpt-5-mini')\n"
        "assert threading.active_count() == 1\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
