"""Who asks for a person is heard whatever the matter is, and who only speaks of people is not."""

import json
from pathlib import Path

import pytest

from language.learnt_kind import PERSON, WITH_AGENTS
from routing.decision.person import SURE_OF_IT, stays_with_agents
from tests.parts.phrases import try_each
from tests.routing.decision.clinic import ask

BLIND = Path(__file__).resolve().parents[1] / "blind"
TOPICS = json.loads((BLIND / "person_topics.json").read_text("utf-8"))


@try_each(
    "text",
    [
        "Can I speak to a person about my invoice?",
        "Quiero hablar con una persona sobre una factura",
        "Quero falar com uma pessoa sobre a fatura",
        "Quiero hablar con una persona sobre el precio de un implante",
        "I want to speak to a human and also how much is whitening?",
        "Páseme con la recepcionista para cancelar la cita A-12",
        "I need somebody from your team to call me about the crown",
        "Preciso falar com um atendente pra desmarcar a consulta A-12",
    ],
)
def test_a_person_is_asked_for_whatever_the_matter_is(text: str) -> None:
    assert ask(text).decision.intent == "person", [each.saw for each in ask(text).verdicts]


@try_each(
    ("text", "intent"),
    [
        ("I need to book an appointment for another person", "book"),
        ("Necesito pedir cita para otra persona", "book"),
        ("Quero marcar consulta para outra pessoa", "book"),
        ("How much is a cleaning per person?", "prices"),
    ],
)
def test_a_person_who_is_only_spoken_of_leaves_the_matter(text: str, intent: str) -> None:
    decided = ask(text)
    assert decided.decision.intent == intent, [(each.tier, each.saw) for each in decided.verdicts]


@try_each(
    "text",
    [
        "La recepcionista me dijo que pida hora para el martes",
        "necesito el teléfono de la recepcionista para cancelar la cita",
        "I spoke to the receptionist about opening hours, are you open on Sunday?",
    ],
)
def test_a_companys_word_for_a_person_alone_asks_for_nobody(text: str) -> None:
    assert ask(text).verdicts[-1].tier != "person"


@pytest.mark.parametrize(("embedder", "asks"), [("bundled", 0.95), ("none", 0.9)])
def test_of_asks_with_a_topic_hardly_one_is_missed_and_no_mention_is_taken_for_one(
    embedder: str, asks: float
) -> None:
    """Rounded down from what was counted: 241 of 252 and none of 54 with the encoder."""
    told = [
        text.format(**topic) for each in TOPICS.values() for text in each["asks"] for topic in each["topics"]
    ]
    missed = [text for text in told if PERSON.share(text, embedder) < SURE_OF_IT]
    assert len(missed) <= (1 - asks) * len(told), missed
    spoken_of = [text for each in TOPICS.values() for text in each["mentions"]]
    assert not [text for text in spoken_of if PERSON.share(text, embedder) >= SURE_OF_IT]


STAYS = (
    "prefiero que lo vea usted", "seguimos tú y yo", "deja, ya no necesito al asesor",
    "sigamos por este chat", "you can help me after all", "I no longer need the agent",
    "okay let's carry on with you",
    "pode continuar você mesmo", "desisti do atendente, segue você",
)  # fmt: skip
WAITS = (
    "prefiro esperar o atendente", "voy a esperar a la señora", "no thanks, I want the human",
    "contigo no llego a nada", "quiero seguir con el tratamiento", "onde está meu pedido P100?",
    "I want to continue my subscription", "já não quero o produto", "when will somebody be here?",
)  # fmt: skip


@pytest.mark.parametrize(("embedder", "found"), [("bundled", 8), ("none", 6)])
def test_who_stays_with_the_agents_is_told_from_who_waits(embedder: str, found: int) -> None:
    """In words that are none of those learnt from."""
    stays = [text for text in STAYS if WITH_AGENTS.share(text, embedder) >= SURE_OF_IT]
    assert len(stays) >= found, stays
    assert not [text for text in WAITS if WITH_AGENTS.share(text, embedder) >= SURE_OF_IT]


@try_each(
    "text",
    [
        "I don't want to carry on with you, I want the human",
        "never mind the chat, get me a human",
        "No quiero seguir contigo, quiero una persona",
        "não quero continuar com o robô, quero um atendente",
        "can you tell me how long it takes?",
        "¿cuánto tardan en contestar?",
    ],
)
def test_whoever_wants_the_person_all_the_same_goes_on_waiting(text: str) -> None:
    assert not stays_with_agents(text)
