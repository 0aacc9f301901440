"""What the publish page says about a profile in mode `coordinator`."""

import copy

import pytest

from agents.release_section import compile_draft as compile_agents
from routing.decision.authored.checks import check
from routing.decision.authored.rows import compile_draft as compile_routing
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db
PROFILE = "assistente_virtual"


@pytest.fixture
def draft() -> dict:
    company = Tenant.objects.get(pk="tenant_a")
    return copy.deepcopy({"agents": compile_agents(company), "routing": compile_routing(company)})


def said(draft) -> list[tuple[str, str]]:
    found = [each for each in check(draft) if PROFILE in each.where or each.where.startswith("Specialist")]
    return [(each.severity, each.sentence) for each in found]


def specialist(draft, name) -> dict:
    return draft["agents"]["specialists"][name]


def profile(draft) -> dict:
    return draft["routing"]["profiles"][PROFILE]


def test_the_demo_has_none(draft) -> None:
    assert said(draft) == []


def test_a_single_agent_without_the_teams_tools_is_named_and_none_is_no_fault(draft) -> None:
    single = profile(draft)["single"]
    specialist(draft, single)["tools"] = []
    ((severity, sentence),) = said(draft)
    assert severity == "warning" and f"'{single}' lacks" in sentence
    profile(draft)["single"] = ""
    assert said(draft) == []
    profile(draft)["mode"] = "single"
    assert said(draft)[0] == ("error", "Its mode is single, and it has no single agent. Choose one.")


def test_without_a_coordinator_it_says_who_speaks_first(draft) -> None:
    profile(draft)["coordinator"] = ""
    ((severity, sentence),) = said(draft)
    assert severity == "warning" and "has no coordinator" in sentence


def test_a_coordinator_that_is_not_in_use_is_refused(draft) -> None:
    specialist(draft, "coordinator")["enabled"] = False
    assert (
        "error",
        "Its coordinator 'coordinator' is not in use. Switch it on, or choose another one.",
    ) in said(draft)


def test_a_coordinator_with_nobody_to_call_in_is_refused(draft) -> None:
    profile(draft)["specialists"] = ["coordinator"]
    assert "nobody to call in" in dict(said(draft))["error"]


def test_a_specialist_without_a_purpose_is_named(draft) -> None:
    specialist(draft, "especialista_tecnico")["purpose"] = " "
    ((severity, sentence),) = said(draft)
    assert severity == "warning" and "when to call in 'especialista_tecnico'" in sentence


def test_a_prompt_that_tells_the_opposite_is_named(draft) -> None:
    specialist(draft, "especialista_tecnico")["context"] += (
        " Avise que vai transferir o cliente. Responda em JSON."
    )
    sentences = [sentence for _severity, sentence in said(draft)]
    assert len(sentences) == 2 and "announce a transfer" in sentences[0] and "JSON" in sentences[1]


def test_the_single_agent_is_no_coordinator(draft) -> None:
    profile(draft)["coordinator"] = profile(draft)["single"]
    assert any("its single agent" in sentence for _severity, sentence in said(draft))


def test_other_modes_are_left_alone(draft) -> None:
    profile(draft)["mode"], profile(draft)["coordinator"] = "router", ""
    assert said(draft) == []
