"""What an exception says may be a key or a user's words: it goes to no log and no Sentry as it stands."""

import gzip
import os
import subprocess
import sys

import pytest

from tests.fakes.receiver import Receiver

FAIL = """
import logging, django
django.setup()
try:
    raise ValueError("cannot read sk-proj-1234abcd5678efgh of 529.982.247-25")
except ValueError:
    logging.getLogger("turns").exception("Part %s failed", "key=sk-proj-1234abcd5678efgh")
import sentry_sdk
sentry_sdk.flush(10)
"""


@pytest.mark.parametrize("format", ["line", "json"])
def test_an_exceptions_words_are_told_without_secrets(format):
    with Receiver() as sentry:
        done = fail(SENTRY_DSN=f"http://public@{sentry.url.removeprefix('http://')}/1", LOG_FORMAT=format)
    (sent,) = [body for body in map(unpack, (each[2] for each in sentry.got)) if b"ValueError" in body]
    assert "cannot read •••".encode() in sent or b"cannot read \\u2022" in sent
    assert b"***.***.***-25" in sent
    assert b"sk-proj" not in sent
    assert "ValueError" in done.stderr
    assert "cannot read sk-proj" not in done.stderr


def fail(**told: str) -> subprocess.CompletedProcess[str]:
    """A process that logs an exception."""
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-c", FAIL], env={**os.environ, **own, **told},
        capture_output=True, text=True, timeout=90, check=True,
    )  # fmt: skip


def unpack(body: bytes) -> bytes:
    return gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
