"""Databases that older versions left, with conversations in them: migrated, they go on where they were.

A file of `upgrades` is what `VACUUM INTO` made of a version's demo after four messages, without what it had
learnt, named after the day of the version.
"""

import gzip
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import httpx2
import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.migrations.operations import (
    AddField,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
)
from django.db.migrations.operations.base import Operation

from tests.parts.installation import installed

HERE = Path(__file__).parent / "upgrades"
LEFT = sorted(HERE.glob("*.sqlite3.gz"))
# Of the newest each time, of the older ones where there is time.
MARKS = {each: pytest.mark.slow if each == LEFT[-1] else pytest.mark.endurance for each in LEFT}
SAID = ["oi, bom dia", "Minha fatura veio alta", "Meu pedido P100 atrasou", "Como funciona a garantia?"]
WORK = {
    "tenancy", "agents", "routing", "rollout", "egress", "privacy", "delivery", "conversations", "work",
    "releases",
}  # fmt: skip
PAGES = """
from django.contrib.auth.models import User
from django.test import Client
who = Client(headers={"host": "localhost"})
who.force_login(User.objects.get(username="rita"), "django.contrib.auth.backends.ModelBackend")
pages = ("", "routing/intent/", "agents/specialist/", "conversations/conversation/", "releases/release/",
         "audit/", "publish/")
print([who.get(f"/admin/{page}").status_code for page in pages])
from tenancy.models import ApiKey
print(ApiKey.make("tenant_a", "new", ["chat", "sessions", "context:trusted"])[1])
"""


def restore(packed: Path, to: Path) -> None:
    to.write_bytes(gzip.decompress(packed.read_bytes()))


def count(file: Path) -> dict[str, int]:
    """The rows of each table that people have something in."""
    with sqlite3.connect(file) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        ours = [name for name in names if name.split("_")[0] in WORK and "passage" not in name]
        return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in ours}


@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "packed",
    [pytest.param(each, marks=mark, id=each.name.partition(".")[0]) for each, mark in MARKS.items()],
)
def test_what_an_older_version_left_goes_on(packed: Path) -> None:
    with installed("", seeded=False) as here:
        file = Path(here.env["DATABASE_URL"].removeprefix("sqlite:///"))
        restore(packed, file)
        before = count(file)
        here.manage("migrate", "--verbosity", "0")
        after = count(file)
        assert {name: after[name] for name in before} == before
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", PAGES]
        done = subprocess.run(command, env=here.env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        pages, key = done.stdout.splitlines()
        assert pages == str([200] * 7)
        url, head = here.start(), {"Authorization": f"Bearer {key}"}
        same = {"user_id": "ana", "session_id": "kept", "tenant_id": "tenant_a"}
        sent = {"message": "Onde está meu pedido P100?", **same}
        answer = httpx2.post(f"{url}/api/chat/message", json=sent, headers=head, timeout=90)
        assert answer.status_code == 200 and answer.json()["response"], answer.text
        found = httpx2.get(
            f"{url}/sessions/{answer.json()['conversation_key']}/messages", headers=head, timeout=60
        )
        told = [each["content"] for each in found.json()["messages"] if each["role"] == "user"]
        assert told == [*SAID, sent["message"]]


def test_what_is_not_safe_beside_the_version_before_is_named(tmp_path: Path) -> None:
    """A process of the version before goes on while the database is migrated: what it reads is still there,
    and it may add rows, unless docs/deploy.md says otherwise."""
    restore(LEFT[0], tmp_path / "left")
    with sqlite3.connect(tmp_path / "left") as database:
        done = set(database.execute("SELECT app, name FROM django_migrations"))
    page = (Path(settings.BASE_DIR) / "docs/deploy.md").read_text()
    named = re.search(r"\*\*Beside the version before\.\*\*.*?\n\n", page, re.S)
    assert named is not None
    unsafe = set()
    for app, name in migrations():
        migration = import_module(f"{app}.migrations.{name}").Migration
        if not done.issuperset(migration.replaces or [(app, name)]) and is_unsafe(migration.operations):
            unsafe.add(f"{app} {name[:4]}")
    assert unsafe == set(re.findall(r"`([a-z]+ \d{4})`", named[0]))


def migrations() -> Iterator[tuple[str, str]]:
    """Every migration of ours: its app and its name."""
    for app in sorted(WORK):
        folder = Path(apps.get_app_config(app).path) / "migrations"
        yield from ((app, file.stem) for file in sorted(folder.glob("0*.py")))


def is_unsafe(steps: list[Operation]) -> bool:
    """Whether one takes away or renames, or adds a column that a row cannot be added without."""
    made = {each.name_lower for each in steps if isinstance(each, CreateModel)}
    for each in steps:
        if isinstance(each, RemoveField | RenameField | DeleteModel | RenameModel):
            return True
        if isinstance(each, AddField) and each.model_name_lower not in made:
            field = each.field
            if not (field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED):
                return True
    return False
