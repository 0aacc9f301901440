"""axe-core on an open page: what keeps people out, in light and in dark.

`axe.min.js` beside this file is axe-core 4.14.1 as npm has it (MPL-2.0, its licence at its head).
"""

from functools import cache
from pathlib import Path
from typing import Any

# The Studio looks at the system's wish when it is opened and then follows its own class.
DARK = """() => {
    document.documentElement.classList.add("dark");
    document.getAnimations().forEach((each) => each.finish());
}"""
GRAVE = ("serious", "critical")


@cache
def _source() -> str:
    return Path(__file__).with_name("axe.min.js").read_text()


def measure_width(page: Any) -> int:
    """How many pixels wide a page is, scrolled to its end, once all of it is there."""
    page.wait_for_load_state()  # a link was pressed: the next page has begun and may have no element yet
    return int(page.evaluate("document.documentElement.scrollWidth"))


def barriers(page: Any) -> list[str]:
    """What axe calls serious or critical, each with where it stands; only contrast differs in the dark."""
    page.evaluate(_source())  # as a script element it would break the page's policy, which is right
    found = _run(page, "light", "{}")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(DARK)
    found += _run(page, "dark", "{runOnly: ['color-contrast']}")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")  # for the page that is opened next
    return found


def _run(page: Any, scheme: str, options: str) -> list[str]:
    # Preloading writes style sheets into the page, which its policy refuses and the console reports.
    given = f"{{resultTypes: ['violations'], preload: false, ...{options}}}"
    violations = page.evaluate(f"async () => (await axe.run(document, {given})).violations")
    return [
        (
            f"{page.url} ({scheme}): {each['id']}, {' '.join(map(str, node['target']))}: "
            f"{' '.join(node['failureSummary'].split())}"
        )
        for each in violations
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
