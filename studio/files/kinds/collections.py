"""`collections.yaml`: collections of documents, and the documents as files beside it.

A file of ours: the format has none.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from agents.knowledge import uploads
from agents.knowledge.bringing import BroughtDocument
from agents.knowledge.errors import NotTaken
from agents.knowledge.web import sources
from agents.models import Collection, Document, DocumentFile, WebSource
from studio.files.entry import Entry, Flag, Listed, Named, Number, Text, Whole, Words, key
from studio.files.gathering import DOCUMENTS
from studio.files.kinds.base import NamedRows, Written
from studio.files.plan import Plan

PERSONAL = Collection.Kinds.PERSONAL.value
STRANGE = re.compile(r"[^\w. -]")  # in a file's name, as it was uploaded


class DocumentEntry(Entry):
    """One document: a file beside this one, and what is said of it."""

    path: Text = key(..., "The file, from this one's folder.", "documents/price_list/prices.pdf", "file")
    title: Text = key("", "How it is cited; empty: by the file's name.", "Prices 2026")
    language: Text = key("", "Its language; empty: told from its text.", "pt")
    dated: Text = key("", "The day that it speaks of.", "2026-03-01", "as_of")


class PageEntry(Entry):
    """A web page, the pages that it links to, or a sitemap."""

    address: Text = key(..., "Of the page or the sitemap.", "https://docs.example.com/plans")
    depth: Whole = key(0, "Over how many links it goes on its site; 0: this page alone.", 1)
    most_pages: Whole = key(20, "How many pages it reads at most.", 20)
    every_days: Whole = key(7, "After how many days it is read again; 0: never.", 7)


class CollectionEntry(Entry):
    """Documents that belong together, and who may look into them."""

    ROW = ("agents", "collections")
    title: Text = key("", "How it is shown.", "Plans and prices")
    description: Text = key("", "What is in it: the model reads this.", "Prices of all plans, with taxes.")
    kind: Text = key(
        "company", "company, public, or personal: what each user uploads, for that user.", "company"
    )
    specialists: Words = key([], "Who may look into it; none: every specialist.", ["hours_agent"])
    threshold: Number = key(0.5, "How well a passage must fit to count as found, 0 to 1.", 0.5)
    enabled: Flag = key(True, "Whether it is used.", True)
    files: Listed[DocumentEntry] = key(
        [],
        "All its documents; one that is listed no more is taken out.",
        [{"file": "documents/prices.pdf"}],
        alias="documents",
    )
    pages: Listed[PageEntry] = key(
        [], "All its web pages.", [{"address": "https://docs.example.com/sitemap.xml"}], alias="web_pages"
    )


class CollectionsFile(Entry):
    """Collections of documents."""

    collections: Named[CollectionEntry] = key(
        {}, "The collections by their names.", {"price_list": {"title": "Plans and prices"}}
    )


class Collections(NamedRows):
    name = "collections.yaml"
    model = CollectionsFile

    top_key, entry = "collections", CollectionEntry

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "collections")
        files, pages = _files(plan), _pages(plan)
        entries = {}
        for name, row in sorted(rows.items()):
            listed = {
                "files": [_write(*each) for each in files.get(name, [])],
                "pages": [PageEntry.from_row(each) for each in pages.get(name, [])],
            }
            entries[name] = CollectionEntry.from_row(row, **(listed if row["kind"] != PERSONAL else {}))
        yield self.name, {"collections": entries}
        for documents in files.values():
            for path, document in documents:
                yield path, partial(_content, document)

    def read_row(self, name: str, entry: CollectionEntry, plan: Plan) -> None:
        row = plan.row(name, entry)
        entry.take(row)
        known, what = plan.rows("agents", "specialists"), _("specialist")
        row["specialists"] = sorted(
            {entry.require_known("specialists", e, known, what) for e in row["specialists"]}
        )
        if row["kind"] == PERSONAL:
            if entry.files or entry.pages:
                raise entry.fault("files", _("What users upload is in no file."))
            return
        row.setdefault("revision", 0)
        row.setdefault("documents", 0)
        if entry.says("files"):
            plan.outside.documents[name] = _list_brought(name, entry, plan)
        if entry.says("pages"):
            plan.outside.web_pages[name] = _list_pages(entry, plan)


def _list_brought(name: str, entry: CollectionEntry, plan: Plan) -> list[BroughtDocument]:
    """A collection's documents, each of them once."""
    brought: dict[str, BroughtDocument] = {}
    for each in entry.files:
        with plan.telling():
            document = _read_brought(name, each, plan)
            if (known := brought.get(document.digest)) is not None:
                words = _("'%(path)s' holds what '%(other)s' holds. List one of them.")
                raise each.fault("path", words % {"path": document.path[:200], "other": known.path[:200]})
            brought[document.digest] = document
    return list(brought.values())


def _list_pages(entry: CollectionEntry, plan: Plan) -> list[WebSource]:
    """A collection's addresses, each of them once."""
    pages: dict[str, WebSource] = {}
    for each in entry.pages:
        with plan.telling():
            if len(pages) >= sources.MOST:
                words = _("A collection has at most %d addresses. Add a sitemap in their place.")
                raise each.fault("address", words % sources.MOST)
            page = _page(each)
            if page.address in pages:
                raise each.fault("address", _("'%s' is listed twice. List it once.") % page.address)
            pages[page.address] = page
    return list(pages.values())


def _read_brought(collection: str, entry: DocumentEntry, plan: Plan) -> BroughtDocument:
    """A listed document: by its file, else the one of its name that the collection has."""
    path = (PurePosixPath(entry.file).parent / entry.path).as_posix()
    there = _find_there(collection, path, plan) if path not in plan.documents else None
    if path not in plan.documents and there is None:
        words = _("There is no file '%(path)s': documents are in the folder '%(folder)s'.")
        raise entry.fault("path", words % {"path": path[:200], "folder": DOCUMENTS})
    try:
        if there is None:
            uploads.check_file(path, len(plan.documents[path]))
        dated = date.fromisoformat(entry.dated) if entry.dated else None
    except NotTaken as error:
        raise entry.fault("path", str(error)) from error
    except ValueError as error:
        raise entry.fault("dated", _("A day is written 2026-03-01.")) from error
    about = entry.title[:200], entry.language[:8], dated
    if there is None:
        return BroughtDocument(path, plan.documents[path], *about)
    stays = entry.language[:8] in ("", there.language) or not there.language
    return BroughtDocument(path, b"" if stays else _content(there), *about, kept=there.digest)


def _find_there(collection: str, path: str, plan: Plan) -> Document | None:
    """The document that a collection has under a path of its export, else the only one of the file's name."""
    if "documents" not in plan.kept:
        plan.kept["documents"] = _files(plan)
    there: list[tuple[str, Document]] = plan.kept["documents"].get(collection, [])
    name = PurePosixPath(path).name
    named = [row for _path, row in there if row.source == name]
    return next((row for known, row in there if known == path), named[0] if len(named) == 1 else None)


def _page(entry: PageEntry) -> WebSource:
    row = WebSource(**entry.model_dump())
    try:
        row.clean_fields(exclude=["tenant", "collection"])
    except ValidationError as error:
        name = next(iter(error.message_dict))
        raise entry.fault(name, " ".join(error.messages)) from error
    return row


def _pages(plan: Plan) -> dict[str, list[dict[str, Any]]]:
    """The addresses of each collection."""
    found: dict[str, list[dict[str, Any]]] = {}
    rows = WebSource.objects.of(plan.tenant).order_by("address")
    for row in rows.values("collection__name", *PageEntry.model_fields):
        found.setdefault(row.pop("collection__name"), []).append(row)
    return found


def _files(plan: Plan) -> dict[str, list[tuple[str, Document]]]:
    """The documents of each collection with the paths that they are written under."""
    rows = Document.objects.of(plan.tenant).filter(
        owner="", web_source=None, removed_in=None, file__isnull=False
    )
    found: dict[str, list[tuple[str, Document]]] = {}
    taken: set[str] = set()
    kept = rows.exclude(status=Document.Statuses.FAILED).exclude(collection__kind=PERSONAL)
    for row in kept.select_related("collection").order_by("source", "digest"):
        name = STRANGE.sub("_", row.source)[-80:]
        path = f"{DOCUMENTS}/{row.collection.name}/{name}"
        if path in taken:
            path = f"{DOCUMENTS}/{row.collection.name}/{row.digest[:12]} {name}"
        taken.add(path)
        found.setdefault(row.collection.name, []).append((path, row))
    return found


def _content(document: Document) -> bytes:
    return bytes(DocumentFile.objects.of(document.tenant_id).get(pk=document.pk).content)


def _write(path: str, row: Document) -> dict[str, Any]:
    about = {"title": row.title, "language": row.language, "dated": row.dated and row.dated.isoformat()}
    return DocumentEntry.from_row({"path": path, **{name: value for name, value in about.items() if value}})
