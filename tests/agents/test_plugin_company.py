"""The example package and its company, as docs/extending.md walks through them.

From the built wheel, over HTTP.
"""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.parts.installation import Installation, installed

pytestmark = [pytest.mark.once, pytest.mark.timeout(400)]
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "plugin"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked as an installer does."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "flit_core.wheel", "--outdir", str(folder)]
    subprocess.run(build, cwd=EXAMPLE, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    zipfile.ZipFile(made).extractall(folder / "site")
    return folder / "site"


class Company:
    """The company `lab` on a server that has the package."""

    def __init__(self, here: Installation, url: str, key: str) -> None:
        self.here, self.url = here, url
        self._headers = {"Authorization": f"Bearer {key}"}

    def post(self, path: str, sent: dict[str, Any]) -> dict[str, Any]:
        answer = httpx2.post(self.url + path, json=sent, headers=self._headers, timeout=30)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def ask(self, text: str, user: str = "ana") -> dict[str, Any]:
        return self.post("/gateway/message", {"payload": {"text": text, "session_id": user, "user_id": user}})

    def run(self, program: str) -> str:
        """What a program prints that knows Django."""
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", program]
        done = subprocess.run(command, env=self.here.env, capture_output=True, text=True, timeout=90)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


BEGIN = f"""
from django.core.management import call_command
from tenancy.models import ApiKey
call_command("create_company", "lab", "--language", "en")
call_command("import_config", "{EXAMPLE / "company"}", "--tenant", "lab")
call_command("publish", "--tenant", "lab")
print(ApiKey.make("lab", "test", ["chat", "debug", "context:trusted"])[1])
"""
# The Studio's page of the tier: its settings are fields, and what does not fit is told at its field.
PAGE = """
from django.contrib.auth.models import User
from django.test import Client
from agents.models import Plugin
from tenancy.models import Membership
who = Client(headers={"host": "localhost"})
user = User.objects.create_user("rita", is_staff=True)
Membership.objects.create(user=user, tenant_id="lab", role="admin")
who.force_login(user, "django.contrib.auth.backends.ModelBackend")
row = Plugin.unscoped.get(name="tools:notes")
page = f"/admin/agents/plugin/{row.pk}/change/"
shown = who.get(page).content.decode()
print("Of one user; the oldest go first." in shown, "Keeps short notes of a user." in shown)
typed = {"name": row.name, "enabled": "on"}
print("greater than or equal to 1" in who.post(page, {**typed, "settings_most": "0"}).content.decode())
print(who.post(page, {**typed, "settings_most": "7"}).status_code)
print(Plugin.unscoped.get(pk=row.pk).settings)
from agents.operational import load
from django.db import connection
who.post(page, {**typed, "settings_most": "7", "settings_key": "nb-key-1234567890"})
who.post(page, {**typed, "settings_most": "7", "settings_key": ""})  # left empty it stays
print(load("lab").plugins)
with connection.cursor() as cursor:
    cursor.execute("SELECT settings, secret FROM agents_plugin")
    stored = str(cursor.fetchall())
from audit.models import AuditEntry
from studio.files.exporting import collect_files
logged = str(list(AuditEntry.objects.of("lab").values_list("before", "after")))
everywhere = [stored, logged, str(collect_files(row.tenant)), who.get(page).content.decode()]
print(["nb-key-1234567890" in text for text in everywhere])
print(">Echo (echo)<" in who.get("/admin/agents/llmprofile/add/").content.decode())
print(">Notes (notes)<" in who.get("/admin/agents/mcpserver/add/").content.decode())
print("nothing but a code" in who.get("/admin/operations/").content.decode())
"""


@pytest.fixture(scope="module")
def lab(site: Path) -> Iterator[Company]:
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "platform", site)))
    with installed("", seeded=False, SWITCHBOARD_DEMO="0", PYTHONPATH=paths) as here:
        key = Company(here, "", "").run(BEGIN).split()[-1]
        yield Company(here, here.start(), key)


def test_a_tier_of_a_package_decides_and_a_model_of_it_answers(lab: Company) -> None:
    answer = lab.ask("P100")
    route = answer["metadata"]["route_decision"]
    assert (route["method"], route["intent"], answer["text"]) == ("code", "parcel", "Noted: P100")
    assert lab.ask("hello")["metadata"]["route_decision"]["method"] == "keyword"


def test_a_rail_and_a_judge_of_a_package_look_at_the_answer(lab: Company) -> None:
    assert lab.ask("hello")["text"] == "welcome to our desk."
    answer = lab.ask("parcel " + "word " * 14)  # 16 words with what the model puts before them; 10 are enough
    (asked,) = (each for each in answer["metadata"]["guardrails"] if each["code"] == "ANALYZER")
    assert (asked["reason"], asked["metadata"]["then"]) == ("QUIET_ANALYZER_URL is not set", "passed")
    (judged,) = answer["metadata"]["judges"]
    assert (judged["name"], judged["score"]) == ("brevity", 0.4)


def test_a_channel_of_a_package_takes_and_gives_its_own_shape(lab: Company) -> None:
    answer = lab.post("/channels/sms/message", {"msisdn": "5511", "body": "hello"})
    assert answer == {"to": "5511", "body": "welcome to our desk.", "session_id": answer["session_id"]}


def test_a_tool_of_a_package_obeys_the_companys_rules(lab: Company) -> None:
    asked = lab.ask("write down #milk", "bia")
    assert asked["text"] == "Shall I keep #milk?"
    assert lab.ask("yes", "bia")["text"] == "Kept; you have 1 notes."
    assert lab.ask("my notes", "bia")["text"] == "You have 1 notes."
    assert lab.ask("my notes", "caio")["text"] == "You have 0 notes."


def test_people_set_what_a_package_lets_them_set(lab: Company) -> None:
    assert lab.run(PAGE).splitlines()[-9:] == [
        "True True", "True", "302", "{'most': 7}", "{'tools:notes': {'key': 'nb-key-1234567890'}}",
        "[False, False, False, False]", "True", "True", "True",
    ]  # fmt: skip
