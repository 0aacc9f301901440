"""What happens to what is being sent when its process is killed.

Real processes, a real signal, a real receiver.
"""

import os
import subprocess
import sys

import httpx2
import pytest
from standardwebhooks.webhooks import Webhook

from delivery import outbox
from tests.fakes.receiver import Receiver
from tests.parts.installation import installed

pytestmark = [pytest.mark.slow, pytest.mark.stores]
CHANNEL = """
from delivery import keys
from delivery.models import Channel
row = Channel(tenant_id="tenant_a", name="crm", url="{url}", events=["turn.answered"])
row.save()
print(keys.rotate(row))
"""
LEASE = outbox.LEASE.total_seconds()


def test_what_a_killed_process_was_sending_the_next_one_sends():
    with Receiver() as receiver, installed(SWEEP_SECONDS="0.5") as here:
        secret = _channel(here.env, receiver.url)
        receiver.hold()
        url = here.start()
        said = {"agent_id": "telecom_contas", "tenant_id": "tenant_a", "payload": {"text": "oi"}}
        assert httpx2.post(f"{url}/gateway/message", json=said, timeout=60).status_code == 200
        receiver.wait(1, 30)
        here.kill(url)
        receiver.let_go()
        here.start()
        receiver.wait(2, LEASE + 60)
    (_path, first, told), (_path, second, again) = receiver.got
    assert first["webhook-id"] == second["webhook-id"]
    assert told == again
    Webhook(secret).verify(again, second)


def _channel(env, url):
    """A webhook of the demo's company; gives its secret."""
    command = [sys.executable, "manage.py", "shell", "-c", CHANNEL.format(url=url)]
    made = subprocess.run(command, env={**os.environ, **env}, check=True, capture_output=True, text=True)
    return made.stdout.split()[-1]
