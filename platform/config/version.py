"""The version of this installation: what `manage.py version`, `/health` and the API's schema tell.

Its one source is `version` in pyproject.toml; CHANGELOG.md says what each version brought.
"""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
VERSION: str = tomllib.loads(PROJECT.read_text())["project"]["version"]
