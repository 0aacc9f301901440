"""A profile of the draft as it stands, to be tried before anybody publishes it.

    tried = drafted.of(company, made.loaded, live, "desk")
    job = drafted.start(company, made.loaded, "desk", person) if tried.lacks else None

What its examples teach is learnt in the background when somebody first tries it, and publishing finds it
learnt; until then it decides with what the live release learnt.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from releases import draft, freshness, parts
from releases.loaded_release import LoadedRelease, Progress
from routing.decision.learning.trained_model import TrainedProfile
from routing.decision.profile_runtime import ProfileRuntime
from tenancy.models import Tenant
from work import jobs
from work.context import JobContext
from work.models import Job

KIND = "learn_draft"
NEARLY = 99  # percent, while what was learnt is not kept yet: until then the draft does not decide by it
AGAIN = timedelta(hours=1)  # after which what could not be learnt is tried again


@dataclass(frozen=True, slots=True)
class Drafted:
    """The profile.

    `lacks`: what its examples teach is still to be learnt; `by_live`: what is live has learnt something, and
    decides meanwhile.
    """

    published: ProfileRuntime
    lacks: bool = False
    by_live: bool = False


def of(company: Tenant, loaded: LoadedRelease, live: LoadedRelease | None, agent_id: str) -> Drafted:
    """The profile of a draft; one query where something is still to be learnt. Raises `UnknownProfile`."""
    published = ProfileRuntime.of(loaded, agent_id)
    own = published.learnt
    if own.key and not own.there:
        freshness.equip(company.pk, loaded)
    if not own.key or own.there:
        return Drafted(published)
    known = (
        TrainedProfile.of(live, agent_id)
        if live is not None and agent_id in live["routing"].profiles
        else None
    )
    if known is None or not known.there:
        return Drafted(published, lacks=True)
    return Drafted(replace(published, learnt=known), lacks=True, by_live=True)


def start(company: Tenant, loaded: LoadedRelease, agent_id: str, person: object) -> Job:
    """Queues the learning.

    What is under way for the same examples, or failed within the hour, is not begun again.
    """
    key = TrainedProfile.of(loaded, agent_id).key
    same = Job.objects.of(company).filter(kind=KIND, payload__key=key)
    job = same.exclude(status=Job.Statuses.DONE).order_by("-created_at").first()
    if job is not None and (job.open or job.created_at > timezone.now() - AGAIN):
        return job
    return jobs.start(company, KIND, {"agent_id": agent_id, "key": key}, person)


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {agent_id, key}. Result: {learnt}: not where the draft was edited again meanwhile."""
    company, key = context.tenant, context.payload["key"]
    loaded = draft.of(company).loaded
    if key not in loaded.wanted:
        return {"learnt": False}
    _make(company, loaded, key, _telling(context))
    return {"learnt": True}


def learn(company: Tenant, loaded: LoadedRelease, agent_id: str, context: JobContext | None = None) -> None:
    """Learns what a profile of the draft lacks, before something else is done with it. Raises PartNotMade."""
    if of(company, loaded, None, agent_id).lacks:
        _make(
            company,
            loaded,
            TrainedProfile.of(loaded, agent_id).key,
            _telling(context) if context else parts.silent,
        )


def _make(company: Tenant, loaded: LoadedRelease, key: str, progress: Progress) -> None:
    made = parts.make(company.pk, {key: loaded.wanted[key]}, progress)
    parts.store(company.pk, [key], made)
    freshness.equip(company.pk, loaded)


def _telling(context: JobContext) -> Progress:
    def tell(percent: int, note: str) -> None:
        context.check()
        context.progress(min(percent, NEARLY), note)

    return tell
