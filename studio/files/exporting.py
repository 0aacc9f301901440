"""The draft as files: what they are read back from says the same.

>>> sorted(collect_files(tenant))
['agents.yaml', 'agents/telecom_contas/guardrails.yaml', ...]

Secrets are in none of them, nor are messages that must be routed right: those are a customer's words.
"""

import io
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import SafeRepresenter
from ruamel.yaml.resolver import VersionedResolver

from studio.files.catalogue import KINDS
from studio.files.json_files import LIST
from studio.files.kinds.domains import Domains
from studio.files.plan import Plan
from studio.files.reading import TEXT
from tenancy.models import Tenant

WIDTH = 110


class _Representer(SafeRepresenter):
    """Every value where it stands, a text of several lines as such, and a text that YAML 1.1 reads as no text
    quoted.
    """

    resolver = VersionedResolver(version=(1, 1))

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def text(self, value: str) -> Any:
        other = self.resolver.resolve(ScalarNode, value, (True, False)) != TEXT
        return self.represent_scalar(TEXT, value, style="|" if "\n" in value else "'" if other else None)


_Representer.add_representer(str, _Representer.text)


def collect_files(tenant: Tenant, may: Callable[[str], bool] = lambda permission: False) -> dict[str, bytes]:
    """Every file of a company's draft by its path, all of them in memory."""
    return {path: read() for path, read in write(tenant, may)}


def write(
    tenant: Tenant, may: Callable[[str], bool] = lambda permission: False
) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Every file of a company's draft with what reads it, in one order.

    A document is fetched when it is read, so that one at a time is in memory. The same draft makes the same
    bytes.

    The rollout, members and keys are no part of a draft: they are written where whoever asks `may` see them.
    """
    plan = Plan.of(tenant)
    for kind in KINDS:
        if not (needs := getattr(kind, "needs", "")) or may(needs):
            for path, content in kind.write(plan):
                yield path, content if callable(content) else partial(write_file, path, content)


def write_file(path: str, content: Any) -> bytes:
    """The bytes of one file, as its name says: JSON or YAML."""
    if path.endswith(".json"):
        listed = content[LIST] if path == Domains.name else content
        return (json.dumps(listed, ensure_ascii=False, indent=2) + "\n").encode()
    yaml: Any = YAML(typ="safe", pure=True)
    made = io.BytesIO()
    yaml.Representer, yaml.default_flow_style, yaml.width = _Representer, False, WIDTH
    yaml.sort_base_mapping_type_on_output = False
    yaml.dump(content, made)
    return made.getvalue()
