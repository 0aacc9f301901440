"""`llm_profiles.yaml` read into a draft.

Which model is asked where, its settings, its key and who answers when it fails.
"""

import pytest

from agents import release_section
from agents.models import LLMProfile, Specialist
from outbound import headers
from releases import snapshot
from studio.files import importing
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.studio.files.test_importing import read, told

pytestmark = pytest.mark.django_db


def test_models_are_used_where_their_names_say(seeded: Tenant) -> None:
    points = {row.name: (row.point, row.provider) for row in LLMProfile.objects.of(seeded)}
    assert points == {
        "default": ("default", "oci"),
        "judge": ("judge", "openai"),
        "billing_agent": ("", "openai"),
    }
    assert Specialist.objects.of(seeded).get(name="billing_agent").llm.name == "billing_agent"


def test_a_key_in_a_file_is_kept_encrypted_and_shown_nowhere(empty: Tenant) -> None:
    plan = read(empty)
    row = LLMProfile.objects.of(empty).get(name="default")
    assert row.api_key == "sk-written-in-the-file"
    assert "sk-written" not in snapshot.canonical(snapshot.take(empty))
    assert "sk-written" not in repr(list(row.history.values()))
    assert "sk-written" not in " ".join([*map(str, plan.notes), *map(str, plan.changes)])
    assert LLMProfile.objects.of(empty).get(name="judge").api_key == ""  # a variable is not a key
    assert "type the key itself" in told(plan, "left")


def test_a_stored_key_is_not_sent_to_another_address(seeded: Tenant) -> None:
    moved = "profiles:\n  default: {base_url: 'https://elsewhere.example.com/v1'}\n"
    plan = importing.look(seeded, {"llm_profiles.yaml": moved.encode()})
    gone = "Key and headers of model 'default' are removed: they were for another address."
    assert gone in list(plan.outside.changes(seeded))
    importing.write(plan)
    assert LLMProfile.objects.of(seeded).get(name="default").api_key == ""


def test_a_model_s_settings_are_read_and_its_headers_are_kept_as_its_key_is(empty: Tenant) -> None:
    text = """profiles:
  thinker:
    model: m
    reasoning_effort: high
    stop: [END]
    parallel_tool_calls: no
    reads_pictures: yes
    frequency_penalty: 0.1
    extra_body: {top_k: 40}
    extra_headers: {X-Plan: gold-plan-of-the-company, X-Other: "${OTHER}"}
"""
    plan = importing.look(empty, {"llm_profiles.yaml": text.encode()})
    importing.write(plan)
    row = LLMProfile.objects.of(empty).get(name="thinker")
    assert (row.reasoning_effort, row.stop, row.parallel_tool_calls) == ("high", ["END"], False)
    assert (row.reads_pictures, row.reads_documents) == (True, False)
    assert row.extra_body == {"top_k": 40, "frequency_penalty": 0.1}
    assert headers.read(row.extra_headers) == {"X-Plan": "gold-plan-of-the-company"}
    assert "X-Other of model 'thinker' is a variable" in told(plan, "left")
    assert "gold-plan" not in snapshot.canonical(snapshot.take(empty)) + repr(list(row.history.values()))


def test_who_answers_when_a_model_fails_is_read_released_and_brought_back(empty: Tenant) -> None:
    text = "profiles:\n  one: {model: m, fallback: two}\n  two: {provider: offline}\n"
    importing.write(importing.look(empty, {"llm_profiles.yaml": text.encode()}))
    kept = snapshot.take(empty)
    assert kept["agents"]["llms"]["one"]["fallback"] == "two"
    LLMProfile.objects.of(empty).get(name="two").delete()
    assert LLMProfile.objects.of(empty).get(name="one").fallback is None
    release_section.restore(empty, kept["agents"])
    assert LLMProfile.objects.of(empty).get(name="one").fallback.name == "two"  # type: ignore[union-attr]


@try_each(
    ("said", "words"),
    [
        ("fallback: thinker", "cannot stand in for itself"),
        ("fallback: nobody", "There is no model 'nobody'"),
        ("extra_body: {messages: []}", "the platform says itself"),
        ("reasoning_effort: huge", "reasoning effort"),
        ("response_format: {type: xml}", "json_object, json_schema"),
        ("extra_headers: {Host: elsewhere.example}", "Host is the platform's own"),
        ("stop: [a, b, c, d, e]", "At most 4"),
    ],
    ids=["itself", "nobody", "body", "effort", "format", "header", "stop"],
)
def test_a_setting_that_no_request_can_carry_is_refused_with_its_line(
    empty: Tenant, said: str, words: str
) -> None:
    text = f"profiles:\n  thinker: {{model: m, {said}}}\n"
    (fault,) = importing.look(empty, {"llm_profiles.yaml": text.encode()}).faults
    assert words in fault.words and (fault.file, fault.line) == ("llm_profiles.yaml", 2)


def test_a_judge_with_words_of_its_own_is_used_also_where_a_profile_names_its_file(empty: Tenant) -> None:
    plan = read(
        empty,
        **{
            "agents.yaml": "agents: [{agent_id: telecom_contas, fallback_agent: billing_agent, "
            "judges_config_path: ./short.yaml}]",
            "short.yaml": "judges: [{name: short, prompt: Is it short?}, {name: nobodys}]",
        },
    )
    judges = snapshot.take(empty)["agents"]["judges"]
    assert judges["short"]["enabled"] and judges["short"]["prompt"] == "Is it short?"
    assert not judges["nobodys"]["enabled"]
    assert "short" in snapshot.take(empty)["routing"]["profiles"]["telecom_contas"]["judges"]
    assert "'short'" not in told(plan, "unknown") and "'nobodys'" in told(plan, "unknown")
