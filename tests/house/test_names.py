"""Functions are verbs.

None is called by a bare participle ("told", "asked"), which says neither what it does nor gives.

Left alone are properties and columns of lists, which are what they name, and functions inside functions.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("agents", "analytics", "demo", "handoffs", "platform", "routing", "studio")
PARTICIPLES = frozenset(
    [
        "said",
        "told",
        "sent",
        "kept",
        "known",
        "seen",
        "taken",
        "given",
        "made",
        "done",
        "found",
        "held",
        "shown",
        "gone",
        "led",
        "built",
        "begun",
        "chosen",
        "drawn",
        "driven",
        "forgotten",
        "grown",
        "heard",
        "hidden",
        "lost",
        "meant",
        "paid",
        "sought",
        "sold",
        "spent",
        "spoken",
        "taught",
        "thought",
        "understood",
        "written",
        "worn",
        "won",
        "learnt",
        "brought",
    ]
)
VERBS = frozenset({"embed", "feed", "need", "seed"})
COLUMNS = ("Admin", "Inline")  # classes whose methods may be columns of a list


def _functions(path: Path) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body:
        within = [node] if not isinstance(node, ast.ClassDef) else node.body
        columns = isinstance(node, ast.ClassDef) and node.name.endswith(COLUMNS)
        for each in within:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not (
                columns and each.decorator_list
            ):
                yield f"{path.relative_to(ROOT)}:{each.lineno} {each.name}", each


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(each) for each in function.decorator_list)


def is_participle(name: str) -> bool:
    first = name.strip("_").split("_")[0]
    return first in PARTICIPLES or (first.endswith("ed") and first not in VERBS)


def test_functions_are_verbs():
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    named = [
        place
        for path in files
        for place, function in _functions(path)
        if is_participle(function.name) and not _is_property(function)
    ]
    assert len(files) > 1000
    assert not named


def test_a_class_name_has_one_meaning():
    """Of modules' own classes; one inside a model (its kinds, its statuses) is named together
    with it, and a command as Django names all.
    """
    meant: dict[str, list[str]] = {}
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        if "migrations" not in path.parts:
            for node in ast.parse(path.read_text("utf-8")).body:
                if (
                    isinstance(node, ast.ClassDef) and node.name != "Command"
                ):  # Django's name for its commands
                    meant.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: places for name, places in meant.items() if len(places) > 1} == {}


def test_modules_are_named_by_no_bare_participle():
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    bare = [path for path in files if "_" not in path.stem.strip("_") and is_participle(path.stem)]
    assert [str(path.relative_to(ROOT)) for path in bare] == []
