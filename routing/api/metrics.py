"""`GET /metrics`: counts for Prometheus, of all companies together; read with `METRICS_TOKEN` as bearer."""

import secrets
from typing import Any

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from conversations import visits
from conversations.models import Turn
from delivery.models import Delivery
from routing.api import problems
from routing.api.refusal import Refused
from telemetry import metrics
from work.models import Branch, Job

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# What waits or runs at this moment, by its table: counted when it is asked for, from indexes of what is open.
QUEUES: tuple[tuple[str, str, Any, tuple[str, ...]], ...] = (
    ("switchboard_turns_open", "Turns that wait or run.", Turn, Turn.OPEN),
    ("switchboard_jobs_open", "Jobs that wait or run.", Job, Job.OPEN),
    ("switchboard_branches_open", "Branches that wait or run.", Branch, Branch.OPEN),
    ("switchboard_outbox", "Messages that are to be sent.", Delivery, (Delivery.Statuses.PENDING,)),
)


async def show_metrics(request: HttpRequest) -> HttpResponse:
    """The counts as text; 404 where nothing is counted, 401 without the token."""
    try:
        _admit(request)
    except Refused as refused:
        return problems.answer(refused, request)
    gauges = await visits.visit(_read)
    return HttpResponse(metrics.expose(*gauges), content_type=CONTENT_TYPE)


def _admit(request: HttpRequest) -> None:
    if request.method not in ("GET", "HEAD"):
        raise problems.wrong_method("GET, HEAD")
    if not metrics.is_on():
        raise Refused(
            404,
            "metrics_off",
            _("Nothing is counted"),
            _("METRICS_TOKEN is not set: name a token, and send it as bearer."),
        )
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        raise Refused(
            401,
            "unauthenticated",
            _("Who is asking?"),
            _("Send the installation's METRICS_TOKEN: Authorization: Bearer …"),
            headers={"WWW-Authenticate": "Bearer"},
        )


def _read() -> list[tuple[str, str, dict[str, float]]]:
    found: list[tuple[str, str, dict[str, float]]] = []
    for name, meaning, model, statuses in QUEUES:
        rows = model.unscoped.filter(status__in=statuses).values_list("status").annotate(Count("pk"))
        found.append((name, meaning, {**dict.fromkeys(map(str, statuses), 0.0), **dict(rows)}))
    found.append(
        (
            "switchboard_visits",
            "Visits to the database that wait for a thread.",
            {"waiting": float(visits.waiting())},
        )
    )
    return found
