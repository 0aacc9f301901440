"""What language refuses of what a company wrote. Why there are no vectors is told by `embedder/errors.py`."""


class SlotPatternError(ValueError):
    """A slot's pattern cannot be used; the sentence says why and what to do."""

    code = "slot_pattern"
