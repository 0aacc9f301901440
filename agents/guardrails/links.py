"""LINKS: a link or a picture goes to a host that the company names.

Any other is told as text, which opens nothing.

An answer's address may carry what a model was talked into giving away (OWASP LLM05:2025), and a page that
draws pictures asks for it unseen. Whoever draws the answer may read Markdown (CommonMark) or HTML, so the
addresses of both are read as they would: entities and backslashes undone, any number of slashes behind http
and https (WHATWG URL).
"""

import html
import re
from functools import lru_cache
from urllib.parse import unquote

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees, allow
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
ADDRESS = re.compile(r"https?://([^\s<>\"'`)\]/\\?#]+)", re.IGNORECASE)


class Links:
    """Takes what opens off addresses of other hosts than those of the installation, its tool servers, the
    profile's prompts and its row's `phrases`, subdomains included.
    """

    code = CODE
    title = _("Links to hosts that nobody named")
    sees: Sees = "piece"
    phases: tuple[Phase, ...] = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        if SIGNS.search(text) is None:
            return allow(self.code, about)
        listed = tuple(about.settings.get("phrases", ()))
        hosts = about.hosts | find_hosts(tuple(about.prompts)) | find_hosts(listed)
        foreign: list[str] = []

        def replace(match: re.Match[str]) -> str:
            if match["script"]:
                foreign.append(match["script"])
                return ""
            if match["url"]:
                return _of_style(match, hosts, foreign)
            written = match["target"] or match["rest"] or match["value"] or match["bare"]
            address, plain = read(written), UNSEEN.sub("", written)  # a bare address is not unescaped
            if match["value"] and not opens(address):
                return match[0]
            label = LINK.sub(replace, match["label"]) if match["label"] else ""
            named = may_open(address, hosts) and (not WEB.match(plain) or may_open(plain, hosts))
            if match["value"] and any(
                not may_open(each, hosts) for each in CANDIDATES.findall(html.unescape(written))
            ):
                named = False  # one of several: srcset, style
            if named:
                return match[0].replace(match["label"], label, 1) if label else match[0]
            foreign.append(host_of(address) or address[:40])
            return _as_text(match, label, address)

        left = LINK.sub(replace, text)
        if not foreign:
            return allow(self.code, about)
        reason = f"not a named host: {', '.join(dict.fromkeys(foreign))}"
        return RailDecision(self.code, True, reason, left, {"mechanism": "deterministic"}, about.phase)


def _of_style(match: re.Match[str], hosts: frozenset[str], foreign: list[str]) -> str:
    """What a style sheet or a bare "//host" would load."""
    address = read(match["url"])
    if may_open(address, hosts):
        return match[0]
    foreign.append(host_of(address) or address[:40])
    return match[0].replace(match["url"], "")


def _as_text(match: re.Match[str], label: str, address: str) -> str:
    if match["value"]:
        return f'{match["attribute"]}""'
    bare = re.sub(r"^www\.", "", SCHEME.sub("", WEB.sub("", address)), flags=re.IGNORECASE)
    if match["target"]:
        return f"{label} ({bare})" if label else bare
    if match["rest"]:
        opening = match["opening"].rstrip("< ")
        return f"] ({bare}" if opening.endswith("(") else f"{opening.rstrip(':')} {bare}"
    return bare


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
    """The hosts that texts name, and this installation's own; without the "www." in front."""
    found = {match[0].lower() for text in texts for match in NAMED.finditer(text)}
    found |= {host_of(f"//{match[1]}") for text in texts for match in ADDRESS.finditer(text)}
    own = {host_of(settings.SITE_URL)} if settings.SITE_URL else set()
    return frozenset(host.removeprefix("www.") for host in found | own if host)
