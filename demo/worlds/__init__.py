"""The demo's worlds by their tenant, read from their folders here.

`make run` loads the first; the second must be asked for.

A folder holds YAML files whose entries are the fields of `demo.shape.World`; the lists of several files are
joined in the order of the files' names. The documents of a collection are the Markdown files of the folder
`documents/` and its name.
"""

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from demo.servers.data import manifest
from demo.shape import World
from language.language_data import parse_file

HERE = Path(__file__).parent
_SHAPE = TypeAdapter(World)


def read(folder: Path) -> World:
    """The world of a folder; what is misspelt or missing is said with its place.

    >>> read(HERE / "clinic").tenant
    'tenant_clinic'
    """
    content: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml")):
        for name, value in parse_file(path).items():
            content[name] = [*content.get(name, ()), *value] if isinstance(value, list) else value
    for domain in content.get("domains", ()):
        domain.setdefault("manifest", manifest(domain["name"]))  # as its server brings it
    for collection in content.get("collections", ()):
        files = sorted((folder / "documents" / collection["name"]).glob("*.md"))
        collection["documents"] = [
            {"path": path.name, "content": path.read_text(encoding="utf-8")} for path in files
        ]
    return _SHAPE.validate_python(content)


_FIRST = read(HERE / "telecom_retail")
DEFAULT = _FIRST.tenant
WORLDS: dict[str, World] = {world.tenant: world for world in (_FIRST, read(HERE / "clinic"))}
SERVERS = (
    *(server.name for server in _FIRST.servers),
    *(domain.name for domain in _FIRST.domains),
)  # it needs
