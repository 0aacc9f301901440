"""What a manifest says, in one form: the domain protocol lets a domain write some of it in two ways.

    content_of({"goals": [{"goal": "GET_QUOTE", ...}],
                "capabilities": [{"capability": "get_stock_price", ...}]})
    # {"description": "", "keywords": [], ..., "goals": [{"name": "GET_QUOTE", ...}], "capabilities": [...]}

The form is that of a release (see `routing.planning.manifests.release_section`), so that a manifest, a
draft and a release are compared and checked alike.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from releases.sections import Json

LONGEST = 400  # of a description


def digest_of(manifest: Json) -> str:
    """The same for two manifests that say the same, whatever the order of their keys."""
    text = json.dumps(manifest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def content_of(manifest: Mapping[str, Any]) -> dict[str, Json]:
    """A valid manifest as a release keeps a domain.

    Description, hints, goals and capabilities in their order.
    """
    return {
        "description": str(manifest.get("domain_description", ""))[:LONGEST],
        **hints_of(manifest.get("domain_intent_hints")),
        "goals": [_goal(each) for each in manifest.get("goals", [])],
        "capabilities": [_capability(each) for each in manifest.get("capabilities", [])],
    }


def names_of(value: Json) -> tuple[str, ...]:
    """What a capability map says of one value: a name, or several.

    >>> names_of("get_top_gainers")
    ('get_top_gainers',)
    """
    return (value,) if isinstance(value, str) else tuple(value)


def hints_of(hints: Json) -> dict[str, list[str]]:
    """Keywords and examples, each once."""
    given = hints if isinstance(hints, Mapping) else {}
    return {name: list(dict.fromkeys(given.get(name, []))) for name in ("keywords", "examples")}


def _goal(each: Mapping[str, Any]) -> dict[str, Json]:
    return {
        "name": each.get("goal") or each.get("name", ""),
        "description": str(each.get("description", ""))[:LONGEST],
        "capabilities": list(dict.fromkeys(each.get("capabilities", []))),
        "requires_domains": list(dict.fromkeys(each.get("requires_domains", []))),
        **hints_of(each.get("hints")),
        "entities": dict(each.get("entities_schema", {})),
    }


def _capability(each: Mapping[str, Any]) -> dict[str, Json]:
    metadata = dict(each.get("metadata", {}))
    return {
        "name": each.get("name") or each.get("capability", ""),
        "description": str(each.get("description", "") or metadata.get("intent_description", ""))[:LONGEST],
        "schema": dict(each.get("schema", {})),
        "metadata": metadata,
        **hints_of(metadata.get("intent_hints")),
        "read_only": bool(metadata.get("read_only", False)),
    }
