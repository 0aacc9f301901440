"""Packages that add a guardrail or a judge: built as a wheel, put beside the installation, and used."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
USED = """
from agents.guardrails.base import About
from agents.guardrails.catalogue import RAILS
from agents.judges.base import AboutAnswer
from agents.judges.catalogue import JUDGES
print(RAILS["NOSHOUT"].check("VOLTE SEMPRE, P100", About("pt")).sanitized_text)
print(JUDGES["brevity"].judge("Volte sempre.", AboutAnswer()).score)
from studio.rows.guardrails import make_code_field
print(dict(make_code_field().choices)["NOSHOUT"])
from django.core.management import call_command
call_command("check", fail_level="WARNING")
"""
ASKED = """
from agents.guardrails.base import About
from agents.guardrails.catalogue import RAILS
for code in ("OPEN", "CLOSED"):
    said = RAILS[code].check("x", About("pt"))
    print(code, said.allowed, said.reason)
"""
FAILS = """
class Fails:
    code, sees, phases, fail_closed = "{code}", "piece", ("output",), {closed}

    def check(self, text, about):
        raise RuntimeError("no")
"""


def run(beside: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "platform", beside)))
    env = {**os.environ, "PYTHONPATH": paths, "SWITCHBOARD_VAR_DIR": str(beside / "var"), "DATABASE_URL": ""}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=90,
    )


def packed(folder: Path, name: str, source: str, entries: str) -> None:
    """A package as an installer leaves it."""
    (folder / f"{name}.py").write_text(source)
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entries)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of docs/extending.md, built and unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "flit_core.wheel", "--outdir", str(folder)]
    subprocess.run(build, cwd=ROOT / "examples" / "plugin", check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    zipfile.ZipFile(made).extractall(folder / "site")
    return folder / "site"


def test_the_example_is_used_from_its_wheel(wheel: Path) -> None:
    done = run(wheel, "shell", "--no-imports", "-c", USED)
    assert done.stdout.splitlines()[:3] == ["volte sempre, P100", "1.0", "No shouting (NOSHOUT)"], done.stderr
    assert done.returncode == 0, done.stderr


MISFITS = (
    ("guardrails", "raise ValueError('broken')", "ValueError: broken"),
    ("guardrails", "class It: code = 'HALF'", "it lacks sees, phases, check"),
    (
        "guardrails",
        "class It: code, sees, phases, check = 'MSK', 'piece', (), print",
        "the name 'MSK' is taken",
    ),
    ("judges", "class It: name, judge = 'a name', print", "its name 'a name' is not 1 to 16 letters"),
    ("tiers", "class It: method, title, decide = 'keyword', '', print", "the name 'keyword' is taken"),
    ("channels", "class It: channel = 'fax'", "it lacks hear, wrote, say"),
    ("models", "class It: name = title = 'openai'", "the name 'openai' is taken"),
    (
        "tiers",
        "import pydantic\n\n\nclass Kept(pydantic.BaseModel):\n"
        "    key: pydantic.SecretStr = pydantic.SecretStr('')\n\n\n"
        "class It: method, title, decide, settings = 'sure', '', print, Kept",
        "its settings hold a secret, which only those of guardrails, judges and tools may",
    ),
    (
        "tools",
        "class It: name, title, tools, call, settings = 'x', '', (), print, dict",
        "its settings are no model",
    ),
)


def test_packages_that_do_not_fit_are_told_and_stop_nothing(tmp_path: Path) -> None:
    for number, (group, source, _said) in enumerate(MISFITS):
        packed(tmp_path, f"misfit{number}", source, f"[switchboard.{group}]\nit = misfit{number}:It\n")
    done = run(tmp_path, "check")
    assert done.returncode == 0, done.stderr
    for number, (group, _source, said) in enumerate(MISFITS):
        assert f"Plugin switchboard.{group}: it = misfit{number}:It: {said}" in done.stderr.replace(
            "it cannot be loaded: ", ""
        )


def test_a_rail_that_fails_ends_no_turn(tmp_path: Path) -> None:
    for code, closed in (("OPEN", False), ("CLOSED", True)):
        entry = f"[switchboard.guardrails]\nit = {code.lower()}:Fails\n"
        packed(tmp_path, code.lower(), FAILS.format(code=code, closed=closed), entry)
    done = run(tmp_path, "shell", "--no-imports", "-c", ASKED)
    assert done.stdout.splitlines() == [
        "OPEN True the check failed: RuntimeError",
        "CLOSED False the check failed: RuntimeError",
    ], done.stderr
