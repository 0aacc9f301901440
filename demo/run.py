"""`make run`: the whole demo as one command: database, world, tool servers, web server; Ctrl-C ends it all.

The web server runs in this process; the MCP servers are its children and watch it, so that none outlives
it, however it ends.
"""

import logging
import os
import secrets
import signal
import socket
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any, NoReturn

import uvicorn

from demo.processes import Servers
from demo.servers.ports import is_free

STARTED = time.monotonic()
ROOT = Path(__file__).resolve().parents[1]
HOST = os.environ.get("HOST") or "127.0.0.1"
DRAIN_SECONDS = 25  # a little more than turns are given to finish


def main(arguments: list[str]) -> None:
    """Starts everything and stays until it is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    reload = "--reload" in arguments
    port = _port()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SWITCHBOARD_DEMO", "1")
    if "MAKELEVEL" in os.environ:
        end_with_parent()
    servers = Servers.started(["telecom", "retail"])
    try:
        os.environ.update(servers.addresses)
        password = _prepare()
        threading.Thread(target=_say_when_ready, args=(servers, port, password), daemon=True).start()
        _serve(port, reload)
    except KeyboardInterrupt:
        pass
    finally:
        servers.stop()
    print("Stopped.")


def end_with_parent() -> None:
    """Asks this process to stop when the one that started it is gone (killed, for example)."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _refuse(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    sys.exit(1)


def _port() -> int:
    given = os.environ.get("PORT") or "8000"
    if not given.isdigit() or not 0 < int(given) < 65536:
        _refuse(f"PORT must be a number from 1 to 65535, not '{given}'.")
    port = int(given)
    if not is_free(port):
        _refuse(
            f"Port {port} is in use: stop what runs there, or choose another with 'make run PORT={port + 1}'."
        )
    return port


def _prepare() -> str:
    """Brings the database up to date and the world into it; returns how the admin logs in."""
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
        said = [] if isinstance(error, KeyError) else str(error).strip().splitlines()
        reason = said[0] if said else "not the address of a database"
        _refuse(f"DATABASE_URL does not work ({reason}): correct it, or unset it to run on SQLite.")
    from django.conf import settings
    from django.core.management import call_command
    from django.db.migrations.executor import MigrationExecutor

    from demo.load import load
    from demo.worlds import DEFAULT, WORLDS

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Preparing the database ...", flush=True)
        call_command("migrate", verbosity=0)
    if load(WORLDS[DEFAULT]):
        print("Loaded the demo world.", flush=True)
    login = _admin()
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)  # looked for even where static files come from the apps
    connection.close()
    return login


def _admin() -> str:
    from django.conf import settings
    from django.contrib.auth import get_user_model

    kept = settings.VAR_DIR / "admin_password"
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


def _say_when_ready(servers: Servers, port: int, login: str) -> None:
    try:
        servers.wait()
        os.environ.update(servers.addresses)  # one may have had to move
    except RuntimeError as error:
        print(f"Tools will not answer: {error}.", file=sys.stderr, flush=True)
    while not _listens(port):
        time.sleep(0.05)
    site = f"http://{'localhost' if HOST in ('127.0.0.1', '0.0.0.0') else HOST}:{port}"  # noqa: S104 (what is shown)
    lines = [
        f"Switchboard is ready after {time.monotonic() - STARTED:.1f} s.",
        f"  Chat       {site}/",
        f"  Studio     {site}/admin/   (login: {login})",
        f"  Analytics  {site}/analytics/",
        f"  API        {site}/api/docs/",
        *(f"  MCP        {address}" for address in servers.addresses.values()),
        "Ctrl-C stops all of it.",
    ]
    print("\n".join(lines), flush=True)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _serve(port: int, reload: bool) -> None:
    logging.getLogger("watchfiles").setLevel(logging.WARNING)  # every look at a file is a line otherwise
    folders = [
        "agents",
        "analytics",
        "demo",
        "handoffs",
        "platform",
        "routing",
        "studio",
        "templates",
        "static",
    ]
    uvicorn.run(
        "demo.reloaded:application" if reload else "config.asgi:application",
        host=HOST,
        port=port,
        loop="uvloop",
        lifespan="on",
        timeout_graceful_shutdown=DRAIN_SECONDS,
        proxy_headers=False,  # who is a loopback peer must not be read from a header
        log_level="warning",
        access_log=False,
        reload=reload,
        reload_dirs=[str(ROOT / folder) for folder in folders] if reload else None,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
