"""How a web process starts and ends, as far as no process is needed to see it."""

import subprocess
import sys
from pathlib import Path

import yaml

from config.serve import OPTIONS, stop_seconds

ROOT = Path(__file__).resolve().parents[2]
SUPERVISOR_SECONDS = 5  # of several processes: what it takes to hear the signal and to end after them


def test_the_wires_need_no_application():
    """A supervisor's child reads them first, before Django is set up."""
    names = [OPTIONS["http"].split(":")[0], OPTIONS["ws"].split(":")[0]]
    subprocess.run([sys.executable, "-c", f"import {', '.join(names)}"], check=True, timeout=60)


def test_a_stop_fits_into_the_grace_of_the_container():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    grace = compose["services"]["web"]["stop_grace_period"]
    assert stop_seconds() + SUPERVISOR_SECONDS <= int(grace.removesuffix("s"))
