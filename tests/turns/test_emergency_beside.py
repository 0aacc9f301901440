"""An emergency beside another matter reaches a person, who reads which it is; the other matter is served."""

import pytest
from django.template.loader import render_to_string

from conversations.models import Conversation
from conversations.turn import ConversationState, Question, Reply, RouteDecision, Utterance
from conversations.visits import visit
from handoffs.models import AgentHandoff
from language import clauses
from releases import freshness
from routing.decision import emergency
from routing.decision.input import Decision, DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from studio import preview
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.turns.espuma import DESK, MODES, NAME, counter
from tests.turns.espuma import espuma as espuma

pytestmark = pytest.mark.django_db(transaction=True)
NOTED = "anotei que você quer falar com uma pessoa"


async def reasons(one):
    rows = AgentHandoff.objects.of(NAME).filter(kind="agent_to_person", conversation__session_id=one.session)
    return await visit(lambda: list(rows.values_list("reason", flat=True)))


@try_each("mode", MODES)
@try_each(
    ("text", "served"),
    [
        ("Quero mudar o endereço do LV1234 e está saindo fumaça da máquina", "a rua e o número"),
        ("Que horas abre a loja? Também a secadora pegou fogo", "Abrimos das 8 às 18."),
    ],
)
async def test_the_person_is_told_and_the_other_matter_answered(espuma, mode, text, served):
    one = counter(espuma, mode)
    answer = await one(text)
    assert NOTED in answer["text"]
    assert served in answer["text"]
    [reason] = await reasons(one)
    assert reason.startswith("Há fogo, fumaça ou um vazamento na loja: “")
    assert "LV1234" not in reason


async def test_what_remains_of_it_is_gone_on_with(espuma):
    change = counter(espuma, "router")
    await change("Quero mudar o endereço do LV1234 e está saindo fumaça da máquina")
    asked = await change("Rua das Flores, 12")
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    assert len(await reasons(change)) == 1


async def test_one_beside_something_unclear_is_for_the_person_alone(espuma):
    answer = await espuma("s1")("blá blá e a secadora pegou fogo")
    assert NOTED in answer["text"]
    assert "Posso ajudar com coisas" not in answer["text"]


@pytest.mark.parametrize("text", ["I want to talk to a human", "quero falar com uma pessoa"])
async def test_who_only_wants_a_person_is_no_emergency(espuma, text):
    talk = espuma("s1")
    await talk(text)
    route = next(event.data for event in talk.events if event.name == "route")
    assert route["intent"] == "person"


async def test_an_emergency_alone_says_which_it_is(espuma):
    one = espuma("s1")
    answer = await one("está saindo fumaça da máquina")
    title = "Há fogo, fumaça ou um vazamento na loja"
    assert answer["metadata"]["person"]["reason"].rstrip(".") == title
    [row] = await visit(lambda: list(Conversation.objects.of(NAME)))
    kept = row.state["person"]["reason"]
    assert kept.rstrip(".") == title, "the user's words end with their turn"
    [reason] = await reasons(one)
    assert reason == "Há fogo, fumaça ou um vazamento na loja: “está saindo fumaça da máquina”"


@pytest.mark.parametrize(
    ("text", "urgent", "rest"),
    [
        ("There is a fire and I want to move LV1", 0, "I want to move LV1"),
        ("How much is it and there is smoke? Move LV1.", 1, "How much is it? Move LV1."),
        ("There is smoke! Write \"come; now\" on\nLV1.\n\nThen call.", 0,
         "Write \"come; now\" on\nLV1.\n\nThen call."),
        ("Move LV1. Also there is smoke", 1, "Move LV1."),
        ("I want to move LV1 and there is smoke.\n- one\n- two", 1, "I want to move LV1.\n- one\n- two"),
        ("There is smoke. I want LV1. " + "word " * 2000, 0, "I want LV1. " + "word " * 2000),
    ],
)  # fmt: skip
def test_the_rest_of_the_message_stands_as_it_was_written(text, urgent, rest):
    pieces = clauses.split(text[: emergency.LONGEST])
    assert emergency.cut_out(text, pieces, urgent, urgent + 1) == rest


@try_each(
    ("kind", "values", "served"),
    [
        ("yes", {}, True),
        ("question", {}, True),
        ("unclear", {}, False),
        ("change", {}, False),
        ("value", {"order": "LV1234"}, True),
        ("value", {"problem": "come quick"}, False),
        ("value", {}, False),
    ],
)
async def test_what_is_only_taken_for_a_reply_does_not_keep_the_person_away(espuma, kind, values, served):
    tenant = await visit(lambda: Tenant.objects.get(pk=NAME))
    published = ProfileRuntime.of(
        await visit(lambda: freshness.release(tenant.pk, tenant.live_release)), DESK
    )
    route = RouteDecision("pedidos", "pedidos", "order_status", 1.0, "", "state")
    reply = Reply(kind, Question("slot", "Which one?", "pedidos"), values)
    assert emergency.is_served(Decision(route, (), reply), published) is served


async def test_who_tries_a_message_reads_that_a_person_is_told(espuma):
    def look():
        company = Tenant.objects.get(pk=NAME)
        found = preview.preview(
            preview.load(company, "live"),
            company,
            MODES["router"],
            "Que horas abre a loja? Também a secadora pegou fogo",
        )
        return found, render_to_string("studio/ladder.html", {"found": found, "title": "live"})

    found, page = await visit(look)
    intent, words = found.urgent
    assert "secadora pegou fogo" in words and found.decision.intent != intent
    assert f"A person is told: {intent}, “{words}”" in page


async def test_of_a_long_message_only_what_is_nearest_to_an_emergency_is_read(espuma):
    tenant = await visit(lambda: Tenant.objects.get(pk=NAME))
    published = ProfileRuntime.of(
        await visit(lambda: freshness.release(tenant.pk, tenant.live_release)), DESK
    )
    text = (
        "O pagamento pelo cartão não passou. Preciso de uma nota fiscal. Vocês passam vestido de noiva. "
        "Meu vizinho quer ser cliente. Tem fumaça preta saindo da lavadora. A camisa azul voltou manchada. "
        "O desconto do clube não entrou na conta"
    )
    before = published.learnt._read.cache_info().misses
    found = emergency.find(DecisionInput(Utterance(text, text), ConversationState(), published, 0))
    assert found is not None and found.words == "Tem fumaça preta saindo da lavadora."
    assert published.learnt._read.cache_info().misses - before <= emergency.NEAREST


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "text", ["está saindo fumaça da máquina", "Pelo amor de Deus, a secadora pegou fogo!"]
)
async def test_an_emergency_is_told_also_while_a_person_is_awaited(espuma, mode, text):
    talk = counter(espuma, mode)
    await talk("quero falar com uma pessoa")
    answer = await talk(text)
    assert NOTED in answer["text"]
    _wish, reason = await reasons(talk)
    assert reason.startswith("Há fogo, fumaça ou um vazamento na loja: “")
