"""A real server to throw things at, and every address of the URL configuration with how to reach it."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import orjson
from django.urls import URLPattern, URLResolver, get_resolver

from routing.api.door import Door
from tests.hostile.wire import Server
from tests.parts.installation import installed
from tests.tenancy import door_rules, rules
from tests.tenancy.account_rules import ACCOUNT
from tests.tenancy.own_rules import OWN

GIVEN = re.compile(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
# Asked in the installation itself: a browser of the administrator, and one row of each model.
PREPARE = """
import json
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
root = User.objects.create_superuser("hostile", password="hostile-1")
browser = SessionStore()
browser[SESSION_KEY] = str(root.pk)
browser[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
browser[HASH_SESSION_KEY] = root.get_session_auth_hash()
browser["tenant"] = "tenant_a"
browser.save()
rows = {}
for model in apps.get_models():
    if not model._meta.proxy and hasattr(model, "_base_manager"):
        row = model._base_manager.order_by("pk").first()
        rows[f"{model._meta.app_label}_{model._meta.model_name}"] = str(row.pk) if row else "1"
print(json.dumps({"session": browser.session_key, "rows": rows}))
"""
TOKEN = "c" * 32


NO_CHANNEL = "00000000-0000-7000-8000-000000000000"


@dataclass(frozen=True)
class Place:
    """One address with one method. `kind`: door (programs), page (people who are logged in)."""

    name: str
    kind: str
    method: str
    path: bytes
    given: bytes = b""  # the same address up to its last segment, where that is a text of the caller

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


@dataclass(frozen=True)
class Target:
    """The server, a logged-in browser's headers, and what the database holds."""

    server: Server
    browser: tuple[tuple[bytes, bytes], ...]
    rows: dict[str, str]
    database: str
    places: tuple[Place, ...] = field(default=(), compare=False)

    def stored(self) -> int:
        """How many turns and conversations there are."""
        count = (
            "SELECT (SELECT count(*) FROM conversations_turn) + (SELECT count(*) FROM "
            "conversations_conversation)"
        )
        if self.database.startswith("sqlite"):
            import sqlite3

            with closing(sqlite3.connect(self.database.removeprefix("sqlite:///"))) as base:
                return base.execute(count).fetchone()[0]
        import psycopg

        with psycopg.connect(self.database) as base:
            return base.execute(count).fetchone()[0]


@contextmanager
def target(**environment: str) -> Iterator[Target]:
    """An installation with one web process, which lets the loopback in as a visitor of the demo."""
    with installed(**environment) as made:
        asked = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", PREPARE],
            env=made.env, check=True, capture_output=True,
        )  # fmt: skip
        known = orjson.loads(asked.stdout.splitlines()[-1])
        url = made.start()
        server = Server(urlsplit(url).port, made.processes[url].pid)
        server.rest()  # its warm-up is no answer's cost
        cookie = f"sessionid={known['session']}; csrftoken={TOKEN}".encode()
        browser = ((b"Cookie", cookie), (b"Referer", url.encode()))
        places = tuple(_places(known["rows"]))
        yield Target(server, browser, known["rows"], made.env["DATABASE_URL"], places)


def _places(rows: dict[str, str]) -> Iterator[Place]:
    """Every route with each method that its rule in `tests/tenancy` names; KeyError: it has none."""
    pages, doors = rules.PAGES | ACCOUNT, OWN | door_rules.DOORS
    for name, where, route in _routes():
        kind = "door" if _is_door(route) else "page"
        if name in door_rules.OPEN:
            asked = {"GET": {}}
        elif name in door_rules.SIGNED:
            asked = {"POST": {"channel_id": NO_CHANNEL}}
        elif name in doors:
            asked = {knock.method: knock.args for knock in reversed(doors[name])}
        else:
            asked = {ask.method: ask.args for ask in reversed(pages[name])}
        for method, args in sorted(asked.items()):
            given = {key: rows.get(str(value), str(value)) for key, value in args.items()}
            path = _filled(where, given)
            last = where.rstrip("$/").rsplit("/", 1)[-1]
            text = GIVEN.fullmatch(last) is not None and not last.startswith("<int:")
            yield Place(
                name, kind, method, path, path.rstrip(b"/").rsplit(b"/", 1)[0] + b"/" if text else b""
            )


def _routes(
    resolver: URLResolver | None = None, space: str = "", path: str = ""
) -> Iterator[tuple[str, str, URLPattern]]:
    """(name as in the rules, whole path, route)."""
    for entry in (resolver or get_resolver()).url_patterns:
        here = path + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, f"{space}{entry.namespace}:" if entry.namespace else space, here)
        else:
            yield (f"{space}{entry.name}" if entry.name else here), here, entry


def _is_door(route: URLPattern) -> bool:
    view = getattr(route.callback, "view_class", None) or getattr(route.callback, "cls", None)
    return view is not None and issubclass(view, Door)


def _filled(where: str, args: dict[str, str]) -> bytes:
    def value(match: re.Match[str]) -> str:
        name = match[2] or match[3]
        given = args.get(name, "1")
        return given if given.isidentifier() or given.isalnum() or "-" in given else "1"

    return ("/" + GIVEN.sub(value, where).rstrip("$")).encode()
