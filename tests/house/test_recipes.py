"""What the guides show of the code is there: names in their examples, and names that they place in a file."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.test_documents import GUIDES, relative
from tests.house.test_structure import ROOT

PLATFORM = ROOT / "platform"
ROOMS = ("agents", "analytics", "handoffs", "platform", "routing", "studio", "examples")
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```$", re.M | re.S)
PLACED = re.compile(
    r"`([^`\n]+)`\s+(?:of|in)\s+`((?:[\w-]+/)+[\w-]+\.py|[a-z_]+(?:\.(?!toml|yaml|md|py)[a-z_]+)+)`"
)
CALLED = re.compile(r"(?<![\w./\"])([A-Za-z_]\w*)\(")
NAMED = re.compile(r"(?<![\w./\"-])([A-Z]\w{2,})\b(?!\.)")
INVENTED = {"shapes", "notes"}  # of an example whose reader has them


def list_defined() -> set[str]:
    """What a module of the product defines or brings in at its top."""
    found = set(dir(builtins)) | INVENTED
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            found |= set(_list_top(path))
    return found


def _list_top(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((each.asname or each.name).split(".")[0] for each in node.names)


def undefined(block: str, defined: set[str]) -> Iterator[str]:
    """The names that an example reads and that neither it nor the product defines."""
    tree = ast.parse(block)
    own = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            own.add(each.id)
        elif isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own.add(each.name)
        elif isinstance(each, ast.alias):
            own.add((each.asname or each.name).split(".")[0])
    for each in ast.walk(tree):
        if isinstance(each, ast.Name) and each.id not in own | defined:
            yield each.id


def misplaced(page: Path) -> Iterator[str]:
    """Names that a page places in a file or a module which has them not."""
    text = page.read_text()
    for code, place in PLACED.findall(text):
        path = _find(place)
        if path is None:
            yield f"{relative(page)}: there is no {place}"
            continue
        files = [path] if path.is_file() else list(path.glob("*.py"))
        has = {name for file in files for name in _list_top(file)}
        names = {*CALLED.findall(code), *NAMED.findall(code)} | ({code} if code.isidentifier() else set())
        yield from (f"{relative(page)}: {place} has no {name}" for name in sorted(names - has))


def _find(place: str) -> Path | None:
    """A file by its path, a module or a package by its name."""
    if place.endswith(".py"):
        return ROOT / place if (ROOT / place).exists() else None
    for home in (ROOT, PLATFORM):
        path = home / place.replace(".", "/")
        if path.with_suffix(".py").exists() or path.is_dir():
            return path if path.is_dir() else path.with_suffix(".py")
    return None


def test_examples_of_guides_name_what_is_there():
    defined = list_defined()
    assert [
        f"{relative(page)}: {name}"
        for page in GUIDES
        for indent, block in BLOCK.findall(page.read_text())
        for name in undefined(re.sub(rf"^{indent}", "", block, flags=re.M), defined)
    ] == []


def test_what_guides_place_in_a_file_is_in_it():
    assert [fault for page in GUIDES for fault in misplaced(page)] == []
