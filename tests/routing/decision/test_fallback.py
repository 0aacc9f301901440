"""What nobody is sure of."""

from conversations.turn import ConversationState
from tests.parts.phrases import try_each
from tests.routing.decision.world import ask

SPEAKING = ConversationState(active_agent="loans", active_intent="loan")


def test_default_specialist_answers_what_nobody_is_sure_of() -> None:
    decision = ask("gostaria de falar sobre uma coisa bastante longa e sem palavras conhecidas").decision
    assert (decision.agent, decision.intent, decision.method, decision.confidence) == (
        "desk",
        "fallback",
        "fallback",
        0.1,
    )


@try_each("text", ["e o valor?", "por quê?", "quando chega?", "and when?", "¿y cuándo?"])
def test_short_follow_up_stays_with_who_is_speaking(text: str) -> None:
    decision = ask(text, SPEAKING).decision
    assert (decision.agent, decision.method, decision.intent) == ("loans", "fallback", "fallback")
    assert decision.mcp_tools == ("read_loan", "renew")
    assert "loans" in decision.reason


def test_long_message_does_not_stay() -> None:
    assert ask("agora quero falar de outra coisa bem diferente disso tudo", SPEAKING).decision.agent == "desk"


def test_specialist_who_left_the_team_keeps_nothing() -> None:
    assert ask("por quê?", ConversationState(active_agent="closed")).decision.agent == "desk"


@try_each("text", ["asdkjh qwe", "adiós", "¿y en Barcelona?", "goodbye"])
def test_what_brings_nothing_starts_no_matter_again(text: str) -> None:
    decision = ask(text, SPEAKING).decision
    assert (decision.follows, decision.mcp_tools) == (None, ())
