"""Which addresses may be called, and what a row's address means."""

import ipaddress
import os
import re
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from outbound.errors import UnknownVariable
from outbound.sentences import Sentence as _

IP = IPv4Address | IPv6Address

VARIABLE = re.compile(r"\$\{ENV:([A-Za-z_][A-Za-z0-9_]*)\}")
# Names of what stands in a query and opens something.
SECRETS = re.compile(
    r"(token|secret|password|apikey|(?-i:[a-z]Key))$|(^|[_-])(key|passwd|pwd|auth|authorization|"
    r"credentials?)$",
    re.IGNORECASE,
)
# Addresses of cloud providers' metadata services that the general classes miss on Python 3.11.
METADATA = tuple(ipaddress.ip_network(text) for text in ("192.0.0.0/24", "168.63.129.16/32", "100.64.0.0/10"))
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def resolve_row_url(text: str) -> str:
    """A row's address with its `${ENV:NAME}` filled in, for the names settings allow.

    >>> resolve_row_url("${ENV:DEMO_TELECOM_URL}/mcp")
    'http://127.0.0.1:8100/mcp'
    """

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name not in settings.ROW_ENVIRONMENT:
            raise UnknownVariable(name, _("rows may only use the names in SWITCHBOARD_ROW_ENVIRONMENT"))
        if not os.environ.get(name):
            raise UnknownVariable(name, _("is not set in the environment"))
        return os.environ[name]

    return VARIABLE.sub(value, text.strip())


def check(text: str) -> None:
    """Refuses what no row may have as its address; raises ValidationError with what to do instead.

    >>> check("https://ana:1234@tools.example.com")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['An address holds no user and no password ...']
    """
    unknown = sorted(set(VARIABLE.findall(text)) - set(settings.ROW_ENVIRONMENT))
    if unknown:
        raise ValidationError(
            gettext("${ENV:%(name)s} may not be used here. Names that may: %(known)s.")
            % {"name": unknown[0], "known": ", ".join(settings.ROW_ENVIRONMENT) or "–"}
        )
    # Where a variable begins it stands for scheme and machine, elsewhere for a part of either.
    plain = VARIABLE.sub(
        "variable", VARIABLE.sub("http://variable", text, count=1) if text.startswith("$") else text
    )
    if "${" in plain:
        raise ValidationError(
            gettext("A variable is written ${ENV:NAME}, with a name that may be used here.")
        )
    try:
        parts = urlsplit(plain)
        host, _port = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme.lower() not in {"http", "https"} or not host or re.search(r"[\s\\\x00-\x1f]", plain):
        raise ValidationError(
            gettext("An address begins with https:// and names a machine: https://tools.example.com.")
        )
    if "@" in parts.netloc:
        raise ValidationError(
            gettext(
                "An address holds no user and no password: what opens it goes into the field for the token "
                "or key."
            )
        )
    if any(SECRETS.search(name) for name, _value in parse_qsl(parts.query, keep_blank_values=True)):
        raise ValidationError(
            gettext("An address holds no key: what opens it goes into the field for the token or key.")
        )


def host_allowed(host: str) -> bool:
    """Whether an operator has allowed this host by name, whatever its address."""
    return host.lower().rstrip(".") in {name.lower() for name in settings.OUTBOUND_ALLOWED_HOSTS}


def refusal(address: str) -> str:
    """Why this IP address may not be called; empty when it may.

    >>> refusal("169.254.169.254")
    'it is a link-local address'
    """
    ip = _innermost(ipaddress.ip_address(address.split("%")[0]))
    if ip.is_loopback:
        return "" if settings.OUTBOUND_ALLOW_LOOPBACK else _("it is this machine's own address")
    if ip.is_link_local:
        return _("it is a link-local address")
    if ip.is_multicast or ip.is_unspecified or ip.is_reserved:
        return _("it is not the address of one machine")
    if any(ip in network for network in METADATA if network.version == ip.version):
        return _("it belongs to a provider's internal services")
    if not ip.is_global or (isinstance(ip, IPv6Address) and ip.is_site_local):
        return _("it is a private address")
    return ""


def _innermost(ip: IP) -> IP:
    """The IPv4 address inside an IPv6 form of it: the rules are about where a packet ends up."""
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and ip in NAT64:
            inner = IPv4Address(int(ip) & 0xFFFF_FFFF)
        return inner or ip
    return ip
