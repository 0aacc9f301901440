"""What a diff of two releases says about this room, in the words of the Studio's pages."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from language.spoken_languages import LANGUAGES
from releases.authored_rows import describe_rows
from releases.sections import AuthoredObject, Json
from routing.decision.authored.cases import CASES
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.authored.rows import TABLES


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """Every authored thing of the section with its fields under their labels."""
    labels = {
        "keywords": _("keywords"),
        "examples": _("examples"),
        "tools": _("tools"),
        "rails": _("guardrails"),
    }
    readers = {
        "misled": _leave_out,  # it follows from the keywords, whose changes are shown
        "intent": lambda value: value or _("nobody"),
        "tools": lambda value: [_describe_tool(tool, use) for tool, use in value],
        "examples": lambda value: [f"{text} ({language})" for language, text in value],
        "languages": lambda value: [dict(LANGUAGES).get(code, code) for code in value],
        "rails": lambda value: [name.replace(":", " · ") for name in value],
    }
    yield from describe_rows((*TABLES, CASES), content, readers, labels)


def _leave_out(value: Json) -> Sequence[str] | None:
    return None


def _describe_tool(tool: str, use: str) -> str:
    """ "consultar_fatura: call at once"."""
    uses = dict(IntentTool.Uses.choices)
    return f"{tool}: {uses.get(use, use)}"
