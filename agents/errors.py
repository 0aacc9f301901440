"""What can go wrong while agents work. Those of the family say in `reason` what happened, for the trace and for people;
the others stay within a room: `Refusal` becomes a ModelFailed, the text of `SignalRefused` and `NotThatType` goes to the
model.
"""

from agents.specs import ParameterSpec


class AgentsError(Exception):
    """The family.

    AgentsError
      ModelFailed   a model is down, busy, too slow or talks nonsense
      ServerFailed  a server of tools cannot be reached, or does not speak MCP
    """

    code = "agents_error"


class ModelFailed(AgentsError):
    """A model gave no usable answer. `status` is the other side's HTTP status, if there was one."""

    code = "model_failed"

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


class ServerFailed(AgentsError):
    """An MCP server cannot be used now; the sentence names it and says why."""

    code = "server_failed"

    def __init__(self, server: str, reason: str) -> None:
        super().__init__(reason)
        self.server = server
        self.reason = reason


class Refusal(Exception):
    """The other side answered with an error: its HTTP status (0: said in the stream) and its words."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status
        self.said = said


class SignalRefused(Exception):
    """What a model sent cannot be used; the text is for the model."""


class NotThatType(ValueError):
    """A value that cannot be read as the type its parameter asks for; the text is for the model."""

    def __init__(self, parameter: ParameterSpec, kind: str) -> None:
        super().__init__(f"Argument '{parameter.name}' must be {kind}.")
