"""What a message wants, by the hints of the manifests alone, without a model.

>>> read_goal("qual o preço da Nordea?", catalogue).intent
IntentOutput(primary_domain='finance', goal='GET_QUOTE', entities={'symbol_text': 'Nordea'}, ...)

One goal that is named by its own words is certain (SURE). Otherwise the hints' score (0.25 to 0.7) is all
there is, and the confidence gate asks. What no goal fits is for the domain `general`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from language import forbidden, mail
from language.automaton import Hit
from language.normalise import words
from routing.planning.specs import BUILT_IN, EntitySpec, GoalSpec, IntentOutput
from routing.planning.understand import entities, unserved_request
from routing.planning.understand.catalogue import CHAT, Catalogue, HintTarget
from routing.planning.understand.names import Span
from routing.planning.understand.unserved_request import UnservedWish

SURE, EXAMPLE = 0.95, 0.97
SCORES = {"goal": 0.7, "capability": 0.5, "domain": 0.25}
NOTIFY = "notify"
NOTIFY_TO = "notify_to"
NOTIFIER = "notifier"


@dataclass(frozen=True, slots=True)
class HeardGoal:
    """The intent, and what was seen: the score and the words of each goal that was named."""

    intent: IntentOutput
    saw: Mapping[str, Any] = field(default_factory=dict)
    unserved: tuple[str, ...] = ()  # what else is asked that no goal does, in the user's words


@dataclass(slots=True)
class _Score:
    goal: GoalSpec
    level: float = 0.0
    letters: int = 0
    phrases: dict[str, None] = field(default_factory=dict)

    @property
    def rank(self) -> tuple[float, int]:
        return self.level, self.letters


def read_goal(text: str, catalogue: Catalogue) -> HeardGoal:
    """The goal that the message names best, with its entities."""
    whole, (text, wishes) = text, without_unserved(text, catalogue)
    foreign = tuple(whole[wish.start : wish.end].strip() for wish in wishes)
    hits, spans = find_named(text, catalogue)
    ranked = _rank(text, hits, catalogue)
    best = ranked[0] if ranked else None
    if best is not None and foreign and catalogue.follows_only(best.goal):
        # It would follow on what no goal does: handing that on as a text is not what was asked for.
        required = {name for name, each in best.goal.entities.items() if each.required}
        best = best if required <= _read(text, best.goal, catalogue, hits, spans).keys() else None
    if best is None:
        talk = IntentOutput(BUILT_IN, CHAT, {}, 1.0, whole)
        return HeardGoal(talk, {"goals": {}}, foreign)
    even = [other for other in ranked[1:] if other.rank == best.rank]
    sure = best.level > SCORES["domain"] and not even
    confidence = EXAMPLE if best.level > 1 else SURE if sure else best.level
    if any(wish.beside for wish in wishes):
        confidence = SCORES["domain"]
    found = _read(text, best.goal, catalogue, hits, spans)
    intent = IntentOutput(best.goal.domain, best.goal.name, found, min(confidence, 1.0), whole)
    saw = {
        "goals": {
            f"{each.goal.domain}.{each.goal.name}": {
                "score": min(each.level, 1.0),
                "words": list(each.phrases),
            }
            for each in ranked[:5]
        }
    }
    return HeardGoal(intent, saw, foreign)


def without_unserved(text: str, catalogue: Catalogue) -> tuple[str, list[UnservedWish]]:
    """The text with blanks where it wishes what no goal does, and those wishes.

    Where such a wish names what a goal is about, only its verb is blank. A whole example of a manifest wishes
    nothing else.
    """
    if tuple(words(text)) in catalogue.examples:
        return text, []
    hits = catalogue.hints.hits(text)
    wishes = unserved_request.find_unserved(text, hits, _notices(hits, catalogue), catalogue)
    for wish in wishes:
        start, end = wish.verb if wish.beside else (wish.start, wish.end)
        text = text[:start] + " " * (end - start) + text[end:]
    return text, wishes


def read_entities_for(text: str, goal: GoalSpec, catalogue: Catalogue) -> dict[str, Any]:
    """The entities of a goal that was chosen for a message."""
    hits, spans = find_named(text, catalogue)
    return _read(text, goal, catalogue, hits, spans)


def with_notice(intent: IntentOutput, text: str, catalogue: Catalogue) -> IntentOutput:
    """An intent that somebody else read, with the wish to be told elsewhere where the message has one."""
    goal = catalogue.goal(intent.primary_domain, intent.goal)
    if goal is None or catalogue.follows_only(goal):
        return intent
    hits, spans = find_named(text, catalogue)
    return replace(intent, entities={**intent.entities, **read_notice(text, hits, spans, catalogue)})


def list_only_by_domain(intent: IntentOutput, text: str, catalogue: Catalogue) -> list[GoalSpec]:
    """The goals of a domain that the message names without saying which of them; else none."""
    hits = catalogue.hints.hits(text)
    if intent.confidence > SCORES["domain"] or any(hit.payload.level != "domain" for hit in hits):
        return []
    if not hits:
        return list_goals_by_name(catalogue)
    domain = catalogue.domain(intent.primary_domain)
    return [goal for goal in domain.goals.values() if not catalogue.follows_only(goal)] if domain else []


def list_goals_by_name(catalogue: Catalogue) -> list[GoalSpec]:
    """The goals that only read, and must be told a name: one is enough."""
    reading = (
        goal for goal in catalogue.goals() if any(each.read_only for each in catalogue.serving(goal)[:1])
    )
    return [goal for goal in reading if any(map(_is_name, goal.entities.values()))]


def _is_name(entity: EntitySpec) -> bool:
    return entity.required and entity.type == "string" and not entity.values


def names_a_goal(text: str, catalogue: Catalogue) -> bool:
    """Whether a message speaks of a goal in words of its own.

    Then it is no answer to what was asked before.
    """
    return any(
        hit.payload.level == "goal"
        or (hit.payload.level == "capability" and not _is_follow_up(hit.payload, catalogue))
        for hit in find_named(text, catalogue)[0]
    ) or bool(catalogue.examples.get(tuple(words(text))))


def find_named(text: str, catalogue: Catalogue) -> tuple[list[Hit[HintTarget]], list[Span]]:
    """The hints of a message, and where no name stands.

    In them, and where a notice is forbidden ("sem me avisar").
    """
    hits = catalogue.hints.hits(text)
    notices = _notices(hits, catalogue)
    others = [(hit.start, hit.end) for hit in hits if (hit.start, hit.end) not in notices]
    denied = forbidden.spans(text, notices, others)
    mentioned = unserved_request.find_mentioned(text, hits, notices)
    wanted = _outside(hits, denied)
    wanted = [hit for hit in wanted if (hit.start, hit.end) not in notices or not _inside(hit, mentioned)]
    wanted = (
        _outside(wanted, mail.around(text)[0]) or wanted
    )  # a quoted mail says what is wanted where nothing else does
    return wanted, [*((hit.start, hit.end) for hit in hits), *denied, *mentioned]


def _notices(hits: Sequence[Hit[HintTarget]], catalogue: Catalogue) -> list[Span]:
    """Where the words for a notice stand."""
    return [(hit.start, hit.end) for hit in hits if _is_follow_up(hit.payload, catalogue)]


def _inside(hit: Hit[HintTarget], spans: Sequence[Span]) -> bool:
    return any(start <= hit.start < end for start, end in spans)


def _outside(hits: Sequence[Hit[HintTarget]], spans: Sequence[Span]) -> list[Hit[HintTarget]]:
    return [hit for hit in hits if not _inside(hit, spans)]


def read_notice(
    text: str, hits: Sequence[Hit[HintTarget]], spans: Sequence[Span], catalogue: Catalogue
) -> dict[str, Any]:
    """What a wish to be told elsewhere says: that it is one, and for whom; nothing where there is none."""
    notices = _notices(hits, catalogue)
    if not notices:
        return {}
    handles = [text[start:end] for start, end in entities.find_handles(text)]
    to = handles[0] if handles else entities.to_whom(text, spans, notices)
    return {NOTIFY: True, NOTIFY_TO: to} if to else {NOTIFY: True}


def _read(
    text: str, goal: GoalSpec, catalogue: Catalogue, hits: Sequence[Hit[HintTarget]], spans: Sequence[Span]
) -> dict[str, Any]:
    """The entities of a goal, and the wish for a notice beside it."""
    if catalogue.follows_only(goal):
        return entities.read_entities(text, goal, catalogue, spans)
    notice = read_notice(text, hits, spans, catalogue)
    if to := notice.get(NOTIFY_TO):
        start = text.find(to)
        spans = [*spans, (start, start + len(to))]
    return {**entities.read_entities(text, goal, catalogue, spans), **notice}


def _is_follow_up(named: HintTarget, catalogue: Catalogue) -> bool:
    if named.level == "capability":
        capability = catalogue.capability(named.domain, named.name)
        return capability is not None and capability.role == NOTIFIER
    goals = catalogue.goals_of(named)
    return bool(goals) and all(map(catalogue.follows_only, goals))


def _rank(text: str, hits: Sequence[Hit[HintTarget]], catalogue: Catalogue) -> list[_Score]:
    """The goals that are named, the best first; those that only follow on others last."""
    scores: dict[tuple[str, str], _Score] = {}

    def add(goal: GoalSpec, level: float, letters: int, phrase: str) -> None:
        score = scores.setdefault((goal.domain, goal.name), _Score(goal))
        if phrase not in score.phrases:
            score.letters += letters
        score.level = max(score.level, level)
        score.phrases[phrase] = None

    exact = catalogue.examples.get(tuple(words(text)))
    if exact is not None:
        for goal in catalogue.goals_of(exact):
            add(goal, 1.0 + SCORES[exact.level], len(text), text)
    for hit in hits:
        for goal in catalogue.goals_of(hit.payload):
            add(goal, SCORES[hit.payload.level], hit.end - hit.start, hit.text)
    return sorted(
        scores.values(),
        key=lambda score: (catalogue.follows_only(score.goal), -score.level, -score.letters),
    )
