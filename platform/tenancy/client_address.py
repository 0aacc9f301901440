"""Where a request comes from, for limits: what the proxies in front say, as far as this installation has any.

Each proxy appends to X-Forwarded-For the address that it was called from. With `PROXY_HOPS` of them in front,
the entry so many from the end is written by the outermost of ours; what stands before it is anybody's word.

>>> of(request)     # PROXY_HOPS=1, X-Forwarded-For: 9.9.9.9, 203.0.113.7
'203.0.113.7'
"""

import logging
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

logger = logging.getLogger(__name__)
NETWORK_BITS = 64  # what one customer of a provider gets of IPv6: the rest is theirs to choose
_said = False


def of(request: HttpRequest) -> str:
    """The address that a request is counted under; of IPv6 the network."""
    peer = str(request.META.get("REMOTE_ADDR") or "")
    return _plain(_read_forwarded(request) or peer) or peer


def _read_forwarded(request: HttpRequest) -> str:
    global _said
    hops = settings.PROXY_HOPS
    if not hops:
        return ""
    given = [
        entry.strip() for entry in request.headers.get("x-forwarded-for", "").split(",") if entry.strip()
    ]
    if not given and not _said:
        _said = True
        logger.warning("The proxy in front sends no X-Forwarded-For: all callers are counted as one address")
    return given[-min(hops, len(given))] if given else ""


def _plain(text: str) -> str:
    """An address without its port; empty when it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        host = text[1:].partition("]")[0] if text.startswith("[") else text.rpartition(":")[0]
        try:
            found = ip_address(host)
        except ValueError:
            return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, NETWORK_BITS), strict=False).network_address)
