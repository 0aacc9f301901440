"""Reads what there is to serve, clause by clause: mine, a permitted target's, or nobody's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from agents.intent_slices import IntentSlice, Target
from agents.llm.request import ReleaseSlice
from language import carried_text, clauses, slots, topic
from language.acts.questions import is_question
from language.automaton import Automaton
from language.normalise import normalise

Owner = tuple[str, str]  # agent, intent
Entries = tuple[tuple[str, str, int, tuple[str, ...]], ...]  # agent, intent, priority, keywords


@dataclass(frozen=True, slots=True)
class ServedPart:
    """One own intent and the clauses it serves, in the user's order.

    `named`: one of them holds a keyword of it.
    """

    intent: IntentSlice
    clauses: tuple[str, ...]
    named: bool = True

    @property
    def text(self) -> str:
        return " ".join(self.clauses)


@dataclass(frozen=True, slots=True)
class PartsOfMessage:
    """A message understood: own parts, clauses for targets (with the target), clauses of nobody.

    `rest` are those beside an own part that only the coordinator, or another specialist of its, serves.
    """

    parts: tuple[ServedPart, ...] = ()
    passed_on: tuple[tuple[Target, str], ...] = ()
    rest: tuple[str, ...] = ()
    nobody: tuple[str, ...] = ()
    clauses: tuple[str, ...] = field(default_factory=tuple)


@lru_cache(maxsize=128)
def _automaton(entries: Entries) -> Automaton[tuple[int, str, str]]:
    return Automaton(
        (keyword, (priority, intent, agent))
        for agent, intent, priority, keywords in entries
        for keyword in keywords
    )


def _entries(intents: Iterable[tuple[str, IntentSlice]]) -> Entries:
    return tuple((agent, intent.name, intent.priority, intent.keywords) for agent, intent in intents)


class _Owners:
    """Whose a clause is, as the keyword tier reads it.

    A hit inside a longer hit is dropped, whoever's it is.
    """

    def __init__(self, part: ReleaseSlice) -> None:
        mine = _entries((part.agent, intent) for intent in part.intents)
        others = everybody(part)
        theirs = _entries((target.name, intent) for target in others for intent in target.intents)
        self._agent = part.agent
        intents = [*part.intents, *(intent for target in others for intent in target.intents)]
        self._takes_text = frozenset(intent.name for intent in intents if intent.takes_text)
        names = {name for intent in intents if intent.takes_text for name in intent.tools}
        wanted = {each.known_as for name in names & part.tools.keys() for each in part.tools[name].parameters}
        self._values = tuple(part.slots[name].pattern for name in sorted(wanted & part.slots.keys()))
        self._automaton = _automaton(mine + theirs)
        serving = {intent.name: target.name for target in others for intent in target.intents}
        serving |= {intent.name: part.agent for intent in part.intents}
        self._pieces = tuple(
            ((serving[intent], intent), " ".join(text.split()))
            for intent, text in part.pieces
            if intent in serving
        )

    def pieces(self, text: str, replies: bool = False) -> list[str]:
        """The clauses of a text.

        One that joins keywords of several intents ("my bill and my order") is cut. What it carries is to be
        worked on and asks for nothing, nor does what is said to be not meant, unless it `replies`: then a yes
        or no before the matter counts.
        """
        return [
            piece
            for sentence in self._find_spoken(text)
            for clause in clauses.split(sentence if replies else topic.of(sentence).text)
            for piece in self._apart(" ".join(clause.split()))
        ]

    def _find_spoken(self, text: str) -> list[str]:
        return [piece for piece, is_carried in self.parts(text) if not is_carried] or [text]

    def parts(self, text: str) -> list[tuple[str, bool]]:
        """The text in pieces, each with whether it is carried."""
        if not self._takes_text:
            return [(text, False)]
        hits = self._automaton.hits(text)
        asking = [(hit.start, hit.end) for hit in hits if hit.payload[1] in self._takes_text]
        found = (slots.place(pattern, text) for pattern in self._values)
        values = [place for place in found if place is not None]
        return carried_text.parts(text, asking, values, [(hit.start, hit.end) for hit in hits])

    def _apart(self, clause: str) -> list[str]:
        found: dict[tuple[int, int], set[str]] = {}
        for hit in self._automaton.hits(clause):
            found.setdefault((hit.start, hit.end), set()).add(hit.payload[1])
        places = [clauses.MatterWord(start, end, frozenset(names)) for (start, end), names in found.items()]
        return clauses.apart(clause, places)

    def of(self, clause: str) -> Owner | None:
        """Mine if any hit is mine; else the lowest priority number, then the longest hit, then the name.

        Without a hit: whose the examples say it is.
        """
        hits = self._automaton.hits(normalise(clause))
        own = [hit for hit in hits if hit.payload[2] == self._agent]
        if not hits:
            words = clause.rstrip("?")  # a piece stands without the mark of its sentence
            return next((owner for owner, text in self._pieces if words in text), None)
        best = min(own or hits, key=lambda hit: (hit.payload[0], hit.start - hit.end, hit.payload[1]))
        return best.payload[2], best.payload[1]


def everybody(part: ReleaseSlice) -> tuple[Target, ...]:
    """Those to whom a clause can go: the targets, and the coordinator that called this one in."""
    return (*part.targets, part.home) if part.home is not None else part.targets


def read(part: ReleaseSlice) -> PartsOfMessage:
    """Whose each clause is. Own intents come first; what I was decided on takes what nobody else claims.

    Clauses of those who passed control are theirs, and served: they are not passed back.
    """
    own = {intent.name: intent for intent in part.intents}
    came_from = {agent for agent, _display, _summary in part.handed}
    targets = {target.name: target for target in part.targets if target.name not in came_from | {part.agent}}
    owners = _Owners(part)
    decided = own.get(part.decided_intent or "")
    found = tuple(owners.pieces(part.text, replies=bool(part.reply))) or (part.text,)
    if decided and part.reply in ("yes", "no", "value", "cancel", "unclear", "change"):
        return _reply(part, decided, found, owners, targets)
    mine: dict[str, list[str]] = {}
    passed_on: list[tuple[Target, str]] = []
    nobody: list[str] = []
    served: list[str] = []
    rest: list[str] = []
    home = part.home.name if part.home is not None else None
    for clause in found:
        owner = owners.of(clause)
        if owner is None or (owner[0] != part.agent and clauses.is_negated(clause)):
            nobody.append(clause)
        elif owner[0] == part.agent:
            mine.setdefault(owner[1], []).append(clause)
        elif owner[0] in targets:
            passed_on.append((targets[owner[0]], clause))
        elif owner[0] == home:
            rest.append(clause)
        else:
            served.append(clause)
    if not mine:
        nobody, rest = [clause for clause in found if clause in {*nobody, *served, *rest}], []
    named = bool(mine)
    if not (decided or mine or passed_on) and (target := _find_meant(part, targets.values())):
        nobody, passed_on = [], [(target, clause) for clause in nobody]
    if decided and not mine and len(found) == 1:
        # One clause, and it was decided on me without a keyword of mine: a target's word in it decides
        # nothing.
        mine[decided.name], nobody, passed_on = list(found), [], []
    if decided and not mine and (nobody or not passed_on):
        mine[decided.name], nobody = list(nobody), []
    if nobody and mine:
        # "P100" or "please" beside a served clause belongs to it.
        next(iter(mine.values())).extend(nobody)
        nobody = []
    parts = tuple(ServedPart(own[name], tuple(clauses_of), named) for name, clauses_of in mine.items())
    return PartsOfMessage(parts, tuple(passed_on), tuple(rest), tuple(nobody), found)


def _find_meant(part: ReleaseSlice, targets: Iterable[Target]) -> Target | None:
    """Whose the message is by what the tiers found in it, where no keyword says so."""
    return next((each for each in targets if part.meant in (own.name for own in each.intents)), None)


def _reply(
    part: ReleaseSlice,
    decided: IntentSlice,
    found: Sequence[str],
    owners: _Owners,
    targets: dict[str, Target],
) -> PartsOfMessage:
    """A reply is the decided intent's, but for clauses that only a target claims.

    Of how words should be, only questions are a target's.
    """
    kept: list[str] = []
    passed_on: list[tuple[Target, str]] = []
    rest: list[str] = []
    named = False
    home = part.home.name if part.home is not None else None
    for clause in found:
        owner = owners.of(clause)
        named = named or (owner is not None and owner[0] == part.agent)
        words = part.reply == "change" and not is_question(clause)
        if owner is None or owner[0] not in {*targets, home} or len(found) == 1 or words:
            kept.append(clause)
        elif owner[0] == home:
            rest.append(clause)
        else:
            passed_on.append((targets[owner[0]], clause))
    return PartsOfMessage(
        (ServedPart(decided, tuple(kept), named),), tuple(passed_on), tuple(rest), (), tuple(found)
    )


def brings_text(text: str, part: ReleaseSlice) -> bool:
    """Whether a message brings the text that is to be worked on, and no values alone."""
    patterns = [slot.pattern for slot in part.slots.values()]
    found = _Owners(part).parts(text)
    return any(is_carried and carried_text.says_something(piece, patterns) for piece, is_carried in found)


def with_carried(text: str, own: str, part: ReleaseSlice) -> str:
    """A message with the text that it brings for the intent `own`, without what it asks of others behind
    that.
    """
    owners = _Owners(part)
    pieces = owners.parts(text)
    brings = [at for at, (_, is_carried) in enumerate(pieces) if is_carried]
    while brings and len(pieces) - 1 > brings[-1] and (owners.of(pieces[-1][0]) or ("", own))[1] != own:
        pieces.pop()
    return "".join(piece for piece, _ in pieces).strip() if brings else text


def of_targets(text: str, part: ReleaseSlice) -> list[tuple[Target, str]]:
    """The clauses of a text that are none of my own, each with whom it belongs to: a permitted target, or the
    coordinator that called me in."""
    targets = {target.name: target for target in everybody(part)}
    owners = _Owners(part)
    found = [(owners.of(clause), clause) for clause in owners.pieces(text)]
    return [(targets[owner[0]], clause) for owner, clause in found if owner and owner[0] in targets]
