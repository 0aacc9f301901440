"""Walks from an address over the pages of its site, the nearest first, within bounds.

    for met in walk(Walk("https://docs.example.com", depth=1, most_pages=20), context.check): ...

A sitemap is walked as the list that it is; what robots.txt forbids is not asked for.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urldefrag

from django.conf import settings

from agents.knowledge import why_not
from agents.knowledge.errors import NotRead
from agents.knowledge.parsing.base import PageFacts
from agents.knowledge.reading import ROOT, environment
from agents.knowledge.web.fetching import FetchedPage, fetch, is_same_site
from agents.knowledge.web.robots import Robots
from outbound.sentences import Sentence

MOST_ASKED = 4  # addresses asked for one page that is wanted: links lead to much that is none
LONGEST_ADDRESS = 300
MARKUP = frozenset({"html", "xml"})
NOTHING = PageFacts()
PARSER = "agents.knowledge.parsing.page"
PARSING_SECONDS = 20  # of CPU, for one page


@dataclass(frozen=True, slots=True)
class Walk:
    """Where a walk begins, over how many links it goes (0: this page alone), and how many pages it takes at
    most.
    """

    address: str
    depth: int = 0
    most_pages: int = 1
    internal: bool = False


@dataclass(frozen=True, slots=True)
class MetPage:
    """A page that can be read, with what it says of itself; or why it cannot be (`error`)."""

    address: str
    page: FetchedPage | None = None
    facts: PageFacts = NOTHING
    error: Sentence | None = None
    reason: str = ""


def walk(begin: Walk, check: Callable[[], None]) -> Iterator[MetPage]:
    """Each page that is met; `check` is called before each request, and may raise to stop."""
    start = urldefrag(begin.address)[0]
    robots = Robots(internal=begin.internal)
    waiting, seen, taken = deque([(start, 0)]), {start}, 0
    left = begin.most_pages * MOST_ASKED
    while waiting and taken < begin.most_pages and left:
        check()
        left -= 1
        address, depth = waiting.popleft()
        met = _meet(address, robots, begin)
        if met.page is not None and met.page.address != address:
            if met.page.address in seen:
                continue  # another link leads to where this one was sent on to
            seen.add(met.page.address)
        if met.facts.sitemap:
            depth -= depth == 0  # the pages that a sitemap lists are as near as itself
        else:
            taken += met.page is not None
            yield met
        if met.facts.sitemap or (depth < begin.depth and not met.facts.nofollow):
            for link in met.facts.links:
                if link not in seen and len(link) <= LONGEST_ADDRESS and is_same_site(link, start):
                    seen.add(link)
                    waiting.append((link, depth + 1))
        time.sleep(robots.pause(address) if waiting else 0)


def _meet(address: str, robots: Robots, begin: Walk) -> MetPage:
    try:
        if not robots.allows(address):
            raise NotRead(why_not.sentence("web_robots", {}), "web_robots")
        page = fetch(address, internal=begin.internal, allows=robots.allows)
        facts = read_facts(page) if page.kind in MARKUP else NOTHING
        if page.kind == "xml" and not facts.sitemap:
            raise NotRead(why_not.sentence("web_type", {"said": "XML"}), "web_type")
        if facts.noindex:
            raise NotRead(why_not.sentence("web_noindex", {}), "web_noindex")
    except NotRead as error:
        return MetPage(address, error=error.sentence, reason=error.reason)
    return MetPage(address, page, facts)


def read_facts(page: FetchedPage) -> PageFacts:
    """The facts of a page or of a sitemap. Raises NotRead."""
    with tempfile.NamedTemporaryFile(prefix="page-") as file:
        file.write(page.content)
        file.flush()
        limits = str(settings.DOCUMENT_MEGABYTES_OF_MEMORY), str(PARSING_SECONDS)
        command = [sys.executable, "-m", PARSER, file.name, page.address, *limits]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, capture_output=True,
                timeout=PARSING_SECONDS * 2, check=True,
            )  # fmt: skip
            found = json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise NotRead(why_not.sentence("broken", {}), "broken") from error
    return PageFacts(**{**found, "links": tuple(found["links"])})
