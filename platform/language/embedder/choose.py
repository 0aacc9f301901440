"""Which embedder this installation has (the setting EMBEDDER)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from language.embedder import e5
from language.embedder.asking import InProcess, Supply
from language.embedder.base import BUNDLED, NAMES, NONE, OPENAI, Embedder
from language.embedder.encoder import Bundled
from language.embedder.pair import PAIR, PairedEncoder

if TYPE_CHECKING:
    from language.embedder.endpoint import Endpoint

T = TypeVar("T")
OPENAI_ITSELF = "https://api.openai.com/v1"
# What an embedder behind an address needs of the settings, in a process that has none.
SETTINGS = (
    "EMBEDDINGS_BASE_URL", "EMBEDDINGS_API_KEY", "EMBEDDINGS_MODEL", "EMBEDDINGS_SECONDS",
    "MODEL_DEADLINE", "TOOL_DEADLINE", "DOCUMENT_BYTES", "BACKEND_TIMEOUT_SECONDS", "MCP_RESULT_BYTES",
    "OUTBOUND_ALLOWED_HOSTS", "OUTBOUND_ALLOW_LOOPBACK", "VERSION",
)  # fmt: skip
_AT_ONCE = InProcess()
# What `hand_over` names: for many examples, for few, for a second look at what many leave unsure.
LEARNERS = ("embedder", "few", "second_look")


@lru_cache(maxsize=1)
def load_bundled() -> Bundled:
    """The one of this process."""
    return Bundled()


@lru_cache(maxsize=1)
def load_pair() -> PairedEncoder:
    """The one of this process."""
    return PairedEncoder()


def embedder_named(name: str) -> Embedder | None:
    """The embedder of that name; None for "none".

    Raises `ValueError` for a name that there is not or that this machine cannot run, and for that of a model
    (openai:MODEL) which is not the one of the settings.
    """
    if name == BUNDLED:
        return load_bundled()
    if name == PAIR and e5.is_available():
        return load_pair()
    if name == NONE:
        return None
    if name.startswith(f"{OPENAI}:") and (found := _endpoint()).name == name:
        return found
    raise ValueError(f"No embedder {name!r}: use {', '.join(NAMES[:-1])} or {NAMES[-1]}.")


def choose_configured() -> Embedder | None:
    """The embedder of this installation (EMBEDDER)."""
    from django.conf import settings

    return _endpoint() if settings.EMBEDDER == OPENAI else embedder_named(settings.EMBEDDER)


def has_pair() -> bool:
    """Whether this installation has the bundled encoder, and a machine on which E5 runs beside it."""
    from django.conf import settings

    return settings.EMBEDDER == BUNDLED and e5.is_available()


def choose_for_examples(few: bool) -> Embedder | None:
    """The embedder that a profile with few examples, or with many, learns with."""
    return load_pair() if few and has_pair() else choose_configured()


def choose_for_second_look() -> Embedder | None:
    """The embedder that a profile with many examples learns with once more, for what the first leaves unsure.

    None where there is none.
    """
    from django.conf import settings

    return load_pair() if settings.EXAMPLES_TWICE and has_pair() else None


def supply(whose: str) -> Supply:
    """Takes the decisions on one message of a company with the vectors that they need, on the event loop.

    >>> decided = await supply("tenant_a")(lambda: decide(utterance, state, published))  # doctest: +SKIP
    """
    from django.conf import settings

    if settings.EMBEDDER == OPENAI:
        return _endpoint().supply(whose, settings.EMBEDDINGS_SECONDS)
    if has_pair():  # of this process: there is nobody to give up, and its answer comes within the turn's time
        return load_pair().supply(whose, settings.TURN_DEADLINE)
    return _AT_ONCE


def wait_for(decide: Callable[[], T], whose: str) -> T:
    """What `supply` gives, for a thread that may wait."""
    from django.conf import settings

    if settings.EMBEDDER != OPENAI:
        return decide()
    from outbound import runtime

    return runtime.run(supply(whose)(decide), settings.EMBEDDINGS_SECONDS + settings.TURN_DEADLINE)


def hand_over() -> dict[str, Any]:
    """What a process of its own, without Django's settings, needs to embed as this one does.

    It holds a key: it is not for the command line.
    """
    from django.conf import settings

    chosen = (choose_for_examples(few=False), choose_for_examples(few=True), choose_for_second_look())
    setup: dict[str, Any] = {
        name: meaning.name if meaning else NONE for name, meaning in zip(LEARNERS, chosen, strict=True)
    }
    if settings.EMBEDDER == OPENAI:
        setup["settings"] = {name: getattr(settings, name) for name in SETTINGS}
    return setup


def take_over(setup: Mapping[str, Any]) -> dict[str, Embedder | None]:
    """The embedders of what `hand_over` gives, in the other process, by LEARNERS."""
    if "settings" in setup:
        from django.conf import settings

        settings.configure(USE_I18N=False, **setup["settings"])
    return {name: embedder_named(setup[name]) for name in LEARNERS}


def _endpoint() -> "Endpoint":
    from django.conf import settings

    return _endpoint_at(
        settings.EMBEDDINGS_BASE_URL or OPENAI_ITSELF, settings.EMBEDDINGS_API_KEY, settings.EMBEDDINGS_MODEL
    )


@lru_cache(maxsize=4)
def _endpoint_at(base_url: str, api_key: str, model: str) -> "Endpoint":
    from language.embedder.endpoint import Endpoint  # with it comes numpy, and the way out
    from language.embedder.wire import Address

    return Endpoint(Address(base_url.rstrip("/"), api_key, model))
