"""What a proposed manifest would change, in words: as a publish is shown."""

from collections.abc import Mapping
from typing import Any

from releases import diff
from releases.sections import Content
from routing.planning.manifests.manifest import content_of


def between(approved: Mapping[str, Any] | None, proposed: Mapping[str, Any], name: str) -> list[diff.Change]:
    """The changes from one manifest of a domain to another; without an approved one, all of it is new.

    >>> [str(change) for change in between(old, new, "finance")]
    ["Capability 'get_dividends · finance' added",
     "Goal 'GET_QUOTE · finance' changed; keywords: + quanto custa"]
    """
    return diff.between(_content(approved, name), _content(proposed, name))


def _content(manifest: Mapping[str, Any] | None, name: str) -> Content:
    return {"planning": {"domains": {} if manifest is None else {name: content_of(manifest)}}}
