"""What happens in a company beside its conversations, as the rooms above are told of it.

announce("acme", "release.published", {"release": 13, "author": "ana"})   # in the change's own transaction
"""

from collections.abc import Callable, Mapping
from typing import Any

Hear = Callable[[str, str, Mapping[str, Any]], None]
_hearing: list[Hear] = []


def also(hear: Hear) -> None:
    """Calls `hear(company, event, data)` for each of them."""
    _hearing.append(hear)


def announce(tenant_slug: str, event: str, data: Mapping[str, Any]) -> None:
    """Tells it to everybody who hears."""
    for hear in _hearing:
        hear(tenant_slug, event, data)
