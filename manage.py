#!/usr/bin/env python
"""Django's command line for Switchboard: `python manage.py migrate`, `publish`, `version` ...

Where the wheel is installed the same is called `switchboard`.
"""

import os
import sys
from functools import partial

from django.core.management import execute_from_command_line

from config import extras
from config.version import VERSION


def main() -> None:
    """Runs the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["migrate"]:
        os.environ.setdefault("STATEMENT_SECONDS", "0")  # an index of a large table takes as long as it takes
    if sys.argv[1:] in (["version"], ["--version"]):  # Django would tell its own
        sys.stdout.write(f"{VERSION}\n")
    else:
        extras.set_up(partial(execute_from_command_line, sys.argv))


if __name__ == "__main__":
    main()
