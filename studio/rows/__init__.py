"""One file a kind of row. Importing this package puts every page on the site."""

from studio.rows import (
    addresses,
    backends,
    business_keys,
    cases,
    channels,
    companies,
    conversations,
    domains,
    flags,
    guardrails,
    handoffs,
    intents,
    invitations,
    jobs,
    judges,
    keys,
    members,
    models,
    policies,
    profiles,
    releases,
    specialists,
    tools,
    turns,
)

__all__ = [
    "addresses",
    "backends",
    "business_keys",
    "cases",
    "channels",
    "companies",
    "conversations", "domains", "flags", "guardrails", "handoffs", "intents", "invitations", "jobs", "judges", "keys", "members",
    "models", "policies", "profiles", "releases", "specialists", "tools", "turns",
]  # fmt: skip
