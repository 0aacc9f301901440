"""A refusal of an endpoint itself, before the engine was asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with a body: where (a JSON pointer) and what is expected."""

    pointer: str
    detail: str


class Refused(Exception):
    """A door's own refusal, before the engine was asked.

    >>> raise Refused(413, "body_too_large", "The body is too large", "Send at most 256 KB.")
    """

    def __init__(
        self,
        status: int,
        code: str,
        title: str,
        detail: str,
        flaws: Iterable[Flaw] = (),
        headers: dict[str, str] | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.title, self.detail = status, code, title, detail
        self.flaws = tuple(flaws)
        self.headers = headers or {}
        self.members = dict(members or {})  # of this kind of problem alone
