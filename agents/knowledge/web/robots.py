"""What a site's robots.txt allows, as RFC 9309 reads it.

None is a yes, one that cannot be read for now a no.
"""

from urllib.parse import urljoin
from urllib.robotparser import RobotFileParser

from agents.knowledge.errors import NotRead
from agents.knowledge.web.fetching import AGENT, KINDS, fetch

LONGEST_PAUSE = 5.0  # seconds between two pages, whatever a site asks for
FOR_NOW = frozenset({"web_status", "web_unreachable"})
PLAIN = dict.fromkeys((*KINDS, "application/octet-stream"), "txt")


class Robots:
    """One site's rules.

    >>> Robots.of("https://docs.example.com/plans", internal=False).allows(address)  # doctest: +SKIP
    True
    """

    def __init__(self, text: str) -> None:
        self._rules = RobotFileParser()
        self._rules.parse(text.splitlines())

    @classmethod
    def of(cls, address: str, *, internal: bool) -> "Robots":
        """The rules of the site that an address is on; one request.

        Raises NotRead where it cannot be read for now.
        """
        try:
            page = fetch(urljoin(address, "/robots.txt"), internal=internal, kinds=PLAIN)
        except NotRead as error:
            if error.reason in FOR_NOW:
                raise
            return cls("")
        return cls(page.content.decode("utf-8", "replace"))

    def allows(self, address: str) -> bool:
        return self._rules.can_fetch(AGENT, address)

    @property
    def pause(self) -> float:
        """Seconds to wait between two pages."""
        asked = self._rules.crawl_delay(AGENT)
        return min(float(asked or 0), LONGEST_PAUSE)
