"""What a message asks for, as mode `supervised` notes it.

One request for each specialist, in its own words.
"""

from collections.abc import Iterable

import pytest

from conversations.turn import ConversationState, Identity, Loop, Pending, TurnContext, TurnRequest, Utterance
from routing.decision.input import DecisionInput
from routing.decision.tiers import decide
from routing.modes.supervised.mode import begin_loop
from tests.parts.phrases import try_each
from tests.routing.decision.world import LIBRARY, LOAN_QUESTION, NOW

FINE, BOOK = "A multa veio alta.", "Onde está meu livro L100?"


def note(text: str, *pending: Pending, number: int = 7, off: Iterable[str] = ()) -> Loop:
    """The loop as a message begins it."""
    state = ConversationState(pending=pending)
    context = TurnContext(TurnRequest(
        turn_id="t", tenant_id="city", agent_id="library", conversation_key="k", mode="supervised",
        mode_source="request", channel="web", number=number, attempt=1, release=1, identity=Identity(),
        utterance=Utterance(text, text), state=state,
    ))  # fmt: skip
    case = DecisionInput(context.request.utterance, state, LIBRARY, 0, off=frozenset(off))
    return begin_loop(case, decide(context.request.utterance, state, LIBRARY, NOW, case.off), context)


def told(loop: Loop) -> list[tuple[str, str]]:
    return [(each.agent, each.text) for each in loop.open]


def test_requests_come_by_priority_and_each_with_its_own_words():
    loop = note(f"{BOOK} {FINE}")
    assert told(loop) == [("fines", FINE), ("loans", BOOK)]
    assert loop.next is not None and loop.next.agent == "fines" and loop.next.part is loop.open[0]


def test_what_names_nobody_belongs_to_the_request_before_it():
    loop = note(f"{FINE} É a de março. {BOOK} Procurei em casa.")
    assert told(loop) == [("fines", f"{FINE} É a de março."), ("loans", f"{BOOK} Procurei em casa.")]


def test_what_names_nobody_at_the_beginning_belongs_to_the_first():
    assert told(note(f"Moro longe. {BOOK} {FINE}"))[1] == ("loans", f"Moro longe. {BOOK}")


def test_lines_of_a_pasted_text_stay_lines():
    table = "A multa veio alta:\ndia,valor\n1,20\n2,30"
    assert told(note(f"{table}\n\n{BOOK}")) == [("fines", table), ("loans", BOOK)]


def test_one_request_is_the_whole_message():
    text = "Oi, tudo bem?  A multa veio alta, por favor vejam."
    assert told(note(text)) == [("fines", text)]


def test_a_message_too_long_to_be_cut_up_loses_nothing():
    text = f"{FINE} {BOOK} " + "linha\n" * 2000 + "fim"
    assert told(note(text))[1][1].endswith("fim")


def test_what_earlier_turns_left_comes_last_until_it_lapses():
    left = Pending("loans", "onde está?", "left_out", "loan_lookup", turn=5)
    strangers = Pending("nobody", "x", "failed", turn=5)
    assert [each.agent for each in note(FINE, left, strangers).open] == ["fines", "loans"]
    assert [each.agent for each in note(FINE, left, number=26).open] == ["fines"]


def test_another_request_of_the_same_kind_leaves_the_earlier_one_open():
    left = Pending("fines", "A multa de março veio alta.", "left_out", "fine", turn=5)
    assert told(note(FINE, left)) == [("fines", FINE), ("fines", left.text)]
    assert told(note(left.text, left)) == [("fines", left.text)]


def test_a_request_that_brings_what_the_earlier_one_waits_for_takes_its_place():
    left = Pending("loans", "onde está?", "asked", "loan", LOAN_QUESTION, turn=5)
    assert told(note(BOOK, left)) == [("loans", BOOK)]
    assert told(note("E o outro livro?", left))[1:] == [("loans", left.text)]


def test_agreeing_to_nothing_asks_for_nothing_of_its_own():
    left = Pending("loans", "onde está?", "left_out", turn=5)
    assert note("ok") == Loop()
    assert note("ok", left) == Loop(open=(left,))


@try_each("text", ["não", "cancela", "talvez"])
def test_what_does_not_agree_leaves_what_is_open_as_it_is(text):
    left = Pending("loans", "onde está?", "left_out", turn=5)
    assert note(text, left) == Loop(kept=(left,))


@pytest.mark.parametrize("off", ["loan", "*"])
def test_what_is_open_of_an_intent_that_is_switched_off_is_not_served(off):
    left = Pending("loans", "onde está?", "left_out", "loan", turn=5)
    assert note("ok", left, off=[off]) == Loop()
    assert note("ok", left, off=["fine"]) == Loop(open=(left,))
