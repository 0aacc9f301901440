"""Where the demo that runs here has its servers, for commands in a second terminal: `manage.py chat`.

A file in the installation's folder, believed only while whoever wrote it lives: it holds a lock on it.
"""

import fcntl
import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO

NAME = "demo-servers.json"
_held: list[IO[str]] = []


def tell(folder: Path, addresses: Mapping[str, str]) -> None:
    """Writes them down until this process ends, however it does.

    Of two demos in one folder the first is believed.
    """
    file = (folder / NAME).open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return
    file.truncate(0)
    json.dump(dict(addresses), file)
    file.flush()
    _held.append(file)


def read_addresses(folder: Path) -> dict[str, str]:
    """The addresses of the demo that runs here; none where none does."""
    try:
        with (folder / NAME).open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:  # its writer lives
                return {str(name): str(url) for name, url in json.load(file).items()}
    except (OSError, ValueError):
        pass
    return {}
