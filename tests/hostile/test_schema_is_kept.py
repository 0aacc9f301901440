"""The schema is true: schemathesis asks every door all that the schema allows, and much that it forbids."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts.installation import installed

pytestmark = pytest.mark.once
KEY = """
from tenancy.models import ApiKey
from tenancy.principal import SCOPES
print(ApiKey.make("tenant_a", "hostile", sorted(SCOPES))[1])
"""
SCHEMA = """
from routing.api.schema import document
open({path!r}, "wb").write(document("json").content)
"""
# What no schema can say: that two places agree, that a message stands in one of twelve, that a period is a
# year at most, that a text is a file of YAML, that a fact is no card number, that a percentage has two
# decimals, that a name can be printed, or which profiles are published. There an answer that names it (422)
# is right for what the schema allows. NUL is in no text of ours.
SETTINGS = """
[generation]
allow-x00 = false

[[operations]]
include-path-regex = "^/(gateway/message|debug/(route|identity)|api/analytics/\
|api/chat/|sessions/|\
channels/|v1/(chat|responses$)|api/config/|api/memory|api/rollout/flags/\
|api/admin/multi-agent/rollout)"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409, 413, 422, 429]
"""


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A server without a demo, a key with every scope, and the schema in a file."""
    folder = tmp_path_factory.mktemp("schema")
    with installed(
        "", SWITCHBOARD_DEMO="0", RATE_STRANGER="0", RATE_CREDENTIAL="0", RATE_COMPANY="0"
    ) as made:

        def ask(program: str) -> str:
            command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", program]
            return subprocess.run(command, env=made.env, check=True, capture_output=True, text=True).stdout

        key = ask(KEY + SCHEMA.format(path=str(folder / "openapi.json"))).split()[-1]
        (folder / "schemathesis.toml").write_text(SETTINGS)
        yield made.start(), key, folder


def run(ground, *options: str) -> str:
    url, key, folder = ground
    tool = Path(sys.executable).with_name("schemathesis")
    command = [str(tool), "--config-file", str(folder / "schemathesis.toml"), "run",
               str(folder / "openapi.json"),
               "--url", url, "-H", f"Authorization: Bearer {key}", "--checks", "all", "--continue-on-failure",
               "--seed", "7", "--no-color", "--no-shrink", "--request-timeout", "20", *options]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.timeout(400)  # a server starts, then it is asked 1 000 times
def test_every_door_keeps_the_schema(ground):
    said = run(ground, "--phases", "examples,fuzzing", "--max-examples", "2")
    assert not said, said


@pytest.mark.endurance
@pytest.mark.timeout(600)  # of a busy machine; with nothing else to do it takes two minutes
def test_every_door_keeps_the_schema_at_its_edges(ground):
    said = run(ground, "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "8")
    assert not said, said
