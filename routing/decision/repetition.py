"""A request that is said again while a yes to it is waited for: the same once more, or the same for another.

"refund R10" to "Shall I refund R10?" is no yes; "yes, and also refund R11" is one, and a request behind it.
"""

from agents.specialists import changing
from agents.tools.arguments import KnownValues, read_values
from conversations.turn import Question, Reply
from language.acts.closed_list import read_closed
from language.acts.lists import lists
from language.acts.reading import read_act, read_alone
from language.lexicon import begins, join_languages
from language.lexicon.phrase import plain
from language.normalise import words
from routing.decision.input import DecisionInput


def asks_once_more(case: DecisionInput, question: Question) -> bool:
    """Whether the message is the request that a yes is waited for, sent once more: the question stands again.

    "refund R10 of EUR 5" twice is no yes, nor is it another request; behind a yes it is one.
    """
    if question.kind != "confirmation" or names_others(case, question):
        return False
    text, request = case.utterance.text, question.request
    act, said = read_act(text.rstrip("? "), question.text), set(words(text))
    if words(text) == words(request):
        same = read_alone(text) is None  # "yes" behind a yes is one more
    else:
        same = _leave_out_please(said) <= _list_wanted(request) and _names_value(said, question)
    if same or (act.exact and not act.restates):
        return same
    return (act.restates and not act.exact) or bool(said and said <= set(words(request)))


def _list_wanted(request: str) -> set[str]:
    """The words of what was asked for, without a yes that it followed: "yes, and also refund R11"."""
    closed = read_closed(request)
    rest = closed.rest if closed is not None and closed.kind == "yes" else ""
    return set(words(rest or request))


def _leave_out_please(said: set[str]) -> set[str]:
    return said - {word for phrase in join_languages("PLEASE") for word in words(phrase)}


def _names_value(said: set[str], question: Question) -> bool:
    """Whether words name a value that was asked about: "can you refund R10", which permits in some languages
    and asks in all."""
    proposed = (question.data.get("arguments") or {}).values()
    texts = [f"{each:g}" if isinstance(each, float) else str(each) for each in proposed]
    return any(said.issuperset(words(each)) for each in texts if words(each))


def agrees_to_more(case: DecisionInput, question: Question) -> bool:
    """Whether a yes is followed by the same for another thing: "yes, and also cancel R11". The first is not
    given up for it."""
    if question.kind != "confirmation" or not names_others(case, question):
        return False
    closed = read_closed(case.utterance.text, question.text)
    return (
        closed is not None
        and closed.kind in ("yes", "unsure")
        and any(begins(plain(closed.rest), each.joins) for each in lists().values())
    )


def propose_otherwise(case: DecisionInput, question: Question) -> Reply:
    """A reply that names another value: it is proposed with that, or asked again where a further wish behind
    a yes names it."""
    return Reply("unclear" if _wishes_more(case, question) else "change", question)


def _wishes_more(case: DecisionInput, question: Question) -> bool:
    """Whether something more is wished for behind a yes: "yes, and also move it to Friday"."""
    closed = read_closed(case.utterance.text, question.text)
    if closed is None or not closed.rest or closed.kind not in ("yes", "unsure"):
        return False
    said = plain(closed.rest)
    also = any(begins(said[at:], each.also) for each in lists().values() for at in range(len(said)))
    return closed.kind == "yes" or also


def names_others(case: DecisionInput, question: Question) -> bool:
    """Whether the message names another value than the one that was asked about: "sim, mas o P101"."""
    proposed = question.data.get("arguments") or {}
    named = read_values(case.utterance.raw, case.published.agents.slots, case.published.profile.today)
    tool = case.published.agents.tools.get(str(question.data.get("tool") or ""))
    known = {p.name: p.known_as for p in tool.parameters if p.is_asked} if tool else {}
    return any(
        str(proposed[name]) != named[slot]
        for name, slot in {**{name: name for name in named}, **known}.items()
        if name in proposed and slot in named
    )


def names_other_value(case: DecisionInput, question: Question) -> bool:
    """Whether the message names another choice, or a number in words, for an argument of what is proposed."""
    act, published = read_act(case.utterance.text, question.text), case.published
    tool = published.agents.tools.get(str(question.data.get("tool") or ""))
    proposed = question.data.get("arguments") or {}
    if tool is None or not proposed or act.exact or act.kind == "question":
        return False
    known = KnownValues(text=case.utterance.raw, slots=published.agents.slots)
    return bool(
        changing.read_changed(tool, proposed, known, published.profile.today, "", case.utterance.language)
    )
