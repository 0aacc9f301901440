"""A mode is named in one list; what its turns walk and what the chat calls it are complete."""

from pathlib import Path

import pytest

from routing.decision.mode_names import Modes
from routing.modes.tables import TABLES

WORDS = sorted((Path(__file__).resolve().parents[2] / "static" / "chat" / "words").glob("*.js"))


def test_every_mode_has_a_table_and_every_table_a_name() -> None:
    assert list(TABLES) == Modes.values


@pytest.mark.parametrize("mode", Modes)
def test_every_mode_says_how_it_works(mode: Modes) -> None:
    assert mode.description.endswith(".") and mode.label.startswith(f"{mode.value}: ")


@pytest.mark.parametrize("file", WORDS, ids=lambda file: file.stem)
def test_the_chat_has_words_for_every_mode(file: Path) -> None:
    assert [mode for mode in Modes.values if f" mode_{mode}: " not in file.read_text()] == []
