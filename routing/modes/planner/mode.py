"""Mode `planner`: the goal of a message becomes a plan of steps that domains carry out.

A courtesy that an intent answers needs no plan.
"""

from routing.modes.forks import AFTER_INPUT, PLAN_OR_COURTESY
from routing.modes.planner import planner
from routing.modes.planner.decisions import GoalOrCourtesy
from routing.turns.mode import END, Mode, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": PLAN_OR_COURTESY,
    "person": END,
    "memory": END,
    "fixed_reply": END,
    "planner": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}

MODE = Mode("planner", TABLE, GoalOrCourtesy(), {"planner": planner.run})
