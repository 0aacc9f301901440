"""A message that is written like an e-mail: its body without greeting, signature and quoted lines.

>>> body("Olá,\\n\\nminha fatura veio alta.\\n\\nAtenciosamente,\\nJoão")
'minha fatura veio alta.'
"""

import re

from language.lexicon import joined
from language.lexicon.phrase import plain

_GREETINGS = joined("GREETINGS")
_SIGN_OFFS = joined("SIGN_OFFS")
_QUOTED = re.compile(r"^\s*[>|]")
_QUOTE_HEAD = re.compile(
    r"^\s*(?:on\b.{4,}\bwrote|em\b.{4,}\bescreveu|el\b.{4,}\bescribi[oó]|-{2,}\s*(?:original message|"
    r"mensagem original|mensaje original|forwarded).*)\s*:?\s*-*\s*$",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(r"^\s*--\s*$")
_HEADER = re.compile(
    r"^\s*(?:from|de|to|para|subject|assunto|asunto|sent|enviad[oa]( em| el)?|cc)\s*:\s*\S", re.IGNORECASE
)
_SIGNED_LINES = 4  # what may follow a closing formula: a name, a position, a telephone


def body(text: str) -> str:
    """`text` without what a mail program or politeness put around it; unchanged when nothing would remain."""
    if "\n" not in text:
        return text
    lines: list[str] = []
    for line in text.splitlines():
        if _SIGNATURE.match(line) or _QUOTE_HEAD.match(line):
            break
        if not _QUOTED.match(line) and not (_HEADER.match(line) and not any(map(str.strip, lines))):
            lines.append(line)
    lines = _unsigned(lines)
    while lines and (not lines[0].strip() or _greets(lines[0])):
        lines.pop(0)
    kept = "\n".join(lines).strip()
    return kept or text


def _unsigned(lines: list[str]) -> list[str]:
    """Without the closing formula and what follows it, near the end."""
    written = [number for number, line in enumerate(lines) if line.strip()]
    for number in written[-_SIGNED_LINES:]:
        if " ".join(plain(lines[number])) in _SIGN_OFFS and number > written[0]:
            return lines[:number]
    return lines


def _greets(line: str) -> bool:
    """Whether a line is a greeting and at most three words more: "Olá, equipe!", "Dear Mr Smith,"."""
    said = plain(line)
    if " ".join(said) in _GREETINGS:
        return True
    short = line.rstrip().endswith((",", ":", "!")) or line.strip()[-1:].isalpha()
    return short and any(
        " ".join(said[:length]) in _GREETINGS and len(said) - length <= 3 and _names(line, len(said) - length)
        for length in (3, 2, 1)
    )


def _names(line: str, count: int) -> bool:
    words = re.findall(r"[^\W\d_]+", line)[-count:] if count else []
    return all(word[:1].isupper() or " ".join(plain(word)) in _GREETINGS for word in words)
