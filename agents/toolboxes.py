"""Tools that packages add and that run in this process, by the entry point `switchboard.tools`
(docs/extending.md).

A company takes a toolbox as one more server of tools (transport `package`): its tools are discovered, edited,
offered, permitted, confirmed and switched off as those of any server.
"""

from collections.abc import Mapping
from typing import Any

from agents import plugins
from outbound.sentences import Sentence as _

TOOLBOXES: Mapping[str, Any] = plugins.plug_in("tools", ())


def missing(name: str) -> str:
    """The sentence about a toolbox that no package brings."""
    words = _("No installed package has the tools '%(name)s'. Known ones: %(known)s.")
    return words % {"name": name, "known": ", ".join(sorted(TOOLBOXES)) or "-"}
