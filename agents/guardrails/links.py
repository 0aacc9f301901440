"""LINKS: a link or a picture goes to a host that the company names.

Any other is told as text, which opens nothing.

An answer's address may carry what a model was talked into giving away (OWASP LLM05:2025), and a page that
draws pictures asks for it unseen. Whoever draws the answer may read Markdown (CommonMark) or HTML, so the
addresses of both are read as they would: entities and backslashes undone, any number of slashes behind http
and https (WHATWG URL).
"""

import html
import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, allow, change
from conversations.turn import RailDecision

CODE = "LINKS"
COMPANIES = 64  # sets of hosts kept
REST = r"[^\s<>\"'`)\]]"
BARE = rf"[a-z][a-z0-9+.-]{{1,20}}://{REST}+"
TITLE = r"(?:\s{1,4}[\"'(][^\"'\n)]{0,200}[\"')])?"
LINK = re.compile(
    # A Markdown link or picture; its end, where the words before have left already; a reference's target.
    rf"!?\[(?P<label>[^\]\[\n]{{0,400}})\]\(\s{{0,4}}<?(?P<target>[^\s)>]{{1,2000}})>?{TITLE}\s{{0,4}}\)|"
    rf"(?P<opening>\]\(\s{{0,4}}<?|^\s{{0,3}}\[[^\]\[\n]{{1,200}}\]:\s{{0,4}}<?)(?P<rest>[^\s)>]{{1,2000}})|"
    r"(?P<attribute>\b(?:href|src|srcset|action|formaction|poster|background|data|style|ping|content|cite|"
    rf"manifest|xlink:href)\s{{0,4}}=\s{{0,4}})(?P<value>\"[^\"]{{0,2000}}\"?|'[^']{{0,2000}}'?|"
    rf"[^\s>\"']{{1,2000}})|(?P<bare>{BARE}|(?<![\w.@/-])www\.{REST}+)|(?P<script>\b(?:javascript|"
    rf"vbscript):(?=\S)|\bdata:text/html)|(?:url\(\s{{0,4}}[\"']?|@import\s{{1,4}}[\"']?|^\s{{0,8}}|"
    rf";\s{{0,4}}url\s{{0,4}}=\s{{0,4}})"
    rf"(?P<url>(?:https?:)?//(?:[\w-]{{1,63}}\.){{1,8}}[^\W\d_]{{2,24}}\b[^\s\"')>]{{0,2000}})",
    re.IGNORECASE | re.MULTILINE,
)
ROUNDS = 4
OPENING = re.compile(r"\]\(|\]:|[:=/\\]{2,}|=[\"']|(?<=\w):")  # what links are made with
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")  # CommonMark: a backslash before a sign
UNSEEN = re.compile(r"[\x00-\x20\u200b-\u200f\u2060\ufeff]")  # a browser leaves them out of an address
WEB = re.compile(r"^(?:https?:[/\\]*|[/\\]{2,})", re.IGNORECASE)
SIGNS = re.compile(
    r"//|\]\(|\]:|=|\\|www\.|script|data\s*:|url", re.IGNORECASE
)  # without one there is no link
SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
LOADS = re.compile(r"^(?:javascript|vbscript|data|file|blob|ftp|wss?):", re.IGNORECASE)
HARMLESS = re.compile(r"^(?:tel:[\d+() .-]+|mailto:[^?]+)$", re.IGNORECASE)
CANDIDATES = re.compile(r"(?:https?:)?[/\\]{2}[^\s,\"')]+", re.IGNORECASE)  # in one value
ENDS = ".,;:!?…»”’\"'*_|)"  # signs behind an address, and no part of it
NAMED = re.compile(r"(?<![\w.@-])(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_]{2,24}(?![\w-])")
HOST = r"[^\s<>\"'`)\]/\\?#]+"
ADDRESS = re.compile(rf"https?://({HOST})|(?<![\w.@/-])(www\.{HOST})", re.IGNORECASE)


class Links(Rail):
    """Takes what opens off addresses of other hosts than those of the installation, its tool servers,
    those that the profile's prompts link to, and those of its row's `phrases`, subdomains included.
    """

    code = CODE
    title = _("Links to hosts that nobody named")
    sees = "piece"
    phases = ("output",)
    stays_readable = True

    def check(self, text: str, about: About) -> RailDecision:
        if SIGNS.search(text) is None:
            return allow(self.code, about)
        listed = tuple(about.settings.get("phrases", ()))
        hosts = about.hosts | find_hosts(tuple(about.prompts)) | list_hosts(listed)
        links = _Links(hosts)
        left = links.rewrite_all(text)
        if not links.foreign:
            return allow(self.code, about)
        reason = f"not a named host: {', '.join(dict.fromkeys(links.foreign))}"
        return change(self.code, about, reason, left)


class _Links:
    """Rewrites the links of one text, each by its kind; `foreign` are the hosts that nobody named."""

    def __init__(self, hosts: frozenset[str]) -> None:
        self._hosts = hosts
        self.foreign: list[str] = []

    def rewrite_all(self, text: str) -> str:
        """The text without a foreign link.

        What is left of one may be the next ("![a](//![b](//x))", "blob:https://x"), so it is read again; what
        is still none after `ROUNDS` was made to go on, and nothing in it opens.
        """
        for _round in range(ROUNDS):
            count = len(self.foreign)
            text = LINK.sub(self.rewrite, text)
            if len(self.foreign) == count:
                return text
        return OPENING.sub(lambda sign: " ".join(sign[0]), text)

    def rewrite(self, match: re.Match[str]) -> str:
        """A link as it was written where it may stand, else as text."""
        return next(write(self, match) for kind, write in KINDS.items() if match[kind])

    def _script(self, match: re.Match[str]) -> str:
        self.foreign.append(match["script"])
        return ""

    def _style(self, match: re.Match[str]) -> str:
        """What a style sheet or a bare "//host" would load."""
        refused = self._refuse(match["url"])
        return match[0] if refused is None else match[0].replace(match["url"], "")

    def _attribute(self, match: re.Match[str]) -> str:
        """The value of an HTML attribute; srcset and style have several addresses."""
        value = match["value"]
        if not opens(read(value)):
            return match[0]
        several = [each for each in CANDIDATES.findall(html.unescape(value)) if not self._is_named(each)]
        refused = self._refuse(value, *several)
        return match[0] if refused is None else f'{match["attribute"]}""'

    def _mask_label(self, match: re.Match[str]) -> str:
        label = LINK.sub(self.rewrite, match["label"])
        refused = self._refuse(match["target"])
        if refused is None:
            return match[0].replace(match["label"], label, 1) if label else match[0]
        return f"{label} ({refused})" if label else refused

    def _rest(self, match: re.Match[str]) -> str:
        refused = self._refuse(match["rest"])
        if refused is None:
            return match[0]
        opening = match["opening"].rstrip("< ")
        return f"] ({refused}" if opening.endswith("(") else f"{opening.rstrip(':')} {refused}"

    def _bare(self, match: re.Match[str]) -> str:
        refused = self._refuse(match["bare"])
        return match[0] if refused is None else refused

    def _is_named(self, address: str) -> bool:
        return may_open(address, self._hosts)

    def _refuse(self, written: str, *several: str) -> str | None:
        """The text of an address that may not stand, or beside which `several` may not; None where it may."""
        address, plain = read(written), UNSEEN.sub("", written)  # a bare address is not unescaped
        if self._is_named(address) and (not WEB.match(plain) or self._is_named(plain)) and not several:
            return None
        self.foreign.append(host_of(address) or address[:40])
        return re.sub(r"^www\.", "", SCHEME.sub("", WEB.sub("", address)), flags=re.IGNORECASE)


# What becomes of each kind of link, by the group of `LINK` that finds it.
KINDS = {
    "script": _Links._script, "url": _Links._style, "value": _Links._attribute,
    "target": _Links._mask_label, "rest": _Links._rest, "bare": _Links._bare,
}  # fmt: skip


def read(written: str) -> str:
    """An address as whoever draws it reads it.

    >>> read("https&colon;//evil.example/a")
    'https://evil.example/a'
    """
    return UNSEEN.sub("", ESCAPED.sub(r"\1", html.unescape(written))).strip("\"'<>")


def opens(address: str) -> bool:
    """Whether the value of an HTML attribute names anything beyond this page's own site."""
    return bool(WEB.match(address) or LOADS.match(address) or "//" in address or "url(" in address.lower())


def may_open(address: str, hosts: frozenset[str]) -> bool:
    """Whether a link may go there.

    To a named host or a part of one, to this site itself, or to a telephone.
    """
    if WEB.match(address):
        host = host_of(address)
        return any(host == each or host.endswith(f".{each}") for each in hosts)
    if address.lower().startswith("www."):
        return may_open(f"//{address}", hosts)
    if SCHEME.match(address):
        return HARMLESS.match(address) is not None
    return "//" not in address and "url(" not in address.lower()


def host_of(address: str) -> str:
    r"""The host that a browser would ask (a backslash ends it, what stands before @ is a user).

    >>> host_of("https://hotel.example@evil.example/a"), host_of(r"https://evil.example\@hotel.example")
    ('evil.example', 'evil.example')
    """
    authority = re.split(r"[/\\?#]", WEB.sub("", address.rstrip(ENDS)), maxsplit=1)[0]
    host = unquote(authority.rpartition("@")[2]).lower()
    return re.sub(r":\d*$", "", host).rstrip(".").removeprefix("www.")


@lru_cache(maxsize=COMPANIES)
def find_hosts(texts: tuple[str, ...]) -> frozenset[str]:
    """The hosts that texts link to, and this installation's own; without the "www." in front.

    A name alone ("node.js", "precos.md") is none: it may be a file's.

    >>> sorted(find_hosts(("Leia precos.md e www.Seguro.example/a, ou https://pay.example.",)))
    ['pay.example', 'seguro.example']
    """
    linked = {host_of(f"//{match[1] or match[2]}") for text in texts for match in ADDRESS.finditer(text)}
    return frozenset(host for host in {host_of(settings.SITE_URL or ""), *linked} if host)


def list_hosts(texts: Iterable[str]) -> set[str]:
    """The hosts that texts name, with or without a scheme; without the "www." in front.

    >>> list_hosts(["pelo site www.Seguro.example/a"])
    {'seguro.example'}
    """
    found = set[str]()
    for text in texts:
        found |= {match[0].lower() for match in NAMED.finditer(text)}
        found |= {host_of(f"//{match[1] or match[2]}") for match in ADDRESS.finditer(text)}
    return {host.removeprefix("www.") for host in found if host}
