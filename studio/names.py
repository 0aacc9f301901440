"""Names for programs out of what people type."""

import re
import unicodedata

NAME = re.compile(r"[a-z0-9_]+")
OTHERS = re.compile(r"[^a-z0-9]+")


def as_name(text: str) -> str:
    """Small letters, digits and underscores; as it was where nothing of that kind would be left.

    >>> as_name("Migração de número")
    'migracao_de_numero'
    """
    text = text.strip()
    if NAME.fullmatch(text):
        return text
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return OTHERS.sub("_", plain.lower()).strip("_") or text
