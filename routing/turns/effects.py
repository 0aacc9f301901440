"""What a turn's calls may have changed."""

from collections.abc import Iterable

from conversations.turn import ToolResult


def may_have_acted(results: Iterable[ToolResult]) -> bool:
    """Whether one of these calls changed something, or nobody knows whether it did."""
    return any(
        result.metadata.get("side_effect") and (result.ok or result.metadata.get("uncertain"))
        for result in results
    )
