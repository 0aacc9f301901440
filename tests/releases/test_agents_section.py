"""What specialists, tools and models become in a release, and what is checked before."""

from agents import checks
from agents.models import (
    Guardrail,
    LLMProfile,
    MCPServer,
    MCPTool,
    Slot,
    Specialist,
    SpecialistPrompt,
    ToolParameter,
)
from releases import freshness, snapshot
from tests.parts.phrases import try_each


def loaded(tenant):
    return freshness.build(1, "x", snapshot.take(tenant))["agents"]


def problems(tenant, severity):
    return [each.sentence for each in checks.check(snapshot.take(tenant)) if each.severity == severity]


def test_everything_authored_is_there_by_name(acme):
    section = loaded(acme)
    tool = section.tools["find_order"]
    assert (tool.server, tool.read_only, tool.say) == ("shop", True, {"en": "It is {status}."})
    assert [(each.name, each.source, each.default) for each in tool.parameters] == [
        ("order_id", "resource", None),
        ("detail", "default", "full"),
    ]
    assert section.points == {"default": "fast"}
    assert section.llms["fast"].model == "m-1"
    assert section.specialists["orders"].tools == ("find_order",)
    assert section.policies["tone"].forbidden_phrases == ("no way", "never")
    assert section.rails["MSK:input"].phase == "input"
    assert section.judges["groundedness"].threshold == 0.6


def test_the_highest_prompt_is_taken(acme):
    support = Specialist.objects.of(acme).get(name="support")
    SpecialistPrompt(tenant=acme, specialist=support, number=2, role="Second.").save()
    spec = loaded(acme).specialists["support"]
    assert (spec.role, spec.prompt_version) == ("Second.", 2)


def test_a_rail_that_is_switched_off_is_not_in_use_but_comes_back_by_rollback(acme):
    Guardrail.objects.of(acme).update(enabled=False)
    assert loaded(acme).rails == {}
    assert snapshot.take(acme)["agents"]["rails"]["MSK:input"]["enabled"] is False


def test_a_section_that_a_release_does_not_have_is_empty():
    assert freshness.build(1, "x", {})["agents"].specialists == {}


def test_a_good_draft_has_no_problem(acme):
    assert problems(acme, "error") == []
    assert problems(acme, "warning") == []


@try_each(
    ("break_it", "severity", "word"),
    [
        (lambda t: Slot.objects.of(t).update(pattern="P("), "error", "cannot be read"),
        (lambda t: Slot.objects.of(t).update(pattern="x*"), "error", "match everything"),
        (lambda t: Slot.objects.of(t).update(example="Q1"), "warning", "does not look like"),
        (lambda t: Slot.objects.of(t).delete(), "warning", "Nobody can be asked for 'order_id'"),
        (lambda t: MCPServer.objects.of(t).update(enabled=False), "warning", "'shop' is not in use"),
        (lambda t: ToolParameter.objects.of(t).update(default=None), "error", "'detail' has no value"),
        (lambda t: Specialist.objects.of(t).filter(name="support").update(enabled=False), "warning",
            "'support'"),
        (lambda t: Specialist.objects.of(t).update(enabled=False), "error", "nobody could answer"),
        (lambda t: SpecialistPrompt.objects.of(t).delete(), "warning", "no prompt"),
        (lambda t: Guardrail.objects.of(t).update(code="NOPE"), "error", "no such check"),
        (lambda t: MCPTool.objects.of(t).update(permission="live", title={}, confirm_text={}), "warning",
         "the permission 'live', but has no readable title"),
    ],
    ids=["pattern", "greedy", "example", "slot", "server", "default", "target", "nobody", "prompt", "rail",
        "permission"],
)  # fmt: skip
def test_a_problem_is_told_in_a_sentence(acme, break_it, severity, word):
    break_it(acme)
    assert any(word in sentence for sentence in problems(acme, severity))


def test_a_model_of_specialists_that_answers_in_json_is_warned_of(acme):
    fast = LLMProfile.objects.of(acme).get(name="fast")
    fast.response_format = {"type": "json_object"}
    fast.save()
    assert [each for each in problems(acme, "warning") if "read JSON" in each]
    fast.response_format = {"type": "text"}
    fast.save()
    assert not [each for each in problems(acme, "warning") if "read JSON" in each]
