"""A domain's server whose client gives up says nothing of it."""

import socket
import subprocess
import sys
import time

from tests.parts.installation import _answers, free_port
from tests.parts.waiting import until

HALF = (
    b"POST /execute HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 900\r\n\r\n"
    b'{"capability": '
)


def test_a_client_that_gives_up_makes_no_traceback():
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "demo.servers.notifier", "--port", str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        until(lambda: _answers(f"http://127.0.0.1:{port}/health"), 60)
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(HALF)
            time.sleep(0.3)
        time.sleep(0.5)
    finally:
        server.terminate()
    said, _ = server.communicate(timeout=10)
    assert "ClientDisconnect" not in said, said
