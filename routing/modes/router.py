"""Mode `router`: one specialist a turn."""

from routing.modes.forks import AFTER_INPUT, ONE_ANSWERS
from routing.turns.decisions import ByTiers
from routing.turns.mode import END, Mode, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": ONE_ANSWERS,
    "fixed_reply": END,
    "clarification": END,
    "backend": END,
    "specialist": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}

MODE = Mode("router", TABLE, ByTiers(lambda decided, context, published, off: decided))
