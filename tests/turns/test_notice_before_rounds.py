"""What was said before the rounds of mode `supervised` is joined with nothing and stays in front."""

from types import SimpleNamespace

from agents.guardrails.base import About
from agents.guardrails.gate import Gate
from conversations.turn import Loop
from routing.modes.supervised.finalise import _list_parts, _Voice
from routing.turns.response_writer import ResponseWriter

NOTICE, SAID = ("desk", "A person was told."), ("orders", "On its way.")


def ended(*parts):
    speech = ResponseWriter(lambda _name, _data: None, lambda: Gate((), About("en")))
    for agent, words in parts:
        speech.say_own(agent, words)
    specialists = {agent: SimpleNamespace(forward=False) for agent, _words in parts}
    published = SimpleNamespace(display_name=str.title, specialists=specialists)
    context = SimpleNamespace(work=SimpleNamespace(loop=Loop(before=1), parts=parts))
    return context, SimpleNamespace(published=published, speech=speech)


def test_a_notice_is_not_joined_and_stands_in_front_again():
    context, runtime = ended(NOTICE, SAID)
    assert [each.said for each in _list_parts(context, runtime, [])] == [SAID[1]]
    voice = _Voice(context, runtime)
    voice.rewrite("It is on its way.")
    assert voice.answer == runtime.speech.sent == "A person was told.\n\nIt is on its way."
    assert voice.has_answered()


def test_a_notice_alone_answers_nothing_that_the_rounds_were_for():
    assert not _Voice(*ended(NOTICE)).has_answered()
