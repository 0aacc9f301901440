"""Log lines as JSON, each with the request, the turn and the company that it belongs to (`LOG_FORMAT=json`).

with logs.bound(turn="0193...", tenant="acme"): logger.info("asked the model")     # {"message": "asked the
    model", "turn": "0193...", "tenant": "acme", ...}
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

from pythonjsonlogger.json import JsonFormatter

LONGEST = 2000  # characters of what an exception says that are logged: each is looked at for personal data
# A line of the program that a traceback passes through, with its text and its marks.
FRAME = re.compile(r'(^[ |]*File "[^"\n]*", line \d+, in .*\n(?:[ |]+.*\n)?(?:[ |]+[~^]+\n)?)', re.MULTILINE)
_bound: ContextVar[Mapping[str, str]] = ContextVar("log_fields", default=MappingProxyType({}))


@contextmanager
def bind(**fields: str) -> Iterator[None]:
    """Within it, every log line of this task carries the fields."""
    token = _bound.set({**_bound.get(), **fields})
    try:
        yield
    finally:
        _bound.reset(token)


def read_bound() -> Mapping[str, str]:
    """The fields that a log line of this task would carry now."""
    return _bound.get()


class AddBound(logging.Filter):
    """Puts the bound fields on each record; what the caller gave as `extra` stands."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in _bound.get().items():
            if value and not hasattr(record, name):
                setattr(record, name, value)
        return True


class Refusals(logging.Filter):
    """Lowers Django's line for an answer 503 from an error to information: a process that stops, or is not
    ready yet, gives it on purpose, and what went wrong is logged where it did.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) != 503:
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        return logging.getLogger().isEnabledFor(logging.INFO)


class Tampered(logging.Filter):
    """What somebody sends who tampers with an address is refused: a warning in one line, and no error of
    ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.exc_info = record.exc_text = None
        return True


class Line(logging.Formatter):
    """A line of text; what an exception says is cleaned, for it may repeat a key or what a user wrote
    (as for Sentry)."""

    def __init__(self, clean: Callable[[Any], Any], **rest: Any) -> None:
        super().__init__(**rest)
        self.clean = clean

    def formatException(self, ei: Any) -> str:  # as logging names it
        """The traceback of an exception; what it says without secrets and personal numbers."""
        parts = FRAME.split(super().formatException(ei))  # words and frames in turn
        parts[::2] = [str(self.clean(words[:LONGEST])) if words.strip() else words for words in parts[::2]]
        return "".join(parts)


class JsonLine(Line, JsonFormatter):
    """The same as an object."""


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def config(as_json: bool, level: str) -> dict[str, Any]:
    """`LOGGING` of the settings: one line an event to the standard output."""
    formatter: dict[str, Any] = {
        "()": JsonLine if as_json else Line,
        "clean": "ext://config.apps.clean",
        "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
    }
    if as_json:
        formatter["rename_fields"] = {"asctime": "time", "levelname": "level", "name": "logger"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"bound": {"()": AddBound}, "refusals": {"()": Refusals}, "tampered": {"()": Tampered}},
        "formatters": {"line": formatter},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["bound", "tampered"],
            }
        },
        "root": {"handlers": ["console"], "level": level if level in LEVELS else "INFO"},
        "loggers": {
            **{name: {"level": "WARNING"} for name in ("httpx", "httpx2", "mcp")},
            "django.request": {"level": "WARNING", "filters": ["refusals"]},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # scanners, with a traceback each
        },
    }
