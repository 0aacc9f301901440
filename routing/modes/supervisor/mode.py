"""Mode `supervisor`: a plan of several specialists who work at once.

A reply to an open question and a courtesy need no plan: one answers, as in mode `router`.
"""

from routing.modes.forks import AFTER_INPUT, SEVERAL_ANSWER
from routing.turns.graph import END, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": SEVERAL_ANSWER,
    "fixed_reply": END,
    "clarification": END,
    "backend": END,
    "specialist": "supervisor_review",
    "supervisor_agent": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}
