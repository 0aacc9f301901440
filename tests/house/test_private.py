"""What an installation keeps beside its program is nobody else's, nor what its log lines repeat."""

import logging
import sys

from config.apps import clean
from config.local_secrets import make_private
from telemetry.logs import LONGEST, Line, Tampered


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


def test_what_an_exception_says_is_cleaned_and_no_line_of_the_program():
    number = "529.982.247-25"

    def fail(cpf="111.444.777-35"):
        raise ValueError(f"cpf {number}\n  also {number} " + "x " * 2 * LONGEST)

    try:
        try:
            fail(cpf="111.444.777-35")
        except ValueError as error:
            raise ExceptionGroup(f"of {number}", [error]) from error
    except ExceptionGroup:
        told = Line(clean).formatException(sys.exc_info())
    assert number not in told and "ValueError: cpf" in told
    assert 'fail(cpf="111.444.777-35")' in told and "in fail" in told
    assert len(told) < 4 * LONGEST
