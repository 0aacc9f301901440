"""`/api/releases` and `/api/jobs/{id}`: what is live, the draft against it, publishing, going back.

What the examples of the draft's profiles teach, as `ProfileLearning` says it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from agents.authored_row import edit_as
from agents.knowledge.release_section import count_unread
from releases import diff, draft, snapshot
from releases.diff import Change
from releases.draft import Draft
from releases.errors import DocumentsBeingRead, NothingToPublish, StaleDraft, UnknownRelease
from releases.models import Release
from routing.api.door import reply
from routing.api.endpoint_schema import document
from routing.api.serializers import TenantQuery
from studio import learning, making_live
from studio.api import shapes
from studio.api.door import ProgramDoor
from studio.lost_keys import LostKey, list_lost_documents, list_lost_keys
from studio.publish_checks import list_problems
from tenancy.keys import Program
from tenancy.models import Tenant
from work import jobs
from work.errors import UnknownJob
from work.models import Job

LISTED_PROFILES = 500


def describe_profiles(company: Tenant, made: Draft) -> Iterator[dict[str, Any]]:
    """A profile each, those that are switched off left out."""
    for agent_id in sorted(made.loaded["routing"].profiles):
        found = learning.describe_profile(company, made, agent_id)
        if found is not None:
            yield {"agent_id": agent_id, **_describe(found)}


def _describe(found: learning.Whole) -> dict[str, Any]:
    report = found.learnt
    return {
        "state": found.state,
        "of_live_release": found.differs,
        "wished_precision": found.wished,
        "decided": report.share if report else None,
        "choices": [
            {
                "wished_precision": each.wished,
                "decided": each.share,
                "right": each.precision,
                "foreign_decided": each.out_of_scope,
            }
            for each in (report.choices if report else ())
        ],
        "intents": [
            {
                "name": name,
                "examples": each.examples,
                "decided": each.share,
                "examples_needed": each.needed,
                "nearest": each.nearest,
            }
            for name, each in sorted(report.intents.items() if report else ())[:LISTED_PROFILES]
        ],
    }


LISTED = 500
LIVE = {200: shapes.MadeLive, 202: shapes.JobState}


class ReleasesDoor(ProgramDoor):
    scope = "publish"
    body_optional = True

    @document("Releases", "listReleases", None, shapes.Releases, query=shapes.TenantPageQuery)
    def get(self, program: Program) -> Any:
        """The newest first, with who published each and why."""
        rows = Release.objects.of(program.tenant).defer("content").order_by("-number")
        live = program.tenant.live_release
        page = rows[self.query["offset"] : self.query["offset"] + self.query["limit"]]
        return {
            "live_release": live,
            "releases": [_row(row, live) for row in page],
            "total_count": rows.count(),
        }

    @document("Releases", "publish", shapes.Publishing, LIVE, refuses=(409,), body_optional=True)
    def post(self, program: Program) -> Any:
        """Publishes the draft.

        Where much is to be learnt a job does it: 202, and `/api/jobs/{job_id}` says how far it is. A draft
        that is live already is no error: `published` is false then. Documents that an import brought and that
        are not read yet are waited for: 409 `documents_being_read` says how many.
        """
        unread, documents = count_unread(program.tenant)
        if unread and not self.body["without_documents"]:
            raise DocumentsBeingRead(unread, documents)
        note, digest = self.body["note"], self.body.get("expected_digest")
        return _make(program, partial(making_live.publish, program.tenant, program, note, digest))


class DraftDoor(ProgramDoor):
    scope = "publish"

    @document("Releases", "reviewDraft", None, shapes.ReviewSerializer, query=TenantQuery)
    def get(self, program: Program) -> Any:
        """What publishing would change, what would refuse it, and what the examples decide; nothing is
        published.
        """
        made = draft.of(program.tenant, fresh=True)
        found = made.review
        return {
            "digest": found.digest,
            "live_release": program.tenant.live_release,
            "publishable": found.publishable,
            "changes": shapes.changes(found.changes[:LISTED]),
            "change_count": len(found.changes),
            "problems": shapes.problems(list(list_problems(program.tenant, made))[:LISTED]),
            "learning": list(describe_profiles(program.tenant, made)),
        }


class RestoreDoor(ProgramDoor):
    scope = "publish"
    body_optional = True

    @document("Releases", "previewRestore", None, shapes.Restoring, query=TenantQuery)
    def get(self, program: Program, number: str) -> Any:
        """What restoring it would change, and what of the draft would be lost; nothing is changed."""
        company = program.tenant
        wanted = _find(company, number)
        live = Release.objects.of(company).filter(number=company.live_release or 0).first()
        live_content, content = (live.content if live else {}), snapshot.take(company)
        lost: list[Change | LostKey] = [
            *list_lost_documents(company, wanted.content),
            *list_lost_keys(company, wanted.content),
            *diff.between(live_content, content),
        ]
        return {
            "release": wanted.number,
            "digest": snapshot.digest(content),
            "lost": shapes.changes(lost[:LISTED]),
            "live_changes": shapes.changes(diff.between(live_content, wanted.content)[:LISTED]),
        }

    @document("Releases", "restoreRelease", shapes.Restore, LIVE, refuses=(409,), body_optional=True)
    def post(self, program: Program, number: str) -> Any:
        """Makes it live again as a new release; the draft says the same afterwards.

        One whose content is live already only brings the draft back.
        """
        company = program.tenant
        wanted = _find(company, number)
        if self.body.get("expected_digest") not in (None, snapshot.digest(snapshot.take(company))):
            raise StaleDraft
        with edit_as(program):
            return _make(program, partial(making_live.restore, company, program, wanted.number))


class JobDoor(ProgramDoor):
    scope = "publish"

    @document("Releases", "readJob", None, shapes.JobState, query=TenantQuery)
    def get(self, program: Program, job_id: str) -> Any:
        """How far it is; once it is done, which release is live."""
        job = jobs.get(program.tenant, job_id[:36])
        if job.kind not in making_live.KINDS:
            raise UnknownJob(job_id)
        return _job(job)


def _make(program: Program, make: Callable[[], Release | Job]) -> HttpResponse:
    """The answer to what makes a release live."""
    company = program.tenant
    before, published = company.live_release, True
    try:
        made = make()
    except NothingToPublish:
        company.refresh_from_db(fields=["live_release"])  # somebody else may have published meanwhile
        made = Release.objects.of(company).defer("content").get(number=company.live_release or 0)
        published = False
    if isinstance(made, Job):
        return reply(_job(made), 202)
    found, changed = list_problems(company, draft.of(company)), made.number != before
    told = {"published": published and changed, "meanwhile": changed and not published}
    problems = shapes.problems(list(found)[:LISTED])
    return reply({"release": made.number, "digest": made.digest, **told, "problems": problems})


def _find(company: Tenant, number: str) -> Release:
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    found = Release.objects.of(company).filter(number=wanted).first()
    if found is None:
        raise UnknownRelease(company.pk, wanted)
    return found


def _row(row: Release, live: int | None) -> dict[str, Any]:
    return {
        "release": row.number,
        "digest": row.digest,
        "note": row.note,
        "author": row.author,
        "published_at": row.published_at,
        "restored_from": row.restored_from,
        "live": row.number == live,
    }


def _job(job: Job) -> dict[str, Any]:
    return {
        "job_id": job.pk,
        "job": reverse("program-job", args=[job.pk]),
        "kind": job.kind,
        "status": job.status,
        "progress": job.progress,
        "note": str(job.note),
        "error": str(job.error),
        "release": (job.result or {}).get("release"),
    }
