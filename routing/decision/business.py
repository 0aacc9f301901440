"""Business context: a customer's keys, resolved from what a trusted caller sent, as the release says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents import prompt_variables
from agents.specs import AgentsSection
from conversations.as_json import to_json
from conversations.errors import IdentityConflict
from conversations.turn import Identity
from releases.loaded_release import LoadedRelease
from routing.decision.specs import BusinessKeySpec

Keys = Mapping[str, BusinessKeySpec]
STICKY = "customer_key"  # once set by a trusted source it stays for the conversation
NAMED = "resource_key"  # orders and invoices: users name these themselves
SESSION = "session_key"


@dataclass(frozen=True, slots=True)
class Business:
    """`identity` is every proven value a tool may take, `source_fields` says where each came from.

    `missing` are the keys that the company needs and nobody proved.
    """

    identity: Mapping[str, str] = field(default_factory=dict)
    source_fields: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def identity_names(release: LoadedRelease) -> frozenset[str]:
    """The names of identity values in this release.

    Of fields that keys are read from, what tools want, and what prompts name.
    """
    if "identity_names" not in release.memo:
        keys: Keys = release["routing"].business_keys
        section = release["agents"]
        wanted = names_of(section) | _list_prompt_fields(section)
        wanted -= keys.keys()  # a key is what it is read from, and nothing else
        release.memo["identity_names"] = wanted | _fields(*keys.values())
    names: frozenset[str] = release.memo["identity_names"]
    return names


def who(keys: Keys, section: AgentsSection) -> frozenset[str]:
    """The names that say who writes: never taken from what was said."""
    return frozenset(keys.keys() - {NAMED}) | persons(keys) | names_of(section)


def persons(keys: Keys) -> frozenset[str]:
    """The fields that any key but a thing's is read from."""
    return _fields(*(spec for key, spec in keys.items() if key != NAMED))


def names_of(section: AgentsSection) -> frozenset[str]:
    """The names under which these tools want identity values."""
    return frozenset(
        name
        for tool in section.tools.values()
        for parameter in tool.parameters
        if parameter.is_of_writer
        for name in (parameter.known_as, parameter.name)
    )


def _list_prompt_fields(section: AgentsSection) -> frozenset[str]:
    own = ((each.role, each.objective, each.context) for each in section.specialists.values())
    shared = ((each.system_prefix, each.style) for each in section.policies.values())
    return frozenset(
        name for texts in (*own, *shared) for text in texts for name in prompt_variables.list_fields(text)
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
    keys: Keys = release["routing"].business_keys
    identity, sources = dict(kept), {name: each for name, each in kept_sources.items() if name not in keys}
    sent = {name: _text(proven[name]) for name in sorted(identity_names(release)) if _text(proven.get(name))}
    customer = _first(sent, keys[STICKY])
    if customer and kept.get(customer, sent[customer]) != sent[customer]:
        raise IdentityConflict(STICKY)
    for name, value in sent.items():
        identity[name] = value
        sources[name] = f"context.{name}"
    fields = {key: found for key, spec in keys.items() if (found := _first(identity, spec))}
    needed = (key for key, spec in keys.items() if spec.required and key not in fields and key != SESSION)
    return Business(identity, {**sources, **fields}, tuple(needed))


def document(identity: Identity, session_id: str | None) -> dict[str, Any]:
    """The BusinessContext of the agent gateway protocol: known keys, the session, where each value came from.

    >>> known = Identity(business={"cpf": "1"}, source_fields={"customer_key": "cpf"})
    >>> document(known, "web-001")["customer_key"]
    '1'
    """
    return {
        SESSION: session_id,
        **identity.keys,
        "source_fields": to_json(identity.source_fields),
        "metadata": {"identity_version": 1},
    }


def describe_keys(keys: Keys) -> dict[str, dict[str, Any]]:
    """What each key is read from, for people who ask why one is not known."""
    return {key: {"sources": list(spec.sources), "required": spec.required} for key, spec in keys.items()}


def _fields(*keys: BusinessKeySpec) -> frozenset[str]:
    return frozenset(name for spec in keys for name in spec.sources)


def _first(values: Mapping[str, str], key: BusinessKeySpec) -> str | None:
    return next((name for name in key.sources if values.get(name)), None)


def _text(value: Any) -> str:
    return str(value).strip()[:128] if isinstance(value, str | int) and not isinstance(value, bool) else ""
