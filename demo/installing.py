"""Runs an installer and says every few seconds how far it is.

`python -P demo/installing.py WHAT FILE COMMAND ...`.

For `make`, before anything is installed: the standard library is all it may use, and it may be any Python
that there is. FILE holds the requirements that COMMAND installs (`-`: none), which are counted where they are
put.
"""

import re
import subprocess
import sys
import time
from pathlib import Path

SECONDS = 3.0  # of silence at most
REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", re.MULTILINE)
VENV = Path(".venv")


def main(what: str, requirements: str, *command: str) -> int:
    """The installer's exit status; what it wrote is shown where it failed."""
    wanted = names(Path(requirements).read_text()) if requirements != "-" else set()
    began, before = time.monotonic(), -1
    print(f"{what} ...", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        while True:
            try:
                output, _ = running.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                done = len(wanted & list_installed())
                # What is there is compiled at the end, and some of the file may be for other machines.
                count = f": {done} of {len(wanted)}" if done > before and wanted else " ..."
                before = done
                print(f"{what}{count} ({time.monotonic() - began:.0f} s)", flush=True)
                continue
            if running.returncode:
                print(output, file=sys.stderr, flush=True)
            return running.returncode


def names(requirements: str) -> set[str]:
    """What a file of requirements names.

    >>> text = "Django==5.2 \\\\\\n    --hash=sha256:00\\nuvicorn[standard]==0.54 ; python_version > '3'\\n"
    >>> names(text) == {"django", "uvicorn"}
    True
    """
    return {_plain(name) for name in REQUIREMENT.findall(requirements)}


def list_installed() -> set[str]:
    """What is there by now."""
    return {_plain(found.name.split("-")[0]) for found in VENV.glob("lib/python3*/site-packages/*.dist-info")}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
