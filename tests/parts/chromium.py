"""Which Chromium looks at the pages."""

import os
import shutil

# The headless shell draws the same pages for half the CPU (15 pages of 400 lines: 4.5 s instead of 10.0).
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def find_chromium() -> str | None:
    """The path of the one that `CHROMIUM` names, else of the first that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
