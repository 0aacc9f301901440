"""A terminal state is cleared by the turn that reads a reply in it, whatever the reply says."""

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from conversations.turn import ConversationState, Identity, TurnContext, TurnRequest, Utterance
from rollout.evaluate import RolloutSnapshot
from routing.turns.nodes import routing_decision
from routing.turns.state_after import make_state_after
from tests.routing.decision.world import LIBRARY

STAGE = SimpleNamespace(
    intents=[],
    published=LIBRARY,
    resources=SimpleNamespace(switches=RolloutSnapshot()),
    emit=lambda name, data: None,
)


@pytest.mark.parametrize(
    ("state", "kept"),
    [
        pytest.param("FINISHED", None, id="terminal"),
        pytest.param("WAITING_RETURN", "WAITING_RETURN", id="waits on"),
    ],
)
async def test_a_question_about_the_matter_ends_a_terminal_state_only(state: str, kept: str | None) -> None:
    text = "quanto tempo demora?"
    context = TurnContext(TurnRequest(
        "t1", "acme", LIBRARY.profile.agent_id, "key", "router", "profile", "web", 2, 1, 1, Identity(),
        Utterance(text, text, "pt"), state=ConversationState(workflow_state=state, state_since=time.time()),
    ))  # fmt: skip
    made = await routing_decision.run(context, STAGE)
    decision = made.decision
    assert decision is not None and decision.route is not None and decision.reply is not None
    assert (decision.route.method, decision.reply.kind) == ("state", "question")
    assert make_state_after(replace(context, decision=decision), LIBRARY).workflow_state == kept
