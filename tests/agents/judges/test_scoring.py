"""A judge's model: what it is asked, and for how long."""

from types import SimpleNamespace

import orjson
import pytest
from mcp_types import CallToolResult

from agents.errors import NotJudged
from agents.judges.run_judges import Scorer, write_results
from agents.specialists.offers import for_model
from agents.tools.results import read
from conversations.turn import ToolResult


async def test_a_model_gives_up_before_its_judge_does() -> None:
    asked = []

    async def stream(request):
        asked.append(request)
        raise TimeoutError
        yield

    model = SimpleNamespace(name="m", model="m", provider="openai", about={}, stream=stream)
    with pytest.raises(NotJudged):
        await Scorer(lambda: model, "Pronto.", "Oi", "pt", "", 2.0).ask("Is it kind?", 10)
    assert 1.5 < asked[0].deadline_seconds < 2.0


async def test_a_judge_reads_results_as_json_and_is_told_what_it_does_not_see() -> None:
    asked = []

    async def stream(request):
        asked.append(orjson.loads(request.messages[-1].content))
        raise TimeoutError
        yield

    model = SimpleNamespace(name="m", model="m", provider="openai", about={}, stream=stream)
    answer, row = "Pronto. " * 2000, {"paid": True, "due": None}
    for rows in ([row], [row] * 2000):
        found = write_results([ToolResult("find_bills", "s", True, rows)])
        with pytest.raises(NotJudged):
            await Scorer(lambda: model, answer, "Oi", "pt", found, 2.0).ask("Is it true?", 10)
    short, long = asked
    assert short == {
        "user": "Oi",
        "tools": '{"tool":"find_bills","result":[{"paid":true,"due":null}]}',
        "answer": answer,
    }
    assert long["cut_off"] == ["tools"] and len(long["tools"]) < len(found)


def test_a_number_beyond_64_bits_is_a_text_for_models_and_judges() -> None:
    """Where it comes in: whatever is written from there on holds no more."""
    came = read(CallToolResult(content=[], structured_content={"id": 2**70}), "s")
    result = ToolResult("find_bill", "s", came.ok, came.value)
    for written in (write_results([result]), for_model(result)):
        assert orjson.loads(written)["result"] == {"id": str(2**70)}
