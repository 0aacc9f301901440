"""What nobody understood today, grouped by its words; each group can be given to an intent or a goal at once.

Whatever the text becomes for the intent, its newest message is kept as one that must be routed there.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from analytics.turns import NOT_UNDERSTOOD
from conversations.files import is_names
from conversations.models import Message, Turn
from language.closing import says_nothing
from language.detect import language
from language.normalise import words
from releases.loaded_release import LoadedRelease
from routing.decision import serving
from routing.decision.evaluation.correcting import correct, reachable
from routing.decision.specs import RoutingSection
from routing.errors import CaseRefused
from routing.models import AgentProfile, Example, Goal, Intent, Keyword
from routing.turns.mode import list_names_where
from studio.access import is_allowed, require, tenant
from studio.links import page_of
from tenancy.models import Tenant

READ = 2000  # of the day's messages that fell through
SHOWN = 8
WORDS = 6  # a keyword has at most; a longer text is an example
LINKED = 200  # characters of it in a link: of a message of 32 000 a page had eight


@dataclass(frozen=True, slots=True)
class Unrouted:
    """Messages that say the same: the newest one with its turn, how many, and what it could be for an intent.

    A keyword has few words, an example may be a whole message; of a longer one only the beginning is here.
    `profile` is whose message the newest one was; `planned`: it knows goals.
    """

    text: str
    conversation: str
    turn: str
    profile: str
    times: int
    keyword: bool
    example: bool
    planned: bool

    @property
    def start(self) -> str:
        """As much of it as an address may carry."""
        return self.text[:LINKED]


def group_unrouted(company: Tenant, since: datetime) -> tuple[int, list[Unrouted]]:
    """How many messages since then were not understood, and the most frequent of them: three queries.

    Those that could teach no intent anything are counted, and not listed: "yes", "why?", files alone.
    """
    turns = Turn.objects.of(company).filter(created_at__gte=since, **NOT_UNDERSTOOD).order_by("-created_at")
    rows = Message.objects.of(company).filter(
        turn_id__in=list(turns.values_list("pk", flat=True)[:READ]), role=Message.Roles.USER
    )
    times: Counter[str] = Counter()
    newest: dict[str, tuple[str, str, str, str, str]] = {}
    texts = rows.exclude(text="").order_by("-pk")
    names = (
        "text",
        "metadata__attachments",
        "conversation_id",
        "turn_id",
        "conversation__agent_id",
        "turn__mode",
    )
    for text, files, *about in texts.values_list(*names):
        if says_nothing(text) or is_names(text, (each["name"] for each in files or ())):
            continue
        plain = " ".join(words(text)) or text
        times[plain] += 1
        newest.setdefault(plain, (text, *about))
    found = [_make_line(*newest[plain], times=n) for plain, n in times.most_common(SHOWN)]
    return turns.count(), found


def _make_line(text: str, conversation: str, turn: str, profile: str, mode: str, times: int) -> Unrouted:
    longest = _longest(Example)
    keyword = len(words(text)) <= WORDS and len(text) <= _longest(Keyword)
    fits, planned = len(text) <= longest, mode in list_names_where(lambda each: each.plans)
    return Unrouted(text[:longest], conversation, turn, profile, times, keyword, fits, planned)


def list_intents(drawn: LoadedRelease, profiles: Iterable[str]) -> dict[str, list[str]]:
    """What the messages of each profile can be given to.

    The intents of the draft that it serves, and those of what nobody serves.
    """
    routing: RoutingSection = drawn["routing"]
    known = [routing.profiles[name] for name in sorted(set(profiles)) if name in routing.profiles]
    return {
        profile.agent_id: sorted(
            [
                *(each.name for each in serving.intents(routing, drawn["agents"], profile)),
                *(each.name for each in routing.outside.values() if each.serves(profile.agent_id)),
            ]
        )
        for profile in known
    }


def list_goals(company: Tenant) -> list[str]:
    """What a planner's messages can be given to: the goals, by domain."""
    rows = Goal.objects.of(company).order_by("domain__name", "name")
    return [f"{domain}.{name}" for domain, name in rows.values_list("domain__name", "name")]


def _longest(model: type[Keyword] | type[Example]) -> int:
    return model._meta.get_field("text").max_length or 400


@require_POST
def page(request: HttpRequest) -> HttpResponse:
    """`/admin/adopt/`: makes a text a keyword or an example of an intent, in the draft."""
    require(request, "routing.change_intent")
    company = tenant(request)
    text = " ".join(request.POST.get("text", "").split())
    model = Keyword if request.POST.get("as") == "keyword" else Example
    domain, _dot, name = request.POST.get("intent", "").partition(".")
    goal = Goal.objects.of(company).filter(domain__name=domain[:64], name=name[:64]).first()
    if goal is not None:
        return _give_to(request, goal, model, text)
    intent = Intent.objects.of(company).filter(name=request.POST.get("intent", "")[:64]).first()
    refusal = _refusal(model, intent, text) or _explain_unreached(intent, _turn(request, company))
    if refusal or intent is None:
        messages.error(request, refusal)
        return HttpResponseRedirect(reverse("admin:index"))
    row: Any = model(tenant=company, intent=intent, text=text)
    if model is Example:
        row.language = language(text, company.default_language)
    row._history_user = request.user
    row.save()
    _keep(request, _turn(request, company), intent)
    sentence = _("“%(text)s” is now a keyword of %(intent)s. It acts once it is published.")
    if model is Example:
        sentence = _("“%(text)s” is now an example of %(intent)s. It acts once it is published.")
    messages.success(request, sentence % {"text": text[:80], "intent": intent.name})
    back = reverse("admin:index") if request.POST.get("back") else page_of(intent)
    return HttpResponseRedirect(back)


def _give_to(
    request: HttpRequest, goal: Goal, model: type[Keyword] | type[Example], text: str
) -> HttpResponse:
    """Makes a text one of a goal's own words."""
    require(request, "routing.change_goal")
    field = "keywords" if model is Keyword else "examples"
    known = getattr(goal, field)
    refusal = _unfit(model, text) or (
        _("“%(text)s” is there already.") % {"text": text[:80]} if text in known else ""
    )
    if refusal:
        messages.error(request, refusal)
        return HttpResponseRedirect(reverse("admin:index"))
    setattr(goal, field, [*known, text])
    goal._history_user = request.user  # type: ignore[attr-defined]
    goal.save()
    sentence = _("“%(text)s” now means %(goal)s. It acts once it is published.")
    messages.success(request, sentence % {"text": text[:80], "goal": str(goal)})
    return HttpResponseRedirect(reverse("admin:index") if request.POST.get("back") else page_of(goal))


def _turn(request: HttpRequest, company: Tenant) -> Turn | None:
    """The turn whose message is given away, where the page named one."""
    rows = Turn.objects.of(company).filter(pk=request.POST.get("turn", "")[:36])
    return rows.select_related("conversation").first()


def _explain_unreached(intent: Intent | None, turn: Turn | None) -> str:
    """Why this message would never come to an intent; empty when it can."""
    if intent is None or intent.out_of_scope or turn is None:
        return ""
    agent_id = turn.conversation.agent_id
    profile = AgentProfile.objects.of(intent.tenant_id).filter(agent_id=agent_id).first()
    if profile is None or reachable(profile).filter(pk=intent.pk).exists():
        return ""
    values = {"intent": intent.name, "profile": agent_id}
    return _("The profile “%(profile)s” does not serve %(intent)s.") % values


def _keep(request: HttpRequest, turn: Turn | None, intent: Intent) -> None:
    """Keeps the message that was given to an intent, by its turn, as one that must be routed there."""
    if turn is not None and is_allowed(request, "routing.add_routingcase"):
        with suppress(CaseRefused):  # the text was taken over all the same
            correct(turn, None if intent.out_of_scope else intent, request.user)


def _refusal(model: type[Keyword] | type[Example], intent: Intent | None, text: str) -> str:
    """Why a text cannot be taken over; empty when it can."""
    if intent is None:
        return _("Choose an intent from the list, for example one that begins with the same word.")
    if unfit := _unfit(model, text):
        return unfit
    if model._base_manager.filter(tenant=intent.tenant_id, intent=intent, text=text).exists():
        return _("“%(text)s” is there already.") % {"text": text[:80]}
    return ""


def _unfit(model: type[Keyword] | type[Example], text: str) -> str:
    """Why a text can be neither keyword nor example; empty when it can."""
    longest = _longest(model)
    if not words(text):
        return _("Write at least one word, for example fatura.")
    if len(text) > longest:
        return _("That is longer than %(longest)s characters. Keep the words that matter.") % {
            "longest": longest
        }
    return ""
