"""What the first start says while it installs."""

import subprocess
import sys

from demo import installing
from tests.fakes.receiver import Receiver


def test_a_count_that_stands_still_is_not_said_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(installing, "SECONDS", 0.2)
    wanted = tmp_path / "requirements.txt"
    wanted.write_text("django==5.2\nof-another-machine==1.0\n")
    asked = [sys.executable, "-c", "import time; time.sleep(0.9)"]
    assert installing.main("Installing", str(wanted), *asked) == 0
    began, counted, *later = capsys.readouterr().out.splitlines()
    assert (began, counted) == ("Installing ...", "Installing: 1 of 2 (0 s)")
    assert later and all(line.startswith("Installing ... (") for line in later)


def test_a_port_that_is_taken_is_told_before_anything_is_installed(tmp_path):
    with Receiver() as taken:
        port = taken.url.rsplit(":", 1)[1]
        told = subprocess.run(
            ["make", "run", f"PORT={port}", f"VENV={tmp_path}/.venv", f"PYTHON={sys.executable}"],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert told.returncode and f"Port {port} is in use" in told.stderr
    assert "Installing" not in told.stdout
