"""A yes behind which something else is asked for: "yes, and also move R11 to Friday".

What stands behind is a request of its own, decided as any message. Only an entry of the closed list is
carried out for it, and only where what follows is a further request. A question behind a yes may decide
whether it is one ("yes, and what does it cost me?"): it is answered, and the yes is asked for again.
"""

from typing import NamedTuple

from conversations.turn import AgreedAction, Question, Reply
from language import clauses
from language.acts.closed_list import read_closed
from language.acts.lists import lists
from language.acts.questions import requests_something
from language.acts.yes_no_question import read_questions
from language.instead import is_conditional
from language.lexicon import begins
from language.normalise import words
from routing.decision.clarification import ClarificationTier
from routing.decision.input import Decision, DecisionInput, find_tier
from routing.decision.reply import changeable, open_question
from routing.decision.state import StateTier, back_to_asker


class BehindYes(NamedTuple):
    """What stands behind a yes to `question`, and the `yes` itself; `acts`: it is one by its words alone."""

    question: Question
    yes: str
    rest: str
    acts: bool


def find(case: DecisionInput, decided: Decision) -> BehindYes | None:
    """What stands behind a yes to the open question of an action; None where nothing does, or where it says
    how that is to be done."""
    question = open_question(case.state, case.published, case.now)
    if question is None or question.kind != "confirmation" or changeable(question, case.published):
        return None
    reply, text = decided.reply, case.utterance.text
    if decided.withdrawn or (reply is not None and reply.question.asked_at != question.asked_at):
        return None
    closed = read_closed(text, question.text)
    if closed is None or not closed.rest or closed.kind not in ("yes", "unsure"):
        return None
    acts = reply is not None and reply.kind == "yes"
    if not acts and ((reply is not None and reply.kind in ("no", "cancel", "change", "value"))
                     or is_conditional(case.utterance.raw)):  # fmt: skip
        return None
    at = text.rfind(closed.rest)
    if at < 0:
        return None  # in words that were mended: where the yes ends nobody knows
    return BehindYes(question, text[:at].strip(" ,;"), _begin_with_request(closed.rest), acts)


def decide(found: BehindYes, rest: Decision, case: DecisionInput) -> Decision | None:
    """The decision on what stands behind, with what becomes of the yes before it.

    None where nobody is sure of it: then who asked reads the whole message.
    """
    sure = find_tier(rest.decision.method).sure or rest.decision.method == ClarificationTier.method
    own = rest.decision.method != StateTier.method and rest.resumed is None
    if not (sure and own):
        if not (found.acts and _names_deed(found)):
            return None
        rest = _decide_same(found, rest, case)
    elif not (found.acts or _is_asked(found, rest)):
        return None
    rest = rest._replace(remaining=rest.remaining or found.rest)
    if not found.acts and _only_reads(rest, case):
        return rest  # it is answered, and the yes is asked for again behind that
    reply = Reply("yes" if found.acts else "unclear", found.question)
    return rest._replace(agreed=AgreedAction(reply, found.yes))


def _begin_with_request(rest: str) -> str:
    """What follows without what joins it to the yes: "and also move R11" -> "move R11"."""
    first = clauses.split(rest)[0]
    rest = rest[max(rest.find(first), 0) :].strip()
    found = clauses.tokenise(rest)
    tokens = [word.text for word in found]
    joined = max(begins(tokens, each.joins) for each in lists().values())
    return rest[found[joined].start :] if joined < len(found) else rest


def _names_deed(found: BehindYes) -> bool:
    """Whether what follows names what was asked about: the same for another thing."""
    questions = read_questions(found.question.text)
    return any(asked.names_act(word) for _, asked in questions for word in words(found.rest))


def _decide_same(found: BehindYes, rest: Decision, case: DecisionInput) -> Decision:
    """The same for another thing is for whoever asked, by its own words."""
    reply = Reply("yes", found.question)
    reason = f"The same once more, for {found.question.agent}."
    decision = back_to_asker(case._replace(reply=reply), found.question, reason)
    return Decision(decision, rest.verdicts, None)


def _is_asked(found: BehindYes, rest: Decision) -> bool:
    """Whether another matter is asked about or wished for, and not only told."""
    return rest.decision.intent != found.question.intent and requests_something(found.rest)


def _only_reads(rest: Decision, case: DecisionInput) -> bool:
    """Whether what is decided is only told or looked up."""
    intent, known = case.published.intents.get(rest.decision.intent), case.published.agents.tools
    if intent is None or intent.asks_for_person:
        return False
    tools = [known[name] for name in intent.tools if name in known]
    return bool(intent.reply) or (bool(tools) and all(tool.read_only for tool in tools))
