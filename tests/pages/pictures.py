"""Pictures of the pages for the README.

`make screenshots` writes docs/pictures/*.png, or to the folder it is told.

A demo with a record of its own (`furnished`), a window of 1280 x 800, English, light and once in the dark.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from tests.pages.furnished import NAME, PASSWORD, furnished
from tests.pages.palette import reduced
from tests.parts.chromium import find_chromium

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LARGEST = 150 * 1024
WINDOW = {"width": 1280, "height": 800}
TWO_MATTERS = "Minha fatura veio alta e onde está meu pedido P100?"

Prepare = Callable[[Any], None]


def log_in(page: Any) -> None:
    page.goto("/admin/")
    page.fill("[name=username]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.locator(".studio-bar").wait_for()


def opened(page: Any, address: str) -> None:
    """Opens a page; raises when the server refuses it, so that no error is taken for a page."""
    response = page.goto(address)
    if not response.ok:
        raise ValueError(f"{address} answered {response.status}.")


def nothing(_page: Any) -> None:
    """The page as it opens."""


def asked(page: Any) -> None:
    """Two specialists have answered, and the proof is unfolded."""
    page.locator(".start, .message").first.wait_for()
    page.click("button.new")
    page.locator(".start .choice").first.wait_for()
    page.fill("textarea", TWO_MATTERS)
    page.keyboard.press("Enter")
    page.locator(".quiet > summary").click()
    page.wait_for_timeout(400)


def first_row(page: Any) -> None:
    """The page of the first row of a list."""
    page.locator("#result_list tbody th a, #result_list tbody td a").first.click()
    page.wait_for_load_state("load")


def tried(page: Any) -> None:
    """The test box has been asked."""
    page.fill("[name=text]", TWO_MATTERS)
    page.locator("main form button, #content form button").first.click()
    page.wait_for_timeout(800)


# The name of the picture, the address, what is done there first.
PAGES: tuple[tuple[str, str, Prepare], ...] = (
    ("chat", "/", asked),
    ("studio", "/admin/", nothing),
    ("intents", "/admin/routing/intent/", nothing),
    ("intent", "/admin/routing/intent/", first_row),
    ("publish", "/admin/publish/", nothing),
    ("flag", "/admin/rollout/flag/", first_row),
    ("operations", "/admin/operations/", nothing),
    ("conversations", "/admin/conversations/conversation/", nothing),
    ("conversation", "/admin/conversations/conversation/?what=handoff", first_row),
    ("analytics", "/analytics/", nothing),
)


def main(folder: Path = FOLDER) -> None:
    path = find_chromium()
    if path is None:
        sys.exit("No Chromium here: apt-get install chromium-headless-shell.")
    folder.mkdir(parents=True, exist_ok=True)
    with furnished() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        window = browser.new_context(
            base_url=home.url, locale="en-GB", viewport=WINDOW, reduced_motion="reduce", color_scheme="light"
        )
        page, plain = window.new_page(), window.new_page()
        page.set_default_timeout(15_000)
        log_in(page)
        for name, address, prepare in PAGES:
            opened(page, address)
            prepare(page)
            _take(page, plain, folder / f"{name}.png")
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.goto("/analytics/")
        _take(page, plain, folder / "analytics-dark.png")
        browser.close()


def _take(page: Any, plain: Any, file: Path) -> None:
    page.wait_for_load_state("networkidle")
    file.write_bytes(reduced(plain, page.screenshot()))
    size = file.stat().st_size
    print(f"{file.stem}: {size // 1024} KB")
    if size > LARGEST:
        sys.exit(f"{file.stem} is larger than {LARGEST // 1024} KB.")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
