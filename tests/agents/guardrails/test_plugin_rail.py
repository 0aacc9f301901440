"""A rail of a package: what it says of itself holds as of one of ours, and what it raises ends no turn."""

import copy

from agents.guardrails.base import About, BaseRail
from agents.guardrails.gate import Gate
from agents.guardrails.own_question import read_question
from agents.guardrails.plugin_rail import guard
from agents.specs import RailSpec
from conversations.turn import RailDecision
from tests.parts.phrases import try_each

FLAGS = sorted(name for name, said in vars(BaseRail).items() if said is False)


class Theirs:
    """Derives from nothing of ours, and says everything that docs/extending.md offers."""

    code, sees, phases = "THEIRS", "piece", ("output",)
    ends = reads_earlier = reads_decision = judges_model = reads_claims = stays_readable = True

    def check(self, text, about):
        return RailDecision(self.code, "no" not in text, "found", phase=about.phase)

    def minds(self, piece):
        return True

    def waits(self, piece, behind):
        return len(behind) < 3

    def check_row(self, row, points):
        yield "warning", "Say more."


class Waiting(Theirs):
    fail_closed = True

    async def check(self, text, about):
        return RailDecision(self.code, True)


class Broken(Theirs):
    def _fail(self, *_about):
        raise RuntimeError

    minds = waits = check_row = check = _fail


class Silent:
    code, sees, phases = "SILENT", "piece", ("output",)

    def check(self, text, about):
        return RailDecision(self.code, True)


@try_each("name", FLAGS)
def test_what_a_packages_rail_says_of_itself_is_heard(name: str) -> None:
    for rail in (Theirs(), Waiting()):
        assert getattr(guard(rail), name) is getattr(rail, name, False)
    assert getattr(guard(Silent()), name) is False


def test_it_waits_and_tells_what_is_wrong_with_its_row() -> None:
    rail = guard(Theirs())
    assert (rail.minds("x"), rail.waits("x", ""), rail.waits("x", "abc")) == (True, True, False)
    assert list(rail.check_row({}, ())) == [("warning", "Say more.")]


def test_one_that_judges_the_model_has_no_word_on_the_platforms_question() -> None:
    read = read_question([(guard(Theirs()), RailSpec("THEIRS", "output", "block"))], "no?", About())
    assert read == ("no?", ())


def test_one_that_ends_an_answer_ends_it() -> None:
    row = RailSpec("THEIRS", "output", "block", polite={"en": "Stop."})
    gate = Gate(((guard(Theirs()), row),), About("en"))
    gate.feed("All is well. Oh no. The rest of it.")
    assert gate.finish()[1].rstrip() == "All is well. Stop."


def test_what_it_raises_ends_no_turn() -> None:
    rail = guard(Broken())
    gate = Gate(((rail, RailSpec("THEIRS", "output")),), About("en"))
    gate.feed("All is well.")
    assert gate.finish()[1] == "All is well."
    assert list(rail.check_row({}, ())) == []


@try_each("name", [*FLAGS, "title", "settings"])
def test_a_word_of_itself_that_it_cannot_say_is_what_holds_of_any(name: str) -> None:
    for kind in (Theirs, Waiting):
        rail = guard(type("Odd", (kind,), {name: property(Broken._fail)})())
        assert not getattr(rail, name)


def test_of_what_it_says_of_its_row_only_levels_with_a_sentence_are_told() -> None:
    said = ["Say more.", ("fatal", "No."), ("error", "Wrong."), ("error",), None, 3, "ab"]
    odd = type("Odd", (Theirs,), {"check_row": lambda self, row, points: said})
    assert guard(odd()).check_row({}, ()) == [("error", "Wrong.")]


def test_it_may_be_copied() -> None:
    assert copy.copy(guard(Theirs())).code == "THEIRS"
