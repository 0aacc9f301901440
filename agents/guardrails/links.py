"""LINKS: a link or a picture goes to a host that the company names; any other is told as text, which opens nothing.

An answer's address may carry what a model was talked into giving away (OWASP LLM05:2025), and a page that draws
pictures asks for it unseen.
"""

import re
from functools import lru_cache
from urllib.parse import unquote

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Phase, Sees, allow
from conversations.turn import RailDecision

CODE = "LINKS"
COMPANIES = 64  # sets of hosts kept
# A Markdown link or picture, its closing end where the words before have left already, and a bare address.
REST = r"[^\s<>\"'`)\]]"
ADDRESS = rf"[a-z][a-z0-9+.-]{{1,20}}://{REST}+"
TARGET = rf"(?:{ADDRESS}|//{REST}+|(?:javascript|vbscript|data|file|blob):{REST}*)"
LINK = re.compile(
    rf"!?\[(?P<label>[^\]\n]*)\]\(\s*<?(?P<target>{TARGET})>?(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)"
    rf"|(?P<closing>\]\(\s*<?)(?P<rest>{TARGET})"
    rf"|(?P<bare>(?<![\w/]){ADDRESS})",
    re.IGNORECASE,
)
SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?(?://)?", re.IGNORECASE)
WEB = re.compile(r"^(?:https?:)?//", re.IGNORECASE)
NAMED = re.compile(r"(?<![\w.@-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?![\w-])", re.IGNORECASE)


class Links:
    """Takes the scheme off addresses of other hosts than those of the installation, its tool servers, the profile's prompts
    and its row's `phrases`, subdomains included."""

    code = CODE
    title = _("Links to hosts that nobody named")
    sees: Sees = "piece"
    phases: tuple[Phase, ...] = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        if ":" not in text and "//" not in text:
            return allow(self.code, about)
        listed = tuple(about.settings.get("phrases", ()))
        hosts = about.hosts | named_hosts(tuple(about.prompts)) | named_hosts(listed)
        foreign: list[str] = []

        def told(match: re.Match[str]) -> str:
            target = match["target"] or match["rest"] or match["bare"]
            if is_named(target, hosts):
                return match[0]
            foreign.append(host_of(target) or target[:40])
            bare = SCHEME.sub("", target)
            if match["target"]:
                return f"{match['label']} ({bare})" if match["label"] else bare
            return f"] ({bare}" if match["rest"] else bare

        left = LINK.sub(told, text)
        if not foreign:
            return allow(self.code, about)
        reason = f"not a named host: {', '.join(dict.fromkeys(foreign))}"
        return RailDecision(self.code, True, reason, left, {"mechanism": "deterministic"}, about.phase)


def is_named(address: str, hosts: frozenset[str]) -> bool:
    """Whether a web address goes to one of the hosts or to a part of one."""
    host = host_of(address)
    return bool(WEB.match(address)) and any(host == each or host.endswith(f".{each}") for each in hosts)


def host_of(address: str) -> str:
    r"""The host that a browser would ask (WHATWG URL: a backslash ends it, what stands before @ is a user).

    >>> host_of("https://hotel.example@evil.example/a"), host_of(r"https://evil.example\@hotel.example")
    ('evil.example', 'evil.example')
    """
    authority = re.split(r"[/\\?#]", WEB.sub("", address), maxsplit=1)[0]
    host = unquote(authority.rpartition("@")[2]).lower()
    return re.sub(r":\d*$", "", host).rstrip(".")


@lru_cache(maxsize=COMPANIES)
def named_hosts(texts: tuple[str, ...]) -> frozenset[str]:
    """The hosts that texts name, and this installation's own; without the "www." in front."""
    found = {match[0].lower() for text in texts for match in NAMED.finditer(text)}
    own = {host_of(settings.SITE_URL)} if settings.SITE_URL else set()
    return frozenset(host.removeprefix("www.") for host in found | own)
