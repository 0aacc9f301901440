"""What an exception says may be a key or a user's words: it goes to no log and no Sentry as it stands."""

import gzip
import json
import os
import subprocess
import sys

import pytest

from tests.fakes.receiver import Receiver

FAIL = """
import logging, os, django
django.setup()
import sentry_sdk
MAIL = "zenaide" + "@example.com"
from outbound import policy, runtime
async def ask():
    with sentry_sdk.start_transaction(name="a request of ours"):
        await policy.client("llm").post(os.environ["MODEL_URL"], content=b"{}")
runtime.run(ask(), 20)
try:
    raise ValueError("cannot read sk-proj-1234abcd5678efgh of 529.982.247-25")
except ValueError:
    sentry_sdk.set_user({"id": MAIL})
    sentry_sdk.set_tag("customer", MAIL)
    sentry_sdk.set_context("message", {MAIL: ["529.982.247-25", {"key": "sk-proj-1234abcd5678efgh"}]})
    sentry_sdk.get_current_scope().set_transaction_name(f"/users/{MAIL}")
    sentry_sdk.add_breadcrumb(category="http", data={MAIL: "529.982.247-25"}, message=f"GET /?u={MAIL}")
    sentry_sdk.set_extra("said", {MAIL: b"529.982.247-25", "of": [MAIL, "key sk-proj-1234abcd5678efgh"]})
    logging.getLogger("turns").exception("Part %s failed", "key=sk-proj-1234abcd5678efgh")
sentry_sdk.flush(10)
"""
REQUEST = """
import sys, types, django
from django.urls import path
django.setup()
import sentry_sdk
from django.test import Client, override_settings
urls = types.ModuleType("urls")
urls.urlpatterns = [path("b/<str:who>/", lambda request, who: 1 / 0)]
sys.modules["urls"] = urls
said = {"text": "my word is azul"}
with override_settings(ROOT_URLCONF="urls", MIDDLEWARE=[], ALLOWED_HOSTS=["testserver"]):
    client = Client(raise_request_exception=False, headers={"x-customer": "zenaide"})
    client.post("/b/zenaide/?q=azul", said, headers={"cookie": "sessionid=azul"})
sentry_sdk.flush(10)
"""


@pytest.mark.parametrize("format", ["line", "json"])
def test_an_exceptions_words_are_told_without_secrets(format):
    with Receiver() as sentry, Receiver() as model:
        done = fail(
            MODEL_URL=model.url,
            SENTRY_DSN=f"http://public@{sentry.url.removeprefix('http://')}/1",
            LOG_FORMAT=format,
        )
    (sent,) = [body for body in map(unpack, (each[2] for each in sentry.got)) if b"ValueError" in body]
    assert "cannot read •••".encode() in sent or b"cannot read \\u2022" in sent
    assert b"***.***.***-25" in sent
    assert b"sk-proj" not in sent and b"529.982" not in sent
    assert b"zenaide@" not in sent, "neither in tags, contexts, breadcrumbs, extras, nor as a field's name"
    assert "ValueError" in done.stderr
    assert "cannot read sk-proj" not in done.stderr
    assert "***.***.***-25" in done.stderr and "529.982" not in done.stderr
    ((_path, headers, _body),) = model.got
    assert not {name for name in headers if name.lower() in ("sentry-trace", "baggage")}


def fail(program: str = FAIL, **told: str) -> subprocess.CompletedProcess[str]:
    """A process that logs an exception."""
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **own, **told},
        capture_output=True, text=True, timeout=90, check=True,
    )  # fmt: skip


def unpack(body: bytes) -> bytes:
    return gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body


def test_of_a_request_only_its_method_is_sent():
    with Receiver() as sentry:
        fail(REQUEST, SENTRY_DSN=f"http://public@{sentry.url.removeprefix('http://')}/1")
    (sent,) = [body for body in map(unpack, (each[2] for each in sentry.got)) if b"ZeroDivisionError" in body]
    event = next(each for each in map(json.loads, sent.splitlines()) if "exception" in each)
    assert event["request"].keys() == {"method"}
    assert event["transaction"] == "/b/{who}/"
    assert event["contexts"]["trace"]["trace_id"]
