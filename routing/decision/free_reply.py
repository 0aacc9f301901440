"""Whether a message answers what a specialist's model asked in its own words, for no value that is known.

>>> read_free(case, question)  # "an old cello and its strings", to "what is the reason of your visit?"
Reply(kind='value', question=question)

What such a question is for nobody can tell by a pattern: what is no sure matter of another's is for who
asked, and so is a short reply that asks for nothing and names nobody's matter by a keyword, however like an
example it is.
"""

from conversations.turn import ConversationState, Question, Reply
from language import clauses, closing, options, other_matter
from language.acts.questions import is_question, wishes
from language.acts.reading import read_alone
from language.normalise import words
from routing.decision import person
from routing.decision.another_matter import is_of_another, list_words_asked, names_other
from routing.decision.input import DecisionInput
from routing.decision.profile_runtime import ProfileRuntime

SHORT = 12  # words of a reply: a longer one may say a matter of its own without asking for anything


def is_free(question: Question, state: ConversationState, published: ProfileRuntime) -> bool:
    """Whether a question is one that a specialist's model asked in its own words.

    Not the platform's own which-of-these; nor where a coordinator has the word, or no message stays with who
    asked.
    """
    keeps = published.profile.stickiness == "keep" and state.sub_conversation is None
    return keeps and not question.data and question.agent in published.specialists


def read_free(case: DecisionInput, question: Question) -> Reply | None:
    """The message as a reply to such a question; None when the other tiers should be asked."""
    text = case.utterance.text
    answer = Reply("value", question)  # the words are no value that is remembered
    if (chosen := options.match(text, question.options)) is not None:
        return Reply("value", question, {"option": chosen.value})
    if closing.closes(text) or person.is_wanted(case) or other_matter.is_announced(text):
        return None
    if read_alone(text) is not None:
        return answer
    asks = is_question(text) or wishes(text) or clauses.tells_to_do(text)
    if _names_matter(case, question, asks):
        return None
    open_ended = not asks and len(words(text)) <= SHORT
    return answer if open_ended or not _is_sure_matter(case, question) else None


def _names_matter(case: DecisionInput, question: Question, asks: bool) -> bool:
    """Whether a keyword names another matter; of what the question says itself only where nothing is asked.

    A word that is a courtesy or a fixed answer's, and nothing else, is one too.
    """
    text = case.utterance.text
    if names_other(case, question, echo=not asks):
        return True
    asked = list_words_asked(question, case.published)
    fixed = (text[hit.start : hit.end] for hit in case.hits(text) if not hit.payload.agent)
    alone = {word for each in fixed for word in words(each)}
    return bool(alone - asked) and alone.issuperset(words(text))


def _is_sure_matter(case: DecisionInput, question: Question) -> bool:
    """Whether the examples are sure of another specialist's matter, or of another one of who asked."""
    if is_of_another(case, question):
        return True
    reading = case.reading
    sure = case.published.intents.get(reading.intent) if reading is not None and reading.sure else None
    return sure is not None and sure.agent == question.agent and sure.name != question.intent
