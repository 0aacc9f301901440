"""What is wrong with configuration files: each sentence names the file and the line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _


class FilesError(Exception):
    """The family.

    FilesError
      Fault       one thing that is wrong, at a line of a file
      BadFiles    the files cannot be taken; all that is wrong with them. Nothing was changed
      DraftMoved  somebody edited the draft since it was looked at
    """

    code = "files_error"


@dataclass(frozen=True)
class Fault(FilesError):
    """Something that cannot be read, and where: `routing.yaml, line 12: ...`; line 0 is the whole file."""

    file: str
    line: int
    words: str

    code = "fault"

    def __str__(self) -> str:
        if not self.line:
            return f"{self.file}: {self.words}" if self.file else self.words
        where = _("%(file)s, line %(line)d") % {"file": self.file, "line": self.line}
        return f"{where}: {self.words}"


class BadFiles(FilesError):
    """The files cannot be taken, and nothing was changed."""

    code = "bad_files"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class DraftMoved(FilesError):
    """The draft is another one than the person looked at."""

    code = "draft_moved"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("Somebody has edited the draft meanwhile. Look at the changes again."))
