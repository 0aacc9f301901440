"""What can go wrong while agents work. Each says in `reason` what happened, for the trace and for people."""


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
