"""A company's first words as configuration files.

Who answers about what, read like any others (`files.importing`).

>>> rooms = Matter("Book a room", "Bookings", ("a room for two",))
>>> sorted(make_files(Beginning("A hotel in Porto.", (rooms,), "en")))
['agents.yaml', 'guardrails.yaml', 'prompt_policies/house.yaml', 'routing.yaml', 'specialists.yaml']
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count
from pathlib import Path
from textwrap import shorten
from typing import Any
from urllib.parse import urlsplit

from language.detect import language
from language.language_data import parse_file
from language.spoken_languages import beginning_with
from studio.files.exporting import write_file
from studio.names import as_name

PROFILE, POLICY = "front_desk", "house"
PERSON, OUT_OF_SCOPE = "person", "not_served"
EVERYBODY = Path(__file__).with_name("everybody.yaml")
LONGEST_NAME, LONGEST_PURPOSE = 60, 240  # letters


@dataclass(frozen=True, slots=True)
class Matter:
    """What people ask for, who answers it (as people call them), messages as people write them.

    `answer` is said as it stands (empty: whoever answers finds the words); `keywords` decide by themselves;
    `prompt` is what whoever answers must know.
    """

    title: str
    who: str
    examples: tuple[str, ...]
    answer: str = ""
    description: str = ""
    keywords: tuple[str, ...] = ()
    prompt: str = ""

    @property
    def name(self) -> str:
        """Its intent's."""
        return as_name(self.title)[:LONGEST_NAME].strip("_")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a company says of itself first, and what is there already.

    Its specialists with how people call them, its intents, a profile with its team (empty: everybody), and
    the intent of what nobody serves with its examples (language and text). `languages` are those that people
    write in (empty: all), `server` is the address of a tool server.
    """

    about: str
    matters: tuple[Matter, ...]
    language: str
    out_of_scope: tuple[str, ...] = ()
    person: bool = True
    specialists: Mapping[str, str] = field(default_factory=dict)
    intents: frozenset[str] = frozenset()
    profile: str = ""
    team: frozenset[str] = frozenset()
    unserved: str = ""
    unserved_before: tuple[tuple[str, str], ...] = ()
    languages: tuple[str, ...] = ()
    server: str = ""

    def specialist_of(self, matter: Matter) -> str:
        """Who answers, by name: one that is there, called so, else a new one."""
        who = matter.who.casefold()
        known = (name for name, shown in self.specialists.items() if who in (name, shown.casefold()))
        return next(known, "") or as_name(matter.who)[:LONGEST_NAME].strip("_")


def make_files(beginning: Beginning) -> dict[str, bytes]:
    """The files of a company's beginning, by their names; of one that has something only what is new."""
    who = {beginning.specialist_of(each): each.who for each in beginning.matters}
    new = {
        name: _specialist(name, shown, beginning, sorted({*who, *beginning.team}))
        for name, shown in who.items()
        if name not in beginning.specialists
    }
    contents: dict[str, Any] = {"routing.yaml": {"intents": _intents(beginning)}}
    if new:
        contents["specialists.yaml"] = {"specialists": new}
    if not beginning.profile:
        contents |= {"agents.yaml": _profile(beginning, sorted(who)), "guardrails.yaml": _GUARDRAILS}
    elif beginning.team:
        team = sorted({*beginning.team, *who})
        contents["agents.yaml"] = {"agents": [{"agent_id": beginning.profile, "specialists": team}]}
    if beginning.about:
        contents[f"prompt_policies/{POLICY}.yaml"] = {"id": POLICY, "system_prefix": beginning.about}
    if beginning.server:
        server = {"endpoint": beginning.server, "transport": "streamable_http"}
        contents["mcp_servers.yaml"] = {"servers": {name_server(beginning.server): server}}
    return {name: write_file(name, each) for name, each in contents.items()}


def name_server(address: str) -> str:
    """What a tool server is called: its host.

    >>> name_server("https://tools.example.com/mcp")
    'tools_example_com'
    """
    return as_name(urlsplit(address).hostname or "tools")[:LONGEST_NAME].strip("_")


# All of these let answers leave sentence by sentence.
_GUARDRAILS = {
    "input": [{"code": "MSK"}],
    "output": [{"code": "MSK"}, {"code": "REVPREC", "action": "block"}, {"code": "GND"}],
}


def _profile(beginning: Beginning, team: list[str]) -> dict[str, Any]:
    first = beginning.specialist_of(beginning.matters[0])
    policy = {"prompt_policy_path": f"./prompt_policies/{POLICY}.yaml"} if beginning.about else {}
    languages = {"languages": list(beginning.languages)} if beginning.languages else {}
    agent = {
        "agent_id": PROFILE, "name": PROFILE.replace("_", " ").capitalize(), "mode": "router",
        "specialists": team,
        "fallback_agent": first, "single_agent": first, "guardrails_config_path": "./guardrails.yaml",
        **languages, **policy,
    }  # fmt: skip
    return {"default_agent_id": PROFILE, "agents": [agent]}


def _intents(beginning: Beginning) -> list[dict[str, Any]]:
    own = [_intent(each, beginning) for each in beginning.matters]
    if beginning.profile:  # it has the others already, or its people chose not to
        return [*own, *_extend_unserved(beginning, ())]
    common = read_common_intents()
    others = [
        each
        for name, each in common.items()
        if name not in (OUT_OF_SCOPE, *beginning.intents) and (name != PERSON or beginning.person)
    ]
    return [*own, *others, *_extend_unserved(beginning, common[OUT_OF_SCOPE]["examples"])]


def _extend_unserved(beginning: Beginning, usual: Sequence[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """What nobody serves: of an intent that is there nothing but its examples, which become more."""
    new = _examples(beginning.out_of_scope, beginning.language)
    if beginning.unserved and new:
        before = [{"text": text, "language": spoken} for spoken, text in beginning.unserved_before]
        known = {each["text"] for each in new}
        kept = [each for each in before if each["text"] not in known]
        yield {"name": beginning.unserved, "examples": [*kept, *new]}
    elif not beginning.unserved and (new or usual):
        numbered = (f"{OUT_OF_SCOPE}_{number}" for number in count(2))
        name = next(each for each in chain([OUT_OF_SCOPE], numbered) if each not in beginning.intents)
        yield {**read_common_intents()[OUT_OF_SCOPE], "name": name, "examples": [*new, *usual]}


def _intent(matter: Matter, beginning: Beginning) -> dict[str, Any]:
    language = beginning.language
    return {
        "name": matter.name, "description": matter.description or matter.title,
        "agent": beginning.specialist_of(matter), "priority": 100, "offer": {language: matter.title},
        "examples": _examples(matter.examples, language),
        **({"keywords": list(matter.keywords)} if matter.keywords else {}),
        **({"reply": {language: matter.answer}} if matter.answer else {}),
    }  # fmt: skip


def _examples(texts: tuple[str, ...], spoken: str) -> list[dict[str, str]]:
    allowed = beginning_with(spoken)
    return [{"text": text, "language": language(text, None, allowed)} for text in texts]


def _specialist(name: str, who: str, beginning: Beginning, team: list[str]) -> dict[str, Any]:
    matters = [each for each in beginning.matters if beginning.specialist_of(each) == name]
    about = shorten("; ".join(each.title for each in matters), LONGEST_PURPOSE, placeholder=" …")
    return {
        "display_name": who,
        "purpose": about,
        "role": f"You are “{who}” and answer about: {about}.",
        "targets": [other for other in team if other != name],
        "objective": "Answer shortly from what you know and what the tools say. Say so when you do not know.",
        "context": "\n".join(each.prompt for each in matters if each.prompt),
    }


@cache
def read_common_intents() -> dict[str, dict[str, Any]]:
    """The intents of every company, by their names."""
    intents: dict[str, dict[str, Any]] = parse_file(EVERYBODY)
    return intents
