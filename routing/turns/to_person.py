"""What a turn does that passes to a person, whoever asked for it, and what it says to its user.

passed = pass_on(context, runtime, agent, intent, "asks for a person")
words = announce(context, runtime.published)
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone, translation
from django.utils.formats import date_format

from agents.specialists import handed_over
from agents.specs import in_language
from conversations.turn import AwaitedPerson, Handoff, RailDecision, TurnContext
from handoffs import to_person
from handoffs.to_person import PassedToPerson
from language.spoken_languages import page_code
from routing.decision.person import is_plain
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec
from routing.texts import text
from routing.turns.runtime import TurnRuntime

NEAR = 7  # days within which a weekday's name says which day is meant
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class ToldBeside(NamedTuple):
    """What is kept where a person is asked for beside another matter: the mark, the record's line, the part
    of the answer that says so, and what rails made of it."""

    awaited: AwaitedPerson
    handoff: Handoff
    part: tuple[str, str]
    rails: tuple[RailDecision, ...] = ()


def tell_beside(context: TurnContext, runtime: TurnRuntime, name: str, words: str) -> ToldBeside:
    """A person takes up the part of the message that is the intent `name`; the rest goes on."""
    published = runtime.published
    agent = published.who_speaks(context.request.state.active_agent)
    passed = ask_for(context, runtime, agent, name, published.intents[name], words)
    spoken, rails = runtime.speech.say_own(agent, announce(context, published))
    return ToldBeside(passed.awaited, passed.handoff, (agent, spoken), tuple(rails))


def ask_for(
    context: TurnContext,
    runtime: TurnRuntime,
    agent: str,
    about: str | None,
    wish: IntentSpec | None,
    words: str = "",
) -> PassedToPerson:
    """A person for `agent`'s matter `about`, by the intent that asks for one: the staff read which it is, and
    the user's own `words` (empty: all of the message), where it says more than that one is asked for."""
    language = context.request.utterance.language
    if wish is None:
        return pass_on(context, runtime, agent, about, text("person_wanted", language))
    title = in_language(wish.offer, runtime.published.profile.languages[0]) or wish.description or wish.name
    said = handed_over.quote(context, words)
    mark = text("person_wanted", language) if is_plain(wish) else title
    reason = mark if is_plain(wish) else f"{title.rstrip('.')}: {said}"
    told = {"intent": wish.name, "title": title, "words": said}
    return pass_on(context, runtime, agent, about, reason, told, mark)


def pass_on(
    context: TurnContext,
    runtime: TurnRuntime,
    agent: str,
    intent: str | None,
    reason: str,
    told: Mapping[str, str] | None = None,
    mark: str = "",
) -> PassedToPerson:
    """The mark and the line of the record, with a summary for whoever takes over.

    Clients are told at once. `told` is what its event says of the intent that asked, `mark` the reason
    without the user's words.
    """
    published = runtime.published
    about = published.intents.get(intent or "")
    what = (about.description or about.name) if about is not None else reason
    quoted = handed_over.quote(context)
    known = handed_over.for_another_system(
        context, what, published.display_name, labels=published.profile.languages[0]
    )
    summary = f"{quoted}\n{known}"
    domain = about.domain if about is not None else ""
    passed = to_person.ask(context, agent, intent, reason, summary, domain, told or {}, mark)
    runtime.moved.append(passed.handoff)
    _emit(runtime, passed, context.request.utterance.language)
    return passed


def go_on(context: TurnContext, runtime: TurnRuntime) -> PassedToPerson:
    """The agents go on with what waited for a person."""
    awaited = context.request.state.person
    assert awaited is not None
    reason = text("person_not_needed", context.request.utterance.language)
    passed = to_person.give_back(awaited, reason, "")
    runtime.moved.append(passed.handoff)
    _emit(runtime, passed, context.request.utterance.language)
    return passed


def announce(context: TurnContext, published: ProfileRuntime) -> str:
    """What happens now and when: the profile's own sentence, else the platform's.

    Where no hours are written and nobody is told, it promises nobody.
    """
    spec, language = published.profile.person, context.request.utterance.language
    now = timezone.now()
    there, at = spec.hours.next_change(now)
    when = _when(now, at, language) if at is not None else ""
    own = in_language(spec.reply if there else spec.reply_closed, language)
    if own:
        return own.replace("{when}", when).strip()
    if not when and not _is_heard(context):
        return text("person_noted", language)
    name = "person_there" if there else "person_away"
    return " ".join(
        [text("person_asked", language), text(name if when else "person_soon", language, when=when)]
    )


def is_still_waiting(context: TurnContext, published: ProfileRuntime) -> str:
    """What somebody reads who writes on about a matter that waits for a person."""
    language = context.request.utterance.language
    now = timezone.now()
    there, at = published.profile.person.hours.next_change(now)
    name = "person_there" if there else "person_away"
    when = text(name, language, when=_when(now, at, language)) if at is not None else ""
    waits = "person_waits" if when or _is_heard(context) else "person_noted_still"
    return " ".join(filter(None, [text(waits, language), when, text("person_or_agents", language)]))


def _is_heard(context: TurnContext) -> bool:
    """Whether a channel is told of it when the turn ends."""
    told = (each for each in context.request.arrival.tell if not each.get("silent"))
    return any(to_person.REQUESTED in each.get("events", ()) for each in told)


def _when(now: datetime, at: datetime, language: str) -> str:
    """A moment in words, in the time zone that it is in: "amanhã às 09:00".

    >>> _when(datetime(2026, 3, 2, 20, tzinfo=UTC), datetime(2026, 3, 3, 9, tzinfo=UTC), "en")
    'tomorrow at 09:00'
    """
    days = (at.date() - now.astimezone(at.tzinfo).date()).days
    if at.hour == at.minute == 0 and days == 1:  # until midnight
        return text("when_today", language, time="24:00")
    time = at.strftime("%H:%M")
    if days < 2:
        return text("when_tomorrow" if days else "when_today", language, time=time)
    if days < NEAR:
        return text(f"when_{WEEKDAYS[at.weekday()]}", language, time=time)
    with translation.override(page_code(language)):
        day = date_format(at, "SHORT_DATE_FORMAT")
    return text("when_date", language, day=day, time=time)


def _emit(runtime: TurnRuntime, passed: PassedToPerson, language: str) -> None:
    handoff = passed.handoff
    names = {to_person.PERSON: text("a_person", language)}
    runtime.emit(
        "handoff",
        {
            "from": handoff.from_agent,
            "to": handoff.to_agent,
            "from_display_name": names.get(handoff.from_agent)
            or runtime.published.display_name(handoff.from_agent),
            "to_display_name": names.get(handoff.to_agent)
            or runtime.published.display_name(handoff.to_agent),
            "reason": handoff.reason,
            "kind": handoff.kind,
            "blocked": False,
            "stop": None,
        },
    )
