"""A PostgreSQL of one's own on a disk that can be filled: a few megabytes of memory, mounted."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.parts.installation import free_port

MEGABYTES = 96


@dataclass
class TinyDisk:
    """`database` is the address of a database on it."""

    folder: Path
    database: str

    def fill(self) -> None:
        """Takes every byte that is left."""
        with contextlib.suppress(OSError), (self.folder / "filling").open("wb", buffering=0) as file:
            while file.write(b"0" * 65_536):
                pass

    def make_room(self) -> None:
        (self.folder / "filling").unlink()


@contextlib.contextmanager
def tiny_disk(folder: Path) -> Iterator[TinyDisk]:
    """The test is skipped where nothing may be mounted, or no PostgreSQL is installed."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=777", "none", str(folder)]
    if os.geteuid() or not programs or subprocess.run(mounted, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk for a PostgreSQL of its own")

    def as_postgres(program: str, *options: str) -> None:
        command = ["runuser", "-u", "postgres", "--", str(programs[-1] / program), "-D", str(data), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    data, port = folder / "data", free_port()
    for above in (folder, *folder.parents):
        if above.stat().st_uid == os.geteuid() and above != Path("/"):
            above.chmod(above.stat().st_mode | 0o011)  # for that user to come through
    try:
        as_postgres("initdb", "-U", "postgres", "-A", "trust", "--wal-segsize=1", "--no-sync")
        small = f"-p {port} -k '' -c listen_addresses=127.0.0.1 -c max_wal_size=4MB -c min_wal_size=2MB"
        as_postgres("pg_ctl", "-w", "-l", str(folder / "log"), "-o", small, "start")
        try:
            yield TinyDisk(folder, f"postgres://postgres@127.0.0.1:{port}/postgres")
        finally:
            as_postgres("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)
