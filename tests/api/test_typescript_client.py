"""A TypeScript client is generated from the schema, compiled strictly, and holds a conversation with a
server.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts.installation import installed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.once,
    pytest.mark.timeout(400),
    pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason="needs node and npm"),
]
PROGRAM = Path(__file__).parent / "typescript"
BEGIN = """
from routing.api.schema import document
from tenancy.models import ApiKey
open({path!r}, "wb").write(document("json").content)
print(ApiKey.make("tenant_a", "typescript", ["chat", "sessions", "context:trusted"])[1])
"""


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_a_generated_client_compiles_and_talks(tmp_path: Path) -> None:
    client = Path(shutil.copytree(PROGRAM, tmp_path / "client"))
    run(client, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    with installed("", SWITCHBOARD_DEMO="0") as here:
        begin = [sys.executable, "manage.py", "shell", "--no-imports", "-c"]
        program = BEGIN.format(path=str(client / "openapi.json"))
        made = subprocess.run([*begin, program], env=here.env, check=True, capture_output=True, text=True)
        run(client, "npx", "--no-install", "openapi-typescript", "openapi.json", "-o", "schema.d.ts")
        run(client, "npx", "--no-install", "tsc", "--project", ".")
        url = here.start()
        told = json.loads(run(client, "node", "conversation.js", url, made.stdout.split()[-1]))
    assert "telecom_contas" in told["profiles"] and told["gateway"] is False
    assert (told["same"], told["status"]) == (True, "answered")
    assert "INV001" in told["said"]
    assert told["roles"] == ["user", "assistant", "user", "assistant"]
    assert told["refused"] == [422, "unknown_agent"]
