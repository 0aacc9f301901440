"""A company's first words as configuration files: who answers about what, read like any others (`files.importing`).

>>> sorted(files_of(Beginning("A hotel in Porto.", (Matter("Book a room", "Bookings", ("a room for two",)),), "en")))
['agents.yaml', 'guardrails.yaml', 'prompt_policies/house.yaml', 'routing.yaml', 'specialists.yaml']
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from language.detect import language
from studio.names import as_name

PROFILE, POLICY = "front_desk", "house"
EVERYBODY = Path(__file__).with_name("everybody.yaml")
LONGEST_NAME = 60  # letters


@dataclass(frozen=True, slots=True)
class Matter:
    """What people ask for, who answers it (as people call them), and messages as people write them."""

    title: str
    who: str
    examples: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its intent's."""
        return as_name(self.title)[:LONGEST_NAME].strip("_")

    @property
    def specialist(self) -> str:
        return as_name(self.who)[:LONGEST_NAME].strip("_")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a company says of itself first. `team` are specialists that are there already, by name."""

    about: str
    matters: tuple[Matter, ...]
    language: str
    foreign: tuple[str, ...] = ()
    person: bool = True
    team: Mapping[str, str] | None = None
    profile: str = ""  # the one that is there already


def files_of(said: Beginning) -> dict[str, bytes]:
    """The files of a company's beginning, by their names; of one that has a profile only what is new."""
    new = {each.specialist: each.who for each in said.matters if each.specialist not in (said.team or {})}
    found: dict[str, Any] = {
        "routing.yaml": {"intents": _intents(said)},
        "specialists.yaml": {
            "specialists": {name: _specialist(name, who, said) for name, who in new.items()}
        },
    }
    team = sorted({*(said.team or {}), *new})
    if said.profile:
        found["agents.yaml"] = (
            {"agents": [{"agent_id": said.profile, "specialists": team}]} if said.team else {}
        )
    else:
        found |= {"agents.yaml": _profile(said, team), "guardrails.yaml": _GUARDRAILS}
    if said.about:
        found[f"prompt_policies/{POLICY}.yaml"] = {"id": POLICY, "system_prefix": said.about}
    return {name: yaml.safe_dump(each, allow_unicode=True).encode() for name, each in found.items() if each}


_GUARDRAILS = {phase: [{"code": "MSK"}] for phase in ("input", "output")}


def _profile(said: Beginning, team: list[str]) -> dict[str, Any]:
    first = said.matters[0].specialist
    policy = {"prompt_policy_path": f"./prompt_policies/{POLICY}.yaml"} if said.about else {}
    agent = {
        "agent_id": PROFILE, "name": PROFILE.replace("_", " ").capitalize(), "mode": "router", "specialists": team,
        "fallback_agent": first, "single_agent": first, "guardrails_config_path": "./guardrails.yaml", **policy,
    }  # fmt: skip
    return {"default_agent_id": PROFILE, "agents": [agent]}


def _intents(said: Beginning) -> list[dict[str, Any]]:
    own = [
        {
            "name": each.name, "description": each.title, "agent": each.specialist, "priority": 100,
            "offer": {said.language: each.title}, "examples": _examples(each.examples, said.language),
        }
        for each in said.matters
    ]  # fmt: skip
    foreign = _everybody()["not_served"]
    own_foreign = _examples(said.foreign, said.language)
    if said.profile:  # it has them already, or its people chose not to
        return [*own, *([{**foreign, "examples": own_foreign}] if own_foreign else [])]
    person = [_everybody()["person"]] if said.person else []
    return [
        *own,
        _everybody()["greeting"],
        *person,
        {**foreign, "examples": [*own_foreign, *foreign["examples"]]},
    ]


def _examples(texts: tuple[str, ...], spoken: str) -> list[dict[str, str]]:
    return [{"text": text, "language": language(text, spoken)} for text in texts]


def _specialist(name: str, who: str, said: Beginning) -> dict[str, Any]:
    about = "; ".join(each.title for each in said.matters if each.specialist == name)
    return {
        "display_name": who,
        "purpose": about,
        "role": f"You are “{who}” and answer about: {about}.",
        "objective": "Answer shortly from what you know and what the tools say. Say so when you do not know.",
    }


@cache
def _everybody() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(EVERYBODY.read_text("utf-8"))
    return found
