"""Whether a message that may answer an open question speaks of another matter than who asked.

"que horas abre a agência?", where an address was asked for: a fixed answer of the company's own
"""

from conversations.turn import Question
from language.acts.questions import is_question
from language.normalise import words
from routing.decision.input import DecisionInput
from routing.decision.learning.prediction import Prediction
from routing.decision.likely import name_intent
from routing.decision.profile_runtime import ProfileRuntime, rank


def is_of_another(case: DecisionInput, question: Question) -> bool:
    """Whether a keyword, or the examples, are sure that a message is another matter, a fixed answer too.

    Of what somebody may say by the way ("hello", "at the branch") a keyword alone is sure where it asks.
    """
    if names_other(case, question, echo=False):
        return True
    reading = case.reading if case.reading is not None and case.reading.sure else None
    hits = case.hits(case.utterance.text)
    named = {hit.payload.name for hit in hits if not hit.payload.agent}
    if any(hit.payload.name == question.intent for hit in hits):
        return False
    if named and is_question(case.utterance.text):
        return True
    intent = case.published.intents.get(reading.intent) if reading is not None else None
    if intent is None or intent.name == question.intent or case.is_off(intent):
        return False
    return intent.agent not in ("", question.agent) or (not intent.agent and intent.name in named)


def names_other(case: DecisionInput, question: Question, echo: bool = True) -> bool:
    """Whether the keywords speak of another intent than the one that asked.

    With `echo`, words of the question itself do not count: "o pedido é P100" after "qual é o número do
    pedido?" opens no new topic.
    """
    text = case.published.read_spoken(case.utterance.text)
    hits = [hit for hit in case.hits(text) if hit.payload.agent]
    if echo:
        question_words = list_words_asked(question, case.published)
        hits = [hit for hit in hits if not question_words.issuperset(words(text[hit.start : hit.end]))]
    if not hits:
        return False
    intents = {hit.payload.name for hit in hits}
    if question.intent in intents:
        return False
    best = min(hits, key=rank).payload
    return best.agent != question.agent or question.intent is not None


def leaves_matter(case: DecisionInput, question: Question, echo: bool = True) -> bool:
    """Whether the message opens another topic, by a keyword (`names_other`) or because the examples are sure
    of it.
    """
    return names_other(case, question, echo) or is_sure_of_another(case, question, case.reading)


def is_sure_of_another(case: DecisionInput, question: Question, reading: Prediction | None) -> bool:
    """Whether the examples are sure of a matter of another specialist than who asked, or make that one
    likely.

    Of another of the same specialist's only where they are sure of it while a yes is waited for: what is
    likely says too little ("chegou quebrado" is like an exchange and like a refund). Nor do they of what
    nobody serves: a question about the matter ("quanto tempo demora?") is like questions about anything.
    """
    intent = name_intent(case, reading) if reading is not None else None
    if reading is None or intent is None or not intent.agent or case.is_off(intent):
        return False
    if intent.agent != question.agent:
        return True
    return question.kind == "confirmation" and reading.sure and intent.name != question.intent


def list_words_asked(question: Question, published: ProfileRuntime) -> set[str]:
    found = set(words(question.text))
    for name in question.fields:
        slot = published.agents.slots.get(name)
        for label in slot.label.values() if slot else ():
            found.update(words(label))
    return found
