"""First paint of each page in a real browser on this machine: `python -m benchmarks.first_paint [ROUNDS]`.

A demo with a record of its own, a page opened again and again with the browser's cache warm, as for who opens
it every morning. Prints the median and slowest first contentful paint in milliseconds, counted from the
click.
"""

import sys

from playwright.sync_api import Page, sync_playwright

from benchmarks.measuring import machine, median
from tests.pages.furnished import furnished
from tests.pages.pictures import PAGES, first_row, log_in, opened
from tests.parts.chromium import find_chromium

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
ASKED = 1000  # times, 10 ms apart


def main(rounds: int) -> None:
    path = find_chromium()
    if path is None:
        sys.exit("No Chromium here: apt-get install chromium-headless-shell.")
    with furnished() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        window = browser.new_context(base_url=home.url, viewport={"width": 1440, "height": 900})
        page = window.new_page()
        log_in(page)
        print(machine())
        print(f"{'first paint, ms':24}{'median':>8}{'slowest':>9}")
        for name, address, prepare in PAGES:
            opened(page, address)
            if prepare is first_row:
                prepare(page)
                address = page.url
            taken = []
            for _ in range(rounds):
                page.goto(address, wait_until="load")
                taken.append(_painted(page))
            print(f"{name:24}{median(taken):8.0f}{max(taken):9.0f}")
        browser.close()


def _painted(page: Page) -> float:
    """When the page was first painted.

    It is asked again and again, because its policy lets no script of ours wait in it.
    """
    for _ in range(ASKED):
        at: float = page.evaluate(PAINT)
        if at > 0:
            return at
        page.wait_for_timeout(10)
    raise TimeoutError(f"{page.url} was not painted.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
