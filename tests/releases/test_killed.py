"""kill -9 in the middle of learning.

Nothing is half live, and the next publish does what that one did not.
"""

import subprocess
import sys

import pytest

from tests.parts.installation import installed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.stores,
    pytest.mark.timeout(600),
]  # it learns, and starts Python ten times
EDIT = """
from routing.models import Example, Intent
intent = Intent.objects.of("tenant_a").get(name="retail_order_tracking")
Example(tenant_id="tenant_a", intent=intent, text="o moço da entrega nunca apareceu", language="pt").save()
"""
LOOK = """
from releases.models import Release, ReleasePart
from tenancy.models import Tenant
tenant = Tenant.objects.get(pk="tenant_a")
print("seen", tenant.live_release, Release.objects.of(tenant).count(), ReleasePart.objects.of(tenant).count())
"""
PUBLISH = ["publish", "--tenant", "tenant_a"]


def test_a_publish_that_is_killed_while_it_learns_leaves_everything_as_it_was(tmp_path) -> None:
    with installed() as own:
        own.env["SWITCHBOARD_PARTS_DIR"] = str(tmp_path)  # nothing lies there yet

        def manage(*arguments: str) -> str:
            command = [sys.executable, "manage.py", *arguments]
            return subprocess.run(command, env=own.env, check=True, capture_output=True, text=True).stdout

        def look() -> list[int]:
            line = next(line for line in manage("shell", "-c", LOOK).splitlines() if line.startswith("seen"))
            return [int(number) for number in line.split()[1:]]

        before = look()
        assert before[:2] == [1, 1] and before[2] >= 4
        manage("shell", "-c", EDIT)
        with subprocess.Popen(
            [sys.executable, "manage.py", *PUBLISH], env=own.env, stdout=subprocess.PIPE, text=True
        ) as publishing:
            assert publishing.stdout
            next(line for line in publishing.stdout if "%" in line)  # it has begun to learn
            publishing.kill()
        assert look() == before
        manage(*PUBLISH)
        assert look()[:2] == [2, 2]
