"""The team of seed 003: advice, design, and a fault that is looked into only with permission."""

import pytest

INSTANCE = {"check_live_instance", "fetch_recent_changes", "get_error_logs"}
pytestmark = pytest.mark.django_db(transaction=True)


async def to_servicenow(said, text, **more):
    return await said(text, agent_id="servicenow", **more)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("What's the best practice for assigning incidents?", "Incident handbook"),
        ("What's best practice for incident assignment?", "Incident handbook"),
        ("how should I assign incidents automatically?", "Incident handbook"),  # like asking for a person
        ("Qual é a melhor prática para atribuir incidentes?", "Manual de incidentes, capítulo 3: atribuir"),
        ("¿Cuál es la mejor práctica para asignar incidentes?", "Manual de incidentes, capítulo 3: asignar"),
    ],
)
async def test_advice_stays_with_the_consultant(talk, text, source):
    answer = await to_servicenow(talk("sn-1"), text)
    about = answer["metadata"]
    assert about["agents"] == ["consultant"]
    assert [call["tool"] for call in about["tool_calls"]] == ["search_knowledge"]
    assert source in answer["text"] and about["citations"][0]["ref"] == 1


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("I want a custom assignment rule", "Design handbook"),
        ("Quero uma regra de atribuição personalizada", "Manual de desenho"),
        ("Quiero una regla de asignación a medida", "Manual de diseño"),
    ],
)
async def test_a_rule_of_ones_own_reaches_the_architect(talk, text, source):
    said = talk("sn-2")
    answer = await to_servicenow(said, text)
    assert answer["metadata"]["active_agent"] == "solution_architect"
    assert source in answer["text"]
    answer = await to_servicenow(said, "incident")
    assert "assignment_group" in answer["text"], "the schema of the table that was named"


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("My incident table is broken", "yes, please check"),
        ("Minha tabela de incidentes está quebrada", "pode olhar"),
        ("Mi tabla de incidentes está rota", "dale, revísala"),
    ],
    ids=["en", "pt", "es"],
)
@pytest.mark.parametrize("mode", ["router", "supervisor", "single"])
async def test_a_fault_asks_for_permission_first(talk, text, yes, mode):
    said = talk("sn-3")
    about = (await to_servicenow(said, text, mode=mode))["metadata"]
    assert about["active_agent"] == ("servicenow_generalist" if mode == "single" else "implementation")
    assert about["question"]["kind"] == "permission"
    assert about["permission"]["state"] == "asked"
    assert not INSTANCE & {call["tool"] for call in about["tool_calls"]}
    answer = await to_servicenow(said, yes, mode=mode)
    assert {call["tool"] for call in answer["metadata"]["tool_calls"]} >= INSTANCE
    assert answer["metadata"]["permission"]["state"] == "granted"
    assert "38 of 412" in answer["text"] and "NET-L1" in answer["text"]


async def test_after_a_no_the_documentation_answers(talk):
    said = talk("sn-4")
    await to_servicenow(said, "My incident table is broken")
    answer = await to_servicenow(said, "sure as hell not")
    assert not INSTANCE & {call["tool"] for call in answer["metadata"]["tool_calls"]}
    assert answer["metadata"]["permission"]["state"] == "refused"
    assert "Known errors, page 2" in answer["text"]
    answer = await to_servicenow(said, "it still is not working")
    assert answer["metadata"]["question"] is None


async def test_two_matters_are_handed_over(talk):
    answer = await to_servicenow(
        talk("sn-5"),
        "What is the best practice for assigning incidents? And I want a custom assignment rule.",
    )
    about = answer["metadata"]
    assert about["agents"] == ["solution_architect", "consultant"] or about["question"] is not None
    assert "Design handbook" in answer["text"]
