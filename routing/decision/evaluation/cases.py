"""How the messages that must be routed right are routed by a release, and what a draft would change about
that.

>>> compare(rows, draft.of(tenant).loaded, live).broken
('3f2a9c10d0b1',)
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Max

from releases import draft, freshness, parts
from releases.errors import NothingPublished
from releases.loaded_release import LoadedRelease
from releases.publish import live_digest
from routing.decision.authored.cases import right
from routing.decision.authored.routing_case import RoutingCase
from routing.decision.evaluation.answers import LabelledAnswer, decide_all
from routing.decision.evaluation.lines import LabelledMessage
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime
from tenancy.models import Tenant
from work import jobs
from work.context import JobContext
from work.models import Job

KIND = "check_cases"
AT_ONCE = 50  # cases that a page decides by two releases while it is waited for: half a second at worst
NAMED = 40  # that a result lists

Done = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Compared:
    """How a draft routes the cases against what is live.

    `broken` are those that only the live release routes right, `wrong` all others that the draft does not;
    the newest first, by their keys.
    """

    cases: int
    right: int
    live_right: int
    broken: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    broken_in_all: int = 0


def is_right(answer: LabelledAnswer) -> bool:
    """Whether a message went where it belongs.

    What nobody serves does so when no tier is sure of anything.
    """
    nobody = OUT_OF_SCOPE in answer.line.right and not answer.decided and not answer.asked
    return answer.right or nobody


def decide_cases(
    rows: Iterable[RoutingCase], release: LoadedRelease, done: Done | None = None
) -> Mapping[str, LabelledAnswer]:
    """What a release decides on each case, by key; those of a profile that it has not are left out.

    `rows` have their intent and profile with them.
    """
    groups: dict[str, list[RoutingCase]] = defaultdict(list)
    for row in rows:
        groups[row.profile.agent_id].append(row)
    found: dict[str, LabelledAnswer] = {}
    for agent_id, cases in groups.items():
        if agent_id not in release["routing"].profiles:
            continue
        lines = [
            LabelledMessage(number, row.text, right(row), row.state) for number, row in enumerate(cases, 1)
        ]
        before = len(found)
        tell = None if done is None else lambda count, before=before: done(before + count)
        for row, answer in zip(
            cases, decide_all(lines, ProfileRuntime.of(release, agent_id), tell), strict=True
        ):
            found[row.key] = answer
    return found


def compare(
    rows: Iterable[RoutingCase], drawn: LoadedRelease, live: LoadedRelease | None, done: Done | None = None
) -> Compared:
    """What publishing the draft would change about the cases.

    Both decide without what comes late, which the draft has yet to be learnt.
    """
    cases, drawn = list(rows), drawn.without_late()
    after = {key: is_right(answer) for key, answer in decide_cases(cases, drawn, done).items()}
    before: Mapping[str, bool] = {}
    if live is not None:
        at = len(after)
        tell = None if done is None else lambda count: done(at + count)
        decided = decide_cases(cases, live.without_late(), tell)
        before = {key: is_right(answer) for key, answer in decided.items()}
    missed = [row.key for row in cases if not after.get(row.key, False)]
    broken = [key for key in missed if before.get(key)]
    return Compared(
        cases=len(cases),
        right=sum(after.values()),
        live_right=sum(before.values()),
        broken=tuple(broken[:NAMED]),
        wrong=tuple([key for key in missed if not before.get(key)][:NAMED]),
        broken_in_all=len(broken),
    )


def rows_of(company: Tenant) -> Any:
    """A company's cases with all that evaluating them needs; the newest first."""
    return RoutingCase.objects.of(company).select_related("profile", "intent")


def live_of(company: Tenant) -> LoadedRelease | None:
    """What is live; None before the first publish."""
    try:
        return freshness.release(company.pk, company.live_release)
    except NothingPublished:
        return None


def version(company: Tenant, digest: str) -> str:
    """What a comparison is of: the draft, the live release, and the cases as they are now.

    One query or two.
    """
    edits = RoutingCase.history.model.objects.filter(tenant_id=company.pk)
    newest = edits.aggregate(newest=Max("history_id"), n=Count("history_id"))
    live = live_digest(company, company.live_release) or ""
    return f"{digest[:16]} {live[:16]} {newest['newest']} {newest['n']}"


_held: freshness.VersionCache[Compared] = freshness.VersionCache(2)


def at_once(company: Tenant, drawn: draft.Draft) -> Compared | None:
    """The comparison while a page waits.

    None where there are too many cases, or the draft has yet to be learnt.
    """
    if drawn.loaded.without_late().lacking:
        return None
    rows = list(rows_of(company)[: AT_ONCE + 1])
    if len(rows) > AT_ONCE:
        return None
    origin = version(company, drawn.digest)
    return _held.get(company.pk, origin, lambda: compare(rows, drawn.loaded, live_of(company)))


def start(company: Tenant, drawn: draft.Draft, person: object) -> Job:
    """Queues the comparison; one that is under way for the same is not started again."""
    origin = version(company, drawn.digest)
    mine = Job.objects.of(company).filter(kind=KIND, status__in=Job.OPEN)
    job = next((each for each in mine if each.payload.get("version") == origin), None)
    return job or jobs.start(company, KIND, {"version": origin}, person)


def latest_comparison(company: Tenant, drawn: draft.Draft) -> tuple[Job | None, Compared | None]:
    """The last comparison that was queued for what would be published now, and what it found so far."""
    origin = version(company, drawn.digest)
    rows = Job.objects.of(company).filter(kind=KIND).order_by("-created_at")[:8]
    job = next((each for each in rows if each.payload.get("version") == origin), None)
    if job is None or not job.result:
        return job, None
    return job, Compared(**{**job.result, **{n: tuple(job.result[n]) for n in ("broken", "wrong")}})


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {version}.

    Learns what the draft lacks, which publishing then finds learnt; result: see `Compared`.
    """
    company = context.tenant
    drawn = draft.of(company).loaded
    lacking = {key: drawn.wanted[key] for key in drawn.without_late().lacking}

    def learning(percent: int, note: str) -> None:
        context.check()
        context.progress(percent // 2)

    parts.store(company.pk, lacking, parts.make(company.pk, lacking, learning))
    freshness.equip(company.pk, drawn)
    rows = list(rows_of(company))

    def done(count: int) -> None:
        context.check()
        context.progress(50 + 50 * count // (2 * len(rows)))

    return asdict(compare(rows, drawn, live_of(company), done))
