"""The words of a symptom: who is looked at, what was found, and where it is put right."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from releases.loaded_release import LoadedRelease
from routing.decision.profile_runtime import ProfileRuntime
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class LiveCompany:
    """A company as it is live, and since when its record is looked at. `release` is None before the first."""

    company: Tenant
    release: LoadedRelease | None
    since: datetime

    @property
    def profiles(self) -> Mapping[str, ProfileRuntime]:
        """The live profiles by `agent_id`; what each decides by."""
        names = self.release["routing"].profiles if self.release is not None else ()
        return {name: ProfileRuntime.of(self.release, name) for name in names} if self.release else {}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a look found, in a sentence, and the page where it is put right or read further."""

    sentence: str
    address: str


Look = Callable[[LiveCompany], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Symptom:
    """What somebody sees. `by_hand` says what to try where none of the looks finds a cause, at `address`."""

    name: str
    title: Any
    by_hand: Any
    address: str
    looks: tuple[Look, ...]
