"""What a package's tier saw holds up no answer, and none of its words reach a trace."""

from types import SimpleNamespace

from conversations.turn import Verdict
from routing.turns import observing
from routing.turns.span_parts import _describe_tier
from tests.parts.phrases import try_each


@try_each(
    ("saw", "told"),
    [
        ({"hits": ["invoice", {"intent": "bills"}]}, {"keyword_hits": ["bills"]}),
        ({"hits": [{"intent": "my bill of May"}]}, {"keyword_hits": []}),
        ({"confidence": 0.5, "intent": "my bill of May"}, {"confidence": 0.5, "intent": ""}),
        ({"confidence": 0.5, "named": "bills"}, {"confidence": 0.5, "intent": "bills"}),
        ({"runner_up": {"intent": {"a": 1}}}, {"runner_up": ""}),
    ],
)
def test_only_names_of_published_intents_are_told(saw, told):
    found = _describe_tier(Verdict("almanac", None, saw), {"bills"})
    assert {name.removeprefix("switchboard."): value for name, value in found.items()} == {
        "tier": "almanac", "outcome": "abstained", **told,
    }  # fmt: skip


def test_what_cannot_be_told_is_logged_and_the_turn_goes_on(caplog, settings):
    settings.METRICS_TOKEN = "t0ken"
    broken = SimpleNamespace(request=SimpleNamespace(turn_id="T1"))
    observing.tell(broken, {}, None, ())
    assert "Turn T1 could not be told" in caplog.text
