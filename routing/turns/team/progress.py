"""How clients see a part of a turn's work come and go."""

from typing import Any


def phase(name: str, ms: float = 0.0, summary: str = "") -> dict[str, Any]:
    """The event of one specialist's work: started, done or failed."""
    outcome = "failed" if name == "failed" else "ok"
    return {
        "node": "branch",
        "kind": "branch",
        "phase": name,
        "ms": round(ms, 1),
        "summary": summary,
        "outcome": outcome,
    }
