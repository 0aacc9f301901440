"""Tools that run in this process: what stands in a small book of notes, a company's and a user's own."""

from typing import Any

from pydantic import BaseModel, Field, SecretStr

from agents.platform_tools import PlatformCall
from agents.tools.discovered_tools import FoundTool

_notes: dict[tuple[str, str], list[str]] = {}  # by company and user; gone with the process, as in an example


class NotesSettings(BaseModel):
    """What a company may set of it: Studio -> Plugins."""

    most: int = Field(20, ge=1, title="Notes", description="Of one user; the oldest go first.")
    key: SecretStr = Field(
        SecretStr(""), title="Key", description="Of a notebook elsewhere, if you have one."
    )


class Notes:
    """Whose notes they are says the turn, never an argument: neither a model nor a user chooses it."""

    name = "notes"
    title = "Notes"
    help = "Keeps short notes of a user."
    settings = NotesSettings
    tools = (
        FoundTool(
            "read_notes", "reading your notes", "Reads this user's notes.", {"type": "object"}, True, True
        ),
        FoundTool(
            "write_note",
            "writing a note",
            "Keeps a note of this user's.",
            {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
            read_only=False,
            declared=True,
        ),
    )

    async def call(self, asked: PlatformCall) -> Any:
        request = asked.context.request
        notes = _notes.setdefault((request.tenant_id, request.identity.user_id or ""), [])
        if asked.tool == "write_note":
            notes.append(str(asked.arguments.get("text", "")))
            del notes[: -asked.settings.most]
        return {"notes": list(notes), "count": len(notes)}
