"""How a tool may be called: models are shown its name, and some names are the platform's own."""

import re

from agents.llm.request import RESERVED
from outbound.sentences import Sentence as _

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")  # what every provider takes


def why_not(name: str) -> str:
    """Why no tool may be called so; empty when it may.

    >>> why_not("find order"), why_not("find_order")
    ('a name has letters, digits, - and _, at most 64', '')
    """
    if name in RESERVED:
        return _("the platform has a tool of this name itself")
    return "" if NAME.match(name) else _("a name has letters, digits, - and _, at most 64")
