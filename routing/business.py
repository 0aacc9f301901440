"""Business context: the keys of seed 000, resolved from what a trusted caller sent, in a fixed order."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.specs import AgentsSection
from conversations.as_json import to_json
from conversations.errors import IdentityConflict
from conversations.turn import Identity
from releases.freshness import LoadedRelease

# Each key and the fields it is read from; the first that is there wins (seed 000, identity.yaml).
SOURCES: dict[str, tuple[str, ...]] = {
    "customer_key": ("customer_key", "customer_id", "msisdn"),
    "contract_key": ("contract_key", "contract_id", "msisdn"),
    "interaction_key": ("interaction_key", "ura_call_id", "call_id", "protocol"),
    "account_key": ("account_key", "account_id"),
    "resource_key": ("resource_key", "order_id", "invoice_id", "asset_id"),
}
STICKY = "customer_key"  # once set by a trusted source it stays for the conversation


@dataclass(frozen=True, slots=True)
class Business:
    """`identity` is every proven value a tool may take, `source_fields` says where each came from."""

    identity: Mapping[str, str] = field(default_factory=dict)
    source_fields: Mapping[str, str] = field(default_factory=dict)


def identity_names(release: LoadedRelease) -> frozenset[str]:
    """The names under which tools of this release want identity values."""
    if "identity_names" not in release.memo:
        release.memo["identity_names"] = names_of(release["agents"])
    names: frozenset[str] = release.memo["identity_names"]
    return names


def names_of(section: AgentsSection) -> frozenset[str]:
    """The names under which these tools want identity values."""
    return frozenset(
        name
        for tool in section.tools.values()
        for parameter in tool.parameters
        if parameter.source == "identity"
        for name in (parameter.known_as, parameter.name)
    )


def resolve(
    proven: Mapping[str, Any],
    kept: Mapping[str, str],
    kept_sources: Mapping[str, str],
    release: LoadedRelease,
) -> Business:
    """The conversation's business context after this request.

    `proven` is what a trusted caller or a signed token says; `kept` are the identity values of earlier turns.
    :raises IdentityConflict: it names another customer than before.
    """
    identity, sources = dict(kept), dict(kept_sources)
    names = identity_names(release) | {name for fields in SOURCES.values() for name in fields}
    sent = {name: _text(proven[name]) for name in sorted(names) if _text(proven.get(name))}
    customer = _first(sent, STICKY)
    if customer and kept.get(customer, sent[customer]) != sent[customer]:
        raise IdentityConflict(STICKY)
    for name, value in sent.items():
        identity[name] = value
        sources[name] = f"context.{name}"
    fields = {key: found for key in SOURCES if (found := _first(identity, key))}
    return Business(identity, {**sources, **fields})


def document(identity: Identity, session_id: str | None) -> dict[str, Any]:
    """Seed 000's BusinessContext: the keys that are known, the session, and where each value came from.

    >>> document(Identity(business={"msisdn": "5511999999999"}), "web-001")["customer_key"]
    '5511999999999'
    """
    return {
        **keys(identity),
        "session_key": session_id,
        "source_fields": to_json(identity.source_fields),
        "metadata": {"identity_version": 1},
    }


def keys(identity: Identity) -> dict[str, str]:
    """The keys that are known, each from the first field that it is read from."""
    known = identity.business
    return {key: known[found] for key in SOURCES if (found := _first(known, key))}


def _first(values: Mapping[str, str], key: str) -> str | None:
    return next((name for name in SOURCES[key] if values.get(name)), None)


def _text(value: Any) -> str:
    return str(value).strip()[:128] if isinstance(value, str | int) and not isinstance(value, bool) else ""
