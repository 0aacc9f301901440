"""An answer's Markdown in what a channel can show: plain text, WhatsApp's marks, Telegram's HTML.

Only closed pairs are read as marks: half a pair, as a long text cut in two leaves, stays as it was written.
"""

import html
import re

from language.sentences import find_sentences

FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"!?\[([^\]\n]+)\]\((https?://[^)\s]+)\)")
BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
ITALIC = re.compile(r"(?<![\w*_])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\w*_])")
STRUCK = re.compile(r"~~(?=\S)(.+?)(?<=\S)~~")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
BULLET = re.compile(r"^([ \t]*)[*+-][ \t]+", re.MULTILINE)


def plain(text: str) -> str:
    """Without marks; a link's address follows its words.

    >>> plain("**Fatura** `INV001`: [abrir](https://x.example/a)")
    'Fatura INV001: abrir (https://x.example/a)'
    """
    text = FENCE.sub(lambda found: found[1], text)
    text = LINK.sub(_write_named, CODE.sub(r"\1", text))
    text = STRUCK.sub(r"\1", ITALIC.sub(r"\2", BOLD.sub(r"\2", HEADING.sub(r"\1", text))))
    return BULLET.sub(r"\1- ", text).strip()


def whatsapp(text: str) -> str:
    """WhatsApp's own marks: *bold*, _italic_, ~struck~, ```code```.

    >>> whatsapp("# Fatura\\n**INV001** é *alta*")
    '*Fatura*\\n*INV001* é _alta_'
    """
    text = LINK.sub(_write_named, BULLET.sub(r"\1- ", text))
    text = ITALIC.sub(r"_\2_", text)
    return STRUCK.sub(r"~\1~", BOLD.sub(r"*\2*", HEADING.sub(r"*\1*", text))).strip()


def telegram(text: str) -> str:
    """The HTML that Telegram allows; everything else is escaped.

    >>> telegram("**1 < 2** e `a&b`")
    '<b>1 &lt; 2</b> e <code>a&amp;b</code>'
    """
    kept: list[str] = []

    def keep(made: str) -> str:
        kept.append(made)
        return f"\x01{len(kept) - 1}\x02"  # nothing that a user can write: controls are taken out first

    text = html.escape(text.replace("\x01", "").replace("\x02", ""), quote=False)
    text = FENCE.sub(lambda found: keep(f"<pre>{found[1].rstrip()}</pre>"), text)
    text = CODE.sub(lambda found: keep(f"<code>{found[1]}</code>"), text)
    text = LINK.sub(
        lambda found: keep('<a href="{}">{}</a>'.format(found[2].replace('"', "%22"), found[1])), text
    )
    text = BULLET.sub(r"\1• ", text)
    text = STRUCK.sub(r"<s>\1</s>", text)
    text = BOLD.sub(r"<b>\2</b>", HEADING.sub(r"<b>\1</b>", text))
    text = ITALIC.sub(lambda found: found[0] if "<" in found[2] else f"<i>{found[2]}</i>", text)
    return re.sub(r"\x01(\d+)\x02", lambda found: kept[int(found[1])], text).strip()


def split(text: str, longest: int) -> list[str]:
    """A text in pieces, cut between paragraphs, else lines, else sentences, else words.

    Lengths are UTF-16 units, as Telegram counts them.

    >>> split("Um. Dois. Três.", 9)
    ['Um. Dois.', 'Três.']
    """
    pieces: list[str] = []
    text = text.strip()
    while _size(text) > longest:
        head = _head(text, longest)
        cut = max(head.rfind("\n\n"), 0) or max(head.rfind("\n"), 0)
        cut = cut or max(begin for begin, _end, _following in find_sentences(head))
        cut = cut or max(head.rfind(" "), 0) or len(head)
        pieces.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*pieces, text] if text else pieces


def _size(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _head(text: str, longest: int) -> str:
    """As much of the text as fits, and the character after it, so that a break just there counts."""
    encoded = text.encode("utf-16-le", "surrogatepass")[: longest * 2]
    fits = encoded.decode("utf-16-le", "ignore")
    return fits + (text[len(fits)] if text[len(fits) : len(fits) + 1].isspace() else "")


def _write_named(found: "re.Match[str]") -> str:
    words, address = found[1], found[2]
    return words if words == address else f"{words} ({address})"
