"""Why a file cannot be read, as a code: the sentences are `agents.knowledge.why_not`'s."""


class Unreadable(Exception):
    """A file cannot be read; `code` says why, `about` what its sentence names."""

    def __init__(self, code: str, **about: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.about = about
