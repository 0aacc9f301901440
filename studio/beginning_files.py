"""A company's first words as configuration files.

Who answers about what, read like any others (`files.importing`).

>>> rooms = Matter("Book a room", "Bookings", ("a room for two",))
>>> sorted(files_of(Beginning("A hotel in Porto.", (rooms,), "en")))
['agents.yaml', 'guardrails.yaml', 'prompt_policies/house.yaml', 'routing.yaml', 'specialists.yaml']
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import Any

from language.detect import language
from language.language_data import parse_file
from language.spoken_languages import CODES
from studio.files.exporting import write_file
from studio.names import as_name

PROFILE, POLICY = "front_desk", "house"
PERSON, FOREIGN = "person", "not_served"
EVERYBODY = Path(__file__).with_name("everybody.yaml")
LONGEST_NAME, LONGEST_PURPOSE = 60, 240  # letters


@dataclass(frozen=True, slots=True)
class Matter:
    """What people ask for, who answers it (as people call them), messages as people write them, and what is
    said to them as it stands (empty: whoever answers finds the words).
    """

    title: str
    who: str
    examples: tuple[str, ...]
    answer: str = ""

    @property
    def name(self) -> str:
        """Its intent's."""
        return as_name(self.title)[:LONGEST_NAME].strip("_")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a company says of itself first, and what is there already.

    Its specialists with how people call them, its intents, a profile with its team (empty: everybody), and
    messages that nobody serves.
    """

    about: str
    matters: tuple[Matter, ...]
    language: str
    foreign: tuple[str, ...] = ()
    person: bool = True
    specialists: Mapping[str, str] = field(default_factory=dict)
    intents: frozenset[str] = frozenset()
    profile: str = ""
    team: frozenset[str] = frozenset()
    foreign_before: tuple[str, ...] = ()

    def specialist_of(self, matter: Matter) -> str:
        """Who answers, by name: one that is there, called so, else a new one."""
        said = matter.who.casefold()
        known = (name for name, shown in self.specialists.items() if said in (name, shown.casefold()))
        return next(known, "") or as_name(matter.who)[:LONGEST_NAME].strip("_")


def files_of(said: Beginning) -> dict[str, bytes]:
    """The files of a company's beginning, by their names; of one that has something only what is new."""
    who = {said.specialist_of(each): each.who for each in said.matters}
    new = {
        name: _specialist(name, shown, said, sorted({*who, *said.team}))
        for name, shown in who.items()
        if name not in said.specialists
    }
    found: dict[str, Any] = {"routing.yaml": {"intents": _intents(said)}}
    if new:
        found["specialists.yaml"] = {"specialists": new}
    if not said.profile:
        found |= {"agents.yaml": _profile(said, sorted(who)), "guardrails.yaml": _GUARDRAILS}
    elif said.team:
        team = sorted({*said.team, *who})
        found["agents.yaml"] = {"agents": [{"agent_id": said.profile, "specialists": team}]}
    if said.about:
        found[f"prompt_policies/{POLICY}.yaml"] = {"id": POLICY, "system_prefix": said.about}
    return {name: write_file(name, each) for name, each in found.items()}


_GUARDRAILS = {"input": [{"code": "MSK"}], "output": [{"code": "MSK"}, {"code": "REVPREC"}, {"code": "GND"}]}


def _profile(said: Beginning, team: list[str]) -> dict[str, Any]:
    first = said.specialist_of(said.matters[0])
    policy = {"prompt_policy_path": f"./prompt_policies/{POLICY}.yaml"} if said.about else {}
    agent = {
        "agent_id": PROFILE, "name": PROFILE.replace("_", " ").capitalize(), "mode": "router",
        "specialists": team,
        "fallback_agent": first, "single_agent": first, "guardrails_config_path": "./guardrails.yaml",
        **policy,
    }  # fmt: skip
    return {"default_agent_id": PROFILE, "agents": [agent]}


def _intents(said: Beginning) -> list[dict[str, Any]]:
    own = [
        {
            "name": each.name, "description": each.title, "agent": said.specialist_of(each), "priority": 100,
            "offer": {said.language: each.title}, "examples": _examples(each.examples, said.language),
            **({"reply": {said.language: each.answer}} if each.answer else {}),
        }
        for each in said.matters
    ]  # fmt: skip
    foreign = _examples((*said.foreign_before, *said.foreign), said.language)
    if said.profile:  # it has the others already, or its people chose not to
        return [*own, *([{**everybody()[FOREIGN], "examples": foreign}] if said.foreign else [])]
    wished = [each for name, each in everybody().items() if name != PERSON or said.person]
    others = {each["name"]: each for each in wished if each["name"] not in said.intents}
    if FOREIGN in others:
        others[FOREIGN] = {**others[FOREIGN], "examples": [*foreign, *others[FOREIGN]["examples"]]}
    return [*own, *others.values()]


def _examples(texts: tuple[str, ...], spoken: str) -> list[dict[str, str]]:
    allowed = (spoken, *(code for code in CODES if code != spoken))
    return [{"text": text, "language": language(text, None, allowed)} for text in texts]


def _specialist(name: str, who: str, said: Beginning, team: list[str]) -> dict[str, Any]:
    titles = "; ".join(each.title for each in said.matters if said.specialist_of(each) == name)
    about = shorten(titles, LONGEST_PURPOSE, placeholder=" …")
    return {
        "display_name": who,
        "purpose": about,
        "role": f"You are “{who}” and answer about: {about}.",
        "targets": [other for other in team if other != name],
        "objective": "Answer shortly from what you know and what the tools say. Say so when you do not know.",
    }


@cache
def everybody() -> dict[str, dict[str, Any]]:
    """The intents of every company, by their names."""
    found: dict[str, dict[str, Any]] = parse_file(EVERYBODY)
    return found
