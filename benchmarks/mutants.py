"""Whether the tests notice a fault: one place of the code is changed at a time.

    python -m benchmarks.mutants map tests/routing tests/turns     # which test reaches which function
    python -m benchmarks.mutants sample --count 300 --seed 17      # writes benchmarks/mutants.jsonl anew
    python -m benchmarks.mutants run --count 40                    # the share that tests kill

The sample is kept, so that a later tree is held against the same changes; what of it no longer exists counts
as gone. A change lives in memory only: this module is the pytest plugin that loads the changed module. Tests
that reach a function in another process (a worker, a web process) do not see the change. Of its tests
the most special run, which reach the fewest functions. The map lies in `var/`; make it anew after
functions were renamed.
"""

import argparse
import ast
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
TARGETS = ("routing/decision", "routing/turns", "agents/tools", "platform/tenancy")
SAMPLE = Path(__file__).with_suffix(".jsonl")
MAP = ROOT / "var" / "mutants-map.json"
TESTS, SECONDS = 40, 30.0  # of one function's tests, the most that run against a change of it
CPU_SECONDS, PATIENCE = 120, 900  # a changed loop may never end, and that was noticed; a machine may be busy

# Set for the plugin: what it changes, as JSON, or the folder for what the tests reach.
CHANGE = os.environ.get("SWITCHBOARD_MUTANT", "")
REACHES = os.environ.get("SWITCHBOARD_MUTANTS_MAP", "")
REACHED: set[str] = set()
"""The functions, as `path::Class.function`, that ran since the set was last cleared."""

OPPOSITE: dict[type[ast.AST], type[Any]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: in which function, what stands there, what takes its place.

    `nth` counts the same change of the same text within the function.
    """

    function: str
    before: str
    after: str
    nth: int = 0


# --- changes -------------------------------------------------------------------------------------------
def _changed(node: ast.AST) -> ast.AST | None:
    """What takes a node's place, or None where nothing is changed."""
    match node:
        case ast.Compare(left, [operator], comparators) if type(operator) in OPPOSITE:
            return ast.Compare(left, [OPPOSITE[type(operator)]()], comparators)
        case ast.BoolOp(operator, values):
            return ast.BoolOp(OPPOSITE[type(operator)](), values)
        case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
            return ast.BinOp(left, OPPOSITE[type(operator)](), right)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Constant(bool() as value):
            return ast.Constant(not value)
        case ast.Constant(int() as value):
            return ast.Constant(value + 1)
        case ast.Return(value) if value is not None and ast.unparse(value) != "None":
            return ast.Return(ast.Constant(None))
        case ast.If(test, body, orelse):
            return ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call() | ast.Await()):
            return ast.Pass()
    return None


class _Walk(ast.NodeTransformer):
    """Lists a module's changes; makes `wanted` of them, or marks where each function begins."""

    def __init__(self, path: str, wanted: Mutant | None = None, marking: bool = False) -> None:
        self.path, self.wanted, self.marking = path, wanted, marking
        self.names: list[str] = []
        self.inside = 0  # functions around the node
        self.found: dict[Mutant, int] = {}
        self.done = False

    def _named(self, node: Any) -> ast.AST:
        self.names.append(node.name)
        inside = not isinstance(node, ast.ClassDef)
        self.inside += inside
        node.body = [each for old in node.body for each in self._listed(self.visit(old))]
        if self.marking and inside:
            mark = ast.parse(f"_reached.add({self._function()!r})").body
            node.body[_after_docstring(node) :] = [*mark, *node.body[_after_docstring(node) :]]
        self.inside -= inside
        self.names.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _named

    @staticmethod
    def _listed(node: Any) -> list[Any]:
        return node if isinstance(node, list) else [node]

    def _function(self) -> str:
        return f"{self.path}::{'.'.join(self.names)}"

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value:
            node.value = self.visit(node.value)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        changed = _changed(node) if self.inside and not self.marking else None
        if changed is not None:
            before, after = (ast.unparse(each).split("\n")[0] for each in (node, changed))
            plain = Mutant(self._function(), before, after)
            mutant = replace(plain, nth=sum(replace(known, nth=0) == plain for known in self.found))
            self.found[mutant] = getattr(node, "lineno", 0)
            if mutant == self.wanted:
                self.done = True
                return changed
        return super().generic_visit(node)


def _after_docstring(node: Any) -> int:
    first = node.body[0]
    return int(isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant))


def mutants() -> dict[Mutant, int]:
    """Every change of the targets, with its line."""
    found: dict[Mutant, int] = {}
    for path in sorted(path for target in TARGETS for path in (ROOT / target).rglob("*.py")):
        if "migrations" not in path.parts:
            walk = _Walk(str(path.relative_to(ROOT)))
            walk.visit(ast.parse(path.read_text("utf-8")))
            found |= walk.found
    return found


# --- the pytest plugin -----------------------------------------------------------------------------------
class _Loader(SourceFileLoader):
    """Loads a module with the change in it, or with a mark in each function."""

    def get_code(self, fullname: str) -> CodeType:
        path = str(Path(self.path).relative_to(ROOT))
        tree = ast.parse(Path(self.path).read_text("utf-8"))
        wanted = Mutant(**json.loads(CHANGE)) if CHANGE else None
        walk = _Walk(path, wanted, marking=not wanted)
        walk.visit(tree)
        assert walk.done or not wanted, f"{wanted} is not there"
        if not wanted:
            begin = next(
                (
                    number
                    for number, node in enumerate(tree.body)
                    if not (isinstance(node, ast.Expr) or getattr(node, "module", "") == "__future__")
                ),
                len(tree.body),
            )
            tree.body[begin:begin] = ast.parse("from benchmarks.mutants import REACHED as _reached").body
        code: CodeType = compile(ast.fix_missing_locations(tree), self.path, "exec")
        return code


class _Finder:
    """Finds the modules that are loaded otherwise: the changed one, or all that are watched."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target)
        if found is None or not found.origin or not found.origin.endswith(".py"):
            return None
        origin = Path(found.origin)
        wanted = json.loads(CHANGE)["function"].partition("::")[0] if CHANGE else ""
        watched = [ROOT / wanted] if wanted else [ROOT / target for target in TARGETS]
        if not any(origin.is_relative_to(each) for each in watched):
            return None
        found.loader = _Loader(name, found.origin)
        return found


if CHANGE or REACHES:
    sys.meta_path.insert(0, _Finder)

_notes: dict[str, tuple[float, list[str]]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Notes what a test reaches."""
    REACHED.clear()
    began = time.monotonic()
    result = yield
    if REACHES and REACHED:
        _notes[item.nodeid] = (round(time.monotonic() - began, 3), sorted(REACHED))
    return result


def pytest_sessionfinish() -> None:
    """Keeps what this process noted."""
    if REACHES and _notes:
        name = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        Path(REACHES, f"{name}.json").write_text(json.dumps(_notes))


# --- commands ------------------------------------------------------------------------------------------
def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("map").add_argument("arguments", nargs=argparse.REMAINDER, help="pytest's")
    sample = commands.add_parser("sample")
    run = commands.add_parser("run")
    for each, count in ((sample, 300), (run, 40)):
        each.add_argument("--count", type=int, default=count)
    sample.add_argument("--seed", type=int, default=17)
    given = parser.parse_args()
    if given.command == "map":
        return make_map(given.arguments)
    if given.command == "sample":
        every = sorted(mutants(), key=lambda each: (each.function, each.before, each.after, each.nth))
        chosen = random.Random(given.seed).sample(every, given.count)
        SAMPLE.write_text("".join(json.dumps(asdict(each)) + "\n" for each in chosen))
        print(f"{given.count} of {len(every)} changes, seed {given.seed}: {SAMPLE.relative_to(ROOT)}")
        return 0
    return run_sample(given.count)


def make_map(arguments: list[str]) -> int:
    """Runs tests and keeps which functions each of them reaches, and how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        status = _pytest([*arguments, "-m", "not slow and not endurance"], SWITCHBOARD_MUTANTS_MAP=folder)
        notes: dict[str, Any] = {}
        for path in sorted(Path(folder).glob("*.json")):
            notes |= json.loads(path.read_text())
    MAP.parent.mkdir(exist_ok=True)
    MAP.write_text(json.dumps(notes))
    print(f"{len(notes)} tests reach {len({each for _, many in notes.values() for each in many})} functions")
    return status


def run_sample(count: int) -> int:
    """Runs the first changes of the kept sample; prints each, and the share killed of those reached."""
    notes: dict[str, tuple[float, list[str]]] = json.loads(MAP.read_text())
    there = mutants()
    counts = {"killed": 0, "survived": 0, "not reached": 0, "gone": 0}
    for line in SAMPLE.read_text().splitlines()[:count]:
        mutant = Mutant(**json.loads(line))
        began = time.monotonic()
        if mutant not in there:
            word = "gone"
        elif not (tests := choose(notes, mutant.function)):
            word = "not reached"
        else:
            word = "killed" if _kills(mutant, tests) else "survived"
        counts[word] += 1
        place = mutant.function.replace("::", f":{there.get(mutant, 0)} ")
        seconds = time.monotonic() - began
        print(f"{word:<12}{seconds:4.0f} s  {place}: {mutant.before}  ->  {mutant.after}", flush=True)
    reached = counts["killed"] + counts["survived"]
    print(", ".join(f"{number} {word}" for word, number in counts.items()), end="; ")
    print(f"{100 * counts['killed'] / (reached or 1):.0f} % of {reached} that a test reaches are killed")
    return 0


def choose(notes: dict[str, tuple[float, list[str]]], function: str) -> list[str]:
    """The tests that run against a change of a function: the most special ones, as many as time allows.

    >>> choose({"wide": (1.0, ["a", "b"]), "narrow": (1.0, ["a"]), "other": (1.0, ["b"])}, "a")
    ['narrow', 'wide']
    """
    tests = sorted((len(many), seconds, test) for test, (seconds, many) in notes.items() if function in many)
    chosen, spent = [], 0.0
    for _, seconds, test in tests[:TESTS]:
        spent += seconds
        if not chosen or spent <= SECONDS:
            chosen.append(test)
    return chosen


def _kills(mutant: Mutant, tests: list[str]) -> bool:
    """Whether one of the tests fails, or does not come to an end, with the change."""
    return (
        _pytest(
            ["-x", "-o", f"timeout={PATIENCE}", *tests],
            quiet=True,
            SWITCHBOARD_MUTANT=json.dumps(asdict(mutant)),
        )
        != 0
    )


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


def _pytest(arguments: list[str], quiet: bool = False, **environment: str) -> int:
    """The exit status of a run on SQLite with this plugin; -1 where it had to be ended."""
    from tests.run import _plain, _sqlite

    with tempfile.TemporaryDirectory(prefix="switchboard-tests-") as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "benchmarks.mutants", *arguments], cwd=ROOT,
            env={**_plain(folder), **_sqlite(folder), **environment}, start_new_session=True,
            stdout=subprocess.DEVNULL if quiet else None, stderr=subprocess.DEVNULL if quiet else None,
            preexec_fn=_limit if quiet else None,
        )  # fmt: skip
        try:
            return process.wait(PATIENCE if quiet else None)
        except subprocess.TimeoutExpired:
            return -1
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


if __name__ == "__main__":
    sys.exit(main())
