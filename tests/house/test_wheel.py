"""The wheel: installed where nothing of the tree is, it makes a company and answers it, without the demo."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import httpx2
import pytest

from tests.parts import template
from tests.parts.installation import Installation

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.timeout(600)]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter with our libraries and the wheel, as an installer leaves them, and not this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (made,) = folder.glob("*.whl")
    zipfile.ZipFile(made).extractall(site)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return str(folder / "venv" / "bin" / "python")


@pytest.fixture
def here(tmp_path: Path, python: str) -> dict[str, str]:
    """The environment of a folder of an installation, whose database is migrated."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "XDG_CACHE_HOME") if name in os.environ}
    (tmp_path / "var").mkdir()
    template.fill(f"sqlite:///{tmp_path}/var/switchboard.sqlite3", os.environ, seeded=False)
    return kept


def run(python: str, folder: Path, env: dict[str, str], *arguments: str) -> str:
    """What a command of the wheel prints; `switchboard` is `manage.main`."""
    command = [python, "-c", "import manage; manage.main()", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_company_is_made_and_answered_from_the_wheel_alone(tmp_path, python, here):
    where = run(python, tmp_path, here, "shell", "--no-imports", "-c", "import config, importlib.util as u; "
                "print(config.__path__[0], u.find_spec('demo'))")  # fmt: skip
    assert "site-packages/switchboard_tree/platform/config" in where
    assert where.split()[-1] == "None"
    assert "no issues" in run(python, tmp_path, here, "check")
    run(python, tmp_path, here, "new_config", "company")
    run(python, tmp_path, here, "create_company", "small_hotel")
    run(python, tmp_path, here, "import_config", "company", "--tenant", "small_hotel")
    run(python, tmp_path, here, "publish", "--tenant", "small_hotel")
    assert "people can be answered" in run(python, tmp_path, here, "check_company", "small_hotel")
    key = run(python, tmp_path, here, "create_key", "small_hotel").split()[0]
    site = Installation(here, python=python, folder=tmp_path)
    try:
        url = site.start()
        asked = {"text": "Hola", "session_id": "s-1", "user_id": "ana"}
        answer = httpx2.post(
            f"{url}/gateway/message", json=asked, headers={"Authorization": f"Bearer {key}"}, timeout=60
        )
        assert answer.json()["text"].startswith("¡Hola!"), answer.text
        assert httpx2.get(f"{url}/admin/login/").status_code == 200
        assert httpx2.get(f"{url}/static/studio/studio.css").status_code == 200
    finally:
        site.end_all()
    assert (tmp_path / "var" / "switchboard.sqlite3").is_file()
    assert not any(site_file for site_file in Path(python).parents[1].rglob("*.sqlite3"))
