"""A section whose releases have a part that is dear to make.

A process of its own counts the letters of the slots' names.

A slot named "poison" kills that process, one named "silent" leaves its part out.
"""

import hashlib
import json
import subprocess
import sys

from agents.models import Slot
from releases import freshness
from releases.loaded_release import Artifact
from releases.sections import Section
from tenancy.models import Tenant

COUNT = """
import json, os, signal, sys
for line in sys.stdin:
    key, words = json.loads(line)
    if "poison" in words:
        os.kill(os.getpid(), signal.SIGKILL)
    if "silent" not in words:
        print(json.dumps([key, sum(map(len, words))]), flush=True)
"""
made: list[str] = []  # the keys that were made, in their order


class CountingDied(Exception):
    code = "counting_died"


def key_of(words: list[str]) -> str:
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()


def parts(release):
    words = release["counting"]
    if words:
        yield Artifact(key_of(words), make, "the letters", len(words), words, int)


def make(wanted, progress, folder):
    progress(0, "counting")
    lines = "".join(json.dumps([part.key, part.given]) + "\n" for part in wanted)
    done = subprocess.run([sys.executable, "-c", COUNT], input=lines, capture_output=True, text=True)
    if done.returncode:
        raise CountingDied("the process that counts ended")
    counted = dict(json.loads(line) for line in done.stdout.splitlines())
    made.extend(counted)
    progress(100, "counted")
    return {key: str(letters).encode() for key, letters in counted.items()}


SECTION = Section(
    "counting",
    lambda tenant: sorted(Slot.objects.of(tenant).values_list("name", flat=True)),
    lambda content: list(content or []),
    lambda tenant, content: None,
    lambda content: [],
    lambda content: [],
    rows=(Slot,),
    parts=parts,
)


def add(tenant, name):
    Slot(tenant=tenant, name=name, pattern=r"\d\d").save()


def letters(release) -> list[int]:
    return [made.built for made in release.parts.values()]


def live(tenant):
    row = Tenant.objects.get(pk=tenant.pk)
    return freshness.pin(row.pk, row.live_release, row.operational_version).release


def anew(tenant):
    """As a process would that has just started."""
    freshness.forget()
    return live(tenant)


def emptied_files(settings, tmp_path):
    settings.PARTS_DIR = tmp_path / "emptied"
