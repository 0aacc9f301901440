"""Why a message is not answered by whom it should be."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from conversations.models import Turn
from releases import draft
from rollout.models import Flag
from routing.decision.mode_names import Modes
from routing.models import AgentProfile, Intent, StatePolicy
from studio.links import list_of, page_of
from studio.symptoms.base import Finding, LiveCompany

SHARE = 0.5  # of the messages that nothing decided: more is no accident
LEAST_TURNS = 10  # fewer say nothing
FEW_EXAMPLES = 5


def look_for_release(about: LiveCompany) -> Iterator[Finding]:
    if about.release is None:
        yield Finding(_("Nothing was published yet: every message is refused."), reverse("admin:publish"))


def look_for_drafts(about: LiveCompany) -> Iterator[Finding]:
    if count := draft.of(about.company).count:
        sentence = _("Changes that are not published, and act nowhere yet: %(n)d.") % {"n": count}
        yield Finding(sentence, reverse("admin:publish"))


def look_at_modes(about: LiveCompany) -> Iterator[Finding]:
    """Which mode each profile has, and who says so."""
    for name, published in about.profiles.items():
        own = published.profile.mode
        words = (
            _("%(profile)s has the mode %(mode)s, by its own row.")
            if own
            else _("%(profile)s has the mode %(mode)s, by ROUTING_MODE of the installation.")
        )
        values = {"profile": name, "mode": Modes(own or settings.ROUTING_MODE).label}
        yield Finding(words % values, list_of(AgentProfile, q=name))


def look_at_rollout(about: LiveCompany) -> Iterator[Finding]:
    for flag in Flag.objects.of(about.company):
        if flag.killed:
            sentence = _("The rollout is switched off: everybody gets the mode %(mode)s.")
        elif flag.percentage < 100:
            sentence = _("The rollout is at %(percent)s %%: everybody else gets the mode %(mode)s.")
        elif flag.on_variant:
            sentence = _("Whoever is in the rollout gets the mode %(on)s, whatever the profile says.")
        else:
            continue
        values = {"percent": flag.percentage, "mode": flag.off_variant, "on": flag.on_variant}
        yield Finding(sentence % values, page_of(flag))


def look_at_fallbacks(about: LiveCompany) -> Iterator[Finding]:
    """The specialists who get what nothing decides, where that is most of what is written."""
    turns = Turn.objects.of(about.company).filter(created_at__gte=about.since).exclude(method="")
    every = turns.count()
    unsure = turns.filter(method="fallback")
    if every < LEAST_TURNS or unsure.count() < SHARE * every:
        return
    for agent, n in unsure.values_list("agent").annotate(n=Count("pk")).order_by("-n")[:3]:
        sentence = _("%(n)d of %(every)d messages went to %(agent)s because nothing decided them.")
        values = {"n": n, "every": every, "agent": agent or "-"}
        yield Finding(sentence % values, list_of(Turn, method__exact="fallback", agent__exact=agent))


def look_at_examples(about: LiveCompany) -> Iterator[Finding]:
    for name, published in about.profiles.items():
        if not published.learnt.there:
            sentence = _("%s has learnt nothing from examples: keywords alone decide.") % name
            yield Finding(sentence, list_of(AgentProfile, q=name))
    intents = about.release["routing"].intents.values() if about.release is not None else ()
    for intent in intents:
        if not intent.asks_for_person and not intent.keywords and len(intent.examples) < FEW_EXAMPLES:
            sentence = _("%(intent)s has no keyword and few examples (%(n)d): hardly anything leads there.")
            yield Finding(
                sentence % {"intent": intent.name, "n": len(intent.examples)}, list_of(Intent, q=intent.name)
            )


def look_at_states(about: LiveCompany) -> Iterator[Finding]:
    """States that something sets and no policy answers: a "yes" then goes wherever its words go."""
    if about.release is None:
        return
    known = {policy.state for policy in about.release["routing"].policies}
    rows = (*about.release["routing"].intents.values(), *about.release["agents"].tools.values())
    for row in rows:
        if row.next_state and row.next_state not in known:
            sentence = _("%(name)s sets the state %(state)s, which no state policy knows.")
            yield Finding(sentence % {"name": row.name, "state": row.next_state}, list_of(StatePolicy))


def look_at_teams(about: LiveCompany) -> Iterator[Finding]:
    """Profiles whose messages go to one specialist only, whatever they name."""
    for name, published in about.profiles.items():
        profile = published.profile
        if (profile.mode or settings.ROUTING_MODE) == Modes.SINGLE:
            sentence = _("%s has the mode single: one specialist answers everything.") % name
        elif profile.max_branches == 1:
            sentence = _("%s asks one specialist at a time (“most specialists at once” is 1).") % name
        elif len({intent.agent for intent in published.intents.values() if intent.agent}) < 2:
            sentence = _("All intents of %s belong to one specialist.") % name
        elif not profile.allow_handoff:
            sentence = _("%s does not let specialists hand over.") % name
        else:
            continue
        yield Finding(sentence, list_of(AgentProfile, q=name))
