"""Secrets in other people's words: taken out before anything of them is kept or told.

What is known is what this process has opened (`learn`) or was started with; what only looks like a secret is
known by its shape. A provider that refuses a key likes to say the key.
"""

import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import count
from typing import Any

from django.conf import settings

MASK = "•••"
SHORTEST = 8  # characters of a secret that is looked for: a shorter one would be found in common words
MOST = 4096  # secrets of a process
SECRET_NAMES = re.compile(r"(?:KEY|KEYS|TOKEN|SECRET|PASSWORD|PASSWD)$")
_learnt: dict[str, None] = {}
_changes = count(1)
_changed = 0  # a number of what was learnt last, by which the pattern of it is kept

# What stands after the name of a secret; the name itself stays, so that one can read what is wrong.
NAMED = re.compile(
    r"(?i)((?:api|access|auth|secret|private|session|bearer)[-_ ]?(?:key|token)(?:\s+provided)?|client[-_ "
    r"]?secret|password|passwd|pwd|secret|authorization|x-api-key)(\\?[\"']?\s*[:=]\s*\\?[\"']?)((?:bearer|"
    r"basic|token)\s+)?[^\s\"',;&<>{}()\[\]\\]{4,}"
)
# Shapes that nothing else has, and those that in a user's words may be something else.
CERTAIN = (
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    r"(?<![\w-])eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?",  # a JSON web token
    r"\b(?:sk|pk|rk)[-_](?=[\w*-]{0,200}[\d*])[\w*-]{16,}",  # OpenAI, Anthropic, Stripe ...
    r"\bsb_live_[0-9A-Za-z_]{6,}",  # our own
    r"\b(?:AKIA|ASIA)[0-9A-Z]{12,}",
    r"\bAIza[\w-]{20,}",
    r"\bya29\.[\w.-]{8,}",
    r"\b(?:gh[pousr]_|github_pat_|glpat-|hf_|gsk_|xai-|whsec_|npm_)[\w-]{8,}",
    r"\bxox[a-z]-[\w-]{8,}",
    r"\b\d{8,10}:[\w-]{30,}",  # a bot of Telegram
    r"(?<=://)[^\s/@:]+:[^\s/@]+(?=@)",  # in an address
)
DOUBTFUL = (
    r"\b(?:sk|pk|rk)[-_](?=[\w*-]{0,200}[\d*])[\w*-]{6,}",
    r"(?<![\w-])[\w-]{2,}\*{3,}[\w*-]*",  # one that the other side has masked in part
    r"(?i:\bbearer\s+)(?=\S*[\d._~+/=])[\w.~+/=-]{8,}",
    r"(?i:\bbasic\s+)(?=\S*[\d=])[\w+/=]{8,}",
)
SHAPES = re.compile("|".join(CERTAIN + DOUBTFUL), re.DOTALL)
PASTED = re.compile("|".join(CERTAIN), re.DOTALL)
# A password as people tell one: behind its name, with something in it that words have not.
TOLD = re.compile(
    r"(?i)\b((?:password|passwd|passphrase|senha|contraseña|mot de passe|(?:api|secret|access)[-_ ]?(?:key|"
    r"token))\s{0,3}(?:[:=]|\b(?:is|é|es|est)\b)\s{0,3}[\"']?)(?=\S{0,200}[\d!@#$%&*_])[^\s\"'<>]{4,}"
)


def learn(secret: str) -> None:
    """A secret that this process has opened; from now on nobody is told it."""
    global _changed
    if len(secret) >= SHORTEST and secret not in _learnt:
        _learnt[secret] = None
        while len(_learnt) > MOST:
            _learnt.pop(next(iter(_learnt)), None)
        _changed = next(_changes)


def redact(text: str) -> str:
    """A text without secrets.

    >>> redact("Incorrect API key provided: sk-proj-1234abcd. Ask https://me:pass1@example.com")
    'Incorrect API key provided: ••• Ask https://•••@example.com'
    """
    known = _compile_known(_changed, _own())
    left = known.sub(MASK, text) if known else str(text)
    left = SHAPES.sub(MASK, NAMED.sub(rf"\1\2\3{MASK}", left))
    return left if left != text else text  # a sentence that holds none stays one


def redact_message(text: str) -> str:
    """What a user wrote, without the passwords and keys in it.

    >>> redact_message("minha senha é azul123, e a chave AKIAIOSFODNN7EXAMPLE")
    'minha senha é ••• e a chave •••'
    """
    return PASTED.sub(MASK, TOLD.sub(rf"\1{MASK}", text))


def redact_json(value: Any) -> Any:
    """A JSON value of which no text holds a secret."""
    return map_texts(redact, value)


def without_known(value: Any) -> Any:
    """A JSON value of which no text holds a secret that is known.

    One that only looks like it may be somebody's data.
    """
    known = _compile_known(_changed, _own())
    return map_texts(partial(known.sub, MASK), value) if known else value


def map_texts(change: Callable[[str], str], value: Any, with_names: bool = False) -> Any:
    """A JSON value with each of its texts changed; with the names of its fields, if wanted."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {
            change(name) if with_names else name: map_texts(change, each, with_names)
            for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [map_texts(change, each, with_names) for each in value]
    return value


def _own() -> tuple[str, ...]:
    """What the process was started with."""
    return (settings.SECRET_KEY, *settings.FIELD_KEYS, settings.OPENAI_API_KEY, settings.EMBEDDINGS_API_KEY)


@lru_cache(maxsize=2)
def _compile_known(changed: int, own: tuple[str, ...]) -> re.Pattern[str] | None:
    named = (value for name, value in os.environ.items() if SECRET_NAMES.search(name))
    found = {each for each in (*list(_learnt), *own, *named) if len(each) >= SHORTEST}
    longest_first = sorted(found, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))) if found else None
