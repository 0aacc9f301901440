"""A recorded world with every way to decide, every mode and every end of a turn, in two companies and over
two periods.

Drawn once from a fixed seed, so that no figure is anybody's choice; written in a few statements.
"""

import random
from datetime import timedelta
from itertools import cycle, pairwise
from typing import get_args

from django.utils import timezone

from conversations.models import Conversation, Feedback, Message, Step, Turn
from conversations.turn import Method
from handoffs.models import AgentHandoff
from routing.decision.mode_names import Modes
from routing.models import GatewayDecision, GatewaySession
from tenancy.models import Tenant

AGENTS = ("billing", "orders", "tech", "")
METHODS = (*get_args(Method), "")
ENDS = (*[Turn.Statuses.ANSWERED] * 4, Turn.Statuses.FAILED, Turn.Statuses.BLOCKED, Turn.Statuses.CANCELLED,
        Turn.Statuses.WAITING)  # fmt: skip
BACKENDS = ("contas", "suporte", "ofertas")
TALKS, TURNS = 40, 4
RAILS = ("input:PINJ", "input:MODERATION", "tool:PINJ", "output:GND")
ENDINGS = ("handed_over", "refused", "retried", "masked", "late", "observed", "allowed", "allowed")


def record(company: Tenant, seed: int) -> None:
    """Conversations of 2 profiles from now to 60 days ago, with all that figures are made of."""
    draw, methods, modes = random.Random(seed), cycle(METHODS), cycle(Modes.values)
    own, now, rails = {"tenant": company}, timezone.now(), random.Random(seed + 10)
    talks, turns, said, steps, moves, thumbs, passed = [], [], [], [], [], [], []
    session = GatewaySession.unscoped.create(**own, session_id="s")
    for n in range(TALKS):
        profile = draw.choice(("desk", "help"))
        talk = Conversation(**own, key=f"{company.pk}:{profile}:{n}", agent_id=profile, session_id=str(n))
        talks.append(talk)
        begun = now - timedelta(days=draw.uniform(0.01, 59.9))
        for number in range(1, draw.randint(1, TURNS) + 1):
            at = begun + timedelta(seconds=number * 60)
            asked = draw.random() < 0.4
            turn = Turn(
                **own, conversation=talk, number=number, status=draw.choice(ENDS), mode=next(modes),
                method=next(methods),
                agent=draw.choice(AGENTS), routed_with_model=asked, created_at=at, started_at=at,
                finished_at=at + timedelta(milliseconds=draw.randint(1, 20_000)),
                release=rails.choice((1, 2)), rails=_rails(rails),
            )  # fmt: skip
            turns.append(turn)
            said.append(
                Message(**own, conversation=talk, turn=turn, seq=number, role="user", text="x", created_at=at)
            )
            calls = [("tool", {"tool": draw.choice(("look_up", "open"))}) for _ in range(draw.randint(0, 2))]
            calls += [("model", {"provider": "openai", **({"routes": True} if asked else {})})]
            for position, (kind, detail) in enumerate(calls):
                steps.append(Step(**own, turn=turn, position=position, node=kind, kind=kind, detail=detail,
                                  started_at=at,
                                  outcome=draw.choice(("ok", "ok", "failed", "skipped"))))  # fmt: skip
            if draw.random() < 0.2:
                steps.append(Step(**own, turn=turn, position=9,
                                  node=draw.choice(("ANNOUNCED", "JSON", "MSK")), kind="rail",
                                  agent=draw.choice(AGENTS[:3]), outcome="blocked",
                                  started_at=at))  # fmt: skip
            if draw.random() < 0.5:
                source, target = draw.sample(AGENTS[:3], 2)
                moves.append(AgentHandoff(
                    **own, conversation=talk, turn=turn, from_agent=source, to_agent=target, timestamp=at,
                    kind=draw.choice(AgentHandoff.Kinds.values),
                    outcome=draw.choice(AgentHandoff.Outcomes.values),
                    blocked=draw.random() < 0.3,
                ))  # fmt: skip
            if draw.random() < 0.4:
                thumbs.append(
                    Feedback(**own, turn=turn, value=draw.choice(Feedback.Values.values), created_at=at)
                )
        way = draw.sample(BACKENDS, draw.randint(1, 3))
        passed.append(GatewayDecision(
            **own, session=session, seq=n, backend=way[0], answered_by=draw.choice(way), mode="router",
            method="rules",
            status=draw.choice(("answered", "failed")), at=begun,
            handovers=[{"from": one, "to": other} for one, other in pairwise(way)],
        ))  # fmt: skip
    for rows in (talks, turns, said, steps, moves, thumbs, passed):
        type(rows[0])._base_manager.bulk_create(rows)


def _rails(draw: random.Random) -> str:
    asked = draw.sample(RAILS, draw.randint(0, len(RAILS)))
    found = [f"{rail}:{draw.choice(ENDINGS)}:{draw.choice(AGENTS)}" for rail in asked]
    return f" {' '.join(found)} " if found else ""
