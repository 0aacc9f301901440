"""The draft as files: what they are read back from says the same.

>>> sorted(files(tenant))
['agents.yaml', 'agents/telecom_contas/guardrails.yaml', ...]

Secrets are in none of them, nor are messages that must be routed right: those are a customer's words.
"""

import json
from typing import Any

import yaml

from studio.files.catalogue import KINDS
from studio.files.kinds.domains import LIST, Domains
from studio.files.plan import Plan
from tenancy.models import Tenant

WIDTH = 110


class _Dumper(yaml.SafeDumper):
    """Every value where it stands, and a text of several lines as such."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def files(tenant: Tenant) -> dict[str, bytes]:
    """Every file of a company's draft by its path. The same draft makes the same bytes."""
    plan = Plan.of(tenant)
    return {path: _bytes(path, content) for kind in KINDS for path, content in kind.write(plan)}


def _bytes(path: str, content: Any) -> bytes:
    if path.endswith(".json"):
        listed = content[LIST] if path == Domains.name else content
        return (json.dumps(listed, ensure_ascii=False, indent=2) + "\n").encode()
    text: str = yaml.dump(
        content, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH, default_flow_style=False
    )
    return text.encode()
