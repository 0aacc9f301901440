"""The version of this installation: what `manage.py version`, `/health` and the API's schema tell.

Its one source is `version` in pyproject.toml, which a wheel carries as its own; CHANGELOG.md says what each
version brought.
"""

import tomllib
from importlib import metadata
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
VERSION: str = (
    tomllib.loads(PROJECT.read_text())["project"]["version"]
    if PROJECT.is_file()
    else metadata.version("switchboard")
)
