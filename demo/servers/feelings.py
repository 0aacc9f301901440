"""How upset a message is, by its words: what to answer, and whether it was an insult or a threat."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from demo.servers.data import read
from language.normalise import words

Level = Literal["calm", "upset", "angry"]
_DATA = read("feelings")
UPSET, ANGRY, INSULTS = (frozenset(words(_DATA[name])) for name in ("upset", "angry", "insults"))
CALMING: dict[Level, dict[str, str]] = _DATA["calming"]
MEASURES: dict[str, dict[str, str]] = _DATA["measures"]


class Tone(NamedTuple):
    """How a message sounds."""

    level: Level
    insult: bool
    threat: bool


def tone(message: str) -> Tone:
    """The tone of a message.

    >>> tone("Me siento frustrado con el servicio").level
    'upset'
    """
    spoken = set(words(message))
    plain = f" {' '.join(words(message))} "
    insult, threat = bool(spoken & INSULTS), _says(plain, _DATA["threats"])
    upset = bool(spoken & UPSET) or _says(plain, _DATA["weary"])
    level: Level = "angry" if spoken & ANGRY or insult or threat else "upset" if upset else "calm"
    return Tone(level, insult, threat)


def _says(plain: str, phrases: Sequence[str]) -> bool:
    return any(f" {phrase} " in plain for phrase in phrases)


def measure(message: str) -> dict[str, Any]:
    """What a message's tone calls for. A ban is only ever proposed: people decide about people."""
    sound = tone(message)
    kind = "propose_ban" if sound.threat else "warn" if sound.insult else "none"
    return {"measure": kind, "words": MEASURES[kind]}
