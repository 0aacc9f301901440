"""Mode `supervised`: one specialist after the other, sent by a supervisor that reads each answer.

A courtesy is answered without anybody; everything else goes round until nothing is open, or a limit is met.
Where no tier is sure and a model decides, it says who begins.
"""

from dataclasses import replace

from agents.resources import Resources
from agents.tools.arguments import read_values
from conversations.turn import Loop, Pending, Subtask, TurnContext
from language.acts.reading import read_alone
from language.normalise import normalise
from rollout.evaluate import EVERY
from routing.decision.input import Decision, DecisionInput, find_tier
from routing.decision.llm import ModelVerdict
from routing.decision.parts import name_parts, with_parts
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import APART, make_table, one_answers
from routing.modes.supervised import finalise, rounds, supervisor
from routing.turns.mode import END, ByTiers, Fork, Mode
from routing.turns.runtime import TurnRuntime
from routing.turns.team import open_parts
from routing.turns.team.open_parts import TURNS


def _who_begins(context: TurnContext, runtime: TurnRuntime) -> str:
    """The supervisor, where no tier was sure and its model is to say so."""
    return (
        "supervisor"
        if context.work.loop and context.work.loop.next is None
        else one_answers(context, runtime)
    )


def _who_goes_on(context: TurnContext, runtime: TurnRuntime) -> str:
    """Nobody any more once a person was asked for; one who was told beside the message keeps nobody away."""
    loop, person_asked = context.work.loop, context.work.person is not None
    goes_on = loop is not None and loop.next is not None and not (person_asked and not loop.before)
    return "specialist" if goes_on else "finalise"


WHO_BEGINS = Fork((*APART, "fixed_reply", "clarification", "specialist", "supervisor"), _who_begins)
WHO_GOES_ON = Fork(("specialist", "finalise"), _who_goes_on)

TABLE = make_table(
    WHO_BEGINS,
    {
        "clarification": END,
        "specialist": "supervisor",
        "supervisor": WHO_GOES_ON,
        "finalise": "supervisor_review",
    },
)

OPEN = "open"  # why a request of this turn is open: nobody has worked on it yet


def begin_loop(case: DecisionInput, decided: Decision, context: TurnContext) -> Loop:
    """The loop as it begins: the requests in the order in which they are served, the first errand set.

    First whom the tiers decided on by what is said in so many words, then by the priority of the intents,
    then in the user's order: anger goes before the need because its intent says so. What the conversation
    still waits for an answer to comes behind them: it is asked again when they are done. "Ok" to no question
    asks for nothing of its own: what earlier messages left open is served. "No", "cancel" or "maybe" to no
    question leave that as it is.
    """
    first = decided.decision.agent
    act = read_alone(case.utterance.text)
    if decided.reply is None and decided.decision.method == "fallback" and act is not None:
        left = tuple(part for part in context.request.state.pending if _still(part, case, context))
        return Loop(open=left) if act == "yes" else Loop(kept=left)
    if decided.resumed is not None:
        now = [decided.resumed]
    elif decided.reply is not None or not find_tier(decided.decision.method).by_words:
        now = [_whole(case, decided, context)]
    else:
        now = _list_parts(case, context) or [_whole(case, decided, context)]
        if first not in {each.agent for each in now}:
            now = [_whole(case, decided, context)]
        if (
            decided.decision.method != "example"
        ):  # the examples read the whole, and know no message of two matters
            now.sort(key=lambda each: each.agent != first)  # stable
    waits = open_parts.find_waiting(context, decided.reply, decided.withdrawn)
    earlier = [
        part for part in (waits, *context.request.state.pending) if part and _still(part, case, context)
    ]
    answered = decided.reply.question if decided.reply is not None else None
    earlier = [
        part
        for part in earlier
        if part is not now[0]
        and not _is_asked_again(part, now, case)
        and not open_parts.is_same(part.question, answered)
    ]
    known = case.published.intents
    # What only says a sentence is said in the round of the others.
    said = [each for each in now if (intent := known.get(each.intent or "")) and intent.reply]
    begins = next((each for each in now if each not in said), now[0])
    return Loop(open=(*now, *earlier), next=Subtask(begins.agent, part=begins))


def _is_asked_again(part: Pending, now: list[Pending], case: DecisionInput) -> bool:
    """Whether the message asks for an open part itself: in the same words, or with the value it waits for."""
    values = read_values(case.utterance.raw, case.published.agents.slots, case.published.profile.today)
    known = open_parts.is_known(part, {**case.state.values, **values})
    return any(
        (part.agent, part.intent) == (each.agent, each.intent)
        and (known or normalise(part.text) == normalise(each.text))
        for each in now
    )


def _still(part: Pending, case: DecisionInput, context: TurnContext) -> bool:
    """Whether an open part of an earlier turn can be served at all."""
    off = part.intent in case.off or EVERY in case.off
    return (
        not off and part.agent in case.published.specialists and context.request.number - part.turn <= TURNS
    )


def _whole(case: DecisionInput, decided: Decision, context: TurnContext) -> Pending:
    decision = decided.decision
    intent = decision.follows or decision.intent
    named = intent if case.published.intent_slice(decision.agent, intent) else None
    return Pending(decision.agent, case.utterance.text, OPEN, named, turn=context.request.number)


def _list_parts(case: DecisionInput, context: TurnContext) -> list[Pending]:
    """A request for each part of the message."""
    return [
        Pending(part.agent, part.text, OPEN, part.intent, turn=context.request.number)
        for part in name_parts(case)
    ]


def _begin_loop(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    """What the message asks for is noted as requests, and the first is sent."""
    named = published.intents.get(decided.decision.intent)
    case = DecisionInput.of(context, published, off)
    fixed = named is not None and named.reply and decided.decision.method != "state"
    if fixed and (not find_tier(decided.decision.method).by_words or len(name_parts(case)) < 2):
        return decided
    if decided.decision.method == "clarification":
        decided = with_parts(decided, case)._replace(parts=())
    if decided.decision.method == "clarification":
        return decided
    return decided._replace(loop=begin_loop(case, decided, context))


class _Rounds(ByTiers):
    """Where no tier is sure and a model is there, it says who begins."""

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, ModelVerdict | None]:
        decided, verdict = await ByTiers.decide_with_model(self, context, published, resources)
        loop = decided.loop
        if loop is not None and supervisor.asks_who_begins(decided.decision, resources):
            decided = decided._replace(loop=replace(loop, next=None))
        return decided, verdict


MODE = Mode(
    "supervised",
    TABLE,
    _Rounds(_begin_loop),
    {"specialist": rounds.work_or_answer, "supervisor": supervisor.run, "finalise": finalise.run},
    lists_questions=True,
)
