"""What is checked in this room's part of a draft before it may be published, in sentences.

Errors are what would fail or mislead at once; warnings what somebody should know and may want.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.sections import read_tool
from language.normalise import words
from language.spoken_languages import CODES, LANGUAGES
from releases.errors import Problem
from releases.sections import Content
from routing.decision.authored import coordination_checks, example_checks, guess_checks, say_checks
from routing.decision.authored.example_checks import FEW
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.business import STICKY

MOST_BEATEN = 3  # keywords of one intent that are named
MOST_IDLE = 8  # tools that nobody has, named
Rows = Mapping[str, Mapping[str, Any]]  # name -> what the row says


def check(content: Content) -> Iterable[Problem]:
    """All problems of the section."""
    section, agents = content.get("routing", {}), content.get("agents", {})
    draft = _Draft(section, agents)
    yield from _profiles(draft)
    yield from _intents(draft)
    yield from _check_handed_on(draft, content.get("gateway", {}))
    yield from _idle_tools(content)
    yield from _keywords(draft)
    yield from say_checks.check(draft.list_languages(), agents, draft.intents)
    yield from guess_checks.check(draft.intents, agents)
    yield from _policies(draft)
    yield from _business_keys(section.get("business_keys", {}))
    served = {agent_id: draft.list_served(agent_id) for agent_id in draft.profiles}
    taught = {agent_id for row in draft.outside.values() if row["examples"] for agent_id in draft.of(row)}
    yield from example_checks.check(draft.intents, draft.outside, served, taught)


class _Draft:
    """The parts of a draft that are compared; rows that are switched off are left out of the upper ones."""

    def __init__(self, section: Mapping[str, Rows], agents: Mapping[str, Rows]) -> None:
        self.profiles = _in_use(section.get("profiles", {}))
        intents = _in_use(section.get("intents", {}))
        self.intents = {name: row for name, row in intents.items() if not row.get("out_of_scope")}
        self.outside = {name: row for name, row in intents.items() if row.get("out_of_scope")}
        self.policies = _in_use(section.get("policies", {}))
        self.specialists: Rows = agents.get("specialists", {})
        self.tools: Rows = agents.get("tools", {})
        self.collections = _in_use(agents.get("collections", {}))
        self.rails: Rows = agents.get("rails", {})
        self.judges: Rows = agents.get("judges", {})

    def team(self, agent_id: str) -> set[str]:
        """Who answers in a profile."""
        profile = self.profiles[agent_id]
        return {
            *(profile["specialists"] or self.specialists),
            profile["fallback"],
            profile["single"],
            profile.get("coordinator", ""),
        } - {""}

    def list_served(self, agent_id: str) -> list[str]:
        """The intents that a profile serves."""
        team = self.team(agent_id)
        return [
            name
            for name, row in self.intents.items()
            if agent_id in self.of(row) and (not row["specialist"] or row["specialist"] in team)
        ]

    def list_spoken(self, row: Mapping[str, Any]) -> set[str]:
        """The languages in which people write to an intent."""
        return {code for each in self.of(row) for code in self.profiles[each].get("languages") or CODES}

    def list_languages(self) -> dict[str, set[str]]:
        """Of each tool that an intent has, the languages in which people ask for it."""
        found: dict[str, set[str]] = defaultdict(set)
        for row in self.intents.values():
            for tool, _use in row["tools"]:
                found[tool] |= self.list_spoken(row)
        return found

    def of(self, row: Mapping[str, Any]) -> set[str]:
        """The profiles in use that a row serves."""
        return set(row["profiles"] or self.profiles) & set(self.profiles)


def _in_use(rows: Rows) -> Rows:
    return {name: each for name, each in rows.items() if each["enabled"]}


def _answers(draft: _Draft, where: str, name: str) -> Iterator[Problem]:
    """Whether a specialist that something is given to exists and is in use."""
    found = draft.specialists.get(name)
    if found is None:
        yield Problem("error", where, _("There is no specialist '%s'. Choose one that exists.") % name)
    elif not found["enabled"]:
        sentence = _("Its specialist '%s' is not in use. Switch it on, or choose another one.")
        yield Problem("error", where, sentence % name)


def _business_keys(rows: Rows) -> Iterator[Problem]:
    """A conversation is held to one customer by the key of the customer."""
    customer = rows.get(STICKY)
    if customer is not None and not customer["sources"]:
        where = _("Business key '%s'") % STICKY
        sentence = _("It is read from nothing: a conversation may change its customer. Name a field.")
        yield Problem("warning", where, sentence)


def _profiles(draft: _Draft) -> Iterator[Problem]:
    if not draft.profiles:
        yield Problem(
            "error", _("Profiles"), _("There is none in use: no message could be answered. Add one.")
        )
    for agent_id, profile in draft.profiles.items():
        where = _("Profile '%s'") % agent_id
        if profile["fallback"]:
            yield from _answers(draft, where, profile["fallback"])
        else:
            sentence = _("Nobody answers when nothing matches. Choose a specialist for that.")
            yield Problem("error", where, sentence)
        yield from _documents(draft, where, profile.get("documents", ""))
        yield from _attachments(draft, where, profile.get("attachments", ""))
        if profile["single"]:
            yield from _answers(draft, where, profile["single"])
            yield from _check_single(draft, where, agent_id)
        elif profile["mode"] == "single":
            yield Problem("error", where, _("Its mode is single, and it has no single agent. Choose one."))
        yield from coordination_checks.check(where, profile, draft.specialists, draft.team(agent_id))
        for name in profile["specialists"]:
            if name in draft.specialists and not draft.specialists[name]["enabled"]:
                yield Problem("warning", where, _("Its specialist '%s' is not in use.") % name)
        for key, part in (("rails", draft.rails), ("judges", draft.judges)):
            for name in profile[key]:
                if not part.get(name, {"enabled": False})["enabled"]:
                    sentence = _("It names the check '%s', which is not in use.")
                    yield Problem("warning", where, sentence % name.replace(":", " · "))


def _check_single(draft: _Draft, where: str, agent_id: str) -> Iterator[Problem]:
    """What users outside the rollout go without. A single agent that only reads is somebody's choice."""
    single = draft.profiles[agent_id]["single"]
    own = set(draft.specialists.get(single, {}).get("tools", ()))
    used = {tool for name in draft.list_served(agent_id) for tool, _use in draft.intents[name]["tools"]}
    lost = sorted(name for name in used - own if name in draft.tools)
    if lost and (not own or any(draft.tools[name]["read_only"] for name in lost)):
        sentence = _(
            "Its single agent '%(agent)s' lacks %(tools)s: outside the rollout, or when it is switched off, "
            "nobody looks there. Give it those tools, or choose no single agent and the team goes on."
        )
        shown = ", ".join(lost[:MOST_IDLE]) + (", …" if len(lost) > MOST_IDLE else "")
        yield Problem("warning", where, sentence % {"agent": single, "tools": shown})


def _intents(draft: _Draft) -> Iterator[Problem]:
    offered = {
        agent_id for row in draft.intents.values() if any(row["offer"].values()) for agent_id in draft.of(row)
    }
    states = set(draft.policies)
    for name, intent in draft.intents.items():
        where = _("Intent '%s'") % name
        serves = draft.of(intent)
        if intent["specialist"]:
            yield from _answers(draft, where, intent["specialist"])
        elif not any(intent["reply"].values()) and not intent.get("asks_for_person"):
            sentence = _(
                "It has neither a specialist nor a fixed answer: whoever is speaking must answer it."
            )
            yield Problem("warning", where, sentence)
        chosen = {code for each in serves for code in draft.profiles[each].get("languages") or ()}
        yield from _unsaid(where, intent, draft.list_spoken(intent) or set(CODES), chosen)
        if not serves:
            yield Problem("warning", where, _("No profile that it is limited to is in use."))
        elif intent["specialist"] and not any(intent["specialist"] in draft.team(each) for each in serves):
            sentence = _("'%s' belongs to no profile that it serves. Add the specialist to one.")
            yield Problem("warning", where, sentence % intent["specialist"])
        yield from _tools(draft, where, intent)
        yield from _documents(draft, where, intent.get("collection", ""))
        if intent.get("cache_seconds") and (intent["tools"] or intent["reply"]):
            sentence = _(
                "Its answers are never given again: it has a fixed answer, or tools that may know who asks."
            )
            yield Problem("warning", where, sentence)
        if intent["next_state"] and intent["next_state"] not in states:
            sentence = _("No state policy says who answers in '%s'. Add one, or leave the state empty.")
            yield Problem("warning", where, sentence % intent["next_state"])
        if intent["menu"] and serves and not serves & offered:
            yield Problem("warning", where, _("It shows a menu, but no intent has a button to put on it."))


def _documents(draft: _Draft, where: str, name: str) -> Iterator[Problem]:
    """Documents that messages are answered from must be there for everybody."""
    row = draft.collections.get(name)
    if not name or (row is not None and row["kind"] != "personal" and row.get("documents")):
        return
    if row is None:
        yield Problem(
            "error", where, _("Its collection '%s' is not in use: nothing can be found there.") % name
        )
    elif row["kind"] == "personal":
        sentence = _("Its collection '%s' holds what each user uploads: choose one of the company's own.")
        yield Problem("error", where, sentence % name)
    else:
        yield Problem(
            "warning", where, _("Its collection '%s' has no document yet: nothing is found.") % name
        )


def _attachments(draft: _Draft, where: str, name: str) -> Iterator[Problem]:
    """What users attach is kept where each finds only their own."""
    row = draft.collections.get(name)
    if name and row is None:
        sentence = _("Its collection '%s' is not in use: nothing can be attached.")
        yield Problem("error", where, sentence % name)
    elif row is not None and row["kind"] != "personal":
        sentence = _(
            "Its collection '%s' is not of what each user uploads: what one attaches, others would find."
        )
        yield Problem("error", where, sentence % name)


def _check_handed_on(draft: _Draft, gateway: Mapping[str, Any]) -> Iterator[Problem]:
    """Backends that a company has authored are those that its gateway knows.

    Where it has none, they are elsewhere.
    """
    known = _in_use(gateway.get("backends", {}))
    for name, intent in draft.intents.items():
        backend = intent.get("handover_backend", "")
        if backend and known and backend not in known:
            sentence = _(
                "There is no backend '%(name)s' in use: a gateway could not pass its messages on. Known "
                "here: %(known)s."
            )
            about = {"name": backend, "known": ", ".join(known)}
            yield Problem("warning", _("Intent '%s'") % name, sentence % about)


def _unsaid(where: str, intent: Mapping[str, Any], spoken: set[str], chosen: set[str]) -> Iterator[Problem]:
    """Languages in which people write and a fixed answer or an offer has no words: they would read another.

    An offer is missed in languages that were `chosen` alone; an example of it stands in.
    """
    replied = [code for code, text in intent["reply"].items() if text]
    missing = [name for code, name in LANGUAGES if code in spoken and code not in replied]
    if replied and missing:
        sentence = _(
            "Its fixed answer is not written in: %s. Whoever writes so reads it in another language."
        )
        yield Problem("warning", where, sentence % ", ".join(missing))
    offered = {code for code, text in intent["offer"].items() if text}
    stands_in = {language for language, _text in intent["examples"]}
    missing = [name for code, name in LANGUAGES if code in chosen - offered - stands_in]
    if offered and missing:
        sentence = _("Its offer is not written in: %s. Whoever writes so is offered it in another language.")
        yield Problem("warning", where, sentence % ", ".join(missing))


def _tools(draft: _Draft, where: str, intent: Mapping[str, Any]) -> Iterator[Problem]:
    for tool, use in intent["tools"]:
        known = draft.tools.get(tool)
        if known is None:
            sentence = _("There is no tool '%s'. Discover the server's tools again, or take it off the list.")
            yield Problem("error", where, sentence % tool)
        elif not known["enabled"]:
            yield Problem("warning", where, _("Its tool '%s' is not in use.") % tool)
        elif use == IntentTool.Uses.PREFETCH and not (
            known["read_only"] or known["confirm"] or known["permission"]
        ):
            sentence = _(
                "It calls '%s' at once, which changes something: done unasked, also where a message was "
                "misunderstood. Let the model call it, or have the tool ask first."
            )
            yield Problem("warning", where, sentence % tool)
        elif use == IntentTool.Uses.PREFETCH and (left := _left_to_model(tool, known)):
            sentence = _(
                "It calls '%(tool)s' at once, and only a model can say '%(missing)s': that call is never "
                "made. Let the model call it."
            )
            yield Problem("warning", where, sentence % {"tool": tool, "missing": ", ".join(left)})


def _left_to_model(name: str, row: Mapping[str, Any]) -> list[str]:
    """The arguments of a call made at once that it needs and nobody but a model can say."""
    if row["confirm"]:
        return []
    return [each.name for each in read_tool(name, row).parameters if each.is_left_to_model]


def _idle_tools(content: Content) -> Iterator[Problem]:
    """Tools that nobody was given: no intent, no specialist, and no domain by their server."""
    intents, agents = content.get("routing", {}).get("intents", {}), content.get("agents", {})
    domains = content.get("planning", {}).get("domains", {}).values()
    given = {tool for row in intents.values() for tool, _use in row["tools"]}
    given |= {tool for row in agents.get("specialists", {}).values() for tool in row["tools"]}
    planned = {row["server"] for row in domains}
    idle = [
        name
        for name, row in agents.get("tools", {}).items()
        if row["enabled"] and name not in given and row["server"] not in planned
    ]
    if idle:
        shown = ", ".join(idle[:MOST_IDLE]) + (", …" if len(idle) > MOST_IDLE else "")
        sentence = _("No intent and no specialist has them, so nobody calls them: %s. Add them to intents.")
        yield Problem("warning", _("Tools"), sentence % shown)


def _keywords(draft: _Draft) -> Iterator[Problem]:
    used: dict[str, list[str]] = defaultdict(list)
    for name, intent in draft.intents.items():
        where = _("Intent '%s'") % name
        if intent.get("asks_for_person"):
            continue  # the platform's own sentences find it
        if not intent["keywords"] and len(intent["examples"]) < FEW:
            sentence = _("It has no keyword and hardly an example: no message will find it. Add some.")
            yield Problem("warning", where, sentence)
        spellings: dict[str, str] = {}
        for text in intent["keywords"]:
            plain = " ".join(words(text))
            if not plain:
                sentence = _("The keyword '%s' has no letter and no digit, so it is never found. Remove it.")
                yield Problem("error", where, sentence % text)
            elif plain in spellings:
                sentence = _("The keywords '%(one)s' and '%(other)s' are the same without accents and case.")
                yield Problem("warning", where, sentence % {"one": spellings[plain], "other": text})
            else:
                spellings[plain] = text
                used[plain].append(name)
    for plain, names in used.items():
        yield from _check_shared(draft, plain, names)
    yield from _beaten(draft, used)


def _check_shared(draft: _Draft, plain: str, names: list[str]) -> Iterator[Problem]:
    """A keyword of several intents of one profile whose priorities do not say which of them is meant."""
    for number, first in enumerate(names):
        for second in names[number + 1 :]:
            one, other = draft.intents[first], draft.intents[second]
            if one["priority"] != other["priority"] or not draft.of(one) & draft.of(other):
                continue
            sentence = _(
                "The keyword '%(keyword)s' also belongs to '%(other)s', with the same priority. "
                "Give one of them a lower number."
            )
            where = _("Intent '%s'") % first
            yield Problem("warning", where, sentence % {"keyword": plain, "other": second})


def _beaten(draft: _Draft, used: Mapping[str, list[str]]) -> Iterator[Problem]:
    """Keywords that never decide for their intent: in each of its profiles another one comes first."""
    words_of: dict[str, int] = defaultdict(int)
    lost: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for plain, names in used.items():
        for name in names:
            words_of[name] += 1
            intent = draft.intents[name]
            before = [each for each in names if draft.intents[each]["priority"] < intent["priority"]]
            serves = draft.of(intent)
            if serves and serves <= set().union(*(draft.of(draft.intents[each]) for each in before)):
                lost[name].append((plain, min(before, key=lambda each: draft.intents[each]["priority"])))
    for name, pairs in lost.items():
        never = len(pairs) == words_of[name]
        for plain, winner in pairs[:MOST_BEATEN]:
            if never:
                sentence = _(
                    "It never wins: '%(keyword)s' also belongs to '%(other)s', which has priority "
                    "%(number)d. Give this intent a lower number, or a keyword of its own."
                )
            else:
                sentence = _(
                    "Its keyword '%(keyword)s' never wins: it also belongs to '%(other)s', "
                    "which has priority %(number)d."
                )
            about = {"keyword": plain, "other": winner, "number": draft.intents[winner]["priority"]}
            yield Problem("warning", _("Intent '%s'") % name, sentence % about)


def _policies(draft: _Draft) -> Iterator[Problem]:
    for state, policy in draft.policies.items():
        where = _("State '%s'") % state
        yield from _answers(draft, where, policy["specialist"])
        serves = draft.of(policy)
        if serves and not any(policy["specialist"] in draft.team(each) for each in serves):
            sentence = _("'%s' belongs to no profile that it serves. Add the specialist to one.")
            yield Problem("warning", where, sentence % policy["specialist"])
