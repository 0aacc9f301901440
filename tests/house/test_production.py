"""Production: the shipped settings pass Django's deploy check, and what is missing is said in a sentence."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings as live
from django.core.checks import run_checks
from django.test import Client, RequestFactory

from config import checks
from config.lifespan import Lifespan
from config.middleware import Csrf
from config.serve import APPLICATION
from telemetry import logs

ROOT = Path(__file__).resolve().parents[2]
KEY = "zS3f0bq-Zk9hWm1pYVQ2d0xjR2VKdE5yQm9VeFRhSGY="
KEYS = ("SECRET_KEY", "SWITCHBOARD_FIELD_KEYS", "ALLOWED_HOSTS")
COMPLETE = {
    "APP_ENV": "production",
    "SECRET_KEY": "k7Qp2xVd9sLw4nRb8mTz1cYh6gJf3aEu5oWi0qXvBtNrMsKd-DlGyHjPwZe",
    "SWITCHBOARD_FIELD_KEYS": KEY,
    "ALLOWED_HOSTS": "chat.example.com",
    "BEHIND_TLS_PROXY": "1",
    "DATABASE_URL": "postgres://switchboard:none@127.0.0.1:1/switchboard",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
    "WEB_CONCURRENCY": "4",
}


def python(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python with nothing in its environment but what is given."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    # Empty, and not away: what the developer's own .env says must not count.
    silent = dict.fromkeys(["DEBUG", "SWITCHBOARD_DEMO"], "0") | dict.fromkeys(KEYS, "")
    paths = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}", "SWITCHBOARD_VAR_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=kept | silent | paths | environment,
        capture_output=True, text=True, timeout=90,
    )  # fmt: skip


def test_web_processes_that_cannot_start_end_with_an_error(tmp_path: Path) -> None:
    """Whoever started them, a script or systemd, reads it in the exit code."""
    local = dict.fromkeys(["APP_ENV", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"], "")
    done = python(
        tmp_path, "-m", "config.serve", "--port", "0", "--workers", "2", **local, WEB_CONCURRENCY="2"
    )
    assert "REDIS_URL is not set" in done.stderr
    assert done.returncode == 3, done.stderr


def test_the_shipped_production_settings_pass_the_deploy_check(tmp_path: Path) -> None:
    done = python(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **COMPLETE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_production_makes_no_keys_of_its_own(tmp_path: Path) -> None:
    asked = "from config import settings as s; print(repr((s.SECRET_KEY, s.FIELD_KEYS, s.ALLOWED_HOSTS)))"
    done = python(tmp_path, "-c", asked, APP_ENV="production")
    assert done.stdout == "('', [], [])\n", done.stderr
    assert list(tmp_path.iterdir()) == []


SECRET = "sk-not-for-a-log"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param({}, [], id="complete"),
        pytest.param({"SECRET_KEY": ""}, ["switchboard.E002"], id="no secret"),
        pytest.param({"FIELD_KEYS": []}, ["switchboard.E003"], id="no field key"),
        pytest.param({"ALLOWED_HOSTS": []}, ["switchboard.E004"], id="no host"),
        pytest.param({"DEBUG": True}, ["switchboard.E005"], id="debug"),
        pytest.param({"DEMO": True}, ["switchboard.E005"], id="demo"),
        pytest.param({"PRODUCTION": False, "DEMO": True, "ALLOWED_HOSTS": []}, [], id="local"),
    ],
)
def test_each_missing_part_has_its_own_error(settings, changes, found) -> None:
    complete = {"PRODUCTION": True, "DEBUG": False, "DEMO": False, "ALLOWED_HOSTS": ["chat.example.com"]}
    for name, value in {**complete, **changes}.items():
        setattr(settings, name, value)
    assert [message.id for message in run_checks(tags=["switchboard"])] == found
    assert bool(checks.refusal()) == bool(found)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param({"EMBEDDER": "none"}, [], id="none"),
        pytest.param({"EMBEDDER": "cloud"}, ["switchboard.E007"], id="no such embedder"),
        pytest.param({"EMBEDDINGS_BASE_URL": "http://10.0.0.7:8080/v1"}, [], id="an address"),
        pytest.param({"EMBEDDINGS_API_KEY": SECRET}, [], id="a key: OpenAI's own address"),
        pytest.param({}, ["switchboard.E008"], id="no address and no key"),
        pytest.param(
            {"EMBEDDINGS_MODEL": "", "EMBEDDINGS_API_KEY": SECRET}, ["switchboard.E008"], id="no model"
        ),
        pytest.param({"EMBEDDINGS_BASE_URL": "vectors:80"}, ["switchboard.E009"], id="no http"),
        pytest.param({"EMBEDDINGS_BASE_URL": "http://["}, ["switchboard.E009"], id="no host"),
        pytest.param(
            {"EMBEDDINGS_BASE_URL": f"https://me:{SECRET}@host/v1"},
            ["switchboard.E009"],
            id="a key in the address",
        ),
        pytest.param(
            {"EMBEDDINGS_API_KEY": SECRET, "EMBEDDINGS_SECONDS": 0.0}, ["switchboard.E010"], id="no time"
        ),
    ],
)
def test_an_embeddings_endpoint_is_looked_at_before_a_process_starts(settings, changes, found) -> None:
    whole = {
        "EMBEDDER": "openai",
        "EMBEDDINGS_MODEL": "m",
        "EMBEDDINGS_BASE_URL": "",
        "EMBEDDINGS_API_KEY": "",
    }
    for name, value in {**whole, **changes}.items():
        setattr(settings, name, value)
    assert [message.id for message in run_checks(tags=["switchboard"])] == found
    assert SECRET not in checks.refusal()


def test_a_level_of_the_log_that_is_none_is_told_in_a_sentence(settings) -> None:
    settings.LOG_LEVEL = "LOUD"
    assert "LOG_LEVEL is none of DEBUG" in checks.refusal()
    assert logs.config(False, "LOUD")["root"]["level"] == "INFO"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param({}, [], id="whole"),
        pytest.param({"KAFKA_PASSWORD": ""}, ["switchboard.E017"], id="no password"),
        pytest.param({"KAFKA_SECURITY_PROTOCOL": "SSL", "KAFKA_USERNAME": ""}, [], id="nobody to be proven"),
        pytest.param({"KAFKA_SECURITY_PROTOCOL": "TLS"}, ["switchboard.E016"], id="no such protocol"),
        pytest.param({"KAFKA_SASL_MECHANISM": "GSSAPI"}, ["switchboard.E016"], id="no such mechanism"),
        pytest.param({"KAFKA_BOOTSTRAP_SERVERS": [], "KAFKA_PASSWORD": ""}, [], id="no stream"),
    ],
)
def test_a_stream_is_looked_at_before_a_process_starts(settings, changes, found) -> None:
    whole = {
        "KAFKA_BOOTSTRAP_SERVERS": ["broker:9092"],
        "KAFKA_USERNAME": "events",
        "KAFKA_PASSWORD": SECRET,
    }
    for name, value in {**whole, **changes}.items():
        setattr(settings, name, value)
    assert [message.id for message in run_checks(tags=["switchboard"])] == found
    assert SECRET not in checks.refusal()


def test_a_stream_without_its_library_is_told_before_a_process_starts(settings, monkeypatch) -> None:
    settings.KAFKA_BOOTSTRAP_SERVERS, settings.KAFKA_SECURITY_PROTOCOL = ["broker:9092"], "PLAINTEXT"
    monkeypatch.setattr(checks, "find_spec", lambda name: None)
    assert [message.id for message in run_checks(tags=["switchboard"])] == ["switchboard.E015"]


@pytest.mark.parametrize(
    ("concurrency", "arguments", "redis", "refused"),
    [
        pytest.param(1, [], "", False, id="one"),
        pytest.param(2, [], "", True, id="two"),
        pytest.param(2, [], "redis://somewhere/0", False, id="two with Redis"),
        pytest.param(1, ["--workers", "4"], "", True, id="asked of uvicorn"),
        pytest.param(1, ["--workers=4", "--lifespan"], "", True, id="asked of uvicorn with ="),
        pytest.param(1, ["--workers", "1"], "", False, id="one asked of uvicorn"),
    ],
)
def test_several_web_processes_need_redis(
    settings, monkeypatch, concurrency, arguments, redis, refused
) -> None:
    settings.WEB_CONCURRENCY, settings.REDIS_URL = concurrency, redis
    monkeypatch.setattr(sys, "argv", ["uvicorn", "config.asgi:application", *arguments])
    assert [message.id for message in run_checks(tags=["switchboard"])] == ["switchboard.E001"] * refused


async def test_a_server_that_must_not_start_says_why_and_does_not(settings) -> None:
    settings.PRODUCTION, settings.ALLOWED_HOSTS = True, []
    said = []

    async def receive():
        return {"type": "lifespan.startup"}

    async def send(message):
        said.append(message)

    async def nothing(*_):
        raise AssertionError("a lifespan is not a request")

    await Lifespan(nothing)({"type": "lifespan"}, receive, send)
    assert [message["type"] for message in said] == ["lifespan.startup.failed"]
    assert said[0]["message"].startswith("ALLOWED_HOSTS is not set. ")


def test_a_probe_names_no_host_and_speaks_no_tls(settings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["chat.example.com"], True
    probe = Client(headers={"host": "10.0.0.7:8000"})
    assert probe.get("/healthz").status_code == 200
    assert probe.get("/").status_code == 400
    site = Client(headers={"host": "chat.example.com"}).get("/")
    assert (site.status_code, site.headers["location"]) == (301, "https://chat.example.com/")


def test_the_checks_that_are_silenced_are_answered_by_subclasses() -> None:
    assert live.SILENCED_SYSTEM_CHECKS == ["security.W001", "security.W002", "security.W003"]
    assert {f"config.middleware.{name}" for name in ("Security", "Frames", "Csrf")} <= set(live.MIDDLEWARE)
    page = Client().get("/admin/login/")
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["x-content-type-options"] == "nosniff"
    request = RequestFactory().post("/admin/login/")
    request._dont_enforce_csrf_checks = False
    refused = Csrf(lambda _: None).process_view(request, lambda _: None, (), {})
    assert refused is not None and refused.status_code == 403


def composed() -> dict[str, dict]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def test_every_service_that_stays_says_how_it_is_and_the_database_is_ready_before_it_is_used() -> None:
    services = composed()
    assert set(services) == {
        "web",
        "worker",
        "release",
        "db",
        "redis",
        "telecom",
        "retail",
        "servicenow",
        "qahelper",
        "techsolutions",
        "finance",
        "notifier",
        "world",
    }
    for name, service in services.items():
        if service["restart"] == "no":
            continue
        assert "healthcheck" in service or name == "web", name  # that of web is in the image
    assert re.search(r"^HEALTHCHECK .*\\\n.*127\.0\.0\.1:8000/healthz", dockerfile(), re.M)
    for name in ("web", "worker"):
        waits = {other: how["condition"] for other, how in services[name]["depends_on"].items()}
        assert waits == {
            "release": "service_completed_successfully",
            "db": "service_healthy",
            "redis": "service_healthy",
        }


def test_what_is_composed_holds_no_secret_and_does_not_start_without_one() -> None:
    web = composed()["web"]["environment"]
    for name in ("APP_ENV", "SECRET_KEY", "SWITCHBOARD_FIELD_KEYS"):
        assert web[name].startswith(f"${{{name}:?")
    assert "${POSTGRES_PASSWORD:?" in web["DATABASE_URL"]
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    assert {".env", ".env.*", "var", ".git"} <= set(ignored)


def test_the_image_runs_what_exists_and_not_as_root() -> None:
    runtime = dockerfile().rpartition("\nFROM ")[2]
    assert runtime.index("\nUSER switchboard\n") < runtime.index("\nCMD ")
    command = json.loads(re.search(r"^CMD (\[.*?\])$", runtime.replace("\\\n", ""), re.M)[1])
    assert command[:3] == ["python", "-m", "config.serve"]
    assert live.ASGI_APPLICATION.replace(".application", ":application") == APPLICATION
    for service in ("telecom", "retail", "servicenow", "qahelper", "techsolutions", "finance", "notifier"):
        module = composed()[service]["command"][2]
        assert (ROOT / (module.replace(".", "/") + ".py")).exists()


def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


def test_a_process_that_stops_outlasts_the_turns_it_waits_for(tmp_path: Path) -> None:
    asked = "from config.serve import stop_seconds; print(stop_seconds())"
    done = python(tmp_path, "-c", asked, DRAIN_SECONDS="60.5")
    assert done.stdout == "76\n", done.stderr  # and CLOSING_SECONDS


CHECK = ("manage.py", "check")
SERVE = ("-m", "config.serve", "--port", "0")
WORK = ("-m", "celery", "-A", "config", "worker", "-P", "threads")
WRONG = [
    pytest.param(
        "EXTRA_APPS", "not_there.apps.Config", "No module named 'not_there'", SERVE, id="no package"
    ),
    pytest.param("EXTRA_APPS", "agents.nothing", "No module named 'agents.nothing'", WORK, id="no app"),
    pytest.param(
        "EXTRA_APPS", "agents.nothing", "No module named 'agents.nothing'", CHECK, id="of a command"
    ),
    pytest.param("EXTRA_MIDDLEWARE", "not_there.It", "No module named 'not_there'", SERVE, id="no module"),
    pytest.param("EXTRA_MIDDLEWARE", "json.loads", "TypeError", CHECK, id="no middleware"),
    pytest.param("AUTHENTICATION_BACKENDS", "studio.Nobody", '"Nobody"', WORK, id="no class"),
    pytest.param("AUTHENTICATION_BACKENDS", "json.JSONDecoder", "no authenticate", CHECK, id="no backend"),
]


@pytest.mark.parametrize(("setting", "path", "why", "process"), WRONG)
def test_a_wrong_value_of_djangos_lists_is_told_in_a_sentence(
    tmp_path: Path, setting: str, path: str, why: str, process: tuple[str, ...]
) -> None:
    """Which variable, which path, what was expected, what to do; by a command, a server or a worker."""
    local = {"APP_ENV": "", "DATABASE_URL": "", "CELERY_BROKER_URL": "redis://127.0.0.1:1/0", setting: path}
    done = python(tmp_path, *process, **local)
    assert done.returncode != 0, done.stderr
    told = (
        f"{setting} names '{path}', which cannot be had",
        why,
        "Expected is the dotted path",
        "take it out",
    )
    assert [part for part in told if part not in done.stderr] == [] and "Traceback" not in done.stderr
