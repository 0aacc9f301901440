"""The languages in which people write and are answered, each with its own name.

Each is a folder of `language/data`, found by looking.
"""

from language.language_data import languages, load

_ABOUT = {code: load(code, "language") for code in languages()}
LANGUAGES = tuple(
    (code, str(_ABOUT[code]["name"])) for code in sorted(_ABOUT, key=lambda code: _ABOUT[code]["place"])
)
CODES = tuple(code for code, _name in LANGUAGES)


def beginning_with(code: str) -> tuple[str, ...]:
    """All of them, this one first: what is spoken while a message does not show its language.

    >>> beginning_with("es")
    ('es', 'pt', 'en')
    """
    return tuple(sorted(CODES, key=lambda each: each != code))
