"""Functions are verbs.

None is called by a bare participle ("told", "asked"), which says neither what it does nor gives.

Left alone are properties and columns of lists, which are what they name, and functions inside functions.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import parse_written

PARTICIPLES = re.compile(
    "said|told|sent|kept|known|seen|taken|given|made|done|found|held|shown|gone|led|built|begun|chosen|drawn|"
    "driven|forgotten|grown|heard|hidden|lost|meant|paid|sought|sold|spent|spoken|taught|thought|understood|"
    "written|worn|won|learnt|brought"
)
VERBS = frozenset({"embed", "feed", "need", "seed"})
COLUMNS = ("Admin", "Inline")  # classes whose methods may be columns of a list


def _functions(path: Path, tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in tree.body:
        within = [node] if not isinstance(node, ast.ClassDef) else node.body
        columns = isinstance(node, ast.ClassDef) and node.name.endswith(COLUMNS)
        for each in within:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not (
                columns and each.decorator_list
            ):
                yield f"{path}:{each.lineno} {each.name}", each


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(each) for each in function.decorator_list)


def is_participle(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    return PARTICIPLES.fullmatch(first) is not None or (first.endswith("ed") and first not in VERBS)


def test_functions_are_verbs():
    named = [
        place
        for path, tree in parse_written().items()
        for place, function in _functions(path, tree)
        if is_participle(function.name) and not _is_property(function)
    ]
    assert len(parse_written()) > 900
    assert not named


def test_a_class_name_has_one_meaning():
    """Of modules' own classes; one inside a model (its kinds, its statuses) is named together
    with it, and a command as Django names all.
    """
    places: dict[str, list[str]] = {}
    for path, tree in parse_written().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name != "Command":
                places.setdefault(node.name, []).append(f"{path}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_modules_are_named_by_no_bare_participle():
    bare = [path for path in parse_written() if "_" not in path.stem.strip("_") and is_participle(path.stem)]
    assert bare == []
