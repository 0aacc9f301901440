"""Mode `coordinator`: one voice that calls specialists in and takes the word back."""

from routing.modes.forks import AFTER_INPUT, ONE_VOICE
from routing.turns.graph import END, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": ONE_VOICE,
    "fixed_reply": END,
    "coordinator": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}
