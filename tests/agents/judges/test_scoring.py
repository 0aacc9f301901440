"""A judge's model: what it is asked, and for how long."""

from types import SimpleNamespace

import pytest

from agents.errors import NotJudged
from agents.judges.run_judges import Scorer


async def test_a_model_gives_up_before_its_judge_does() -> None:
    asked = []

    async def stream(request):
        asked.append(request)
        raise TimeoutError
        yield

    model = SimpleNamespace(provider="openai", stream=stream)
    with pytest.raises(NotJudged):
        await Scorer(lambda: model, "Pronto.", "Oi", "pt", [], 2.0).ask("Is it kind?", 10)
    assert 1.5 < asked[0].deadline_seconds < 2.0
