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

from django.utils import translation
from django.utils.translation import gettext as _

from language.detect import language
from language.language_data import parse_file
from language.spoken_languages import beginning_with, page_code
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
    the intent of what nobody serves with its examples (language and text). `language` is the company's first:
    what the platform writes itself is in it. `languages` are those that people write in (empty: all),
    `written` is the one that all of this was typed in (empty: the first), `server` the address of a tool
    server, `server_name` what it is called (empty: as its host). `sets_language`: the company's language
    becomes the first one.
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
    server_name: str = ""
    written: str = ""
    sets_language: bool = False

    @property
    def typed_in(self) -> str:
        """The language of the company's own words."""
        return self.written or self.language

    @property
    def server_called(self) -> str:
        """The tool server's name."""
        return self.server_name or name_server(self.server)

    def specialist_of(self, matter: Matter) -> str:
        """Who answers, by name: one that is there, called so, else a new one."""
        who = matter.who.casefold()
        known = (name for name, shown in self.specialists.items() if who in (name, shown.casefold()))
        return next(known, "") or as_name(matter.who)[:LONGEST_NAME].strip("_")


def make_files(beginning: Beginning) -> dict[str, bytes]:
    """The files of a company's beginning, by their names; of one that has something only what is new.

    What is not somebody's own words is in the company's language.
    """
    with translation.override(page_code(beginning.language)):
        return _make_files(beginning)


def _make_files(beginning: Beginning) -> dict[str, bytes]:
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
        contents["mcp_servers.yaml"] = {"servers": {beginning.server_called: server}}
    return {name: write_file(name, each) for name, each in contents.items()}


def name_server(address: str) -> str:
    """What a tool server is called where nobody says: its host, unless that is a number or this machine.

    >>> name_server("https://tools.example.com/mcp"), name_server("http://127.0.0.1:8811/mcp")
    ('tools_example_com', 'tools')
    """
    host = urlsplit(address).hostname or ""
    named = "." in host and ":" not in host and not host.rpartition(".")[2].isdigit()
    return as_name(host if named else "tools")[:LONGEST_NAME].strip("_")


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
        "agent_id": PROFILE, "name": _("Front desk"), "mode": "router",
        "specialists": team,
        "fallback_agent": first, "guardrails_config_path": "./guardrails.yaml",
        **languages, **policy,
    }  # fmt: skip  # no single agent: it would lack the tools of its colleagues, so a rollout keeps the team
    spoken = {"default_language": beginning.language} if beginning.sets_language else {}
    return {"default_agent_id": PROFILE, **spoken, "agents": [agent]}


def _intents(beginning: Beginning) -> list[dict[str, Any]]:
    own = [_intent(each, beginning) for each in beginning.matters]
    if beginning.profile:  # it has the others already, or its people chose not to
        return [*own, *_extend_unserved(beginning, ())]
    common = _read_common(beginning)
    others = [
        each
        for name, each in common.items()
        if name not in (OUT_OF_SCOPE, *beginning.intents) and (name != PERSON or beginning.person)
    ]
    return [*own, *others, *_extend_unserved(beginning, common[OUT_OF_SCOPE]["examples"])]


def _extend_unserved(beginning: Beginning, usual: Sequence[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """What nobody serves: of an intent that is there nothing but its examples, which become more."""
    new = _examples(beginning.out_of_scope, beginning)
    if beginning.unserved and new:
        before = [{"text": text, "language": spoken} for spoken, text in beginning.unserved_before]
        known = {each["text"] for each in new}
        kept = [each for each in before if each["text"] not in known]
        yield {"name": beginning.unserved, "examples": [*kept, *new]}
    elif not beginning.unserved and (new or usual):
        numbered = (f"{OUT_OF_SCOPE}_{number}" for number in count(2))
        name = next(each for each in chain([OUT_OF_SCOPE], numbered) if each not in beginning.intents)
        yield {**_read_common(beginning)[OUT_OF_SCOPE], "name": name, "examples": [*new, *usual]}


def _intent(matter: Matter, beginning: Beginning) -> dict[str, Any]:
    language = beginning.typed_in
    return {
        "name": matter.name, "description": matter.description or matter.title,
        "agent": beginning.specialist_of(matter), "priority": 100, "offer": {language: matter.title},
        "examples": _examples(matter.examples, beginning),
        **({"keywords": list(matter.keywords)} if matter.keywords else {}),
        **({"reply": {language: matter.answer}} if matter.answer else {}),
    }  # fmt: skip


def _examples(texts: tuple[str, ...], beginning: Beginning) -> list[dict[str, str]]:
    """Each in one of the languages that people write in: "vendéis coches?" is no Portuguese there."""
    spoken = beginning.languages
    allowed = tuple(code for code in beginning_with(beginning.typed_in) if code in spoken or not spoken)
    return [{"text": text, "language": language(text, None, allowed)} for text in texts]


def _specialist(name: str, who: str, beginning: Beginning, team: list[str]) -> dict[str, Any]:
    matters = [each for each in beginning.matters if beginning.specialist_of(each) == name]
    about = shorten("; ".join(each.title for each in matters), LONGEST_PURPOSE, placeholder=" …")
    return {
        "display_name": who,
        "purpose": about,
        "role": _("You are “%(who)s” and answer about: %(about)s.") % {"who": who, "about": about},
        "targets": [other for other in team if other != name],
        "objective": _(
            "Answer shortly from what you know and what the tools say. Say so when you do not know."
        ),
        "context": "\n".join(each.prompt for each in matters if each.prompt),
    }


def _read_common(beginning: Beginning) -> dict[str, dict[str, Any]]:
    """The intents of every company, described in the company's language where they are."""
    return {
        name: {**each, "description": each["description"].get(beginning.language, each["description"]["en"])}
        for name, each in read_common_intents().items()
    }


@cache
def read_common_intents() -> dict[str, dict[str, Any]]:
    """The intents of every company, by their names."""
    intents: dict[str, dict[str, Any]] = parse_file(EVERYBODY)
    return intents
