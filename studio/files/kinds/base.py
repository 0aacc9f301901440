"""What a kind of file is."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from studio.files.entry import Entry
from studio.files.plan import Plan

Written = tuple[
    str, Mapping[str, Any] | Callable[[], bytes]
]  # a path and what stands there; a document when asked


class Kind(Protocol):
    """One kind of file.

    `name` is how such a file is called; `named_by` the key of a profile in `agents.yaml` that may name one
    under another path; `model` is what may stand in it. `read` brings one file into the plan; `write` says
    every file of the kind that a draft makes.
    """

    name: str
    named_by: str

    @property
    def model(self) -> type[Entry]: ...

    def read(self, root: Any, plan: Plan) -> None: ...

    def write(self, plan: Plan) -> Iterator[Written]: ...


class NamedRows:
    """A kind of file that says rows by their names: `slots: {order_id: {...}}`, with `top_key` "slots"."""

    name: str
    model: type[Entry]
    top_key: str
    entry: type[Entry]
    named_by = ""

    def read(self, root: Any, plan: Plan) -> None:
        for name, entry in getattr(root, self.top_key).items():
            with plan.telling():
                self.read_row(name, entry, plan)

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = sorted(plan.rows(*self.entry.ROW).items())
        yield self.name, {self.top_key: {name: self.write_row(name, row, plan) for name, row in rows}}

    def read_row(self, name: str, entry: Any, plan: Plan) -> None:
        """Brings one entry into its row."""
        entry.take(plan.row(name, entry))

    def write_row(self, name: str, row: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
        """What a file says of a row."""
        return self.entry.from_row(row)


def find_folder(path: str) -> str:
    """The agent_id of a file of one profile: `agents/telecom_contas/guardrails.yaml`.

    Empty for the company's.

    >>> find_folder("config/agents/telecom_contas/judges.yaml")
    'telecom_contas'
    """
    parts = path.split("/")
    return parts[-2] if len(parts) >= 3 and parts[-3] == "agents" else ""
