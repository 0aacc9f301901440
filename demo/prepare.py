"""What comes before the first process: a free port, a database that is up to date, the world, an admin."""

import contextlib
import io
import logging
import os
import secrets
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from demo.progress import ProgressLines
from demo.servers.ports import is_free

ROOT = Path(__file__).resolve().parents[1]


def refuse(sentence: str) -> NoReturn:
    """Ends with the one sentence that says what to do."""
    print(sentence, file=sys.stderr)
    sys.exit(1)


def ports(command: str, count: int = 1) -> list[int]:
    """PORT and as many after it as are asked for, all free."""
    given = os.environ.get("PORT") or "8000"
    if not given.isdigit() or not 0 < int(given) < 65537 - count:
        refuse(f"PORT must be a number from 1 to {65536 - count}, not '{given}'.")
    wanted = list(range(int(given), int(given) + count))
    for port in wanted:
        if not is_free(port):
            other, empty = wanted[-1] + 1, " EMPTY=1" if os.environ.get("EMPTY") else ""
            refuse(
                f"Port {port} is in use: stop what runs there, or choose another with '{command}{empty} "
                f"PORT={other}'."
            )
    return wanted


def environment(demo: bool = True, site: str = "") -> None:
    """What the processes know, unless somebody says otherwise, here or in `.env`.

    `site` is where people open it: links in events and e-mails name it.
    """
    import environ  # the first `make run` looks at its port before anything is installed

    environ.Env.read_env(ROOT / ".env")
    os.environ.setdefault("SITE_URL", site)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SWITCHBOARD_DEMO", "1" if demo else "0")
    os.environ.setdefault(
        "STOP_NOTICE_SECONDS", "0"
    )  # no proxy has to notice: who stops it waits for the end


def prepare(progress: ProgressLines, demo: bool = True) -> str:
    """Brings the database up to date, and the world into it where that is wanted.

    Returns how the admin logs in.
    """
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError, connection

    warnings.filterwarnings("ignore", message="Engine not recognized")  # said below in words
    try:
        django.setup()
        connection.ensure_connection()
    except (DatabaseError, ImproperlyConfigured, KeyError, ValueError) as error:
        if not os.environ.get("DATABASE_URL"):
            raise
        reasons = [] if isinstance(error, KeyError) else str(error).strip().splitlines()
        reason = reasons[0] if reasons else "not the address of a database"
        refuse(f"DATABASE_URL does not work ({reason}): correct it, or unset it to run on SQLite.")
    from django.conf import settings
    from django.core.management import call_command
    from django.db.migrations.executor import MigrationExecutor

    from demo.documents import queue_second_look
    from demo.load import load
    from demo.worlds import DEFAULT, WORLDS
    from tenancy.models import Tenant

    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        progress.begin("Preparing the database", of=len(plan))
        call_command("migrate", verbosity=1, no_color=True, stdout=_Counted(progress))

    def learning(percent: int, _note: str) -> None:
        if not percents:
            progress.begin("Learning from the demo's examples", of=100)
        percents.append(percent)
        progress.at(percent)

    percents: list[int] = []
    if demo:
        progress.begin("Looking at the demo world")
    with _without_audit_lines():
        loaded = demo and load(WORLDS[DEFAULT], progress=learning)
    if loaded:
        queue_second_look(Tenant.objects.get(pk=DEFAULT))
        progress.say("Loaded the demo world.")
    login = _admin()
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)  # looked for even where static files come from the apps
    connection.close()
    return login


@contextlib.contextmanager
def _without_audit_lines() -> Iterator[None]:
    """A first start tells how far it is, not which entries its own rows make in the log."""
    log = logging.getLogger("audit")
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(logging.NOTSET)


class _Counted(io.StringIO):
    """Takes what `migrate` writes, and counts what it has done."""

    def __init__(self, progress: ProgressLines) -> None:
        super().__init__()
        self.progress, self.done = progress, 0

    def write(self, text: str) -> int:
        self.done += text.count(" OK")
        self.progress.at(self.done)
        return len(text)


def _admin() -> str:
    from django.conf import settings
    from django.contrib.auth import get_user_model

    database = (
        "" if settings.SQLITE else f"_{settings.DATABASES['default']['NAME']}"
    )  # each has its own admin
    kept = settings.VAR_DIR / f"admin_password{database}"
    users: Any = get_user_model()._default_manager
    if users.filter(is_superuser=True).exists():
        return f"admin, password in {_short(kept)}" if kept.exists() else "as you set it up"
    password = secrets.token_urlsafe(9)
    kept.unlink(missing_ok=True)
    kept.touch(mode=0o600)
    kept.write_text(password + "\n")
    users.create_superuser("admin", "admin@example.com", password)
    return f"admin, password {password} (shown once; kept in {_short(kept)})"


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
