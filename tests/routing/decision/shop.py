"""A small shop that has learnt from its examples: three topics, a greeting, what nobody serves.

Learnt once a session.
"""

from dataclasses import replace
from functools import lru_cache

from agents.specs import AgentsSection, SpecialistSpec
from conversations.turn import ConversationState, Utterance
from releases import part_files
from releases.loaded_release import LoadedRelease, StoredArtifact
from routing.decision.input import Decision
from routing.decision.learning import trained_model
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection
from routing.decision.tiers import decide
from tests.learning.shop import EXAMPLES

NOW = 1_000_000.0
FRESH = ConversationState()


def _said(intent: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in EXAMPLES[intent].split("|"))


INTENTS = (
    IntentSpec("billing", "money", "shop", "Contas e cobranças.", 10, ("conta", "fatura", "boleto"),
               _said("billing"),
               offer={"pt": "Minha fatura", "en": "My invoice"}),
    IntentSpec("orders", "parcels", "shop", "Onde está o pedido.", 20, ("pedido", "entrega", "rastreio"),
               _said("orders"),
               offer={"pt": "Onde está meu pedido?", "en": "Where is my order?"}),
    IntentSpec("returns", "exchanges", "shop", "Trocas e devoluções.", 30, ("devolver", "troca", "garantia"),
               _said("returns"),
               offer={"pt": "Quero trocar um produto", "en": "I want an exchange"}),
    IntentSpec("greeting", priority=900, keywords=("oi", "olá"), reply={"pt": "Olá!"}),
)  # fmt: skip
OUTSIDE = IntentSpec("nobody_serves", priority=1000, examples=_said(OUT_OF_SCOPE), out_of_scope=True)


def release(profile: ProfileSpec | None = None, examples: bool = True, made: bool = True) -> LoadedRelease:
    """The shop as it is published.

    `examples` False: it has none, `made` False: its part is yet to be made.
    """
    intents = INTENTS if examples else tuple(replace(each, examples=()) for each in INTENTS)
    routing = RoutingSection(
        profiles={"shop": profile or ProfileSpec("shop", fallback_agent="desk")},
        intents={each.name: each for each in intents},
        outside={OUTSIDE.name: OUTSIDE} if examples else {},
    )
    names = ("desk", "money", "parcels", "exchanges")
    agents = AgentsSection(specialists={name: SpecialistSpec(name) for name in names})
    sections = {"routing": routing, "agents": agents}
    if not made:
        return LoadedRelease(1, "shop", sections)
    wanted = trained_model.parts(LoadedRelease(1, "shop", sections))
    return LoadedRelease(
        1, "shop", sections, parts={part.key: StoredArtifact(learn(part), part.load) for part in wanted}
    )


def learn(part) -> bytes:
    """A part from its file, else learnt now; processes that test at the same time learn it once."""
    with part_files.alone("tests"):
        content = part_files.read("tests", part.key)
        if content is None:
            content = part.make([part], lambda percent, note: None, part_files.folder_of("tests"))[part.key]
            part_files.write("tests", part.key, content)
    return content


@lru_cache
def shop() -> ProfileRuntime:
    """The shop's one profile."""
    return ProfileRuntime.of(release(), "shop")


@lru_cache
def careful(alone: str = "") -> ProfileRuntime:
    """The same shop, which asks sooner: it has learnt the same, and wants to be surer before it decides.

    `alone`: the specialist who serves all of it.
    """
    known = release()
    ((key, made),) = known.parts.items()
    if alone:
        routing = known["routing"]
        served = {
            name: replace(each, agent=alone) if each.agent else each for name, each in routing.intents.items()
        }
        known = replace(known, sections={**known.sections, "routing": replace(routing, intents=served)})
    model = made.built
    thresholds = dict.fromkeys(model.calibration.thresholds, 0.9)
    calibration = replace(model.calibration, between=0.25, thresholds=thresholds)
    surer = StoredArtifact(b"", lambda _content: replace(model, calibration=calibration))
    return ProfileRuntime.of(replace(known, parts={key: surer}, memo={}), "shop")


def ask(
    text: str,
    state: ConversationState = FRESH,
    off: frozenset[str] = frozenset(),
    published: ProfileRuntime | None = None,
) -> Decision:
    """The decision on a message in Portuguese."""
    return decide(Utterance(text, text), state, published or shop(), NOW, off)
