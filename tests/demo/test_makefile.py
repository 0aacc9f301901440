"""What the Makefile does before it installs for minutes."""

import subprocess
from pathlib import Path

from tests.parts.phrases import try_each

ROOT = Path(__file__).resolve().parents[2]


@try_each(("command", "count"), [("run", 1), ("run-full", 1), ("run-gateway", 3)])
def test_each_start_looks_at_its_ports_before_it_installs(command: str, count: int) -> None:
    told = subprocess.run(
        ["make", "--dry-run", command], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    looks = told.stdout.index(f'prepare.ports("make {command}", {count})')
    assert looks < told.stdout.index("exec .venv/bin/python -m demo.run")
