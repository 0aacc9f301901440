"""How a message that must be routed right comes to be known.

Somebody corrects a turn, or keeps the lines of a file.

>>> correct(turn, intent, user).source
'correction'
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from agents.guardrails.base import About, is_async
from agents.guardrails.catalogue import RAILS
from agents.models import Specialist
from conversations.models import Conversation, Message, Turn
from language.detect import language
from routing.decision.authored.cases import MOST
from routing.decision.authored.models import AgentProfile, Intent
from routing.decision.authored.routing_case import RoutingCase
from routing.decision.evaluation.lines import LabelledMessage
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.errors import CaseRefused
from tenancy.company_lock import hold
from tenancy.models import Tenant

LONGEST = RoutingCase._meta.get_field("text").max_length or 0


@dataclass(frozen=True, slots=True)
class CorrectionCounts:
    """What became of the lines of a file: how many are cases now, were there already, or cannot be one."""

    added: int
    known: int
    left_out: int


def reachable(profile: AgentProfile) -> QuerySet[Intent]:
    """The intents that a profile serves as they stand in the draft, by name.

    Those for it or for every profile, whose specialist is in use and in its team, and those without one.
    """
    team = Specialist.objects.of(profile.tenant_id).filter(enabled=True)
    if profile.specialists.exists():
        also = (profile.fallback_id, profile.single_id, profile.coordinator_id)
        team = team.filter(Q(profiles=profile) | Q(pk__in=[each for each in also if each]))
    mine = Intent.objects.of(profile.tenant_id).filter(enabled=True, out_of_scope=False)
    mine = mine.filter(Q(profiles=profile) | Q(profiles=None))
    return mine.filter(Q(specialist=None) | Q(specialist__in=team.values("pk"))).distinct().order_by("name")


def read_said(turn: Turn) -> str:
    """What the user wrote in a turn, as it is recorded; empty where it was erased."""
    rows = Message.objects.of(turn.tenant_id).filter(turn=turn, role=Message.Roles.USER).order_by("seq")
    return " ".join(" ".join(rows.values_list("text", flat=True)).split())


def correct(turn: Turn, intent: Intent | None, person: Any) -> RoutingCase:
    """The case that says where a turn's message belongs (None: nobody serves it). Said again, it is changed.

    Raises CaseRefused, also for an intent that the turn's profile does not serve. It acts once it is
    published; deleting the case takes the correction back.
    """
    with transaction.atomic():
        hold(turn.tenant_id)
        # As erasing does: either this sees that the words are gone, or erasing sees the case.
        talk = Conversation.objects.of(turn.tenant_id).select_for_update().get(pk=turn.conversation_id)
        row = RoutingCase.objects.of(turn.tenant_id).filter(turn=turn).first()
        if row is None:
            row = RoutingCase(
                tenant_id=turn.tenant_id, profile=_profile(talk), text=_text(turn), turn=turn,
                conversation=talk, source=RoutingCase.Sources.CORRECTION, author=str(person)[:150],
            )  # fmt: skip
            _room_for(turn.tenant_id, 1)
        if intent is not None and not reachable(row.profile).filter(pk=intent.pk).exists():
            detail = {"intent": intent.name, "profile": row.profile.agent_id}
            raise CaseRefused(_("The profile “%(profile)s” does not serve %(intent)s.") % detail)
        if row.pk is not None and row.intent_id == (intent.pk if intent else None):
            return row
        row.intent = intent
        row._history_user = person
        row.save()
    return row


def keep(profile: AgentProfile, lines: Iterable[LabelledMessage], person: Any) -> CorrectionCounts:
    """Keeps the lines of a file as cases of a profile. Raises CaseRefused where there would be too many.

    A line that several intents are right for, or that replies to a state, says too little of where it
    belongs.
    """
    company = profile.tenant_id
    intents = {row.name: row for row in Intent.objects.of(company)}
    there = set(RoutingCase.objects.of(company).filter(profile=profile).values_list("text", "state"))
    new: list[RoutingCase] = []
    known = left_out = 0
    for line in lines:
        text = as_recorded(profile, line.text)
        name = line.right[0]
        if len(line.right) > 1 or len(text) > LONGEST or (name != OUT_OF_SCOPE and name not in intents):
            left_out += 1
        elif (text, line.state) in there:
            known += 1
        else:
            there.add((text, line.state))
            new.append(
                RoutingCase(
                    tenant_id=company, profile=profile, text=text, state=line.state, intent=intents.get(name),
                    source=RoutingCase.Sources.FILE, author=str(person)[:150],
                )
            )  # fmt: skip
    with transaction.atomic():
        _room_for(company, len(new))
        for row in new:
            row._history_user = person
            row.save()
    return CorrectionCounts(len(new), known, left_out)


def as_recorded(profile: AgentProfile, text: str) -> str:
    """A text as the profile's record would keep it.

    On one line, masked unless the profile keeps what was written.
    """
    text = " ".join(text.split())
    if profile.keep_raw_text:
        return text
    about = About(language=language(text, profile.tenant.default_language), phase="input")
    masks = profile.guardrails.filter(phase="input", action="sanitize", enabled=True)
    for code in sorted(masks.values_list("code", flat=True)):
        rail = RAILS.get(code)
        if rail is not None and not is_async(rail):
            text = rail.check(text, about).sanitized_text or text
    return text


def _profile(talk: Conversation) -> AgentProfile:
    found = AgentProfile.objects.of(talk.tenant_id).filter(agent_id=talk.agent_id).first()
    if found is None:
        raise CaseRefused(_("The profile “%(name)s” is no longer there.") % {"name": talk.agent_id})
    return found


def _text(turn: Turn) -> str:
    text = read_said(turn)
    if not text:
        raise CaseRefused(_("What was written was erased."))
    if len(text) > LONGEST:
        raise CaseRefused(_("It is longer than %(longest)d characters.") % {"longest": LONGEST})
    return text


def _room_for(company: Tenant | str, new: int) -> None:
    if new and RoutingCase.objects.of(company).count() + new > MOST:
        raise CaseRefused(
            _("There may be %(most)d such messages. Delete some that tell nothing new.") % {"most": MOST}
        )
