"""What can go wrong with documents; each says what to do."""

from outbound.sentences import Sentence


class KnowledgeError(Exception):
    """The family. Its text is a sentence for people."""

    code = "knowledge_error"


class NotRead(KnowledgeError):
    """A file could not be read."""

    code = "not_read"

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)


class NotTaken(KnowledgeError):
    """A file is not taken as a document."""

    code = "document_not_taken"
