"""What an installation keeps beside its program is nobody else's, and tampering is no error."""

import logging

from config.local_secrets import make_private
from telemetry.logs import Tampered


def test_a_database_file_is_read_by_its_owner_alone(tmp_path):
    made, old = tmp_path / "made.sqlite3", tmp_path / "old.sqlite3"
    old.write_bytes(b"rows")
    old.chmod(0o644)
    for file in (made, old):
        make_private(file, make=True)
    assert [oct(file.stat().st_mode & 0o777) for file in (made, old)] == ["0o600", "0o600"]
    assert old.read_bytes() == b"rows"


def test_a_tampered_filter_is_a_warning_in_one_line():
    name, told = "django.security.DisallowedModelAdminLookup", "Filtering by x not allowed"
    record = logging.LogRecord(name, logging.ERROR, "", 1, told, (), (ValueError, ValueError(), None))
    assert Tampered().filter(record)
    assert (record.levelname, record.exc_info, record.getMessage()) == ("WARNING", None, told)
