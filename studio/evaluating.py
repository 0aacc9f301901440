"""A file of messages whose intents are known, decided and counted.

At once, or as a job when it is long or the draft has something to learn first.

The lines of a short one can then be kept as messages that must be routed right.
"""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from releases.errors import ReleaseError
from routing.decision.evaluation import job as evaluation
from routing.decision.evaluation.correcting import keep
from routing.decision.evaluation.errors import BadMessagesFile
from routing.decision.evaluation.lines import LabelledMessage, LabelSet, read
from routing.errors import RoutingError
from routing.models import AgentProfile, RoutingCase
from studio import preview
from studio.access import is_allowed, require, tenant
from studio.links import list_of
from studio.site import site
from tenancy.models import Tenant
from work import jobs
from work.errors import WorkError
from work.models import Job

AT_ONCE = 500  # lines: some three seconds
KEPT = 500_000  # characters of lines that the page offers to keep: they are sent to it and back


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/evaluate/`: GET asks for a file, POST decides it or keeps its lines.

    With `job=...` what became of a long one.
    """
    require(request, "routing.view_intent")
    company = tenant(request)
    known = preview.list_profiles(preview.load(company, "draft"))
    context: dict[str, Any] = {
        "profiles": known,
        "profile": company.default_agent_id if company.default_agent_id in known else "",
        "which": "live",
    }
    if request.method == "POST":
        answer = (_keep if "lines" in request.POST else _decide)(request, company, context)
        if answer is not None:
            return answer
    elif request.GET.get("job"):
        context |= _read_kept(company, request.GET["job"])
    return site.show(request, "studio/evaluate.html", _("Test a file of messages"), context)


def address(job: Job) -> str:
    """Where the table of a job stands; empty for work of another kind, or while there is none."""
    if job.kind != evaluation.KIND or not job.result:
        return ""
    return f"{reverse('admin:evaluate')}?job={job.pk}"


def _decide(request: HttpRequest, company: Tenant, context: dict[str, Any]) -> HttpResponse | None:
    """Decides the file that was sent, into the context; an answer only when the work goes on elsewhere."""
    which: evaluation.Which = "draft" if request.POST.get("which") == "draft" else "live"
    agent_id = request.POST.get("profile", "") or context["profile"]
    context |= {"which": which, "profile": agent_id}
    sent = request.FILES.get("file")
    if sent is None:
        context["problem"] = _("Choose a file first.")
        return None
    try:
        lines: list[LabelledMessage] = read(
            sent.read(), LabelSet.of(evaluation.load(company, agent_id, which))
        )
    except (BadMessagesFile, ReleaseError, RoutingError) as error:
        context["problem"] = str(error)
        return None
    if len(lines) > AT_ONCE or evaluation.lacks(company, agent_id, which):
        job = evaluation.start(company, lines, agent_id, which, request.user)
        return HttpResponseRedirect(f"{reverse('admin:evaluate')}?job={job.pk}")
    context["found"] = evaluation.figures(company, lines, agent_id, which)
    packed = _pack(lines)
    if len(packed) <= KEPT and is_allowed(request, "routing.add_routingcase"):
        context["lines"] = packed
    return None


def _pack(lines: Iterable[LabelledMessage]) -> str:
    """Lines as a file of them that `read` reads again."""
    rows = ({"text": line.text, "intent": list(line.right), "state": line.state} for line in lines)
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _keep(request: HttpRequest, company: Tenant, context: dict[str, Any]) -> HttpResponse | None:
    """Keeps the lines of the file that was tested last as cases of its profile."""
    require(request, "routing.add_routingcase")
    agent_id = request.POST.get("profile", "")[:64]
    which: evaluation.Which = "draft" if request.POST.get("which") == "draft" else "live"
    profile = AgentProfile.objects.of(company).filter(agent_id=agent_id).first()
    try:
        known = LabelSet.of(evaluation.load(company, agent_id, which))
        lines = read(request.POST["lines"].encode("utf-8", "replace"), known)[:AT_ONCE]
        kept = keep(profile, lines, request.user) if profile is not None else None
    except (BadMessagesFile, ReleaseError, RoutingError) as error:
        context |= {"problem": str(error), "which": which, "profile": agent_id}
        return None
    if kept is None:
        context["problem"] = _("This profile is no longer there.")
        return None
    sentence = _(
        "%(added)d kept, %(known)d were there already, %(left_out)d name several intents or a state."
    )
    values = {"added": kept.added, "known": kept.known, "left_out": kept.left_out}
    messages.success(request, sentence % values)
    return HttpResponseRedirect(list_of(RoutingCase, source=RoutingCase.Sources.FILE))


def _read_kept(company: Tenant, job_id: str) -> dict[str, Any]:
    """A long evaluation of this company: how far it is, and its figures once it is done."""
    try:
        job = jobs.get(company, job_id)
    except WorkError as error:
        raise Http404 from error
    if job.kind != evaluation.KIND:
        raise Http404
    given = {"which": job.payload.get("which", "live"), "profile": job.payload.get("agent_id", "")}
    return {**given, "original": job, "found": job.result or None, "shown_at": address(job)}
