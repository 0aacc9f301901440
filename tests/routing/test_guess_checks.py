"""Publishing warns of what a tool would be asked by for want of a model."""

import pytest

from routing.decision.authored import guess_checks


def warned(parameter: str, **about: str) -> list[str]:
    row = {
        "enabled": True, "read_only": True, "server": "shop", "schema": {},
        "parameters": [{"name": parameter, "source": "free", "required": True, "type": "string", **about}],
    }  # fmt: skip
    agents = {
        "tools": {"look_up": row},
        "specialists": {"desk": {"llm": "fast"}},
        "llms": {"fast": {"provider": "openai"}},
    }
    intents = {"prices": {"specialist": "desk", "tools": [("look_up", "prefetch")]}}
    return [problem.where for problem in guess_checks.check(intents, agents)]


def test_a_guess_is_told_although_a_model_is_connected() -> None:
    """It acts where the model is switched off, or a budget is used up."""
    assert len(warned("treatment")) == 1


@pytest.mark.parametrize("parameter", ["pet_id", "order_number"])
def test_an_identifier_is_no_guess(parameter: str) -> None:
    assert warned(parameter) == []
