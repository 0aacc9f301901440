"""What would this message do? Asks the decision tiers, with the draft or the live release; stores nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.conf import settings
from django.utils.translation import gettext as _

from agents import operational
from agents.guardrails import run_rails
from agents.guardrails.base import is_async
from agents.guardrails.catalogue import RAILS
from agents.resources import AgentsOperational, Resources
from budgets import snapshot, spending
from budgets.snapshot import BudgetsSnapshot
from conversations.turn import Identity, RailDecision, RouteDecision, Verdict
from language import embedder
from releases import draft, freshness
from releases.loaded_release import LoadedRelease
from rollout import snapshot as rollout
from rollout.evaluate import BUCKETS, MULTI_AGENT, FlagSpec, evaluate
from routing.decision import business, ladder
from routing.decision.input import names_off
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reasons import because, confidence_in_words, list_matched, method_in_words
from routing.decision.specs import ProfileSpec, RoutingSection
from routing.decision.switched_off import spread_switches
from routing.turns import paying, prepare
from routing.turns.mode import DEFAULT, ChosenMode, choose, decide_route, find_mode
from routing.turns.nodes.routing_decision import check_served
from routing.turns.preview import ModelReads, read_model_input
from tenancy.models import Tenant

Which = Literal["draft", "live"]
NO_INTENT = ("fallback", "clarification")  # what a decision is called that is for no intent


@dataclass(frozen=True, slots=True)
class Check:
    """What a guardrail found in the message; `polite` is what the user would read where it is refused."""

    title: str
    reason: str
    polite: str = ""
    masked: str = ""  # the message as everybody behind it would read it


@dataclass(frozen=True, slots=True)
class Preview:
    """What was decided, what every tier saw, and the matched words."""

    decision: RouteDecision
    verdicts: Sequence[Verdict]
    language: str
    mode: str = DEFAULT
    reads: ModelReads | None = None  # what the model of who answers would read
    checks: Sequence[Check] = ()
    silenced: str = ""  # the intent that would have answered, were it not switched off
    urgent: tuple[str, str] | None = None  # what else of it a person is told: the intent, and the words
    rollout: str = ""  # what the rollout flag makes of it, for whom

    @property
    def words(self) -> list[str]:
        return list_matched({"metadata": self.decision.metadata})

    @property
    def matter(self) -> str:
        """The intent; where the decision is for none, how it came about, in words."""
        intent = self.decision.intent
        return method_in_words(intent) if intent in NO_INTENT else intent

    @property
    def confidence(self) -> str:
        """How sure it is, in words."""
        return confidence_in_words({"method": self.decision.method, "confidence": self.decision.confidence})

    @property
    def because(self) -> str:
        return because(
            {
                name: getattr(self.decision, name)
                for name in ("method", "agent", "intent", "metadata", "reason")
            }
        )

    @property
    def tiers(self) -> list[tuple[str, bool, list[str]]]:
        """Each tier in words: its name, whether it decided, what it saw."""
        return [
            (
                method_in_words(verdict.tier),
                verdict.decision is not None,
                ladder.describe(verdict.tier, verdict.saw),
            )
            for verdict in self.verdicts
        ]


def load(company: Tenant, which: Which) -> LoadedRelease:
    """The draft as if it were published, or the live release. Raises NothingPublished."""
    if which == "live":
        return freshness.release(company.pk, company.live_release)
    return draft.of(company).loaded


def list_profiles(release: LoadedRelease) -> list[str]:
    """The profiles of a release, in the order of their names."""
    section: RoutingSection = release["routing"]
    return sorted(section.profiles)


def list_customer_fields(release: LoadedRelease) -> list[str]:
    """What a trusted caller may say of who writes, as this release reads it: the business keys first."""
    section: RoutingSection = release["routing"]
    return sorted(
        business.identity_names(release), key=lambda name: (name not in section.business_keys, name)
    )


def preview(
    release: LoadedRelease,
    company: Tenant,
    agent_id: str,
    text: str,
    mode: str = "",
    published: ProfileRuntime | None = None,
    customer: Mapping[str, str] | None = None,
) -> Preview:
    """The decision for one message that begins a conversation, as the doors would take it.

    >>> preview(load(tenant, "draft"), tenant, "telecom_contas", "Minha fatura veio alta").words
    ['fatura']

    An empty `mode` is the flag's, else the profile's. What an operator switched off is off; `published` is
    the profile where it decides with something else than the release itself has; `customer` are values that
    a trusted caller would send of who writes (`list_customer_fields`).
    """
    published = published or ProfileRuntime.of(release, agent_id)
    switches = rollout.load(company.pk)
    chosen, said = _choose_mode(mode, switches.flags.get(MULTI_AGENT), published.profile)
    context = prepare.new_context(release, company.pk, agent_id, text, chosen)
    who = business.resolve(customer or {}, {}, {}, release)
    identity = Identity(None, bool(customer), who.identity, who.source_fields)
    context = replace(context, request=replace(context.request, identity=identity))
    asks = any(is_async(RAILS[spec.code]) for spec in published.rails("input") if spec.code in RAILS)
    addresses, prices, saves = AgentsOperational(), BudgetsSnapshot(), False
    if asks:
        addresses, prices = operational.load(company.pk), snapshot.load(company.pk)
        saves = spending.admit_aside(company.pk, prices).saves
    if not find_mode(chosen.mode).alone:
        switches = spread_switches(switches, published)
    off = names_off(switches)
    resources = Resources(published.agents, addresses, switches, budgets=prices, saves=saves)
    reading = run_rails.sanitize(published.rails("input"), context, resources)
    context, found = paying.run_for_page(company.pk, reading, settings.TURN_DEADLINE)
    decided = embedder.wait_for(lambda: decide_route(context, published, off), company.pk)
    checking = check_served(decided, published, context, resources)
    found += paying.run_for_page(company.pk, checking, settings.TURN_DEADLINE)
    silenced = ""
    if off and not find_mode(chosen.mode).alone:
        otherwise = embedder.wait_for(lambda: decide_route(context, published), company.pk).decision
        if otherwise.intent and otherwise.intent != decided.decision.intent:
            silenced = otherwise.intent
    return Preview(
        decided.decision,
        decided.verdicts,
        context.request.utterance.language,
        chosen.mode,
        read_model_input(published, context, decided),
        _checks(found),
        silenced,
        decided.urgent,
        said,
    )


def _choose_mode(mode: str, flag: FlagSpec | None, profile: ProfileSpec) -> tuple[ChosenMode, str]:
    """The mode that is asked for, or that a user without an exception gets, and what the flag has to do with
    it: of a share of users, what those inside get."""
    if mode or flag is None:
        return choose(mode or None, False, None, profile), ""
    given = evaluate(flag, "", profile.agent_id)
    if given.reason != "SPLIT":
        chosen = choose(None, False, given, profile)
        said = _("By the rollout flag everybody gets the mode %(mode)s.") if chosen.source == "flag" else ""
        return chosen, said and said % {"mode": chosen.mode}
    inside, outside = (
        choose(None, False, evaluate(replace(flag, share=share), "", profile.agent_id), profile)
        for share in (BUCKETS, 0)
    )
    if inside.mode == outside.mode:
        return inside, ""
    words = _("This is what %(percent)s %% of the users get; the others get the mode %(mode)s.")
    return inside, words % {"percent": f"{flag.share / 100:g}", "mode": outside.mode}


def _checks(decisions: Sequence[RailDecision]) -> tuple[Check, ...]:
    """What the input's rails found."""
    return tuple(
        Check(
            str(getattr(RAILS[each.code], "title", "") or each.code),
            each.reason,
            str(each.metadata.get("polite", "")),
            each.sanitized_text or "",
        )
        for each in decisions
        if each.has_found or each.metadata.get("missed")
    )
