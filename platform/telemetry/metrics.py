"""Counters and histograms in Prometheus' words, of all web processes of this machine together.

Several processes share files: `prepare` names their folder before any of them counts. Labels are names that a
company publishes (models, tool servers), never a conversation, a user or a text.
"""

import os
import tempfile
from functools import cache
from types import SimpleNamespace

from django.conf import settings

SHARED = "PROMETHEUS_MULTIPROC_DIR"
# Seconds. A decision takes under a millisecond, a turn with several model calls half a minute.
PARTS = (0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30)
TURNS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60)


def is_on() -> bool:
    """Whether anything is counted: a token is set with which `/metrics` is read."""
    return bool(settings.METRICS_TOKEN)


def prepare(processes: int) -> None:
    """Before the first of several processes starts: where they count together."""
    if processes > 1 and SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="switchboard-metrics-")


@cache
def metrics() -> SimpleNamespace:
    """The metrics of this process, made when the first thing is counted."""
    from prometheus_client import Counter, Histogram

    return SimpleNamespace(
        turns=Counter("switchboard_turns", "Turns that ended.", ["mode", "method", "status"]),
        turn_seconds=Histogram(
            "switchboard_turn_seconds", "From the start of a turn to its stored end.", ["mode"], buckets=TURNS
        ),
        part_seconds=Histogram(
            "switchboard_part_seconds", "Steps of turns, by kind.", ["kind"], buckets=PARTS
        ),
        model_calls=Counter("switchboard_model_calls", "Calls of models.", ["model", "outcome"]),
        tool_calls=Counter("switchboard_tool_calls", "Calls of tools.", ["server", "outcome"]),
        tokens=Counter("switchboard_tokens", "Tokens as providers counted them.", ["direction"]),
        handoffs=Counter("switchboard_handoffs", "Handoffs between specialists.", ["outcome"]),
    )


def expose(*gauges: tuple[str, str, dict[str, float]]) -> bytes:
    """The text of `/metrics`. `gauges` are read at this moment: (name, what it is, {label: value})."""
    from prometheus_client import CollectorRegistry, Gauge, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector
    from prometheus_client.registry import REGISTRY

    metrics()
    shared = CollectorRegistry()
    if SHARED in os.environ:
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    now = CollectorRegistry()
    for name, meaning, values in gauges:
        gauge = Gauge(name, meaning, ["what"], registry=now)
        for label, value in values.items():
            gauge.labels(label).set(value)
    counted: bytes = generate_latest(shared if SHARED in os.environ else REGISTRY)
    return counted + bytes(generate_latest(now))
