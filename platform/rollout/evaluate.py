"""Decides which arm of a flag a subject gets. Pure: no clock, no dice, no database.

The words are OpenFeature's: value, variant, reason, metadata.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

BUCKETS = 10_000  # 0.01 % each
MULTI_AGENT = "multi_agent"  # the one flag of the orchestration
EVERY = "*"  # in a switch: all of its kind

Reason = Literal["STATIC", "DEFAULT", "TARGETING_MATCH", "SPLIT", "DISABLED"]
Variant = Literal["on", "off", "default"]


@dataclass(frozen=True, slots=True)
class FlagSpec:
    """A flag as a process holds it. `share` is the percentage in buckets: 12.5 % is 1250."""

    key: str
    share: int = BUCKETS
    off: str = "single"
    on: str = ""
    salt: str = ""
    agent_ids: frozenset[str] = frozenset()
    killed: bool = False
    overrides: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a flag says. `value` is the mode to use; empty: go on, the flag does not choose one.

    `reason`: TARGETING_MATCH an override, DISABLED the kill switch, SPLIT the percentage, STATIC 0 or
    100 %, DEFAULT the flag is not about this profile (or there is none).
    """

    value: str
    variant: Variant
    reason: Reason
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def enabled(self) -> bool:
        """Whether the subject is inside the rollout (or the flag is not about it)."""
        return self.variant != "off"

    @property
    def source(self) -> str:
        """override | rollout: the words in which it is reported."""
        return "override" if self.reason == "TARGETING_MATCH" else "rollout"


def bucket(flag_salt: str, subject: str) -> int:
    """Sticky bucket of a subject, 0..9999 (0.01 % each): the same in every process, for ever.

    >>> bucket("multi_agent:1", "u1")
    9483
    >>> bucket("multi_agent:1", "u1") == bucket("multi_agent:2", "u1")
    False
    """
    digest = hashlib.blake2b(f"{flag_salt}:{subject}".encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "big") % BUCKETS


def evaluate(flag: FlagSpec, subject: str, agent_id: str = "") -> Evaluation:
    """Override, then kill switch, then percentage; first of all: is the flag about this profile?

    Who is inside at 10 % is inside at 20 %: a growing percentage only ever lets people in.

    >>> evaluate(FlagSpec("multi_agent", share=0), "u1").value
    'single'
    """
    about = {"flag_key": flag.key, "percentage": flag.share / 100, "agent_id": agent_id}
    if flag.agent_ids and agent_id not in flag.agent_ids:
        return Evaluation("", "default", "DEFAULT", about)
    forced = flag.overrides.get(subject)
    if forced is not None:
        return _arm(flag, forced, "TARGETING_MATCH", about)
    if flag.killed:
        return _arm(flag, False, "DISABLED", about)
    if flag.share <= 0 or flag.share >= BUCKETS:
        return _arm(flag, flag.share > 0, "STATIC", about)
    drawn = bucket(flag.salt or flag.key, subject)
    return _arm(flag, drawn < flag.share, "SPLIT", {**about, "bucket": drawn})


def _arm(flag: FlagSpec, inside: bool, reason: Reason, metadata: Mapping[str, Any]) -> Evaluation:
    return Evaluation(flag.on if inside else flag.off, "on" if inside else "off", reason, metadata)


@dataclass(frozen=True, slots=True)
class RolloutSnapshot:
    """All flags by key, and what is switched off as (kind, name).

    >>> RolloutSnapshot(switches=frozenset({("tool", "*")})).off("tool", "consultar_fatura")
    True
    """

    flags: Mapping[str, FlagSpec] = field(default_factory=dict)
    switches: frozenset[tuple[str, str]] = frozenset()

    def off(self, kind: str, name: str = EVERY) -> bool:
        """Whether this one, or all of its kind, is switched off."""
        return (kind, EVERY) in self.switches or (kind, name) in self.switches

    def names_off(self, kind: str) -> frozenset[str]:
        """Which of a kind are switched off by name; with "*" among them, all are."""
        return frozenset(name for switched, name in self.switches if switched == kind)

    def evaluate(self, subject: str, agent_id: str = "", key: str = MULTI_AGENT) -> Evaluation:
        """What a flag says to a subject (user_id, else the conversation_key); without a row: go on."""
        flag = self.flags.get(key)
        if flag is None:
            return Evaluation("", "default", "DEFAULT", {"flag_key": key, "agent_id": agent_id})
        return evaluate(flag, subject, agent_id)
