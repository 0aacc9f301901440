"""An evaluation in the background, for files too long to be waited for.

>>> start(tenant, lines, "telecom_contas", "draft", author="ana").result["total"]["precision"]
96.2
"""

from collections.abc import Iterable
from typing import Any, Literal

from releases import draft, freshness
from routing.decision.evaluation import draft_profile
from routing.decision.evaluation.answers import decide_all
from routing.decision.evaluation.lines import LabelledMessage
from routing.decision.evaluation.report import report, to_document
from routing.decision.profile_runtime import ProfileRuntime
from tenancy.models import Tenant
from work import jobs
from work.context import JobContext
from work.models import Job

KIND = "evaluate_routing"
Which = Literal["draft", "live"]


def start(
    company: Tenant, lines: Iterable[LabelledMessage], agent_id: str, which: Which, author: object = ""
) -> Job:
    """Queues the evaluation of these lines."""
    packed = [[line.number, line.text, list(line.right), line.state, line.kind] for line in lines]
    payload = {"agent_id": agent_id, "which": which, "lines": packed}
    return jobs.start(company, KIND, payload, author)


def run(context: JobContext) -> dict[str, Any]:
    """Payload: {agent_id, which, lines}. Result: see `figures`. What a draft lacks is learnt first."""
    given = context.payload
    lines = [
        LabelledMessage(number, text, tuple(right), state, kind)
        for number, text, right, state, kind in given["lines"]
    ]

    def done(count: int) -> None:
        context.check()
        context.progress(100 * count // len(lines))

    if given["which"] == "draft":
        draft_profile.learn(context.tenant, draft.of(context.tenant).loaded, given["agent_id"], context)
    return figures(context.tenant, lines, given["agent_id"], given["which"], done)


def figures(
    company: Tenant, lines: Iterable[LabelledMessage], agent_id: str, which: Which, done: Any = None
) -> dict[str, Any]:
    """The report of these lines as plain JSON, with the profile and the release it is of (0: the draft)."""
    published = load(company, agent_id, which)
    found = to_document(report(decide_all(lines, published, done, company.pk)))
    number = 0 if which == "draft" else company.live_release
    return {"profile": published.profile.agent_id, "release": number, **found}


def lacks(company: Tenant, agent_id: str, which: Which) -> bool:
    """Whether something is to be learnt first."""
    return which == "draft" and draft_profile.of(company, draft.of(company).loaded, None, agent_id).lacks


def load(company: Tenant, agent_id: str, which: Which) -> ProfileRuntime:
    """A profile of the draft or of what is live. Raises `NothingPublished`, `UnknownProfile`."""
    if which == "draft":
        return ProfileRuntime.of(draft.of(company).loaded, agent_id)
    return ProfileRuntime.of(freshness.release(company.pk, company.live_release), agent_id)
