"""What the first start says while it installs."""

import sys

from demo import installing


def test_a_count_that_stands_still_is_not_said_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(installing, "SECONDS", 0.2)
    wanted = tmp_path / "requirements.txt"
    wanted.write_text("django==5.2\nof-another-machine==1.0\n")
    asked = [sys.executable, "-c", "import time; time.sleep(0.9)"]
    assert installing.main("Installing", str(wanted), *asked) == 0
    began, counted, *later = capsys.readouterr().out.splitlines()
    assert (began, counted) == ("Installing ...", "Installing: 1 of 2 (0 s)")
    assert later and all(line.startswith("Installing ... (") for line in later)
