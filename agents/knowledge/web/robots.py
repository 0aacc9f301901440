"""What a site's robots.txt allows, as RFC 9309 reads it.

None is a yes, one that cannot be read a no. The longest rule that matches decides, with its `*` and `$`.
"""

from urllib.parse import urljoin, urlsplit

from protego import Protego

from agents.knowledge import why_not
from agents.knowledge.errors import NotRead
from agents.knowledge.web.fetching import AGENT, KINDS, fetch

LONGEST_PAUSE = 5.0  # seconds between two pages, whatever a site asks for
MOST_BYTES = 500 * 1024  # what RFC 9309 wants read
FOR_NOW = frozenset({"web_status", "web_unreachable"})
WITHOUT_END = frozenset({"too_large", "web_loop"})
PLAIN = dict.fromkeys((*KINDS, "application/octet-stream"), "txt")


class Robots:
    """The rules of the sites that one walk meets; each is asked for its own once.

    >>> Robots(internal=False).allows("https://docs.example.com/plans")  # doctest: +SKIP
    True
    """

    def __init__(self, *, internal: bool) -> None:
        self._internal = internal
        self._known: dict[str, Protego] = {}

    def allows(self, address: str) -> bool:
        """Whether a page may be read. Raises NotRead where its site's rules cannot be."""
        return self._of(address).can_fetch(address, AGENT)

    def pause(self, address: str) -> float:
        """Seconds to wait after a page of a site."""
        rules = self._known.get(_site_of(address))
        return min(float(rules.crawl_delay(AGENT) or 0), LONGEST_PAUSE) if rules is not None else 0.0

    def _of(self, address: str) -> Protego:
        site = _site_of(address)
        if site not in self._known:
            self._known[site] = Protego.parse(self._ask(site))
        return self._known[site]

    def _ask(self, site: str) -> str:
        try:
            page = fetch(urljoin(site, "/robots.txt"), internal=self._internal, kinds=PLAIN)
        except NotRead as error:
            if error.reason in WITHOUT_END:
                raise _unreadable() from error
            if error.reason in FOR_NOW:
                raise
            return ""
        if len(page.content) > MOST_BYTES:
            raise _unreadable()
        return page.content.decode("utf-8-sig", "replace")


def _site_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _unreadable() -> NotRead:
    return NotRead(why_not.sentence("web_robots_unreadable", {}), "web_robots_unreadable")
