"""A language is added by files alone.

A folder that nobody speaks is found, chosen and read, without a migration.
"""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

from django.conf import settings

from language import language_data

PROGRAM = """
import os, pathlib, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
from language import language_data
language_data.DATA = pathlib.Path(sys.argv[1])
import django
django.setup()
from django.core.management import call_command
from language.automaton import plurals
from language.spoken_languages import CODES
from routing.api.adapters import voice
from tenancy.models import Tenant
print(CODES[-1], Tenant._meta.get_field("default_language").flatchoices[-1][1])
print("thingzo" in plurals("thing"), voice.words("3%", "xx"))
call_command("makemigrations", "--check", "--dry-run")
"""


def test_a_folder_is_all_that_a_language_needs(tmp_path: Path) -> None:
    data = tmp_path / "data"
    copytree(language_data.DATA, data)
    copytree(data / "en", data / "xx")
    for name, old, new in (
        ("language", "name: English\n", "name: Xenish\n"),
        ("language", "place: 3\n", "place: 99\n"),
        ("plurals", '"": s\n', '"": zo\n'),
        ("speech", "percent: percent\n", "percent: zopercent\n"),
    ):
        file = data / "xx" / f"{name}.yaml"
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(data)], capture_output=True, text=True, cwd=settings.BASE_DIR
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[:2] == ["xx Xenish", "True three zopercent"]
