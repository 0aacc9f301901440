"""What the code imports is declared: what another library or the tests bring may be gone tomorrow."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.house.sources import ROOT, parse_modules

# Parts of what is declared, and never had without it.
COMES_WITH = {
    "anyio": "mcp",
    "asgiref": "django",
    "httpcore2": "httpx2",
    "mcp-types": "mcp",
    "pydantic-core": "pydantic",
    "starlette": "mcp",
    "typing-extensions": "pydantic",
}


def _imported() -> set[str]:
    found: set[str] = set()
    for tree in parse_modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {each.name.split(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - sys.stdlib_module_names


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name)[0]).lower()


def test_what_is_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = [each for extra in project["optional-dependencies"].values() for each in extra]
    declared = {_plain(each) for each in [*project["dependencies"], *optional]}
    sources = packages_distributions()
    names = {name: {_plain(each) for each in sources[name]} for name in _imported() if name in sources}
    undeclared = {name for name, packages in names.items() if not packages & (declared | COMES_WITH.keys())}
    assert len(names) > 30
    assert not undeclared
    assert set(COMES_WITH.values()) <= declared
