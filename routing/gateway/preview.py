"""Where a message would go, and which sessions there are: read, and nothing stored."""

from functools import partial
from typing import Any

from conversations.as_json import to_json
from conversations.visits import visit
from routing.gateway import opening, operational
from routing.gateway.models import GatewayDecision, GatewaySession
from routing.gateway.opening import PassedMessage
from routing.gateway.thinking import think
from routing.turns.request import ChatRequest

SESSIONS = 100


async def explain_route(request: ChatRequest, forced: str = "") -> dict[str, Any]:
    """The GlobalRouteDecision for a message in its session; a model is asked as it would be."""
    passage = await visit(partial(opening.look, request, forced, scope="debug"))
    unsure = passage.decided.unsure
    if unsure:
        passage = await think(passage)
    return {
        **to_json(passage.decision),
        "unsure": unsure,
        "active_backend": passage.active or None,
        "global_session_id": passage.session_id if passage.session else None,
        "available": is_available(passage, passage.decision.backend_id),
    }


def is_available(passage: PassedMessage, backend: str) -> bool:
    """Whether a backend would be asked now: neither switched off nor left alone."""
    key = operational.name_circuit(passage.tenant, backend, passage.addresses)
    return (
        not passage.resources.switches.off("backend", backend)
        and operational.read_circuit_state(key) == "closed"
    )


def list_sessions(tenant: str) -> list[dict[str, Any]]:
    """The last sessions of a company with the last decision of each: two queries."""
    rows = list(GatewaySession.objects.of(tenant).order_by("-last_at")[:SESSIONS])
    decided = GatewayDecision.objects.of(tenant).filter(session__in=rows).order_by("session", "seq")
    last = {row.session_id: row for row in decided}
    return [_describe(row, last.get(row.pk)) for row in rows]


def _describe(row: GatewaySession, decision: GatewayDecision | None) -> dict[str, Any]:
    return {
        "global_session_id": row.session_id,
        "active_backend": row.active_backend or None,
        "backend_sessions": row.backend_sessions,
        "user_id": row.user_id or None,
        "channel": row.channel,
        "messages": row.seq,
        "started_at": row.started_at,
        "last_at": row.last_at,
        "last_decision": decision
        and {
            "backend_id": decision.backend,
            "answered_by": decision.answered_by or None,
            "mode": decision.mode,
            "method": decision.method,
            "confidence": decision.confidence,
            "reason": decision.reason,
            "status": decision.status,
        },
    }
