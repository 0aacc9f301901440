"""Mode `coordinator`: one voice that calls specialists in and takes the word back."""

from routing.modes.coordinator import coordinator, word
from routing.modes.forks import AFTER_INPUT, ONE_VOICE
from routing.turns.decisions import ByTiers
from routing.turns.mode import END, Mode, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": ONE_VOICE,
    "person": END,
    "memory": END,
    "fixed_reply": END,
    "coordinator": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}

MODE = Mode(
    "coordinator",
    TABLE,
    ByTiers(
        lambda decided, context, published, off: word.give_word(decided, context.request.state, published)
    ),
    {"coordinator": coordinator.run},
    one_voice=True,
)
