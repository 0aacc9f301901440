"""`/admin/documents/`: what would be found for a question, how well each passage fits, and what a model would
read.
"""

import json
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from agents.knowledge import release_section, retriever, tool_offers
from agents.knowledge.citations import NOTHING_FOUND
from agents.knowledge.ranking import FoundPassage
from agents.knowledge.tools import answer_of, fitting
from agents.models import Document, Specialist
from agents.specs import CollectionSpec
from conversations.models import Message, Turn
from language.normalise import normalise
from outbound import runtime
from releases.authored_rows import read_spec
from studio.access import is_allowed, require, tenant
from studio.links import page_of
from studio.site import site
from tenancy.models import Tenant

LONGEST = 1000
SHOWN = 8
SECONDS = 30.0
READ = 100  # of the newest turns that found nothing
LISTED = 10


class Unanswered(NamedTuple):
    """A question, masked as in the record, and when it was asked last."""

    text: str
    at: datetime


def page(request: HttpRequest) -> HttpResponse:
    """The draft's collections are asked, as one specialist or as any."""
    require(request, "agents.view_collection")
    company = tenant(request)
    text = " ".join(request.GET.get("text", "").split())[:LONGEST]
    known = _collections(company)
    names = list(Specialist.objects.of(company).order_by("name").values_list("name", flat=True))
    chosen, specialist = request.GET.get("collection", ""), request.GET.get("specialist", "")
    context: dict[str, Any] = {
        "text": text,
        "collections": sorted(known), "collection": chosen if chosen in known else "",
        "specialists": names, "specialist": specialist if specialist in names else "",
    }  # fmt: skip
    if is_allowed(request, "conversations.read_texts"):
        context["unanswered"] = list_unanswered(company)
    if text and known:
        specs = [
            each for each in known.values() if _is_asked(each, context["collection"], context["specialist"])
        ]
        context |= _find(company, text, tuple(specs))
    return site.show(request, "studio/documents.html", _("Ask the documents"), context)


def list_unanswered(company: Tenant) -> list[Unanswered]:
    """The newest questions for which no document had an answer, the same one once.

    Each may be a document to add.
    """
    turns = Turn.objects.of(company).filter(outcome=NOTHING_FOUND).order_by("-created_at")[:READ]
    questions = Message.objects.of(company).filter(
        turn__in=[turn.pk for turn in turns], role=Message.Roles.USER
    )
    found: dict[str, Unanswered] = {}
    for text, at in questions.exclude(text="").order_by("-created_at").values_list("text", "created_at"):
        question = " ".join(text.split())[:LONGEST]
        found.setdefault(normalise(question), Unanswered(question, at))
    return list(found.values())[:LISTED]


def _collections(company: Tenant) -> dict[str, CollectionSpec]:
    """Those of the draft, but for what users uploaded."""
    drawn = release_section.compile_collections(company)
    specs = {name: read_spec(CollectionSpec, each, name=name) for name, each in drawn.items()}
    return {name: each for name, each in specs.items() if each.kind in tool_offers.KINDS[tool_offers.SEARCH]}


def _is_asked(each: CollectionSpec, collection: str, specialist: str) -> bool:
    fits = not collection or each.name == collection
    return fits and (each.serves(specialist) if specialist else each.enabled)


def _find(company: Tenant, text: str, specs: tuple[CollectionSpec, ...]) -> dict[str, Any]:
    question = runtime.run(retriever.prepare(text, company.pk), SECONDS)
    found = retriever.retrieve(company.pk, question, specs, most=SHOWN)
    near, told = fitting(question, found, specs), answer_of(question, found, specs)
    thresholds = {each.name: each.threshold for each in specs}
    documents = Document.objects.of(company).in_bulk([each.document for each in found])
    return {
        "asked": True,
        "found": [_line(each, near, thresholds, documents) for each in found],
        "near": len(near),
        "unsure": told["found"] and not told["sure"],
        "told": json.dumps(told, ensure_ascii=False, indent=2),
    }


def _line(
    each: FoundPassage, near: list[FoundPassage], thresholds: dict[str, float], documents: dict[str, Document]
) -> dict[str, Any]:
    return {
        "passage": each,
        "near": each in near,
        "needed": thresholds.get(each.collection),
        "address": page_of(documents[each.document]),
        "place": ", ".join(filter(None, [each.section, _("p. %d") % each.page if each.page else ""])),
    }
