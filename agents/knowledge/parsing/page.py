"""Reads what a web page says of itself.

`python -m agents.knowledge.parsing.page PATH ADDRESS MEGABYTES SECONDS`.

One JSON line comes out, a `PageFacts`; of a sitemap only its addresses.
"""

import hashlib
import json
import re
import resource
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin
from xml.etree import ElementTree

from agents.knowledge.parsing.base import PageFacts
from agents.knowledge.parsing.text import decode, html

MOST_LINKS = 2000
DATED = (
    ("meta[property='article:modified_time']", "content"),
    ("meta[property='article:published_time']", "content"),
    ("meta[name='date']", "content"), ("time[datetime]", "datetime"),
)  # fmt: skip
SITEMAP = re.compile(rb"<(\w+:)?(urlset|sitemapindex)\b")


def read_facts(path: Path, address: str) -> PageFacts:
    """What a page or a sitemap says. Raises what its parser raises."""
    if SITEMAP.search(path.read_bytes()[:4096]):
        root = ElementTree.parse(path).getroot()  # noqa: S314 – a process of its own, with a limit of memory
        listed = [(each.text or "").strip() for each in root.iter() if each.tag.endswith("loc")]
        return PageFacts(links=tuple(filter(None, listed))[:MOST_LINKS], sitemap=True)
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(decode(path))
    base = _link(address, _attribute(tree, "base[href]", "href")) or address
    found = filter(None, (_link(base, node.attributes.get("href") or "") for node in tree.css("a[href]")))
    robots = _attribute(tree, "meta[name='robots' i]", "content").lower()
    digest = hashlib.sha256()
    for block in html(path):
        digest.update(f"{block.section}\n{block.text}\n".encode())
    return PageFacts(
        title=" ".join((_title(tree) or "").split())[:200],
        language=_attribute(tree, "html[lang]", "lang").split("-")[0].lower()[:8],
        dated=next(filter(None, (_day(_attribute(tree, *each)) for each in DATED)), ""),
        digest=digest.hexdigest(),
        links=tuple(dict.fromkeys(found))[:MOST_LINKS],
        noindex="noindex" in robots or "none" in robots,
        nofollow="nofollow" in robots or "none" in robots,
    )


def _link(base: str, href: str) -> str:
    """The whole address of a link to a page; empty where it is none."""
    try:
        found = urldefrag(urljoin(base, href))[0]
    except ValueError:
        return ""
    return found if found.startswith(("http://", "https://")) else ""


def _title(tree: Any) -> str:
    named = _attribute(tree, "meta[property='og:title']", "content")
    first = tree.css_first("title") or tree.css_first("h1")
    return named or (first.text() if first is not None else "")


def _attribute(tree: Any, selector: str, name: str) -> str:
    node = tree.css_first(selector)
    return (node.attributes.get(name) or "").strip() if node is not None else ""


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError:
        return ""


if __name__ == "__main__":
    limit, seconds = int(sys.argv[3]) * 2**20, int(sys.argv[4])
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    sys.stdout.write(json.dumps(asdict(read_facts(Path(sys.argv[1]), sys.argv[2]))))
