"""What becomes of documents and results of tools when a person is forgotten."""

from typing import Any

from django.db.models import QuerySet

from agents.knowledge import fulltext, removing
from agents.knowledge.models import Document, DocumentFile
from agents.tools import result_cache
from privacy import rules
from privacy.rules import Person
from releases import operational
from work.models import Job

AUTHORED = "what the company's people wrote"


def _uploads(person: Person) -> "QuerySet[Any]":
    return Document.objects.of(person.tenant).filter(owner=person.user_id)


def _forget_upload(person: Person, row: Document) -> None:
    # What the jobs that read it tell of it: its title.
    Job.objects.of(person.tenant).filter(payload__document=row.pk).update(result=None, note="", error="")
    removing.remove(row)
    if not _uploads(person).exists():
        fulltext.compact()


def _file(row: Document) -> tuple[str, bytes] | None:
    found = DocumentFile.unscoped.filter(document=row).first()
    return (f"{row.pk}-{row.source}", bytes(found.content)) if found else None


def _results(person: Person) -> int:
    return result_cache.forget(person.tenant, person.user_id)


rules.own("agents.Document", _uploads, _forget_upload, _file)
for name in ("DocumentFile", "DocumentIndex", "Passage"):
    rules.part(f"agents.{name}", "document", "agents.Document")
rules.store("results of tools", _results)
# Without Redis each process keeps results of its own; forgetting moves the counter, by which every one hears
# of it.
operational.register("tool_results", result_cache.renew)
rules.nobody("words without who wrote them, counted down with their document", "agents.TermCount")
rules.nobody(
    AUTHORED,
    "agents.CollectionQuestion", "agents.CollectionEvaluation",
    "agents.Collection", "agents.LLMProfile", "agents.Slot", "agents.PromptPolicy", "agents.MCPServer",
    "agents.MCPTool",
    "agents.ToolParameter", "agents.Specialist", "agents.SpecialistPrompt", "agents.Guardrail",
    "agents.Judge",
    "agents.Plugin",
    "agents.WebSource",
)  # fmt: skip
