"""The house keeps its own rules: shape of the tree, words that must not stay, settings that are explained."""

import re
from collections.abc import Iterator
from pathlib import Path

from routing.modes.tables import TABLES

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = {".venv", ".venv-bench", "var", "node_modules", "staticfiles", ".git", "__pycache__"}
OUTSIDE |= {".mypy_cache", ".ruff_cache", ".import_linter_cache"}  # written while `make check` runs beside
PYTHON = sorted(path for path in ROOT.rglob("*.py") if not OUTSIDE & set(path.relative_to(ROOT).parts))
WRITTEN = [path for path in PYTHON if "migrations" not in path.parts]
# Put together here, so that this file does not find itself.
UNFINISHED = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error"]))
LINE = 110  # characters
MACHINE = re.compile("|".join(["/wo" + "rk/", "/ro" + "ot/", "/tm" + "p/", "/ho" + "me/"]))
DRAWERS = {"utils.py", "helpers.py", "services.py", "common.py", "misc.py"}
ERROR = re.compile(r"^class (\w+)\(\w*(?:Error|Exception)\):", re.M)
# What one module raises and catches itself; Refused is the doors' problem document.
OF_ONE_MODULE = {"SocketEnded", "NoTable", "Refused"}
SETTING = re.compile(r'env(?:\.\w+)?\(\s*"([A-Z][A-Z0-9_]+)"')


def test_platform_stays_the_standard_librarys() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    import platform

    assert platform.python_version()


def _faults(path: Path) -> Iterator[str]:
    text = path.read_text()
    if text.count("\n") > 400:
        yield "past 400 lines a file is telling you it is two"
    # E501 lets a line pass that is one word without a blank, or that is too long by its `noqa`.
    if any(len(line) > LINE for line in text.splitlines()):
        yield f"a line over {LINE}"
    if path.name in DRAWERS:
        yield "name the module after what it does"
    if "tests" not in path.relative_to(ROOT).parts and MACHINE.search(text):
        yield "a path of some machine"
    if UNFINISHED.search(text):
        yield "finish it, or leave it out"


def test_a_file_is_one_thing() -> None:
    assert [f"{path.relative_to(ROOT)}: {fault}" for path in WRITTEN for fault in _faults(path)] == []


def test_errors_stand_in_the_errors_of_their_app() -> None:
    own = [path for path in WRITTEN if not {"tests", "benchmarks"} & set(path.relative_to(ROOT).parts)]
    elsewhere = {name for path in own if path.name != "errors.py" for name in ERROR.findall(path.read_text())}
    assert elsewhere == OF_ONE_MODULE


def test_every_setting_is_explained_in_the_example_and_nothing_else_is() -> None:
    files = [ROOT / "platform/config" / name for name in ("settings.py", "signing_in.py", "streaming.py")]
    read = {name for file in files for name in SETTING.findall(file.read_text())}
    read |= set(re.findall(r"\$\{([A-Z][A-Z0-9_]+)", (ROOT / "docker-compose.yml").read_text()))
    explained = set(re.findall(r"^#? ?([A-Z][A-Z0-9_]+)=", (ROOT / ".env.example").read_text(), re.M))
    assert read - explained == set(), "explain these in .env.example"
    assert explained - read == set(), "nothing reads these any more"


def test_each_setting_of_the_example_stands_below_a_comment() -> None:
    """A setting may share its comment with settings above it; a block may not begin with a bare one."""
    bare, said = [], False
    for line in (ROOT / ".env.example").read_text().splitlines():
        setting = re.match(r"#? ?([A-Z][A-Z0-9_]+)=", line)
        if setting and not said:
            bare.append(setting[1])
        if not setting:
            said = line.startswith("#") and not line.startswith("# ---")
    assert bare == []


def test_a_comment_of_the_example_names_every_mode() -> None:
    above = (ROOT / ".env.example").read_text().split("# ROUTING_MODE=")[0].splitlines()[-1]
    assert [mode for mode in TABLES if mode not in above] == []


def test_texts_for_people_hold_no_machine_path() -> None:
    documents = [ROOT / "README.md", ROOT / ".env.example", *ROOT.glob("docs/**/*.md")]
    assert [str(path) for path in documents if MACHINE.search(path.read_text())] == []
