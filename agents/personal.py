"""What becomes of documents and results of tools when a person is forgotten."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from agents.knowledge import attachments, fulltext
from agents.knowledge.models import Document, DocumentFile
from agents.tools import result_cache
from agents.turn_file import TurnFile
from privacy import retention, rules
from privacy.rules import Person
from releases import operational

AUTHORED = "what the company's people wrote"


def _uploads(person: Person) -> "QuerySet[Any]":
    return Document.objects.of(person.tenant).filter(owner=person.user_id)


def _forget_upload(person: Person, row: Document) -> None:
    attachments.forget(row)
    if not _uploads(person).exists():
        fulltext.compact()


def _file(row: Document) -> tuple[str, bytes] | None:
    found = DocumentFile.unscoped.filter(document=row).first()
    return (f"{row.pk}-{row.source}", bytes(found.content)) if found else None


def _delete_files(turns: list[str]) -> None:
    """The turn's end has deleted them, unless a process of the version before ended it."""
    TurnFile.unscoped.filter(turn_id__in=turns).delete()


def _results(person: Person) -> int:
    return result_cache.forget(person.tenant, person.user_id)


retention.register(
    retention.RetentionKind(
        "attachments",
        _("Documents that users attach"),
        _("What users attach in the chat, from the day on which they did. For example 90."),
        attachments.clear,
    )
)
rules.own("agents.Document", _uploads, _forget_upload, _file)
for name in ("DocumentFile", "DocumentIndex", "Passage"):
    rules.part(f"agents.{name}", "document", "agents.Document")
rules.part("agents.TurnFile", "turn__conversation")
retention.also_of_turns(_delete_files)
rules.store("results of tools", _results)
# Without Redis each process keeps results of its own; forgetting moves the counter, by which every one hears
# of it.
operational.register("tool_results", result_cache.renew)
rules.nobody("words without who wrote them, counted down with their document", "agents.TermCount")
rules.nobody(
    AUTHORED,
    "agents.CollectionQuestion", "agents.CollectionEvaluation",
    "agents.Collection", "agents.LLMProfile", "agents.Slot", "agents.PromptPolicy", "agents.MCPServer",
    "agents.MCPTool", "agents.ServerSignIn",
    "agents.ToolParameter", "agents.Specialist", "agents.SpecialistPrompt", "agents.Guardrail",
    "agents.Judge",
    "agents.Plugin",
    "agents.WebSource",
)  # fmt: skip
