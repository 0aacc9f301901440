"""The draft: what a tenant's authored rows say now, against what is live.

Compiling 10 000 keywords takes a third of a second, and every page of the Studio asks. So a draft is kept
in memory as long as the rows' fingerprint is the same, which one query tells, in whatever process they
were changed. Publishing itself never believes the memory: it compiles anew.

Every authored row keeps a history, so the newest entry's id tells of every edit, whichever process made
it. Rows of many-to-many fields have none: their largest id and the sum of their ids tell of each change,
because ids only grow. What bypasses the history (`QuerySet.update`, bulk writes) goes unseen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import BigIntegerField, Max, OuterRef, Subquery, Sum
from django.utils.translation import get_language

from releases import diff, freshness, publish, sections, snapshot
from releases.diff import Change
from releases.errors import Problem
from releases.loaded_release import LoadedRelease
from releases.models import Release
from tenancy.models import Tenant

Fingerprint = tuple[Any, ...]
NOBODY = "\x01"  # stands for the tenant while the question is being written


def fingerprint_of(tenant: Tenant) -> Fingerprint | None:
    """The live release's number, then a number or two for each authored table; None where a section names
    no rows and nothing can be said.
    """
    models = [section.rows for section in sections.list_sections()]
    if not all(models):
        return None
    question, given = _question(tuple(model for rows in models for model in rows), connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(question, [tenant.pk if each == NOBODY else each for each in given])
        row = cursor.fetchone()
    return tuple(row) if row is not None else None


@lru_cache(maxsize=4)
def _question(models: tuple[type[Any], ...], vendor: str) -> tuple[str, tuple[Any, ...]]:
    """The query and its parameters: writing it takes a hundred times as long as its answer (18 ms)."""
    columns: dict[str, Any] = {}
    for model in models:
        columns.update(_fingerprint_of(model))
    rows = Tenant.objects.filter(pk=NOBODY).annotate(**columns).order_by()
    question: tuple[str, tuple[Any, ...]] = rows.values_list("live_release", *columns).query.sql_with_params()
    return question


def _fingerprint_of(model: Any) -> dict[str, Any]:
    name = model._meta.label_lower.replace(".", "_")
    edits = model.history.model.objects.filter(tenant_id=OuterRef("pk"))
    newest = edits.order_by("-history_id").values("history_id")[:1]
    columns: dict[str, Any] = {f"{name}_edit": Subquery(newest)}
    for field in model._meta.local_many_to_many:
        owner = f"{field.m2m_field_name()}__tenant"  # the table between knows no tenant
        rows = field.remote_field.through.objects.filter(**{owner: OuterRef("pk")})
        grouped, link = rows.order_by().values(owner), f"{name}_{field.name}"
        columns[f"{link}_most"] = Subquery(grouped.annotate(n=Max("pk")).values("n"))
        total = Sum("pk", output_field=BigIntegerField())
        columns[f"{link}_sum"] = Subquery(grouped.annotate(n=total).values("n"))
    return columns


@dataclass(frozen=True, slots=True)
class Review:
    """What somebody looks at before publishing; hand `digest` to `publish` as `expected_digest`."""

    digest: str
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]

    @property
    def publishable(self) -> bool:
        return bool(self.changes) and not any(problem.severity == "error" for problem in self.problems)


class Draft:
    """A compiled draft and what is derived from it, each thing when it is first asked for."""

    def __init__(self, tenant: Tenant) -> None:
        self._tenant = tenant
        self.content: Mapping[str, Any] = snapshot.take(tenant)
        self.digest = snapshot.digest(self.content)
        self.operational = tenant.operational_version  # what lies around was looked at then
        self._reviews: dict[tuple[str | None, int], Review] = {}
        self._changes: dict[str | None, tuple[Change, ...]] = {}
        self._loaded: LoadedRelease | None = None

    @property
    def loaded(self) -> LoadedRelease:
        """As if it were published, with the parts that are made already.

        Raises what a section's `load` raises when it cannot be used.
        """
        if self._loaded is None:
            built = freshness.build(0, "draft", self.content)
            self._loaded = freshness.equip(self._tenant.pk, built)
        return self._loaded

    @property
    def changes(self) -> tuple[Change, ...]:
        """What publishing would change, in the reader's language; all is added when nothing is live."""
        spoken = get_language()
        if spoken not in self._changes:
            self._changes[spoken] = tuple(_changes(self._tenant, self.content, self.digest))
        return self._changes[spoken]

    @property
    def review(self) -> Review:
        """Changes and problems, in the reader's language."""
        seen = get_language(), self.operational
        if seen not in self._reviews:
            problems = (*publish.check(self.content), *publish.look_around(self._tenant))
            self._reviews = {**self._reviews, seen: Review(self.digest, self.changes, problems)}
        return self._reviews[seen]

    @property
    def count(self) -> int:
        """How many changes there are, in whatever language somebody read them already."""
        known = next(iter(self._changes.values()), None)
        return len(self.changes if known is None else known)


_drafts: freshness.VersionCache[Draft] = freshness.VersionCache(1)


def of(tenant: Tenant, fresh: bool = False) -> Draft:
    """The draft as it is now, from memory when nothing was edited since; `fresh` compiles it in any case.

    >>> draft.of(tenant).count
    2

    Inside a transaction nothing is remembered: it may be rolled back, and its numbers be given again.
    """
    version = fingerprint_of(tenant)
    if version is None or _is_in_transaction():
        return Draft(tenant)
    if fresh:
        made = Draft(tenant)
        _drafts.put(tenant.pk, version, made)
        return made
    known = _drafts.get(tenant.pk, version, lambda: Draft(tenant))
    known.operational = tenant.operational_version
    return known


def forget() -> None:
    """Drops every draft that this process holds in memory."""
    _drafts.forget()


def _is_in_transaction() -> bool:
    """Whether what is read may be rolled back; a test case's own counts as none, as for `durable`."""
    return any(not block._from_testcase for block in connection.atomic_blocks)  # type: ignore[attr-defined]


def _changes(tenant: Tenant, content: Mapping[str, Any], digest: str) -> list[Change]:
    live = Tenant.objects.filter(pk=tenant.pk).values_list("live_release", flat=True).first()
    if live is None:
        return diff.between({}, content)
    release = Release.objects.of(tenant).defer("content").get(number=live)
    if release.digest == digest:  # nearly always: the large column is not read
        return []
    return diff.between(release.content, content)
