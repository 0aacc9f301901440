"""What an installation must not start with: `manage.py check` lists it, a server or worker says it and ends.

>>> refusal()   # with APP_ENV=production and nothing else set
'SECRET_KEY is not set. Give it 50 random characters or more ...'
"""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

from config import extras
from delivery import stream
from language import embedder
from telemetry import logs
from tenancy.rates import Rate, read_company_rates
from tenancy.roles import GroupRole


@register("switchboard")
def installation(**_given: Any) -> list[CheckMessage]:
    """Everything that is wrong with the settings of this installation."""
    return [
        *_processes(),
        *_rates(),
        *_log_level(),
        *_embedder(),
        *_sign_on(),
        *_extras(),
        *_stream(),
        *(_production() if settings.PRODUCTION else ()),
    ]


def refusal() -> str:
    """The same as sentences for who starts a process; empty when nothing is wrong."""
    return " ".join(f"{found.msg} {found.hint}" for found in installation())


def web_processes() -> int:
    """How many there are behind this one's address."""
    configured: int = settings.WEB_CONCURRENCY
    return max(configured, _count_workers(sys.argv))


def _processes() -> Iterator[CheckMessage]:
    count = web_processes()
    if count > 1 and not settings.REDIS_URL:
        yield Error(
            _("%(count)s web processes are asked for, and REDIS_URL is not set.") % {"count": count},
            hint=_("They tell each other about running turns over Redis: set REDIS_URL, or start one."),
            id="switchboard.E001",
        )


def _rates() -> Iterator[CheckMessage]:
    for name in ("RATE_CREDENTIAL", "RATE_COMPANY", "RATE_STRANGER", "RATE_LOGIN"):
        try:
            (read_company_rates if name == "RATE_COMPANY" else Rate.read)(getattr(settings, name))
        except ValueError:
            yield Error(
                _("%(name)s is no rate.") % {"name": name},
                hint=_("Write 600/m for six hundred a minute, 10/15m, or 0 for no limit."),
                id="switchboard.E006",
            )


def _log_level() -> Iterator[CheckMessage]:
    if settings.LOG_LEVEL not in logs.LEVELS:
        yield Error(
            _("LOG_LEVEL is none of %(names)s.") % {"names": ", ".join(logs.LEVELS)},
            hint=_("Unset it for INFO."),
            id="switchboard.E018",
        )


def _embedder() -> Iterator[CheckMessage]:
    if settings.EMBEDDER not in embedder.NAMES:
        yield Error(
            _("EMBEDDER is none of %(names)s.") % {"names": ", ".join(embedder.NAMES)},
            hint=_("Unset it for the encoder that is part of this installation."),
            id="switchboard.E007",
        )
    if settings.EMBEDDER != embedder.OPENAI:
        return
    if not settings.EMBEDDINGS_MODEL or not (settings.EMBEDDINGS_BASE_URL or settings.EMBEDDINGS_API_KEY):
        yield Error(
            _("EMBEDDER is openai, and nothing says where its vectors come from."),
            hint=_("Set EMBEDDINGS_MODEL, and EMBEDDINGS_BASE_URL or EMBEDDINGS_API_KEY."),
            id="switchboard.E008",
        )
    elif settings.EMBEDDINGS_BASE_URL and not _is_base(settings.EMBEDDINGS_BASE_URL):
        yield Error(  # the address is not repeated: whoever put a key into it has not meant it for a log
            _("EMBEDDINGS_BASE_URL is no address of a service."),
            hint=_("Write https://host/v1; the key belongs into EMBEDDINGS_API_KEY."),
            id="switchboard.E009",
        )
    if not 0 < settings.EMBEDDINGS_SECONDS < settings.TURN_DEADLINE:
        yield Error(
            _("EMBEDDINGS_SECONDS leaves no time for an answer."),
            hint=_("Give it more than 0 seconds, and less than TURN_DEADLINE."),
            id="switchboard.E010",
        )


def _sign_on() -> Iterator[CheckMessage]:
    """An identity provider is named whole, over TLS where it counts, and its groups by roles that exist."""
    if settings.OIDC_ISSUER and not (settings.OIDC_CLIENT_ID and settings.OIDC_CLIENT_SECRET):
        yield Error(
            _("OIDC_ISSUER is set without OIDC_CLIENT_ID and OIDC_CLIENT_SECRET."),
            hint=_("Register this installation at the provider, and copy both from there."),
            id="switchboard.E011",
        )
    if settings.OIDC_ISSUER and settings.PRODUCTION and not settings.OIDC_ISSUER.startswith("https://"):
        yield Error(
            _("OIDC_ISSUER is no https address."),
            hint=_("Who signs in is believed because nobody else answers there."),
            id="switchboard.E012",
        )
    for text in settings.OIDC_GROUP_ROLES:
        try:
            GroupRole.read(text)
        except ValueError:
            yield Error(
                _("OIDC_GROUP_ROLES holds %(text)s, which is no role of a group.") % {"text": text},
                hint=_("Write group=company:role, for example support-team=acme:analyst."),
                id="switchboard.E013",
            )


def _extras() -> Iterator[CheckMessage]:
    named = (
        (
            "EXTRA_MIDDLEWARE",
            extras.why_no_middleware,
            _("Expected is the dotted path of a middleware, a class or function that takes get_response."),
        ),
        (
            "AUTHENTICATION_BACKENDS",
            extras.why_no_backend,
            _("Expected is the dotted path of a class with authenticate() and get_user()."),
        ),
    )
    mend = _("Install its package, mend the path or take it out.")
    for setting, find_why, expected in named:
        for path in getattr(settings, setting):
            if why := find_why(path):
                shown = {"setting": setting, "path": path, "why": why}
                yield Error(
                    _("%(setting)s names '%(path)s', which cannot be had: %(why)s.") % shown,
                    hint=f"{expected} {mend}",
                    id="switchboard.E014",
                )


def _stream() -> Iterator[CheckMessage]:
    """What is missing for the stream that KAFKA_BOOTSTRAP_SERVERS names."""
    if not settings.KAFKA_BOOTSTRAP_SERVERS:
        return
    if find_spec("aiokafka") is None:
        yield Error(
            _("KAFKA_BOOTSTRAP_SERVERS is set, and aiokafka is not installed."),
            hint=_("Install switchboard[kafka], or unset it."),
            id="switchboard.E015",
        )
    protocol, mechanism = settings.KAFKA_SECURITY_PROTOCOL, settings.KAFKA_SASL_MECHANISM
    for name, value, known in (
        ("KAFKA_SECURITY_PROTOCOL", protocol, stream.PROTOCOLS),
        ("KAFKA_SASL_MECHANISM", mechanism, stream.MECHANISMS),
    ):
        if value not in known:
            yield Error(
                _("%(name)s is none of %(names)s.") % {"name": name, "names": ", ".join(known)},
                hint=_("The broker's manual says which one it takes."),
                id="switchboard.E016",
            )
    if protocol.startswith("SASL") and not (settings.KAFKA_USERNAME and settings.KAFKA_PASSWORD):
        yield Error(
            _("KAFKA_SECURITY_PROTOCOL asks for KAFKA_USERNAME and KAFKA_PASSWORD."),
            hint=_("Set both, or KAFKA_SECURITY_PROTOCOL=SSL (PLAINTEXT within a private network)."),
            id="switchboard.E017",
        )


def _is_base(address: str) -> bool:
    """Whether paths can be put behind it: http or https, a host, nothing of a user, a query or a fragment."""
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and not (parts.username or parts.password or parts.query or parts.fragment)
        )
    except ValueError:
        return False


def _count_workers(arguments: list[str]) -> int:
    """What `python -m config.serve --workers N` says, which wins over WEB_CONCURRENCY."""
    words = " ".join(arguments).replace("=", " ").split()
    given = words[words.index("--workers") + 1 :][:1] if "--workers" in words else []
    return int(given[0]) if given and given[0].isdigit() else 1


def _production() -> Iterator[CheckMessage]:
    if not _secret_key():
        yield Error(
            _("SECRET_KEY is not set."),
            hint=_("Give it 50 random characters or more, the same in every process."),
            id="switchboard.E002",
        )
    if not settings.FIELD_KEYS:
        yield Error(
            _("SWITCHBOARD_FIELD_KEYS is not set."),
            hint=_("Give it a Fernet key: 32 random bytes in URL-safe base64, the same in every process."),
            id="switchboard.E003",
        )
    if not settings.ALLOWED_HOSTS:
        yield Error(
            _("ALLOWED_HOSTS is not set."),
            hint=_("Name the hosts people reach this at, for example chat.example.com."),
            id="switchboard.E004",
        )
    for name, on in (("DEBUG", settings.DEBUG), ("SWITCHBOARD_DEMO", settings.DEMO)):
        if on:
            yield Error(
                _("%(name)s is on in production.") % {"name": name},
                hint=_("It lets in or shows what strangers must not see: unset it, or APP_ENV."),
                id="switchboard.E005",
            )


def _secret_key() -> str:
    try:
        return settings.SECRET_KEY
    except ImproperlyConfigured:  # how Django says that it is empty
        return ""
