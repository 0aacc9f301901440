"""A dental clinic of its own words with five examples an intent, one of which asks for a person."""

from functools import lru_cache

from agents.specs import AgentsSection, SpecialistSpec
from conversations.turn import ConversationState, Utterance
from releases.loaded_release import LoadedRelease, StoredArtifact
from routing.decision.input import Decision
from routing.decision.learning import trained_model
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection
from routing.decision.tiers import decide
from tests.routing.decision.shop import learn

NOW = 1_000_000.0
FRESH = ConversationState()
INTENTS = (
    IntentSpec("person", "", priority=1, keywords=("recepcionista", "receptionist"), asks_for_person=True,
               examples=("Quiero hablar con una persona", "Páseme con la recepcionista", "I want a human",
                         "Can I talk to somebody?", "Quero falar com alguém")),
    IntentSpec("prices", "desk", "clinic", "Prices of treatments.", 20,
               ("precio", "preço", "how much"),
               ("¿Cuánto cuesta una limpieza?", "Precio de un implante", "How much is whitening?",
                "Quanto custa um clareamento?", "What do you charge for a crown?")),
    IntentSpec("book", "diary", "clinic", "Books an appointment.", 30,
               ("book an appointment", "pedir cita", "marcar consulta"),
               ("Quiero pedir cita", "I need an appointment next week", "Quero marcar uma consulta",
                "¿Tienen hora para el martes?", "Book me in for a cleaning")),
    IntentSpec("cancel", "diary", "clinic", "Calls an appointment off.", 30,
               ("cancelar la cita", "cancel my appointment", "cancelar a consulta"),
               ("Quiero cancelar la cita A-12", "I can't come on Monday", "Preciso desmarcar minha consulta",
                "Cancel appointment A-15", "No puedo ir a la cita")),
    IntentSpec("invoices", "money", "clinic", "Invoices and payments.", 40, (),
               ("¿Dónde está mi factura?", "I have not received my invoice", "Quero a segunda via da fatura",
                "My bill is wrong", "La factura vino con un error")),
    IntentSpec("hours", "desk", "clinic", "Opening hours and address.", 50, ("horario", "opening hours"),
               ("¿A qué hora abren?", "Where are you?", "Vocês abrem no sábado?", "¿Dónde queda la clínica?",
                "Are you open on Sundays?")),
)  # fmt: skip


@lru_cache
def clinic() -> ProfileRuntime:
    """The clinic as it is published and learnt."""
    names = ("front", *sorted({each.agent for each in INTENTS if each.agent}))
    sections = {
        "routing": RoutingSection(
            profiles={"clinic": ProfileSpec("clinic", fallback_agent="front")},
            intents={each.name: each for each in INTENTS},
        ),
        "agents": AgentsSection(specialists={name: SpecialistSpec(name) for name in names}),
    }
    wanted = trained_model.parts(LoadedRelease(1, "clinic", sections))
    parts = {part.key: StoredArtifact(learn(part), part.load) for part in wanted}
    return ProfileRuntime.of(LoadedRelease(1, "clinic", sections, parts=parts), "clinic")


def ask(text: str) -> Decision:
    """The decision on a first message."""
    return decide(Utterance(text, text), FRESH, clinic(), NOW)
