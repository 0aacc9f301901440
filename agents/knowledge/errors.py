"""What can go wrong with documents; each says what to do."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from outbound.sentences import Sentence


class KnowledgeError(Exception):
    """The family. Its text is a sentence for people."""

    code = "knowledge_error"


class NotRead(KnowledgeError):
    """A file could not be read; `reason` is the code of its sentence in `why_not`."""

    code = "not_read"

    def __init__(self, sentence: Sentence, reason: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.reason = reason


class NotTaken(KnowledgeError):
    """A file is not taken as a document."""

    code = "document_not_taken"
    status = 422
    title = gettext_lazy("The document is not taken")


class DocumentTooLarge(NotTaken):
    """It has more bytes than a document may."""

    code = "document_too_large"
    status = 413


class ThereAlready(NotTaken):
    """One of the same content is there."""

    code = "document_there"
    status = 409


class NoRoom(NotTaken):
    """A user has as many documents as one may."""

    code = "no_room_for_documents"
    status = 409


class NoSuchDocument(KnowledgeError):
    """A document that this user does not have."""

    code = "unknown_document"
    status = 404
    title = gettext_lazy("No such document")

    def __init__(self) -> None:
        super().__init__(_("There is no document of yours with this id. GET the list to see those that are."))


class AlreadyReading(KnowledgeError):
    """The pages of an address are being read at this moment."""

    code = "already_reading"


class BadQuestions(KnowledgeError):
    """What was written is no list of questions with their files."""

    code = "bad_questions"
