"""What a model is told that is to name an intent: never more than one decision may cost."""

import json

from conversations.turn import ConversationState, PastMessage, Utterance
from routing.decision.llm_request import LETTERS, Asking, answer_budget, request, spread
from routing.decision.specs import IntentSpec
from tests.parts.phrases import try_each

MANY = [
    IntentSpec(f"intent_{n}", description="what people want " * 20,
        examples=tuple("um exemplo " * 12 + str(k) for k in range(9)))
    for n in range(77)
]  # fmt: skip
ASKING = Asking(Utterance("x" * 9000, "x" * 9000), [PastMessage("user", "y" * 900)] * 20, ConversationState())


def letters(built):
    said = sum(len(message.content) for message in built.messages)
    return said + len(json.dumps(dict(built.tools[0].schema)))


def lines(built):
    found = [json.loads(line) for line in built.messages[0].content.splitlines() if line.startswith("{")]
    return {line["intent"]: line for line in found}


@try_each("tokens", [3000, 4000, 6000, 12_000, 40_000, 100_000])
def test_the_request_and_its_answer_fit_into_the_tokens(tokens):
    built = request(ASKING, MANY, tokens, 5)
    assert letters(built) <= (tokens - answer_budget(tokens)) * LETTERS
    assert set(lines(built)) == {intent.name for intent in MANY}


def test_more_tokens_tell_more_of_each_intent():
    told = [
        sum(map(len, map(str, lines(request(ASKING, MANY, tokens, 5)).values())))
        for tokens in (4000, 9000, 90_000)
    ]
    assert told == sorted(set(told))
    assert len(lines(request(ASKING, MANY, 90_000, 5))["intent_3"]["examples"]) == 6


def test_where_not_even_the_names_fit_nothing_is_asked():
    assert request(ASKING, MANY, 500, 5) is None


def test_examples_are_taken_from_all_of_them():
    assert spread([str(n) for n in range(9)], 3) == ["0", "3", "6"]
    assert spread(["a"], 3) == ["a"]
