"""Where files come from: a folder, or what a person sent, single files and zips. Names and sizes are limited.

Configuration is YAML and JSON; what else is taken are documents, in a folder that is called so.

>>> from_folder(Path("config"))
{'agents.yaml': b'...', 'agents/telecom_contas/guardrails.yaml': b'...'}
"""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import IO

from django.utils.translation import gettext as _

from agents.knowledge import uploads
from agents.knowledge.errors import NotTaken
from studio.files.errors import BadFiles, Fault

MOST_FILES = 300  # of configuration
MOST_DOCUMENTS = 5000
FILE_BYTES = 3 * 1024 * 1024
ALL_BYTES = 6 * 1024 * 1024
ALL_DOCUMENTS = 100 * 1024 * 1024
ENDINGS = (".yaml", ".yml", ".json")
DOCUMENTS = "documents"  # the folder of what specialists quote
NAME = re.compile(r"[\w. -]{1,100}\Z")


def is_document(path: str) -> bool:
    """Whether a file is one that specialists quote, by its place and its name.

    >>> is_document("documents/price_list/prices.pdf"), is_document("README.md")
    (True, False)
    """
    return DOCUMENTS in path.split("/")[:-1] and path.lower().endswith(uploads.ENDINGS)


def from_folder(folder: Path) -> dict[str, bytes]:
    """Every YAML file and every document of a folder; links are not followed out of it. Raises BadFiles."""
    home = folder.resolve()
    if not home.is_dir():
        raise BadFiles([Fault(str(folder), 0, _("There is no such folder."))])
    found = _Found()
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home).as_posix()
        ours = path.suffix in ENDINGS or is_document(name)
        if ours and path.is_file() and path.resolve().is_relative_to(home):
            found.check(name, path.stat().st_size)
            found.add(name, path.read_bytes())
    return found.all()


def from_upload(sent: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Files and zips as a browser sends them, with their names. Raises BadFiles."""
    found = _Found()
    for name, content in sent:
        if name.lower().endswith(".zip"):
            _unpack(name, content, found)
        else:
            found.check(name, len(content))
            found.add(name, content)
    return found.all()


def pack(files: Mapping[str, bytes]) -> bytes:
    """A zip of files; the same files make the same bytes."""
    made = io.BytesIO()
    pack_into(made, ((path, partial(files.__getitem__, path)) for path in sorted(files)))
    return made.getvalue()


def pack_into(made: IO[bytes], files: Iterable[tuple[str, Callable[[], bytes]]]) -> None:
    """Writes a zip, one file after the other: each is read when its turn comes."""
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, read in files:
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), read(), zipfile.ZIP_DEFLATED)


class _Found:
    """The files so far, within the limits."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.size = self.documents = self.documents_size = 0

    def check(self, name: str, size: int) -> None:
        parts = name.split("/")
        if not all(NAME.match(part) and part.strip(". ") for part in parts) or len(name) > 300:
            raise BadFiles([Fault(name[:100], 0, _("A file of this name is not taken."))])
        if name in self.files:
            raise BadFiles([Fault(name, 0, _("There are two files of this name."))])
        document = is_document(name)
        number, most = (self.documents, MOST_DOCUMENTS) if document else (
            len(self.files) - self.documents, MOST_FILES,
        )  # fmt: skip
        if number >= most:
            raise BadFiles([Fault(name, 0, _("At most %d files are read at once.") % most)])
        if document:
            self._check_document(name, size)
            return
        if not name.lower().endswith(ENDINGS):
            words = _("Only YAML and JSON files are read, documents in the folder '%s', and zips of them.")
            raise BadFiles([Fault(name, 0, words % DOCUMENTS)])
        self.size += size
        if size > FILE_BYTES or self.size > ALL_BYTES:
            values = {"one": FILE_BYTES // 2**20, "all": ALL_BYTES // 2**20}
            words = _("A file may have %(one)d MB, and all together %(all)d MB.") % values
            raise BadFiles([Fault(name, 0, words)])

    def _check_document(self, name: str, size: int) -> None:
        self.documents += 1
        self.documents_size += size
        try:
            uploads.check_file(name, size)
        except NotTaken as error:
            raise BadFiles([Fault(name, 0, str(error))]) from error
        if self.documents_size > ALL_DOCUMENTS:
            words = _("All documents together may have %d MB. Upload the others in the Studio.")
            raise BadFiles([Fault(name, 0, words % (ALL_DOCUMENTS // 2**20))])

    def add(self, name: str, content: bytes) -> None:
        self.files[name] = content

    def all(self) -> dict[str, bytes]:
        """By their paths, without a folder that holds all of them."""
        if not self.files:
            raise BadFiles([Fault("", 0, _("There is no configuration file among them."))])
        files = self.files
        while len(tops := {path.split("/")[0] for path in files}) == 1 and all("/" in path for path in files):
            if tops <= {"agents", "prompt_policies", "manifests", DOCUMENTS}:
                break
            files = {path.split("/", 1)[1]: content for path, content in files.items()}
        return files


def _unpack(name: str, content: bytes, found: _Found) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > (most := MOST_FILES + MOST_DOCUMENTS) * 2:
                raise BadFiles([Fault(name, 0, _("At most %d files are read at once.") % most)])
            for member in members:
                path = member.filename.replace("\\", "/")
                known = path.lower().endswith(ENDINGS) or is_document(path)
                ours = not path.startswith("__MACOSX/") and known
                if member.is_dir() or not ours or stat.S_ISLNK(member.external_attr >> 16):
                    continue
                found.check(path, member.file_size)
                with archive.open(member) as file:
                    inside = file.read(member.file_size + 1)  # what it says of itself may be a lie
                if len(inside) > member.file_size:
                    raise BadFiles([Fault(name, 0, _("This zip cannot be read."))])
                found.add(path, inside)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError, ValueError) as error:
        raise BadFiles([Fault(name, 0, _("This zip cannot be read."))]) from error
