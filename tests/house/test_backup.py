"""The lines of docs/deploy.md that copy an installation and bring it back, run as they stand there."""

import os
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from django.conf import settings

from tests.parts.installation import Installation, installed, own_database

pytestmark = pytest.mark.slow
PAGE = (Path(settings.BASE_DIR) / "docs/deploy.md").read_text()
LINES = re.search(r"## Backup\n.*?```sh\n(.*?)```.*?```sh\n(.*?)```", PAGE, re.S)
SAID = {"message": "oi, bom dia", "user_id": "ana", "session_id": "kept", "tenant_id": "tenant_a"}


def told(url: str) -> list[str]:
    """What is kept of the conversation."""
    answer = httpx2.post(f"{url}/api/chat/message", json=SAID | {"message": "oi"}, timeout=60)
    key = answer.json()["conversation_key"]
    found = httpx2.get(f"{url}/sessions/{key}/messages", params={"user_id": "ana"}, timeout=60).json()
    return [each["content"] for each in found["messages"] if each["role"] == "user"]


def say(url: str, text: str) -> None:
    assert (
        httpx2.post(f"{url}/api/chat/message", json=SAID | {"message": text}, timeout=60).status_code == 200
    )


def run(line: str, folder: Path) -> None:
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def goes_and_comes_back(here: Installation, copy: str, restore: str, folder: Path) -> None:
    url = here.start()
    say(url, "antes da cópia")
    run(copy, folder)  # while it runs
    say(url, "depois da cópia")
    assert told(url)[:2] == ["antes da cópia", "depois da cópia"]
    here.end_all()
    run(restore, folder)
    assert told(here.start()) == ["antes da cópia", "oi"]


@pytest.mark.once
def test_sqlite_comes_back_as_it_was(tmp_path: Path) -> None:
    copy, restore = LINES[2].splitlines()
    (tmp_path / "var").mkdir()
    with installed(f"sqlite:///{tmp_path}/var/switchboard.sqlite3") as here:
        goes_and_comes_back(here, copy, restore, tmp_path)


@pytest.mark.stores
def test_postgresql_comes_back_as_it_was(tmp_path: Path) -> None:
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        pytest.skip("no PostgreSQL is named")
    with own_database(server) as database, installed(database) as here:
        at = urlsplit(database)
        person, place = f"-U {at.username}", f"-h {at.hostname} -p {at.port or 5432}"
        plain = [
            line.replace("docker compose exec -T db ", "")
            .replace("-U switchboard", f"{person} {place}")
            .replace("-Fc switchboard", f"-Fc {at.path[1:]}")
            .replace("-d switchboard", f"-d {at.path[1:]}")
            for line in LINES[1].splitlines()
        ]
        goes_and_comes_back(here, *plain, tmp_path)
