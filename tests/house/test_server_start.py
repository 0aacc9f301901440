"""How a web process starts and ends, as far as no process is needed to see it."""

import os
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


def test_an_empty_database_url_means_the_standard_one(tmp_path):
    """Compose and `env` files write `DATABASE_URL=` for what is not set."""
    asked = "from django.conf import settings; print(settings.DATABASES['default']['NAME'])"
    own = {
        "DATABASE_URL": "",
        "SWITCHBOARD_VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    told = subprocess.run(
        [sys.executable, "-c", asked], env={**os.environ, **own}, capture_output=True, text=True, timeout=60
    )
    assert told.stdout == f"{tmp_path / 'switchboard.sqlite3'}\n", told.stderr
