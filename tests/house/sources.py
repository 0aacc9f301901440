"""The product's own modules as syntax trees, parsed once for all tests that look at them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("agents", "analytics", "demo", "handoffs", "platform", "routing", "studio")


@cache
def parse_modules() -> dict[Path, ast.Module]:
    """Each module by its path from the root."""
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return {path.relative_to(ROOT): ast.parse(path.read_text("utf-8")) for path in paths}


def parse_written() -> dict[Path, ast.Module]:
    """Those that people write: no migrations."""
    return {path: tree for path, tree in parse_modules().items() if "migrations" not in path.parts}
