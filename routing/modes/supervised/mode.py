"""Mode `supervised`: one specialist after the other, sent by a supervisor that reads each answer.

A courtesy is answered without anybody; everything else goes round until nothing is open, or a limit is met. Where
no tier is sure and a model decides, it says who begins.
"""

from routing.modes.forks import AFTER_INPUT, WHO_BEGINS, WHO_GOES_ON
from routing.turns.graph import END, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": WHO_BEGINS,
    "fixed_reply": END,
    "clarification": END,
    "specialist": "supervisor",
    "supervisor": WHO_GOES_ON,
    "finalise": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}
