"""What can go wrong with documents; each says what to do."""

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


class BadQuestions(KnowledgeError):
    """What was written is no list of questions with their files."""

    code = "bad_questions"
