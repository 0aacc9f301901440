"""Guardrails that ask somebody else, and those that read what tools bring: real requests to a local
server.
"""

import pytest
from asgiref.sync import sync_to_async

from agents.models import Guardrail, LLMProfile
from conversations.models import Turn
from tests.fakes.openai_server import Line
from tests.turns.conftest import CUSTOMER
from tests.turns.test_held_answers import ASK, DUE, found, model, profile, shown

__all__ = ["model", "profile"]  # fixtures
pytestmark = pytest.mark.django_db(transaction=True)
RUDE = "Cala a boca, idiota inútil, e me diz da fatura"
POLITE = {"pt": "Assim não."}


@pytest.fixture
async def service(fake_openai, talk):
    """Points of the company by the local server: `await service("moderation")`."""

    def name(point):
        LLMProfile.unscoped.create(
            tenant_id="tenant_a", name=f"our_{point}", point=point, model="m", api_key="k",
            base_url=fake_openai.base_url,
        )  # fmt: skip
        return fake_openai

    return sync_to_async(name, thread_sensitive=True)


def rail(code="MODERATION", phase="input", action="block", **more):
    return Guardrail(code=code, phase=phase, action=action, polite=POLITE, **more)


async def test_a_moderation_service_reads_the_message_as_the_masks_leave_it(talk, model, profile, service):
    await service("moderation")
    await profile(rail("MSK", action="sanitize"), rail(phrases=["harassment: 0.5"]))
    model.flags(idiota="harassment").says(DUE)
    refused = await talk("s1")(f"{RUDE}, CPF 529.982.247-25", CUSTOMER)
    assert refused["text"] == "Assim não." and refused["metadata"]["route"] == "blocked"
    assert found(refused, "MODERATION")["reason"] == "flagged: harassment"
    assert "529.982" not in str(model.moderated) and model.requests == []
    assert (await talk("s2")(ASK, CUSTOMER))["text"] == DUE
    kept = await sync_to_async(lambda: set(Turn.unscoped.values_list("rails", flat=True)))()
    assert any(" input:MODERATION:refused: " in each for each in kept)
    assert any(" input:MODERATION:allowed:billing_agent " in each for each in kept)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
async def test_one_that_is_late_is_noted_and_the_row_says_what_then(talk, model, profile, service, closed):
    await service("moderation")
    await profile(rail(seconds=0.2, fail_closed=closed))
    model.moderation = Line(slow=2)
    model.says(DUE)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == ("Assim não." if closed else DUE)
    decision = found(answer, "MODERATION")
    assert decision["reason"] == "not done in 0.2 s" and decision["metadata"]["missed"] == "late"
    assert decision["metadata"]["then"] == ("refused" if closed else "passed")
    assert 150 < decision["metadata"]["ms"] < 1500


async def test_one_that_is_broken_is_noted_in_words(talk, model, profile, service):
    await service("moderation")
    await profile(rail(phase="output"))
    model.moderation = Line(status=500)
    model.says(DUE)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == DUE
    assert found(answer, "MODERATION")["reason"] == "the moderation service answered 500"


async def test_an_answer_waits_until_it_was_moderated(talk, model, profile, service):
    await service("moderation")
    await profile(rail(phase="output"))
    model.flags(idiota="harassment").says("Bom dia. Você é um idiota. Sua fatura vence dia 10.")
    one = talk("s1")
    answer = await one(ASK, CUSTOMER)
    assert answer["text"] == "Assim não." and "idiota" not in shown(one)[1]


async def test_an_answer_that_a_service_objects_to_is_made_anew(talk, model, profile, service):
    await service("moderation")
    await profile(rail(phase="output", action="retry"))
    model.flags(idiota="harassment").says("Você é um idiota.").says(DUE)
    answer = await talk("s1")(ASK, CUSTOMER)
    assert answer["text"] == DUE and len(model.moderated) == 2
    assert found(answer, "MODERATION")["metadata"]["asked_again"]


async def test_a_second_opinion_is_asked_where_the_first_refuses_and_its_no_lets_pass(
    talk, model, profile, service
):
    await service("moderation")
    await profile(rail("TOX"), rail(confirms="TOX"))
    model.says(DUE).says(DUE)
    assert (await talk("s1")(ASK, CUSTOMER))["text"] == DUE and model.moderated == []
    passed = await talk("s2")(RUDE, CUSTOMER)
    assert passed["text"] == DUE and found(passed, "TOX")["metadata"]["overruled_by"] == "MODERATION"
    model.flags(idiota="harassment")
    assert (await talk("s3")(RUDE, CUSTOMER))["text"] == "Assim não."
    model.moderation = Line(status=500)
    assert (await talk("s4")(RUDE, CUSTOMER))["text"] == "Assim não."


async def test_a_model_made_for_it_says_safe_or_unsafe_and_which_class(talk, model, profile, service):
    await service("guardrail")
    await profile(rail("GUARD_MODEL", phrases=["S1: violence", "S10: hate"]))
    model.says("unsafe\nS10").says("unsafe\nS5").says(DUE)
    refused = await talk("s1")(ASK, CUSTOMER)
    assert refused["text"] == "Assim não."
    assert found(refused, "GUARD_MODEL")["reason"] == "unsafe: S10 hate"
    assert refused["metadata"]["usage"]["calls"] == 1
    assert (await talk("s2")(ASK, CUSTOMER))["text"] == DUE


async def test_a_long_message_is_read_to_its_end(talk, model, profile, service):
    await service("guardrail")
    await profile(rail("GUARD_MODEL"))
    model.says("safe").says("unsafe\nS1")
    answer = await talk("s1")(f"{'x ' * 4000} {RUDE}", CUSTOMER)
    assert answer["text"] == "Assim não." and answer["metadata"]["usage"]["calls"] == 2
    assert sum("idiota" in str(each["messages"]) for each in model.requests) == 1


async def test_what_is_found_in_one_piece_counts_where_another_was_not_checked(talk, model, profile, service):
    await service("guardrail")
    await profile(rail("GUARD_MODEL"))
    long = f"{'x ' * 4000} {ASK}"
    model.says("Hm.").says("unsafe\nS1")
    answer = await talk("s1")(long, CUSTOMER)
    assert answer["text"] == "Assim não." and answer["metadata"]["usage"]["calls"] == 2
    model.says("Hm.").says("safe").says(DUE)
    answer = await talk("s2")(long, CUSTOMER)
    assert answer["text"] == DUE and answer["metadata"]["usage"]["calls"] == 3
    missed = found(answer, "GUARD_MODEL")
    assert (missed["reason"], missed["metadata"]["then"]) == (
        "the model said neither safe nor unsafe",
        "passed",
    )


async def test_any_model_is_asked_what_the_row_looks_for(talk, model, profile, service):
    await profile(rail("GUARD_MODEL", prompt="Advice on investments.", phrases=["shares", "funds"]))
    model.calls("classify_text", {"found": True, "classes": ["funds"], "reason": "it asks for a fund"})
    answer = await talk("s1")("Em que fundo devo investir?", CUSTOMER)
    assert answer["text"] == "Assim não."
    assert found(answer, "GUARD_MODEL")["reason"] == "funds; it asks for a fund"
    assert "Advice on investments." in str(model.requests[0]["messages"])


async def test_those_of_one_phase_are_asked_at_once(talk, model, profile, service):
    await service("moderation")
    await profile(rail(seconds=5), rail("GUARD_MODEL", prompt="Threats."))
    model.moderation = Line(slow=1)
    model.calls("classify_text", {"found": False, "reason": "no"}, slow=1).says(DUE)
    metadata = (await talk("s1")(ASK, CUSTOMER))["metadata"]
    took = [each["metadata"]["ms"] for each in metadata["guardrails"] if "ms" in each["metadata"]]
    step = next(each for each in metadata["steps"] if each["node"] == "input_guardrails")
    assert len(took) == 2 and min(took) >= 1000 and step["ms"] < sum(took)


async def test_what_a_tool_answers_is_read_before_a_model_reads_it(talk, model, profile):
    await profile(rail("DLEX", "tool", "block", phrases=["INV001"]))
    model.calls("consultar_fatura", {"invoice_id": "INV001"}).says("Não posso dizer.")
    answer = await talk("s1")(ASK, CUSTOMER)
    failed = answer["metadata"]["mcp_results"][0]
    assert not failed["ok"] and "DLEX" in failed["error"] and failed["result"] is None
    assert not found(answer, "DLEX")["allowed"] and found(answer, "DLEX")["phase"] == "tool"
    assert "129" not in str(model.requests[-1]["messages"])
