"""The real server on a port, and a real browser looking at it."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from pytest_django import DjangoDbBlocker

from tests.parts.chromium import find_chromium

PATIENCE = 15_000  # ms: the machine may be busy with other tests


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One database shows the pages as well as the other."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("once")


@pytest.fixture(scope="package")
def address(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, demo_servers: dict[str, str]
) -> Iterator[str]:
    """Where the application listens, in a thread of this process, so that it sees the test database."""
    from django.conf import settings

    from config.asgi import application
    from routing.turns import registry

    settings.SWEEP_SECONDS = 3600  # between tests the database is closed to it
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(
            application, port=port, lifespan="on", log_level="warning", timeout_graceful_shutdown=1
        )
    )
    thread = threading.Thread(target=server.run, daemon=True)
    with django_db_blocker.unblock():
        thread.start()
        until = time.monotonic() + 15
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        assert server.started
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join(10)
        registry.accept()  # the server's end shut this process, which other tests still need


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Debian's Chromium; a machine without it skips these tests, CI does not."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI has no Chromium: apt-get install chromium-headless-shell.")
        pytest.skip("No Chromium to look at pages with (apt-get install chromium-headless-shell).")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)

    # Playwright's loop runs in this thread, which Django takes for async code.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Any, address: str, transactional_db: None, settings: Any) -> Iterator[Any]:
    """A visitor of the demo in a fresh window; an error in the console fails the test."""
    from demo.customers import CUSTOMERS

    settings.DEMO, settings.CHAT_CUSTOMERS = True, CUSTOMERS
    window = browser.new_context(base_url=address, locale="pt-BR", viewport={"width": 1100, "height": 800})
    window.set_default_timeout(PATIENCE)
    page = window.new_page()
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if _is_complaint(line) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    window.close()
    _turns_end()
    assert complaints == []


@pytest.fixture
def chat(page: Any) -> Any:
    """The chat page as it is opened."""
    page.goto("/")
    page.wait_for_selector(".start .choice")
    return page


def _turns_end() -> None:
    """A turn that outlives its page must not write while the next test's ground is prepared."""
    from routing.turns import registry

    until, quiet = time.monotonic() + 10, 0
    while quiet < 5 and time.monotonic() < until:
        # A request of the closed page may still open one.
        quiet = 0 if registry.list_running_turns() else quiet + 1
        time.sleep(0.03)


def _is_complaint(line: Any) -> bool:
    """A refused request is the page's business: it shows the server's sentence."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")
