"""A mode is named in one list; what its turns walk and what the chat calls it are complete."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from routing.decision.mode_names import Modes
from routing.modes.tables import TABLES
from tests.house.sources import parse_written

WORDS = sorted((Path(__file__).resolve().parents[2] / "static" / "chat" / "words").glob("*.js"))


def test_every_mode_has_a_table_and_every_table_a_name() -> None:
    assert list(TABLES) == Modes.values


@pytest.mark.parametrize("mode", Modes)
def test_every_mode_says_how_it_works(mode: Modes) -> None:
    assert mode.description.endswith(".") and mode.label.startswith(f"{mode.value}: ")


@pytest.mark.parametrize("file", WORDS, ids=lambda file: file.stem)
def test_the_chat_has_words_for_every_mode(file: Path) -> None:
    assert [mode for mode in Modes.values if f" mode_{mode}: " not in file.read_text()] == []


def _names_mode(side: ast.expr) -> bool:
    if isinstance(side, ast.Constant):
        return side.value in Modes.values
    return ast.unparse(side).startswith("Modes.") and ast.unparse(side) != "Modes.values"


def _compared(tree: ast.Module) -> Iterator[int]:
    """The lines in which a mode is compared with a name that is written there."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = (node.left, *node.comparators)
        of_mode = any(ast.unparse(each).split(".")[-1] == "mode" for each in sides)
        if of_mode and any(_names_mode(each) for each in sides):
            yield node.lineno


def test_nobody_compares_the_name_of_a_mode() -> None:
    """A mode declares what others ask of it (`routing.turns.mode.Mode`); a gateway's modes are others."""
    written = {
        path: tree for path, tree in parse_written().items() if path.parts[:2] != ("routing", "gateway")
    }
    assert [f"{path}:{line}" for path, tree in written.items() for line in _compared(tree)] == []
