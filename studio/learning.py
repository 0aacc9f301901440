"""What the examples teach, for the pages of intents and profiles.

What is decided, what touches, which keywords mislead.

>>> describe_intent(company, made, "billing")[0].state
'learnt'

Keywords are judged by the draft's examples, so that an edit shows at once. Figures are of what was learnt: of
the live release, or of the draft where the same was learnt before. No model is built for a page; what is
found out is kept with the draft.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from releases import draft, freshness
from releases.errors import NothingPublished
from releases.loaded_release import LoadedRelease
from routing.decision import serving
from routing.decision.learning.report import ENOUGH, IntentReport, LearningReport
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.learning.trained_model import TrainedProfile
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec, RoutingSection
from routing.decision.strength import SHOWN, Weakness
from routing.models import Intent, RoutingCase
from tenancy.models import Tenant
from work.models import Job

GROUPS = 8  # of profiles that are told apart
LISTED = 60  # strong keywords that are named
WEAKEST = 6  # intents of a profile that are named
LEARNING = ("publish", "restore", "learn", "learn_late", "learn_draft")  # kinds of work that learn

State = Literal["learnt", "unpublished", "few", "missing", "bare"]
Standing = Literal["strong", "weak", "courtesy"]

# Why there are no figures.
STATES: Mapping[str, Any] = {
    "unpublished": _(
        "Nothing is known of this yet: what its examples teach is found out when it is published."
    ),
    "few": _(
        "Nothing is learnt: fewer than two intents of the profile have examples. Keywords alone decide, and "
        "each of them counts as strong."
    ),
    "missing": _("What its examples teach is still to be found out. Until then keywords alone decide."),
    "bare": _("It has no example: only its keywords find it."),
}  # fmt: skip

KINDS: Mapping[str, Any] = {"example": _("example"), "case": _("must be routed right")}
STANDINGS: Mapping[str, Any] = {
    "strong": _("strong"),
    "weak": _("weak"),
    "courtesy": _("needs the examples"),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line that speaks against a keyword.

    What `kind` of line it is, its text, the intent that it belongs to.
    """

    kind: str
    text: str
    intent: str

    @property
    def kind_in_words(self) -> str:
        return str(KINDS.get(self.kind, self.kind))


@dataclass(frozen=True, slots=True)
class KeywordReport:
    """A keyword and how far it is believed.

    `wins` tells on how many lines of which other intent it would win.
    """

    text: str
    standing: Standing
    wins: tuple[tuple[str, int], ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def times(self) -> int:
        return sum(times for _intent, times in self.wins)

    @property
    def standing_in_words(self) -> str:
        return str(STANDINGS[self.standing])


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known of one intent in profiles that agree on it. Shares are 0..1.

    `drafted` counts its examples in the draft; `differs`: the draft would learn something else than `learnt`
    tells.
    """

    profiles: tuple[str, ...]
    state: State
    wished: float
    words: tuple[KeywordReport, ...]
    drafted: int
    learnt: IntentReport | None = None
    few: bool = False
    differs: bool = False

    @property
    def explanation(self) -> str:
        return str(STATES.get(self.state, ""))

    @property
    def enough(self) -> float:
        """The share that it is worth aiming at."""
        return ENOUGH

    @property
    def weak(self) -> tuple[KeywordReport, ...]:
        return tuple(word for word in self.words if word.standing == "weak")

    @property
    def others(self) -> tuple[KeywordReport, ...]:
        """The keywords that are not weak, all of one standing."""
        return tuple(word for word in self.words if word.standing != "weak")[:LISTED]

    @property
    def unlisted(self) -> int:
        return len(self.words) - len(self.weak) - len(self.others)


@dataclass(frozen=True, slots=True)
class Whole:
    """What is known of a profile: the report of all its intents, and those that are decided least."""

    state: State
    wished: float
    learnt: LearningReport | None = None
    weakest: tuple[tuple[str, IntentReport], ...] = ()
    weak: int = 0  # keywords
    differs: bool = False

    @property
    def silent(self) -> tuple[str, ...]:
        """The first intents whose examples decide nothing but their own words."""
        found = self.learnt.intents.items() if self.learnt else ()
        return tuple(name for name, each in found if not each.share)

    @property
    def named(self) -> set[str]:
        """The intents that it speaks of."""
        nearest = {name for intent, each in self.weakest for name in (intent, each.nearest) if name}
        return nearest | set(self.silent)

    @property
    def explanation(self) -> str:
        return str(STATES.get(self.state, ""))


class Column(NamedTuple):
    """An intent's line in the list: the least share that a profile decides, and its weak keywords in any."""

    share: float | None
    weak: int


class ProfileGroup(NamedTuple):
    """Profiles of the draft that serve and learn the same: the first one stands for all."""

    profiles: tuple[str, ...]
    draft: TrainedProfile
    live: TrainedProfile | None

    @property
    def source(self) -> TrainedProfile | None:
        """What was learnt: for the draft, if it is there, else for the live release."""
        return self.draft if self.draft.there else self.live

    @property
    def differs(self) -> bool:
        return self.source is not None and self.source.key != self.draft.key

    @property
    def state(self) -> State:
        source = self.source
        if source is None or not source.key:
            return "unpublished" if self.draft.key else "few"
        return "learnt" if source.there else "missing"


def describe_intent(company: Tenant, made: draft.Draft, name: str, with_cases: bool = False) -> list[Figures]:
    """What is known of an intent of the draft, by the profiles that serve it; those that agree are told once.

    `with_cases`: with the texts of the messages that must be routed right, for somebody who may read them.
    """
    found: dict[Any, Figures] = {}
    loaded = made.loaded
    routing: RoutingSection = loaded["routing"]
    spec = routing.intents.get(name) or routing.outside.get(name)
    if spec is None:
        return []
    texts = dict(RoutingCase.objects.of(company).values_list("key", "text")) if with_cases else {}
    for group in _groups(loaded, load_live(company), spec):
        each = _figures(loaded, group, spec, texts)
        same = (each.state, each.wished, each.words, each.learnt, each.few, each.differs)
        before = found.get(same)
        found[same] = replace(each, profiles=(*before.profiles, *each.profiles)) if before else each
    return list(found.values())[:GROUPS]


def describe_profile(company: Tenant, made: draft.Draft, agent_id: str) -> Whole | None:
    """What is known of a profile of the draft; None where it is switched off."""
    loaded = made.loaded
    if agent_id not in loaded["routing"].profiles:
        return None
    group = next(each for each in _groups(loaded, load_live(company)) if agent_id in each.profiles)
    report = _report(loaded, group.source)
    state: State = "missing" if report is None and group.state == "learnt" else group.state
    weakest = sorted(
        ((name, each) for name, each in report.intents.items() if each.needed) if report else (),
        key=lambda pair: pair[1].share,
    )
    weak = ProfileRuntime.of(loaded, agent_id).misleading if group.draft.key else ()
    return Whole(
        state,
        report.wished if report else group.draft.wished_precision,
        report,
        tuple(weakest[:WEAKEST]),
        len(weak),
        group.differs,
    )


def describe_list(company: Tenant, made: draft.Draft) -> Mapping[str, Column]:
    """The list's figures of all intents, found out once for a draft and what is live."""
    loaded, known = made.loaded, load_live(company)
    key = (Column, known.number if known else None, len(known.parts) if known else 0)
    kept: Mapping[str, Column] | None = loaded.memo.get(key)
    if kept is None:
        kept = loaded.memo.setdefault(key, _columns(loaded, known))
    return kept


def load_live(company: Tenant) -> LoadedRelease | None:
    """What is live, with the parts that were made since; None before the first publish."""
    try:
        return freshness.current(company).release
    except NothingPublished:
        return None


def find_learning(company: Tenant) -> Job | None:
    """The work that learns right now; the newest, if there are several."""
    jobs = Job.objects.of(company).filter(kind__in=LEARNING, status__in=Job.OPEN)
    return jobs.order_by("-created_at").first()


def find_pages(company: Tenant, made: draft.Draft, names: Iterable[str]) -> dict[str, str]:
    """The addresses of intents by name; of what nobody serves where that is one intent."""
    outside = list(made.loaded["routing"].outside)
    wanted = {outside[0] if name == OUT_OF_SCOPE and len(outside) == 1 else name for name in names}
    rows = Intent.objects.of(company).filter(name__in=wanted).values_list("name", "pk")
    found = {name: reverse("admin:routing_intent_change", args=[pk]) for name, pk in rows}
    if len(outside) == 1 and outside[0] in found:
        found[OUT_OF_SCOPE] = found[outside[0]]
    return found


def name_other_intents(figures: Iterable[Figures]) -> set[str]:
    """The other intents that figures speak of."""
    found = {each.learnt.nearest for each in figures if each.learnt and each.learnt.nearest}
    return found | {name for each in figures for word in each.weak for name in dict(word.wins)}


def _groups(
    loaded: LoadedRelease, known: LoadedRelease | None, spec: IntentSpec | None = None
) -> Iterator[ProfileGroup]:
    """The draft's profiles (those that serve an intent), together where they serve and learn the same."""
    routing: RoutingSection = loaded["routing"]
    found: dict[Any, ProfileGroup] = {}
    for agent_id, profile in routing.profiles.items():
        served = tuple(intent.name for intent in serving.intents(routing, loaded["agents"], profile))
        if spec and not (spec.serves(agent_id) if spec.out_of_scope else spec.name in served):
            continue
        learnt = TrainedProfile.of(loaded, agent_id)
        before = (
            TrainedProfile.of(known, agent_id) if known and agent_id in known["routing"].profiles else None
        )
        key = (served, learnt.key or learnt.samples, before.key if before else None)
        same = found.get(key)
        found[key] = ProfileGroup((*(same.profiles if same else ()), agent_id), learnt, before)
    yield from found.values()


def _figures(
    loaded: LoadedRelease, group: ProfileGroup, spec: IntentSpec, texts: Mapping[str, str]
) -> Figures:
    report = _report(loaded, group.source)
    own = report.intents.get(OUT_OF_SCOPE if spec.out_of_scope else spec.name) if report else None
    state = group.state
    if state == "learnt" and own is None:
        state = "missing" if report is None else "unpublished" if spec.examples else "bare"
    elif not spec.examples and state == "unpublished":
        state = "bare"
    known = group.draft.samples
    name = OUT_OF_SCOPE if spec.out_of_scope else spec.name
    return Figures(
        profiles=group.profiles,
        state=state,
        wished=report.wished if report else group.draft.wished_precision,
        words=_words(loaded, group, spec, texts),
        drafted=sum(sample.intent == name and not sample.about for sample in known),
        learnt=own,
        few=bool(own and report and report.few),
        differs=group.differs and own is not None,
    )


def _words(
    loaded: LoadedRelease, group: ProfileGroup, spec: IntentSpec, texts: Mapping[str, str]
) -> tuple[KeywordReport, ...]:
    """The keywords of an intent, the weak ones first; without examples all of them are strong."""
    if spec.out_of_scope or not spec.keywords:
        return ()
    weak = ProfileRuntime.of(loaded, group.profiles[0]).misleading if group.draft.key else {}
    plain: Standing = "courtesy" if group.draft.key and not spec.agent else "strong"
    words = [
        _weak(text, weak[text, spec.name], texts) if (text, spec.name) in weak else KeywordReport(text, plain)
        for text in dict.fromkeys(spec.keywords)
    ]
    return tuple(sorted(words, key=lambda word: -word.times))


def _weak(text: str, why: Weakness, texts: Mapping[str, str]) -> KeywordReport:
    """A weak keyword; of the messages that must be routed right, only those in `texts` are shown."""
    wins = Counter(dict(why.intents))
    wins.update(case.intent or OUT_OF_SCOPE for case in why.cases)
    examples = (Evidence("example", each.text, each.intent) for each in why.examples)
    cases = (
        Evidence("case", texts[case.key], case.intent or OUT_OF_SCOPE)
        for case in why.cases
        if case.key in texts
    )
    return KeywordReport(text, "weak", tuple(wins.most_common()), (*islice(cases, SHOWN), *examples))


def _columns(loaded: LoadedRelease, known: LoadedRelease | None) -> dict[str, Column]:
    shares: dict[str, list[float]] = {}
    weak: dict[str, set[str]] = {}
    for group in _groups(loaded, known):
        report = _report(loaded, group.source)
        for name, own in report.intents.items() if report else ():
            shares.setdefault(name, []).append(own.share)
        if group.draft.key:
            for text, name in ProfileRuntime.of(loaded, group.profiles[0]).misleading:
                weak.setdefault(name, set()).add(text)
    outside: Sequence[str] = tuple(loaded["routing"].outside)
    for name in outside:
        shares[name] = shares.get(OUT_OF_SCOPE, [])
    return {
        name: Column(min(shares.get(name) or [], default=None), len(weak.get(name, ())))
        for name in {*shares, *weak}
    }


def _report(loaded: LoadedRelease, learnt: TrainedProfile | None) -> LearningReport | None:
    """What was found out, read once for a draft."""
    if learnt is None or not learnt.there:
        return None
    kept: LearningReport | None = loaded.memo.get((LearningReport, learnt.key))
    if kept is None and (kept := learnt.report) is not None:
        loaded.memo[LearningReport, learnt.key] = kept
    return kept
