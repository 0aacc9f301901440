"""What acts at once, without publishing: each room registers how its part is loaded.

    operational.register("agents", load_addresses)   # load(tenant_slug) -> a frozen object

Rows read by a loader must be changed together with `tenancy.operational.touch(tenant)`, in one transaction.
"""

from collections.abc import Callable, Mapping
from typing import Any

_loaders: dict[str, Callable[[str], Any]] = {}


def register(name: str, load: Callable[[str], Any]) -> None:
    """Adds a loader; it gets the tenant's slug and reads in a constant number of queries."""
    _loaders[name] = load


def load(tenant_slug: str) -> Mapping[str, Any]:
    """Everything operational of a tenant, freshly read."""
    return {name: loader(tenant_slug) for name, loader in _loaders.items()}
