"""Nodes that answer where no specialist works.

An intent's own reply, a question which of two intents is meant, an answer that was kept, another backend's
matter, what is remembered, and a person.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.conf import settings

from agents.specialists import handed_over
from agents.specs import in_language
from conversations.turn import (
    Fact,
    Option,
    Question,
    RailDecision,
    RouteDecision,
    TurnContext,
    TurnOutcome,
    TurnWork,
)
from handoffs.to_person import PassedToPerson
from language import closing
from language import memory as forms
from language.spoken_languages import LANGUAGES
from routing.answer_cache import looking, standing_alone
from routing.decision import person, planning
from routing.decision.clarification import CLARIFIED, question
from routing.decision.input import find_tier
from routing.decision.method_column import SWITCHED_OFF
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec
from routing.texts import text
from routing.turns import asking_again, message_files, to_person
from routing.turns.mode import NodeResult, find_mode
from routing.turns.runtime import TurnRuntime


async def say_fixed_reply(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The reply in the user's language, with what the profile can do as buttons where the intent says so."""
    assert context.decision.route is not None
    intent = runtime.published.intents[context.decision.route.intent]
    language = context.request.utterance.language
    answer = word_reply(intent, runtime.published, language)
    options = tuple(runtime.published.menu(language)) if intent.menu else ()
    agent = context.decision.route.agent
    spoken, rails = runtime.speech.say(agent, answer, authored=True)
    question = None if intent.menu else asking_again.find_agreed_beside(context)
    if question is not None:
        one_voice = find_mode(context.request.mode).one_voice
        whose = "" if one_voice else runtime.published.display_name(question.agent)
        led = asking_again.word_next(question, whose, language)
        words, more = runtime.speech.say_own(question.agent, led)
        spoken, rails = f"{spoken}\n\n{words}", (*rails, *more)
    if intent.menu:
        question = Question(
            kind="clarification",
            text=spoken,
            agent=agent,
            intent=intent.name,
            options=options,
            turn=context.request.number,
            asked_at=time.time(),
        )
    work, outcome = _answer(context, agent, spoken, rails)
    return NodeResult(
        work=replace(work, agents=(agent,)),
        outcome=replace(outcome, question=question, aside=True),
        agent=agent,
        summary=intent.name,
    )


def word_reply(intent: IntentSpec, published: ProfileRuntime, language: str) -> str:
    """An intent's own sentence; one that announces a list has it in words, for channels without buttons."""
    answer = in_language(intent.reply, language)
    if not (intent.menu and answer.rstrip().endswith(":")):
        return answer
    return "\n".join([answer, *(f"- {option.label}" for option in published.menu(language))])


def _answer(
    context: TurnContext, agent: str, spoken: str, rails: Sequence[RailDecision] = ()
) -> tuple[TurnWork, TurnOutcome]:
    """The turn's work and outcome where the platform itself answers in the name of `agent`, behind what was
    said in this turn already."""
    work = replace(context.work, parts=(*context.work.parts, (agent, spoken)), active_agent=agent)
    answer = "\n\n".join(filter(None, [context.outcome.answer, spoken]))
    return work, replace(context.outcome, answer=answer, rails=(*context.outcome.rails, *rails))


async def ask_which(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The question in the user's language, with both as buttons and as a numbered list."""
    assert context.decision.route is not None
    if context.request.utterance.wordless:
        return _ask_for_words(context, runtime)
    if context.decision.route.metadata.get(SWITCHED_OFF):
        return _tell_switched_off(context, runtime)
    words = context.decision.remaining or context.request.utterance.text
    opened = question(
        context.decision.route, words, context.request.utterance.language, context.request.number
    )
    spoken, rails = runtime.speech.say(opened.agent, opened.text)
    work, outcome = _answer(context, opened.agent, spoken, rails)
    return NodeResult(
        work=replace(work, agents=(opened.agent,)),
        outcome=replace(outcome, question=opened, next_state=context.request.state.workflow_state),
        agent=opened.agent,
        summary=" | ".join(option.label for option in opened.options),
    )


def _ask_for_words(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Of files alone that nobody sees: what was open stays open."""
    assert context.decision.route is not None
    agent = context.decision.route.agent
    words = message_files.say_unread(context.request.files, context.request.utterance.language)
    spoken, _rails = runtime.speech.say_own(agent, words)
    work, outcome = _answer(context, agent, spoken)
    return NodeResult(work=work, outcome=replace(outcome, aside=True), agent=agent, summary="files unread")


def _tell_switched_off(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """That what is wanted is not there just now: what was open stays open."""
    route, language = context.decision.route, context.request.utterance.language
    assert route is not None
    words = text("switched_off", language, what=", ".join(route.metadata["labels"]))
    spoken, rails = runtime.speech.say_own(route.agent, words)
    work, outcome = _answer(context, route.agent, spoken, rails)
    work = replace(work, agents=(route.agent,))
    return NodeResult(
        work=work, outcome=replace(outcome, aside=True), agent=route.agent, summary=route.reason
    )


SWITCH = "answer_cache"  # among the kill switches


def may_serve_kept_answer(context: TurnContext, runtime: TurnRuntime) -> bool:
    """Whether the decided intent keeps answers. All others go on without a look."""
    route = context.decision.route
    intent = runtime.published.intents.get(route.intent) if route is not None else None
    if intent is None or not intent.cache_seconds or not settings.ENABLE_ANSWER_CACHE:
        return False
    return not runtime.resources.switches.off(SWITCH, intent.name)


async def serve_kept_answer(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Looks for it where nothing about the turn is its writer's own.

    The output rails read what is given again.
    """
    route = context.decision.route
    assert route is not None
    if why := standing_alone.why_not(context, runtime.published):
        return _tell_miss(why)
    lookup = looking.make_lookup(context, runtime.published.intents[route.intent].cache_seconds)
    if lookup is None:
        return _tell_miss("long_or_empty")
    served = await looking.find(lookup, context.request.tenant_id, runtime.published)
    if served is None:
        work = replace(context.work, lookup=looking.add_meaning(lookup))
        return NodeResult(
            work=work, summary="not kept yet", result="skipped", detail={"cached": False, "why": "new"}
        )
    spoken, rails = await runtime.speech.tell(route.agent, served.text)
    work, outcome = _answer(context, route.agent, spoken, rails)
    return NodeResult(
        work=replace(work, agents=(route.agent,)),
        outcome=replace(outcome, served=served),
        agent=route.agent,
        summary=f"given again, similarity {served.similarity:.2f}",
        detail={
            "cached": True,
            "answer": served.id,
            "similarity": served.similarity,
            "tokens_saved": served.tokens,
        },
    )


def _tell_miss(why: str) -> NodeResult:
    return NodeResult(
        summary=f"not looked for: {why}", result="skipped", detail={"cached": False, "why": why}
    )


def _is_its_own(method: str) -> bool:
    """Whether a decision is about what the message itself says.

    A reply, a choice or a small word in between is for whoever asked.
    """
    tier = find_tier(method)
    return method == planning.METHOD or (tier.sure and tier.says_matter and method != CLARIFIED)


def find_passed_on(context: TurnContext, published: ProfileRuntime) -> IntentSpec | None:
    """The intent whose backend the message goes to; None: it is answered here.

    Only a trusted gateway can pass it on, and says whom to; one about several matters, or that also answers
    what was asked here, stays.
    """
    takers, decision, plan = context.request.arrival.takers, context.decision.route, context.decision.plan
    if (
        decision is None
        or not _is_its_own(decision.method)
        or context.decision.reply
        or context.work.permissions
    ):
        return None
    if plan is not None and (len(plan.branches) != 1 or plan.left_out):
        return None
    name = plan.branches[0].intent if plan is not None else decision.intent
    intent = published.intents.get(name or "")
    return intent if intent is not None and intent.handover_backend in takers else None


async def pass_to_backend(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Says who takes care of it, in words that are true also where the gateway cannot pass it on.

    The matter that was spoken of here before goes on.
    """
    published, agent = runtime.published, context.work.active_agent
    intent = find_passed_on(context, published)
    assert intent is not None
    backend = intent.handover_backend
    who = published.backends.get(backend, backend)
    spoken, rails = runtime.speech.say(agent, text("passed_on", context.request.utterance.language, who=who))
    about = intent.description or intent.name
    left = handed_over.for_another_system(context, about, published.display_name)
    work, outcome = _answer(context, agent, spoken, rails)
    passed_on = {"handover_backend": backend, "handover_summary": left}
    return NodeResult(
        decision=replace(context.decision, plan=None),
        work=replace(work, active_agent=""),  # no figure counts it as a specialist's
        outcome=replace(outcome, passed_on=passed_on, aside=True),
        summary=(
            f"passed on to backend '{backend}': intent '{intent.name}' says so, and the gateway can do it"
        ),
        detail={"backend": backend, "intent": intent.name},
    )


NAMES = dict(LANGUAGES)


async def tell_memory(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Says what is known, what was noted, or what is forgotten; the last visit of the turn writes it."""
    route = context.decision.route
    assert route is not None
    keys = tuple(map(str, route.metadata.get("keys", ())))
    spoken, rails = runtime.speech.say(
        route.agent, _memory_words(context, str(route.metadata["memory"]), keys)
    )
    work, outcome = _answer(context, route.agent, spoken, rails)
    return NodeResult(
        work=replace(work, forgotten=keys),
        outcome=replace(outcome, aside=True),
        agent=route.agent,
        summary=route.reason,
    )


def _memory_words(context: TurnContext, what: str, keys: Iterable[str]) -> str:
    language, memory = context.request.utterance.language, context.request.memory
    match what:
        case "known" if memory is None:
            return text("memory_unknown", language)
        case "known" if not memory:
            return text("memory_nothing", language)
        case "known":
            facts = "\n".join(f"- {_tell_facts(each, language)}" for each in memory or ())
            return text("memory_known", language, facts=facts)
        case "forgotten":
            gone = [each for each in memory or () if each.key in set(keys)]
            return text(
                "memory_forgotten", language, facts="; ".join(_tell_facts(each, language) for each in gone)
            )
    kept = context.decision.stated
    if not kept:
        return text("memory_not_kept", language)
    return text("memory_kept", language, facts="; ".join(_tell_facts(each, language) for each in kept))


def _tell_facts(fact: Fact, language: str) -> str:
    value = NAMES.get(fact.value, fact.value) if fact.key == forms.LANGUAGE else fact.value
    return f"{forms.title(fact.key, language)}: {value}"


async def pass_to_person(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Asks for a person, says that one was asked for, or goes on with the agents as the user wants it."""
    route, language = context.decision.route, context.request.utterance.language
    assert route is not None
    match route.metadata["person"]:
        case "asked":
            agent, intent = person.matter(context, runtime.published)
            wish = runtime.published.intents.get(route.intent)
            passed = to_person.ask_for(context, runtime, agent, intent, wish)
            return _say_of_person(context, runtime, to_person.announce(context, runtime.published), passed)
        case "goes_on":
            passed = to_person.go_on(context, runtime)
            return _say_of_person(context, runtime, text("person_agents_again", language), passed)
    if closing.closes(context.request.utterance.text):  # thanks: what was asked stays asked
        spoken, rails = runtime.speech.say_own(route.agent, text("nothing_asked", language))
        work, outcome = _answer(context, route.agent, spoken, rails)
        return NodeResult(
            work=work, outcome=replace(outcome, aside=True), agent=route.agent, summary=route.reason
        )
    return _say_of_person(context, runtime, to_person.is_still_waiting(context, runtime.published), None)


def _say_of_person(
    context: TurnContext, runtime: TurnRuntime, words: str, passed: PassedToPerson | None
) -> NodeResult:
    """What the node returns; without anything that `passed` the user may choose to go on with the agents."""
    route = context.decision.route
    assert route is not None
    spoken, rails = runtime.speech.say_own(route.agent, words)
    question = None
    if passed is None:
        question = _or_agents(context, runtime.published, route, spoken)
    work, outcome = _answer(context, route.agent, spoken, rails)
    if passed is not None:
        work = replace(work, handoffs=(*work.handoffs, passed.handoff), person=passed.awaited)
    return NodeResult(
        work=work,
        outcome=replace(outcome, question=question, aside=True),
        agent=route.agent,
        summary=route.reason,
    )


def _or_agents(
    context: TurnContext, published: ProfileRuntime, route: RouteDecision, spoken: str
) -> Question:
    """Whether the user would rather go on with the agents, who then serve this message where it is a matter,
    or where goals are read in it.

    Whoever answers something else waits on.
    """
    matter = published.intents.get(route.intent)
    plans = matter is None and find_mode(context.request.mode).plans
    is_held = plans or (matter is not None and not matter.asks_for_person)
    language = context.request.utterance.language
    option = text("person_option", language)
    return Question(
        kind="person", text=spoken, agent=route.agent, options=(Option(option, option),),
        request=context.request.utterance.text if is_held else "",
        turn=context.request.number, asked_at=time.time(),
    )  # fmt: skip
