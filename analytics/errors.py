"""What can be wrong with the days that are asked for."""


class BadPeriod(ValueError):
    """Days that cannot be looked at; `field` is the one to correct: from or to."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
