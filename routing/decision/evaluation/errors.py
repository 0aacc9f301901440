"""Why a file of messages cannot be used.

BadFile       the file as a whole
 └─ BadLine   one of its lines
"""

from django.utils.translation import gettext as _


class BadMessagesFile(Exception):
    """A sentence that says what to do."""


class BadLine(BadMessagesFile):
    """What is wrong with one line, counted from 1; the first of a CSV file names its columns."""

    def __init__(self, number: int, sentence: str) -> None:
        super().__init__(_("Line %(number)d: %(sentence)s") % {"number": number, "sentence": sentence})
        self.number = number
