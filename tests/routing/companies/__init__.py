"""Invented companies that nobody had in view when the rules of reading were made: a JSON file each.

A file has the `intents` of a company (name, title, description, specialist, reads_only, keywords, examples),
messages that it serves (text, intent, also: further intents that are right) and messages that nobody there
serves (`foreign` in a file).

>>> tenant = author(read(FOLDER / "bakery.json"), examples=5)  # then publish it
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from django.db.models import Model

from agents.models import MCPServer, MCPTool, Specialist, SpecialistPrompt
from language.detect import language
from language.spoken_languages import CODES
from routing.decision.evaluation.lines import LabelledMessage
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.models import AgentProfile, Example, Intent, IntentTool, Keyword
from tenancy.models import Tenant

FOLDER = Path(__file__).parent
Row = TypeVar("Row", bound=Model)
PROFILE, DESK = "desk", "front_desk"


@dataclass(frozen=True)
class Company:
    """One file. `name` is that of the file."""

    name: str
    intents: tuple[dict[str, Any], ...]
    served: tuple[LabelledMessage, ...]
    out_of_scope: tuple[LabelledMessage, ...]


def files(folder: Path = FOLDER) -> list[Path]:
    """The companies of a folder, in order."""
    return sorted(folder.glob("*.json"))


def read(path: Path) -> Company:
    """The company of a file."""
    said = json.loads(path.read_text(encoding="utf-8"))
    return Company(
        path.stem,
        tuple(said["intents"]),
        tuple(
            LabelledMessage(number, each["text"], (each["intent"], *_also(each)), kind="served")
            for number, each in enumerate(said["served"], 1)
        ),
        tuple(
            LabelledMessage(number, _text(each), (OUT_OF_SCOPE,), kind="out of scope")
            for number, each in enumerate(said["foreign"], 1)
        ),
    )


def author(company: Company, examples: int) -> Tenant:
    """Writes the rows that its people would have authored, with the first `examples` of each intent."""
    tenant = Tenant.objects.create(slug=f"{company.name}_{examples}"[:63].lower().replace("-", "_"))
    server = _saved(MCPServer(tenant=tenant, name="office", url="http://office.example/mcp"))
    team = {name: _specialist(tenant, name) for name in _names(company)}
    profile = _saved(
        AgentProfile(tenant=tenant, agent_id=PROFILE, name=company.name, mode="router", fallback=team[DESK])
    )
    profile.specialists.set(team.values())
    for each in company.intents:
        spoken = _language(each)
        row = _saved(
            Intent(
                tenant=tenant,
                name=each["name"],
                description=each.get("description", "")[:400],
                offer={spoken: each["title"]} if each.get("title") else {},
                specialist=team[each["specialist"]],
            )
        )
        tool = _saved(
            MCPTool(tenant=tenant, server=server, name=each["name"], read_only=bool(each.get("reads_only")))
        )
        team[each["specialist"]].tools.add(tool)
        IntentTool(tenant=tenant, intent=row, tool=tool, use=IntentTool.Uses.OFFER).save()
        for keyword in dict.fromkeys(each["keywords"]):
            Keyword(tenant=tenant, intent=row, text=keyword).save()
        for text in dict.fromkeys(map(_text, each["examples"][:examples])):
            Example(tenant=tenant, intent=row, text=text, language=language(text, spoken)).save()
    return tenant


def _specialist(tenant: Tenant, name: str) -> Specialist:
    row = _saved(Specialist(tenant=tenant, name=name, display_name=name.replace("_", " ").capitalize()))
    SpecialistPrompt(tenant=tenant, specialist=row, role="You serve our customers.").save()
    return row


def _saved(row: Row) -> Row:
    row.save()
    return row


def _names(company: Company) -> Iterator[str]:
    yield DESK
    yield from sorted({each["specialist"] for each in company.intents} - {DESK})


def _language(intent: dict[str, Any]) -> str:
    """The language that an intent is written in: most of its examples'."""
    spoken = [language(_text(each), None, CODES) for each in intent["examples"]]
    return max(CODES, key=spoken.count)


def _also(served: dict[str, Any]) -> tuple[str, ...]:
    also = served.get("also") or ()
    return (also,) if isinstance(also, str) else tuple(also)


def _text(each: Any) -> str:
    """A text, or what has one as a field."""
    return str(each["text"] if isinstance(each, dict) else each)
