"""The text of an API key: `sb_live_<8 characters>_<32 characters>`, the last six of them a checksum.

The checksum lets a scanner of leaked secrets, and our door, tell a key from noise without asking anybody.
"""

import hashlib
import re
import secrets
import string
import zlib

START = "sb_live_"
ALPHABET = string.digits + string.ascii_letters
SHAPE = re.compile(r"sb_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{26})([0-9A-Za-z]{6})\Z")


def generate() -> str:
    """A new key with 154 random bits after its prefix."""
    body = f"{START}{_random(8)}_{_random(26)}"
    return body + _checksum(body)


def prefix_of(plain: str) -> str:
    """The 8 characters a row is found by; empty when the text is no key of ours."""
    match = SHAPE.match(plain)
    if match is None or not secrets.compare_digest(_checksum(plain[:-6]), match[3]):
        return ""
    return match[1]


def digest(plain: str) -> str:
    """What is stored. A plain hash is enough: nobody guesses 154 random bits."""
    return hashlib.sha256(plain.encode()).hexdigest()


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = ""
    for _ in range(6):
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits
