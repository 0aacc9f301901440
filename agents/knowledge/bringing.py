"""Brings the documents that configuration files name into a collection: all that it has, no more and no less.

    for sentence in changes(tenant, "price_list", brought): ...
    bring(tenant, "price_list", brought, author)

A file whose content is there already is not read again. One of the same name is a newer version: the older is
found until the newer one can be, and in the releases that were made with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import PurePosixPath

from django.utils.translation import gettext as _

from agents.knowledge import removing, uploads
from agents.knowledge.models import Collection, Document
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class BroughtDocument:
    """A file with what is said of it; what is not said is told from its name and its content.

    `kept` is the digest of a document that is there and whose file did not come.
    """

    path: str
    content: bytes
    title: str = ""
    language: str = ""
    dated: date | None = None
    kept: str = ""

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def digest(self) -> str:
        return self.kept or sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What becomes of a collection's documents: `same` may be called otherwise now.

    `gone` are named no more.
    """

    new: Sequence[BroughtDocument]
    newer: Sequence[tuple[Document, BroughtDocument]]
    same: Sequence[tuple[Document, BroughtDocument]]
    gone: Sequence[Document]


def compare(tenant: Tenant, name: str, brought: Sequence[BroughtDocument]) -> Comparison:
    """The documents that a collection has beside those that it is to have: one query."""
    rows = Document.objects.of(tenant).filter(
        collection__name=name, owner="", web_source=None, removed_in=None
    )
    left = {row.pk: row for row in rows.order_by("created_at")}
    same, newer, new = [], [], []
    for each in brought:
        found = next((row for row in left.values() if _is_same(row, each)), None)
        if found is not None:
            same.append((left.pop(found.pk), each))
    for each in (each for each in brought if all(each is not known for _row, known in same)):
        found = next((row for row in left.values() if row.source == each.name and row.added_in), None)
        if found is not None:
            newer.append((left.pop(found.pk), each))
        else:
            new.append(each)
    return Comparison(new, newer, same, list(left.values()))


def changes(tenant: Tenant, name: str, brought: Sequence[BroughtDocument]) -> Iterator[str]:
    """What bringing them would do, in sentences."""
    found = compare(tenant, name, brought)
    for each in found.new:
        yield _("Document '%(file)s' is read for the collection '%(name)s'.") % {
            "file": each.name,
            "name": name,
        }
    for _row, each in found.newer:
        yield _("Document '%(file)s' of the collection '%(name)s' is read anew: its content is another.") % {
            "file": each.name,
            "name": name,
        }
    for row in found.gone:
        yield _("Document '%(file)s' is taken out of the collection '%(name)s'.") % {
            "file": row.title,
            "name": name,
        }


def bring(tenant: Tenant, name: str, brought: Sequence[BroughtDocument], author: object) -> None:
    """Makes a collection have these documents. Raises NotTaken; inside the caller's transaction."""
    collection = Collection.objects.of(tenant).get(name=name)
    found = compare(tenant, name, brought)
    for row in found.gone:
        removing.take_out(row)
    for row, each in found.same:
        Document.unscoped.filter(pk=row.pk).update(
            title=each.title or row.title, dated=each.dated or row.dated
        )
    versions = [("", each) for each in found.new] + [(row.pk, each) for row, each in found.newer]
    for replaced, each in versions:
        uploads.keep(
            collection,
            each.name,
            each.content,
            author,
            language=each.language,
            title=each.title,
            dated=each.dated,
            replaces=replaced,
        )


def _is_same(row: Document, each: BroughtDocument) -> bool:
    if row.digest != each.digest or row.status == Document.Statuses.FAILED:
        return False
    return each.language in ("", row.language) or not row.language
