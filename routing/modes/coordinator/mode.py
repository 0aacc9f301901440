"""Mode `coordinator`: one voice that calls specialists in and takes the word back."""

from collections.abc import Sequence

from conversations.turn import (
    ConversationState,
    Method,
    PlannedBranch,
    RouteDecision,
    TurnContext,
    Verdict,
)
from language import closing
from routing.decision.input import Decision, DecisionInput
from routing.decision.method_column import SWITCHED_OFF
from routing.decision.parts import with_parts
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.coordinator.sub_conversations import Floor
from routing.modes.forks import APART, find_apart, make_table, one_answers
from routing.turns.mode import ByTiers, Fork, Mode, NodeResult
from routing.turns.runtime import TurnRuntime


def _who_has_the_word(context: TurnContext, runtime: TurnRuntime) -> str:
    """A courtesy needs no coordinator, unless a result waits to be told.

    One that closes the matter is for whoever was called in, a greeting in the middle of it is not.
    """
    if apart := find_apart(context):
        return apart
    closed = context.request.state.sub_conversation is not None and closing.closes(
        context.request.utterance.text
    )
    waits = closed or context.request.state.notes or context.decision.reply is not None
    return "coordinator" if waits else _courtesy(context, runtime)


def _courtesy(context: TurnContext, runtime: TurnRuntime) -> str:
    answers = one_answers(context, runtime)
    return answers if answers in (*APART, "fixed_reply") else "coordinator"


ONE_VOICE = Fork((*APART, "fixed_reply", "coordinator"), _who_has_the_word)

TABLE = make_table(ONE_VOICE, {"coordinator": "supervisor_review"})

METHOD: Method = "coordinator"


def give_word(
    tiers: Decision,
    state: ConversationState,
    published: ProfileRuntime,
    parts: Sequence[PlannedBranch] = (),
    whole: str = "",
) -> Decision:
    """The specialist who was called in, else whoever asked what the message answers, else the coordinator.

    Whoever is called in gets also what could answer an older question of another, as a message and not as a
    reply; what was asked since then is answered. One whose own are several `parts` of the message is bound to
    the intent of none of them. Those that only examples name are told by their places: whoever reads keywords
    would not see them. Sentences of intents beside others are the decision's `parts`: they are said, and the
    word is about what remains.
    """
    fixed = [part for part in parts if part.intent and published.intents[part.intent].reply]
    if fixed:
        others = (part for part in parts if part not in fixed)
        parts = sorted(others, key=lambda part: whole.find(_as_written(part)))
        whole = " ".join(part.text for part in parts)
        tiers = tiers._replace(parts=tuple(fixed), remaining=whole)
    found, begun = tiers.decision, state.sub_conversation
    if begun is not None and tiers.reply is not None and tiers.reply.question.agent != begun.specialist:
        begun = None if tiers.reply.question.turn >= begun.turn else begun
    if begun is not None and begun.specialist in published.specialists:
        agent, reason = begun.specialist, f"{begun.specialist} was called in and has the word."
    elif found.method == "state" and tiers.reply is not None:
        return tiers._replace(resumed=None)
    else:
        agent, reason = published.coordinator, "The coordinator has the word."
    if tiers.reply is not None and tiers.reply.question.agent == agent:
        return tiers._replace(resumed=None)
    several = len({part.intent for part in parts if part.agent == agent}) > 1
    pieces = [
        [part.intent, at, at + len(_as_written(part))]
        for part in parts
        if not part.keywords and (at := whole.find(_as_written(part))) >= 0
    ]
    about = METHOD if several else found.follows or found.intent
    if any(part.intent == found.intent for part in fixed):  # said: the word is about what is left
        left = {part.intent for part in parts}
        about = (left.pop() or METHOD) if len(left) == 1 else METHOD
    decision = RouteDecision(
        route=agent,
        agent=agent,
        intent=about if about in published.intents else METHOD,
        confidence=1.0,
        reason=reason,
        method=METHOD,
        metadata={
            **{key: value for key, value in found.metadata.items() if key != SWITCHED_OFF},  # not told by it
            "called_in": agent != published.coordinator,
            "found_by": found.method,
            **({"pieces": pieces} if pieces else {}),
        },
        domain=found.domain,
        mcp_tools=found.mcp_tools if found.agent == agent else (),
    )
    verdicts = (*tiers.verdicts, Verdict(METHOD, decision, {"active": agent}))
    return tiers._replace(decision=decision, verdicts=verdicts, reply=None, resumed=None)


def _as_written(part: PlannedBranch) -> str:
    """Its words without the mark that stands behind another part of its sentence."""
    return part.text.rstrip("?")


def _give_word(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    state = context.request.state
    case = DecisionInput.of(context, published, off)
    return give_word(decided, state, published, with_parts(decided, case).parts, case.utterance.text)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """One after the other until somebody has answered.

    What ended and what goes on is kept for the next turn.
    """
    assert context.decision.route is not None
    word = Floor(context, runtime)
    await word.say_sentences()
    if not word.team.shares:
        await word.go_round(context.decision.route.agent)
    return word.result()


MODE = Mode(
    "coordinator",
    TABLE,
    ByTiers(_give_word, by_model=False),
    {"coordinator": run},
    one_voice=True,
)
