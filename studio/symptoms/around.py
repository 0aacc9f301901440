"""Why systems and people around hear nothing, or are not known."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from conversations.models import Conversation
from delivery.models import Channel, Delivery
from handoffs.to_person import REQUESTED
from studio.links import list_of, page_of
from studio.symptoms.base import Finding, LiveCompany
from telemetry import metrics, tracing
from tenancy.models import ApiKey


def look_for_who_is_told(about: LiveCompany) -> Iterator[Finding]:
    """Whether anybody hears that a person is asked for."""
    channels = list(Channel.objects.of(about.company).filter(enabled=True))
    if not any(REQUESTED in each.events for each in channels):
        sentence = _(
            "No channel is told that somebody asks for a person: only the list of handoffs shows it."
        )
        yield Finding(sentence, list_of(Channel))
    for each in channels:
        if each.kind == Channel.Kinds.EMAIL and not settings.EMAIL_URL:
            sentence = _("%s tells by e-mail, and this installation sends none (EMAIL_URL).") % each.name
            yield Finding(sentence, page_of(each))


def look_at_deliveries(about: LiveCompany) -> Iterator[Finding]:
    """Channels whose deliveries were given up, or are late and tried again."""
    rows = Delivery.objects.of(about.company).filter(created_at__gte=about.since)
    given_up, again = Q(status=Delivery.Statuses.FAILED), Q(status=Delivery.Statuses.PENDING, attempts__gt=0)
    bad = rows.filter(given_up | again)
    for channel, status, n in bad.values_list("channel__name", "status").annotate(n=Count("pk")):
        sentence = _("Deliveries to %(channel)s, %(status)s: %(n)d. Each says what came back.")
        values = {"n": n, "channel": channel, "status": Delivery.Statuses(status).label}
        yield Finding(sentence % values, list_of(Delivery, status__exact=status))
    for each in Channel.objects.of(about.company).filter(enabled=False):
        yield Finding(_("The channel %s is off.") % each.name, page_of(each))


def look_for_webhooks(about: LiveCompany) -> Iterator[Finding]:
    """Whether there is a webhook at all, and whether it is told of anything."""
    webhooks = [
        each
        for each in Channel.objects.of(about.company).filter(kind=Channel.Kinds.WEBHOOK, enabled=True)
        if each.url
    ]
    if not webhooks:
        yield Finding(_("There is no webhook that is on and has an address."), list_of(Channel))
    for each in webhooks:
        if not each.events:
            yield Finding(
                _("The channel %s is told of nothing: choose its events.") % each.name, page_of(each)
            )


def look_at_traces(about: LiveCompany) -> Iterator[Finding]:
    if not tracing.is_on():
        sentence = _("Traces are off: name where they go (OTEL_EXPORTER_OTLP_ENDPOINT, or LANGFUSE_*).")
        yield Finding(sentence, list_of(Conversation))
    if not metrics.is_on():
        yield Finding(_("Metrics are off: set METRICS_TOKEN."), list_of(Conversation))


def look_at_keys(about: LiveCompany) -> Iterator[Finding]:
    """Programs whose word on who writes is not believed."""
    keys = [key for key in ApiKey.objects.of(about.company) if key.usable(timezone.now())]
    if not keys:
        yield Finding(_("No program has a key."), list_of(ApiKey))
    for key in keys:
        if "chat" in key.scopes and not {"context:trusted", "session:create"} & set(key.scopes):
            sentence = _("The key “%s” may not say who writes (scope context:trusted).") % key.name
            yield Finding(sentence, page_of(key))


def look_at_sessions(about: LiveCompany) -> Iterator[Finding]:
    """Sessions of one name that several people or profiles use; each is a conversation of its own."""
    rows = Conversation.objects.of(about.company).filter(last_activity__gte=about.since)
    shared = rows.values_list("session_id").annotate(n=Count("agent_id", distinct=True)).filter(n__gt=1)
    for session, n in shared.order_by("-n")[:3]:
        sentence = _(
            "The session “%(session)s” is %(n)d conversations, one a profile: use the conversation_key."
        )
        values = {"session": session, "n": n}
        yield Finding(sentence % values, list_of(Conversation, q=session))
