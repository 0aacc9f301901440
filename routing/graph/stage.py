"""What nodes may use while a turn runs: the release, its kit, and where words and events go."""

from dataclasses import dataclass

from agents.kit import Emit, Kit
from agents.tools.calls import Caller
from routing.graph.speech import Speech
from routing.published import Published


@dataclass(frozen=True, slots=True)
class Stage:
    """The same for every node of a turn; holds no state of its own but the turn's speech and calls."""

    published: Published
    kit: Kit
    caller: Caller
    speech: Speech
    emit: Emit
