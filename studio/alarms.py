"""What somebody should look at now.

Failed turns, tools that failed, what is switched off, work that failed, who waits for a person.

Whoever sets a budget in money is told which models of the live release count none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Max
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.llm.pricing import list_unpriced
from agents.models import MCPServer
from agents.operational import load
from agents.specs import AgentsSection
from budgets import snapshot, spending
from budgets.snapshot import BudgetsSnapshot
from conversations.budget import SPENT, Allowance
from conversations.models import Conversation, Step, Turn
from delivery.models import Channel, Delivery
from egress import changing
from egress.changing import PERMISSION
from egress.models import AddressChange
from releases import freshness
from rollout.models import Flag
from studio.access import is_allowed
from studio.links import list_of, page_of
from studio.operations import list_off
from tenancy.models import ApiKey, Tenant
from work.models import Job


def explain_unpriced(company: Tenant, budgets: BudgetsSnapshot) -> str:
    """A sentence that names them; empty where none is, or no limit is in money."""
    in_money = any(each.day is not None or each.month is not None for each in budgets.limits)
    if not in_money or company.live_release is None:
        return ""
    section: AgentsSection = freshness.release(company.pk, company.live_release)["agents"]
    models = list_unpriced(section.llms.values(), load(company.pk).llms, budgets)
    if not models:
        return ""
    sentence = ngettext(
        "Nobody knows what the model %(models)s costs: its turns count no money. Write its price.",
        "Nobody knows what the models %(models)s cost: their turns count no money. Write their prices.",
        len(models),
    )
    return sentence % {"models": ", ".join(models)}


def name_payer(company: Any, allowance: Allowance) -> str:
    """The company's title, or the name of a key."""
    if not allowance.subject.startswith("key:"):
        return str(company)
    prefix = allowance.subject.removeprefix("key:")
    row = ApiKey.objects.of(company).filter(prefix=prefix).first()
    return _("Key “%(name)s”") % {"name": row.name if row else prefix}


NAMED = 3  # of what is switched off, and of the tools that failed


@dataclass(frozen=True, slots=True)
class Alarm:
    """A sentence that opens its rows. `grave`: users feel it now."""

    sentence: str
    address: str
    grave: bool = True


def list_alarms(request: HttpRequest, company: Tenant, since: datetime) -> list[Alarm]:
    """The alarms that this person may look into, since the morning."""
    found: list[Alarm] = []
    if is_allowed(request, "rollout.view_killswitch"):
        found += _switches(company)
    if is_allowed(request, PERMISSION):
        found += _addresses(company)
        found += _sign_ins(company)
    if is_allowed(request, "budgets.view_limit"):
        found += _budgets(company)
    if is_allowed(request, "conversations.view_turn"):
        found += _turns(company, since)
        found += _people(company)
    if is_allowed(request, "delivery.view_delivery"):
        found += _mails(company)
    if is_allowed(request, "work.view_job"):
        failed = Job.objects.of(company).filter(status="failed", created_at__gte=since).count()
        words = ngettext("%(n)d job failed today.", "%(n)d jobs failed today.", failed)
        if failed:
            found.append(Alarm(words % {"n": failed}, list_of(Job, status__exact="failed"), grave=False))
    return found


def _addresses(company: Tenant) -> Iterator[Alarm]:
    if n := changing.waiting(company).count():
        words = ngettext(
            "%(n)d new address waits for a second person.", "%(n)d new addresses wait for a second person.", n
        )
        yield Alarm(words % {"n": n}, list_of(AddressChange, state__exact="waiting"), grave=False)


def _sign_ins(company: Tenant) -> Iterator[Alarm]:
    for server in MCPServer.objects.of(company).exclude(oauth="").select_related("sign_in"):
        if server.enabled and server.needs_sign_in:
            yield Alarm(_("%s needs signing in: its tools cannot be called.") % server.name, page_of(server))


def _budgets(company: Tenant) -> Iterator[Alarm]:
    limits = snapshot.load(company.pk)
    if unpriced := explain_unpriced(company, limits):
        yield Alarm(unpriced, reverse("admin:budgets_price_changelist"), grave=False)
    for each in spending.look(company.pk, limits):
        if not (percent := each.reaches(0.0)):
            continue
        values = {
            "whose": name_payer(company, each),
            "used": number_format(round(each.used, 2)),
            "limit": number_format(round(each.limit, 2)),
        }
        if percent < SPENT and each.period == "day":
            words = _("%(whose)s: %(used)s of today's %(limit)s US dollars are used.")
        elif percent < SPENT:
            words = _("%(whose)s: %(used)s of this month's %(limit)s US dollars are used.")
        elif each.refuses:
            words = _("%(whose)s: the budget of %(limit)s US dollars is used up, and messages are refused.")
        else:
            words = _(
                "%(whose)s: the budget of %(limit)s US dollars is used up. Answers go on without the "
                "models that can be done without."
            )
        yield Alarm(words % values, reverse("admin:budgets_limit_changelist"), grave=percent >= SPENT)


def _switches(company: Tenant) -> Iterator[Alarm]:
    for each in list_off(company)[:NAMED]:
        words = _("Off since %(since)s: %(what)s.")
        since = date_format(localtime(each.row.since), "SHORT_DATETIME_FORMAT")
        yield Alarm(words % {"what": each.title, "since": since}, reverse("admin:operations"))
    for flag in Flag.objects.of(company).filter(killed=True):
        yield Alarm(
            _("The rollout is switched off: everybody gets the single agent, in profiles that have one."),
            page_of(flag),
        )


def _people(company: Tenant) -> Iterator[Alarm]:
    if n := Conversation.objects.of(company).filter(person_since__isnull=False).count():
        words = ngettext(
            "%(n)d conversation waits for a person.", "%(n)d conversations wait for a person.", n
        )
        yield Alarm(words % {"n": n}, list_of(Conversation, what="waits"), grave=False)


def _mails(company: Tenant) -> Iterator[Alarm]:
    """E-mails that wait for a mail server that this installation does not have."""
    if settings.EMAIL_URL:
        return
    waiting = Delivery.objects.of(company).filter(channel__kind=Channel.Kinds.EMAIL, status="pending").count()
    if waiting:
        words = ngettext(
            "%(n)d e-mail waits: this installation sends none (EMAIL_URL is not set).",
            "%(n)d e-mails wait: this installation sends none (EMAIL_URL is not set).",
            waiting,
        )
        yield Alarm(words % {"n": waiting}, list_of(Delivery, status__exact="pending"), grave=False)


def _turns(company: Tenant, since: datetime) -> Iterator[Alarm]:
    failed = Turn.objects.of(company).filter(created_at__gte=since, status="failed").count()
    if failed:
        words = ngettext("%(n)d turn failed today.", "%(n)d turns failed today.", failed)
        address = list_of(Turn, status__exact="failed", created_at__gte=since.isoformat())
        yield Alarm(words % {"n": failed}, address)
    called = Step.objects.of(company).filter(turn__created_at__gte=since, kind="tool", outcome="failed")
    rows = called.order_by().values_list("detail__tool").annotate(n=Count("pk"), last=Max("turn_id"))
    for tool, n, last in rows.order_by("-n")[:NAMED]:
        words = ngettext("%(tool)s failed %(n)d time today.", "%(tool)s failed %(n)d times today.", n)
        address = reverse("admin:conversations_turn_change", args=[last])
        yield Alarm(words % {"tool": tool or _("A tool"), "n": n}, address)
