"""A small world for decisions: two departments of a library, nothing of the demo."""

from agents.specs import AgentsSection, PromptPolicySpec, RailSpec, SlotSpec, SpecialistSpec, ToolSpec
from conversations.turn import ConversationState, Question, Utterance
from releases.loaded_release import LoadedRelease
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection, StatePolicySpec
from routing.decision.tiers import decide

ROUTING = RoutingSection(
    profiles={
        "library": ProfileSpec(
            "library", domain="books", fallback_agent="desk", rails=("MSK:input", "MSK:output"), policy="tone"
        ),
        "loans_only": ProfileSpec("loans_only", fallback_agent="loans", specialists=("loans",)),
    },
    intents={
        intent.name: intent
        for intent in (
            IntentSpec(
                "fine", "fines", "money", priority=10,
                keywords=("multa", "cobrança", "segunda via", "fine", "conta"),
                prefetch=("read_fine",), offer={"pt": "Tenho uma multa", "en": "I have a fine"},
            ),
            IntentSpec("loan", "loans", "books", priority=30,
                       keywords=("livro", "empréstimo", "libro", "loan"),
                       prefetch=("read_loan",), offer_tools=("renew",), offer={"pt": "Onde está meu livro?"}),
            IntentSpec("returns", "returns", "books", priority=40,
                       keywords=("devolver", "devolução", "troca", "produto quebrado"),
                       offer_tools=("take_back",), next_state="WAITING_RETURN",
                       state_question={"pt": "Posso registrar a devolução do livro?"}),
            IntentSpec("vip", "loans", priority=1, keywords=("clube",), profiles=("loans_only",)),
            IntentSpec("greeting", "", priority=900, keywords=("oi", "bom dia", "hola", "hello"),
                reply={"pt": "Olá!"}, menu=True),
        )
    },
    policies=(StatePolicySpec("WAITING_RETURN", "returns"), StatePolicySpec("WAITING_GONE", "nobody"),
              StatePolicySpec("FINISHED", "returns", terminal=True)),
)  # fmt: skip
AGENTS = AgentsSection(
    specialists={
        spec.name: spec
        for spec in (
            SpecialistSpec("desk", "Balcão", targets=("fines", "loans", "closed")),
            SpecialistSpec("fines", "Multas", targets=("loans", "returns")),
            SpecialistSpec("loans"),
            SpecialistSpec("returns"),
            SpecialistSpec("closed", enabled=False),
        )
    },
    tools={"take_back": ToolSpec("take_back", "main", confirm_text={"pt": "Posso registrar?"})},
    slots={"loan_id": SlotSpec("loan_id", r"L\d{3,}", {"pt": "o número do empréstimo"}, "L100")},
    policies={"tone": PromptPolicySpec("tone", forbidden_phrases=("nunca",))},
    rails={"MSK:input": RailSpec("MSK"), "MSK:output": RailSpec("MSK", "output")},
)
NOW = 1_000_000.0
FRESH = ConversationState()


def release() -> LoadedRelease:
    return LoadedRelease(1, "d1", {"routing": ROUTING, "agents": AGENTS})


LIBRARY = ProfileRuntime.of(release(), "library")
RETURN_QUESTION = Question(
    "state",
    "Posso registrar a devolução do livro?",
    "returns",
    "returns",
    state="WAITING_RETURN",
    asked_at=NOW - 10,
)
WAITING = ConversationState(
    workflow_state="WAITING_RETURN", state_since=NOW - 10, question=RETURN_QUESTION, active_agent="returns",
    active_intent="returns",
)  # fmt: skip
LOAN_QUESTION = Question(
    "slot", "Qual é o número do empréstimo?", "loans", "loan", fields=("loan_id",), asked_at=NOW - 10
)
ASKED_LOAN = ConversationState(question=LOAN_QUESTION, active_agent="loans", active_intent="loan")


def ask(
    text: str, state: ConversationState = FRESH, now: float = NOW, off: frozenset[str] = frozenset()
) -> Decision:
    """The decision on a message in the library's profile; `off` names intents that are switched off."""
    return decide(Utterance(text, text), state, LIBRARY, now, off)
