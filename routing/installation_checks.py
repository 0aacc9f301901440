"""What `manage.py check` says of this room: packages' tiers and channels that are left out."""

from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, register

from agents import plugins


@register("switchboard")
def packages(**_given: Any) -> Iterable[CheckMessage]:
    """Plugins that are left out: the others and the product work."""
    import routing.api.adapters.catalogue
    import routing.decision.plugin_tiers  # noqa: F401  (late: a start needs neither)

    return plugins.warnings(("tiers", "channels"))
