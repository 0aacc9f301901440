"""The languages in which people write and are answered, each with its own name.

A new one also needs its closed lists (`language.lexicon`) and the offline model's wording.
"""

LANGUAGES = (("pt", "Português"), ("es", "Español"), ("en", "English"))
CODES = tuple(code for code, _name in LANGUAGES)


def beginning_with(code: str) -> tuple[str, ...]:
    """All of them, this one first: what is spoken while a message does not show its language.

    >>> beginning_with("es")
    ('es', 'pt', 'en')
    """
    return tuple(sorted(CODES, key=lambda each: each != code))
