"""The held-out messages are well formed, and really held out."""

from collections import Counter

from demo.worlds import WORLDS
from language.normalise import words
from tests.parts.phrases import try_each
from tests.routing import natural

WORLD = WORLDS["tenant_a"]
KINDS = (
    "abbreviations", "correction", "email", "emoji", "indirect", "long", "negation", "no_accents",
    "out_of_scope", "plain", "reply", "several", "trap", "typos", "voice",
)  # fmt: skip
LIKE = 0.8  # of the words of a message and an example together; "¿adónde va mi pedido?" shares half


def _intents(line: dict[str, object]) -> list[str]:
    given = line["intent"]
    return [str(name) for name in given] if isinstance(given, list) else [str(given)]


@try_each("profile", sorted({path.parent.name for path in natural.files()}))
def test_a_message_is_of_an_intent_that_its_profile_serves(profile: str) -> None:
    served = {topic.intent.name for topic in WORLD.topics if topic.intent.serves(profile)}
    states = {f"state:{policy.state}" for policy in WORLD.state_policies}
    for path in natural.files():
        if path.parent.name != profile:
            continue
        for line in natural.lines(path):
            assert set(_intents(line)) <= served | states | {"out_of_scope"}, line
            assert set(line) <= {"text", "intent", "kind", "state"}, line


@try_each("kind", KINDS)
def test_every_kind_has_twenty_five_messages(kind: str) -> None:
    said = [line["text"] for path in natural.files() for line in natural.lines(path) if line["kind"] == kind]
    assert len(said) >= 25
    assert [text for text, times in Counter(said).items() if times > 1] == []


def test_no_message_is_nearly_an_example() -> None:
    learnt = [
        set(words(text)) for topic in WORLD.topics for texts in topic.examples.values() for text in texts
    ]
    for path in natural.files():
        for line in natural.lines(path):
            said = set(words(line["text"]))
            near = [each for each in learnt if said and len(said & each) / len(said | each) >= LIKE]
            assert near == [], line["text"]
