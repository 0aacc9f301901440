"""An embedder over HTTP.

What it asks for, what it makes of any answer, and what it does when there is none.
"""

import json
import math

import numpy as np
import pytest

from language import embedder
from language.embedder import NoVectors, endpoint, wire
from language.embedder.base import LONGEST
from language.embedder.errors import FORBIDDEN, NO_ANSWER, REFUSED, RESTING, SIZES, UNASKED, UNREADABLE
from language.embedder.wire import Address
from outbound import circuit
from tests.fakes import meanings
from tests.fakes.fixtures import KEY
from tests.fakes.openai_server import FakeOpenAI, Line
from tests.parts.clock import Clock

GONE = Line(drop=True)


async def meant(*texts: str, whose: str = "acme") -> np.ndarray:
    """The vectors that a decision of that company gets for these texts."""
    return await embedder.supply(whose)(lambda: embedder.choose_configured().embed(texts))


async def why(*texts: str, whose: str = "acme") -> NoVectors:
    with pytest.raises(NoVectors) as failed:
        await meant(*texts, whose=whose)
    return failed.value


# --- a decision ------------------------------------------------------------------------------------
async def test_texts_get_vectors_of_length_one_in_their_order(embeddings: FakeOpenAI) -> None:
    found = await meant("onde está meu pedido", "  ", "ONDE está  meu pedido?", "a fatura veio alta")
    assert found.shape == (4, meanings.SIZE)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-5)
    assert found[0] @ found[2] > 0.9 > 0.5 > found[0] @ found[3]
    ((asked, headers),) = embeddings.embeddings
    assert asked["input"] == ["onde está meu pedido", "onde está meu pedido?", "a fatura veio alta"]
    assert asked["model"] == embedder.choose_configured().name.removeprefix("openai:")
    assert headers["Authorization"] == f"Bearer {KEY}"


async def test_a_long_text_is_cut_and_half_a_sign_is_sent_as_one_that_can_be(embeddings: FakeOpenAI) -> None:
    await meant("pedido " * 500, "half \ud800 a sign")
    assert len(embeddings.embedded[0][0]) <= LONGEST
    assert embeddings.embedded[0][1] == "half ? a sign"


async def test_a_decision_that_needs_no_vector_asks_nobody(embeddings: FakeOpenAI) -> None:
    assert await embedder.supply("acme")(lambda: "decided") == "decided"
    assert not (await meant("", "?!")).any()
    assert embeddings.embedded == []


async def test_what_a_decision_needs_step_by_step_is_fetched_step_by_step(embeddings: FakeOpenAI) -> None:
    def decide() -> float:
        one = embedder.choose_configured().embed(["um"])[0]
        both = embedder.choose_configured().embed(["dois", "três"])
        return float(one @ one + both[0] @ both[0])

    assert await embedder.supply("acme")(decide) == pytest.approx(2, abs=1e-5)
    assert embeddings.embedded == [["um"], ["dois", "três"]]


async def test_a_text_is_asked_for_once_and_for_another_company_again(embeddings: FakeOpenAI) -> None:
    await meant("cadê meu pedido", whose="acme")
    await meant("cadê meu pedido", "outra coisa", whose="acme")
    await meant("Cadê meu pedido", whose="zenith")
    assert embeddings.embedded == [["cadê meu pedido"], ["outra coisa"], ["cadê meu pedido"]]


async def test_only_so_many_vectors_are_kept(embeddings: FakeOpenAI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "REMEMBERED", 2)
    for text in ("um", "dois", "três", "dois", "um"):
        await meant(text)
    assert embeddings.embedded == [["um"], ["dois"], ["três"], ["um"]]


async def test_who_does_not_wait_gets_no_vectors_and_asks_nobody(embeddings: FakeOpenAI) -> None:
    with pytest.raises(NoVectors) as failed:
        embedder.choose_configured().embed(["cadê meu pedido"])
    assert failed.value.code == UNASKED and embeddings.embedded == []


def test_a_thread_may_wait(embeddings: FakeOpenAI) -> None:
    found = embedder.wait_for(lambda: embedder.choose_configured().embed(["cadê meu pedido"]), "acme")
    assert found.any()


# --- what goes wrong -------------------------------------------------------------------------------
GOOD = [0.5, -0.5]
BAD = {
    "no-json": "{not json",
    "a-list": "[]",
    "an-error": json.dumps({"error": {"message": "no"}}),
    "no-data": json.dumps({"data": None}),
    "too-few": meanings.written([GOOD]),
    "too-many": meanings.written([GOOD] * 3),
    "none": meanings.written([]),
    "of-another-text": json.dumps(
        {"data": [{"index": 0, "embedding": GOOD}, {"index": 7, "embedding": GOOD}]}
    ),
    "of-the-same-text": json.dumps({"data": [{"index": 1, "embedding": GOOD}] * 2}),
    "two-sizes": meanings.written([GOOD, [1, 2, 3]]),
    "empty": meanings.written([[], []]),
    "no-numbers": meanings.written([["1", "2"], ["3", "4"]]),
    "nothing-for-one": meanings.written([GOOD, None]),
    "in-base-64": meanings.written(["AAAA", "AAAA"]),
    "yes-and-no": meanings.written([[True, False], [True, True]]),
    "lists-of-lists": meanings.written([[[1]], [[2]]]),
    "nan": meanings.written([GOOD, [math.nan, 1]]),
    "without-end": meanings.written([GOOD, [math.inf, 1]]),
    "a-null": meanings.written([GOOD, [None, 1.0]]),
    "too-long": meanings.written([[0.1] * (wire.MOST_NUMBERS + 1)] * 2),
    "huge": json.dumps({"data": "x" * (3 * wire.MOST_NUMBERS * wire.A_NUMBER)}),
    "nested-without-end": '{"data": ' + "[" * 50_000,
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
async def test_an_answer_that_is_no_vectors_is_none(embeddings: FakeOpenAI, body: str) -> None:
    embeddings.embeds(Line(body=body))
    assert (await why("um", "dois")).code == UNREADABLE


@pytest.mark.parametrize("row", [[1e308, 1e308], [1e-310, 0.0], [10**18, -(10**18)]])
async def test_numbers_of_any_size_make_a_vector_of_length_one(embeddings: FakeOpenAI, row: list) -> None:
    embeddings.embeds(Line(body=meanings.written([row])))
    assert np.linalg.norm((await meant("um"))[0]) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503, 301])
async def test_a_refusal_is_told_without_the_key(embeddings: FakeOpenAI, status: int) -> None:
    said = {"error": {"message": f"no such\nthing, {KEY}"}}
    embeddings.embeds(Line(status=status, body=json.dumps(said), headers={"location": "http://127.0.0.1:1/"}))
    failed = await why("um")
    assert failed.code == REFUSED
    assert str(failed) == f"the embeddings endpoint refused to answer ({status}: no such thing, …)"


async def test_a_connection_lost_is_tried_once_more(embeddings: FakeOpenAI) -> None:
    assert (await meant("um")).any()
    embeddings.embeds(GONE)
    assert (await meant("dois")).any()
    embeddings.embeds(GONE, 2)
    assert (await why("três")).code == NO_ANSWER


async def test_one_that_is_slow_costs_its_time_and_no_more(embeddings: FakeOpenAI, settings) -> None:
    settings.EMBEDDINGS_SECONDS = 0.2
    embeddings.embeds(Line(slow=20))
    supply = embedder.supply("acme")
    for text in ("um", "dois"):  # the second decision on a message has no time left, and does not begin anew
        with pytest.raises(NoVectors) as failed:
            await supply(lambda text=text: embedder.choose_configured().embed([text]))
        assert failed.value.code == NO_ANSWER
    assert embeddings.embedded == [["um"]]


@pytest.mark.parametrize("base", ["ftp://127.0.0.1", "http://169.254.169.254/v1", "nonsense"])
async def test_an_address_that_must_not_be_called_is_not(embeddings: FakeOpenAI, settings, base: str) -> None:
    settings.EMBEDDINGS_BASE_URL = base
    assert (await why("um")).code == FORBIDDEN


async def test_this_machine_is_called_only_where_that_is_allowed(embeddings: FakeOpenAI, settings) -> None:
    from outbound import policy

    await policy.close()
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    assert (await why("um")).code == FORBIDDEN
    assert embeddings.embedded == []


async def test_one_that_failed_three_times_is_left_alone_for_a_while(
    embeddings: FakeOpenAI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(circuit, "time", clock := Clock())
    embeddings.embeds(Line(status=500, body="{}"), 4)
    assert [(await why(text)).code for text in ("a", "b", "c", "d", "e")] == [REFUSED] * 3 + [RESTING] * 2
    assert len(embeddings.embedded) == 3
    assert "is not asked" in caplog.text and KEY not in caplog.text
    clock.ahead += circuit.REST
    assert [(await why(text)).code for text in ("g", "h")] == [REFUSED, RESTING]  # one tries, and fails again
    clock.ahead += circuit.REST
    assert (await meant("i")).any() and (await meant("j")).any()
    assert "answers again" in caplog.text


async def test_what_breaks_it_for_one_company_leaves_it_to_the_others(embeddings: FakeOpenAI) -> None:
    embeddings.embeds(Line(status=500, body="{}"), 3)
    for text in ("a", "b", "c"):
        await why(text, whose="acme")
    assert (await why("d", whose="acme")).code == RESTING
    assert (await meant("d", whose="zenith")).any()


async def test_texts_that_are_refused_say_nothing_of_the_endpoint(embeddings: FakeOpenAI) -> None:
    embeddings.embeds(Line(status=422, body="{}"), 5)
    assert [(await why(text)).code for text in "abcde"] == [REFUSED] * 5
    assert (await meant("f")).any()


# --- learning --------------------------------------------------------------------------------------
def test_examples_are_asked_for_in_batches_and_again_after_a_failure(
    embeddings: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "RESTS", (0.0, 0.0))
    monkeypatch.setattr(endpoint, "BATCH", 2)
    embeddings.embeds(Line(status=429, body="{}", headers={"retry-after": "0"})).embeds(GONE)
    found = embedder.choose_configured().learn(["um", "dois", "Um", "👍", "três"])
    assert found.shape == (5, meanings.SIZE)
    assert (found[0] == found[2]).all() and not found[3].any()
    assert embeddings.embedded == [["um", "dois"]] * 3 + [["três"]]


def test_examples_that_say_nothing_have_vectors_of_the_same_size(embeddings: FakeOpenAI) -> None:
    assert embedder.choose_configured().learn(["👍", ""]).shape == (2, meanings.SIZE)


@pytest.mark.parametrize(("status", "times"), [(401, 1), (500, 3)])
def test_who_learns_gives_up_where_it_cannot_help_to_go_on(
    embeddings: FakeOpenAI, monkeypatch: pytest.MonkeyPatch, status: int, times: int
) -> None:
    monkeypatch.setattr(endpoint, "RESTS", (0.0, 0.0))
    embeddings.embeds(Line(status=status, body="{}"), 9)
    with pytest.raises(NoVectors, match=str(status)):
        embedder.choose_configured().learn(["um"])
    assert len(embeddings.embedded) == times


def test_examples_with_vectors_of_two_sizes_are_not_learnt(
    embeddings: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "BATCH", 1)
    embeddings.embeds(Line()).embeds(Line(body=meanings.written([GOOD])))
    with pytest.raises(NoVectors) as failed:
        embedder.choose_configured().learn(["um", "dois"])
    assert failed.value.code == SIZES


# --- which one it is -------------------------------------------------------------------------------
def test_its_name_has_the_model_in_it_and_another_model_is_another_embedder(
    embeddings: FakeOpenAI, settings
) -> None:
    name = embedder.choose_configured().name
    assert (
        name == f"openai:{settings.EMBEDDINGS_MODEL}"
        and embedder.embedder_named(name) is embedder.choose_configured()
    )
    settings.EMBEDDINGS_MODEL = "another"
    with pytest.raises(ValueError, match="bundled, openai or none"):
        embedder.embedder_named(name)


def test_it_shows_its_key_to_nobody(embeddings: FakeOpenAI) -> None:
    assert KEY not in repr(embedder.choose_configured()) and KEY not in repr(Address("http://a", KEY, "m"))


def test_it_is_not_asked_before_there_is_a_message(embeddings: FakeOpenAI) -> None:
    embedder.choose_configured().warm()
    assert embeddings.embedded == []


def test_every_word_counts_as_one(embeddings: FakeOpenAI) -> None:
    assert embedder.choose_configured().knows("peddio")
