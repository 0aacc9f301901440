"""A message that is written like an e-mail: its body without greeting, signature and quoted lines.

>>> body("Olá,\\n\\nminha fatura veio alta.\\n\\nAtenciosamente,\\nJoão")
'minha fatura veio alta.'

mail-parser-reply was tried for it: its patterns take the square of a text's length (1.1 s for 4 000 empty
lines, where 32 000 characters must take less than 0.5 s), it leaves quoted lines between lines of one's own
and a quotation's head that is broken in two, and it does not tell where the parts stand.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from language.lexicon import LANGUAGES, begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.normalise import normalise

_GREETINGS = join_languages("GREETINGS")
_SIGN_OFFS = join_languages("SIGN_OFFS")
_DISCLAIMERS = first_words(join_languages("DISCLAIMERS"))
_SIGNED_LINES = 4  # what may follow a closing formula: a name, a position, a telephone
_LINE = 400  # characters of a line that are looked at: a longer one is nobody's header


def _any_of(*names: str) -> str:
    """A pattern for any phrase of these lists."""
    return "|".join(
        sorted(
            map(re.escape, (phrase for name in names for phrase in join_languages(name))),
            key=len,
            reverse=True,
        )
    )


_QUOTED = re.compile(r"^\s*[>|]")
_MARK = re.compile(rf"^\s*[-_]{{2,}}\s*(?:{_any_of('QUOTED_MARKS')}).*$")
_WROTE = re.compile(
    "|".join(
        rf"^\s*{lists.WROTE_BEGINS[0]}\b.{{4,}}\b{lists.WROTE_ENDS[0]}\s*:?\s*$"
        for lists in LANGUAGES.values()
    )
)
# A mail program breaks the line above a quotation: "On Tue, 3 May 2026 at 10:00, Support" / "<a@b.co>
# wrote:".
_HEAD_BEGINS = re.compile(rf"^\s*(?:{_any_of('WROTE_BEGINS')})\b.*\d")
_HEAD_ENDS = re.compile(rf"\b(?:{_any_of('WROTE_ENDS')})\s*:\s*$")
_SIGNATURE = re.compile(r"^\s*(?:--|__+|—)\s*$")
_HEADER = re.compile(rf"^\s*(?:{_any_of('HEADER_FROM', 'HEADER_ABOUT', 'HEADER_OTHERS')})\s*:\s*\S")
# The headers of a mail that is answered, without any mark: who wrote, and then when or to whom.
_FROM = re.compile(rf"^\s*(?:{_any_of('HEADER_FROM')})\s*:\s*\S")
_AND_SENT = re.compile(rf"^\s*(?:{_any_of('HEADER_OTHERS')})\s*:\s*\S")
_SUBJECT = re.compile(rf"^\s*(?:{_any_of('HEADER_ABOUT')})\s*:\s*(?P<about>\S.*)$", re.IGNORECASE)
_OLD_SUBJECT = re.compile(rf"(?:{_any_of('ANSWERED')})\s*:", re.IGNORECASE)

Span = tuple[int, int]


class QuotedLines(NamedTuple):
    """Lines that are no part of what is said, and what they are."""

    words: str
    kind: Literal["quoted", "header", "signature", "disclaimer", "greeting"]


def body(text: str) -> str:
    """`text` without what a mail program or politeness put around it; unchanged when nothing would remain."""
    return parts(text)[0] if "\n" in text else text


def parts(text: str) -> tuple[str, tuple[QuotedLines, ...]]:
    """The body, and what was left out around it.

    The subject stays, unless it is that of a mail answered to.
    """
    if "\n" not in text:
        return text, ()
    left: list[QuotedLines] = []
    subject, lines = _remove_quotes(text.splitlines(), left)
    lines = _remove_signature(lines, left)
    first = 0
    while first < len(lines) and (not lines[first].strip() or _greets(lines[first])):
        if lines[first].strip():
            left.append(QuotedLines(lines[first].strip(), "greeting"))
        first += 1
    kept = "\n".join([*subject, *lines[first:]]).strip()
    return (kept, tuple(left)) if kept else (text, ())


def around(text: str) -> tuple[list[Span], list[Span]]:
    """Where the lines stand that are no part of what a mail says, and where its subject does, which says it
    too.

    >>> around("Assunto: cotação\\n\\nBom dia,\\n\\npreciso do preço")
    ([(0, 9), (18, 26)], [(9, 16)])
    """
    left, subjects, at = [], [], 0
    kept = [line.strip() for line in body(text).splitlines()]
    if "\n" not in text or kept == [line.strip() for line in text.splitlines()]:
        return [], []
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        about = _SUBJECT.match(stripped)
        span = (at, at + len(line.rstrip()))
        at += len(line)
        while stripped and kept and not kept[0]:
            kept.pop(0)
        if stripped and kept and stripped == kept[0]:
            kept.pop(0)
        elif about and kept and about["about"].rstrip() == kept[0]:
            kept.pop(0)
            begins = span[0] + line.index(about["about"])
            left.append((span[0], begins))
            subjects.append((begins, span[1]))
        elif stripped:
            left.append(span)
    return left, subjects


def _remove_quotes(written: list[str], left: list[QuotedLines]) -> tuple[list[str], list[str]]:
    """The subject, and the lines without quoted lines, headers, and whatever follows a signature's mark, a
    quotation's head or a disclaimer.
    """
    about: list[str] = []
    lines: list[str] = []
    begun = False  # something was said
    for number, line in enumerate(written):
        short = normalise(line[:_LINE])
        if not short.strip():
            lines.append(line)
            continue
        if _QUOTED.match(short):
            left.append(QuotedLines(line.strip(), "quoted"))
            continue
        following = normalise(written[number + 1][:_LINE]) if number + 1 < len(written) else ""
        kind = _ends(short, following, begun)
        if kind is not None:
            left.append(QuotedLines("\n".join(written[number:]).strip(), kind))
            break
        if not begun and number + 1 < len(written) and _OLD_SUBJECT.match(short.strip()):
            left.append(QuotedLines(line.strip(), "header"))
            continue
        if not begun and _HEADER.match(short):
            subject = _SUBJECT.match(line)
            if subject and not _OLD_SUBJECT.match(subject["about"]):
                about.append(subject["about"].rstrip())
            else:
                left.append(QuotedLines(line.strip(), "header"))
            continue
        begun = True
        lines.append(line)
    return about, lines


def _ends(line: str, following: str, begun: bool) -> Literal["quoted", "signature", "disclaimer"] | None:
    """Whether what is said ends above this line, and why."""
    if _SIGNATURE.match(line):
        return "signature"
    if _MARK.match(line) or _WROTE.match(line) or (_HEAD_BEGINS.match(line) and _HEAD_ENDS.search(following)):
        return "quoted"
    if begun and _FROM.match(line) and _AND_SENT.match(following):
        return "quoted"
    return "disclaimer" if begun and begins(plain(line[:80]), _DISCLAIMERS) else None


def _remove_signature(lines: list[str], left: list[QuotedLines]) -> list[str]:
    """Without the closing formula and what follows it, near the end."""
    written = [number for number, line in enumerate(lines) if line.strip()]
    for number in written[-_SIGNED_LINES:]:
        if number > written[0] and _signs_off(lines[number]):
            left.append(QuotedLines("\n".join(lines[number:]).strip(), "signature"))
            return lines[:number]
    return lines


def _signs_off(line: str) -> bool:
    tokens = plain(line[:_LINE])
    return " ".join(tokens) in _SIGN_OFFS


def _greets(line: str) -> bool:
    """Whether a line is a greeting and at most three words more: "Olá, equipe!", "Dear Mr Smith,"."""
    tokens = plain(line[:_LINE])
    if " ".join(tokens) in _GREETINGS:
        return True
    short = line.rstrip().endswith((",", ":", "!")) or line.strip()[-1:].isalpha()
    return short and any(
        " ".join(tokens[:length]) in _GREETINGS
        and len(tokens) - length <= 3
        and _names(line, tokens[length:])
        for length in (3, 2, 1)
    )


def _names(line: str, rest: Sequence[str]) -> bool:
    found = re.findall(r"[^\W\d_]+", line)[-len(rest) :] if rest else []
    return all(word[:1].isupper() or " ".join(plain(word)) in _GREETINGS for word in found)
