"""Whether a message without a keyword is for the specialist who was called in, in two made-up worlds."""

from agents.intent_slices import IntentSlice
from agents.llm.offline import scope
from agents.llm.offline.memory import ConversationMemory
from agents.llm.request import ReleaseSlice
from agents.specs import ParameterSpec, ToolSpec
from tests.parts.phrases import try_each

LOANS = IntentSlice(
    "loans", "desk", "How long a book may be kept, and fines.", ("loan", "return a book"), ("look_up",)
)
OVENS = IntentSlice("ovens", "tech", "Um forno da padaria não aquece.", ("forno",), (), ("find_fault",))
TOOLS = {
    "look_up": ToolSpec("look_up", "s", parameters=(ParameterSpec("book", "resource", key="book_id"),)),
    "find_fault": ToolSpec("find_fault", "s", parameters=(ParameterSpec("what", "free"),)),
}
TOLD, ASKED = (
    ConversationMemory(said_by_us=("The loan ends on Friday.",)),
    ConversationMemory(said_by_us=("Which book is it?",)),
)


def desk(text, **more):
    return ReleaseSlice("desk", "en", text, intents=(LOANS,), tools=TOOLS, **more)


def tech(text, **more):
    return ReleaseSlice("tech", "pt", text, intents=(OVENS,), tools=TOOLS, **more)


@try_each(
    ("part", "memory", "stays"),
    [
        (desk("Do you sell coffee?"), TOLD, False),
        (desk("I would like a coffee"), TOLD, False),
        (desk("Do you sell coffee?"), ASKED, False),
        (desk("What about the fines?"), TOLD, True),
        (desk("How long?"), TOLD, True),
        (desk("You are terrible!"), TOLD, False),
        (desk("The red one with the torn cover"), ASKED, True),
        (desk("ok"), TOLD, True),
        (desk("got it"), TOLD, True),
        (tech("Tem alguma promoção?"), TOLD, False),
        (tech("quero falar com um humano"), TOLD, False),
        (tech("ontem à noite a luz ficou piscando e depois apagou tudo"), TOLD, True),
        (tech("entendi, vou tentar"), TOLD, True),
    ],
)
def test_who_goes_on(part, memory, stays):
    assert scope.fits(part, memory) is stays


def test_only_what_is_told_goes_on_with_whoever_looks_up_by_words():
    assert scope.continue_story(tech("a luz ficou piscando"), TOLD) == OVENS
    assert scope.continue_story(tech("a luz pisca?"), TOLD) is None
    assert scope.continue_story(desk("the cover is torn"), ASKED) is None


def test_ok_to_nothing_open_begins_no_matter_again():
    assert scope.answer_ok(tech("ok"), TOLD) == "Certo. Sigo por aqui se precisar de mais alguma coisa."
    assert scope.answer_ok(desk("ok"), ASKED) == "Could you tell me in more detail what you need?"
    assert scope.answer_ok(desk("ok", reply="yes"), ASKED) == "" == scope.answer_ok(desk("ok, coffee"), TOLD)
