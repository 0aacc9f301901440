"""The files beside the database that save making the same part twice, and the lock that lies with them."""

import errno
import fcntl
import os
import time
from pathlib import Path

import pytest

from releases import part_files
from releases.errors import BeingMade
from releases.models import Release, ReleasePart
from releases.publish import publish
from releases.rollback import roll_back
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.releases import counting
from tests.releases.counting import add, anew, emptied_files, letters, live
from work import jobs, running
from work.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counts")]


def test_a_damaged_file_is_not_believed(acme):
    publish(acme, "ana")
    (key,) = counting.made
    part_files._path(acme.pk, key).write_bytes(b"x" * 40)
    assert part_files.read(acme.pk, key) is None
    ReleasePart.objects.of(acme).delete()
    Release.objects.of(acme).delete()
    publish(Tenant.objects.get(pk=acme.pk), "ana")
    assert counting.made == [key, key]
    assert letters(anew(acme)) == [8]


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(acme, settings, tmp_path):
    (tmp_path / "taken").write_text("a file where a folder should be")
    settings.PARTS_DIR = tmp_path / "taken"
    publish(acme, "ana")
    assert letters(anew(acme)) == [8]


@try_each("name", ["../../etc/passwd", "A" * 64, "", "a" * 63])
def test_no_name_leads_out_of_the_folder(name):
    with pytest.raises(ValueError, match="no key"):
        part_files.read("acme", name)


def test_files_are_bounded(acme, monkeypatch):
    monkeypatch.setattr(part_files, "KEPT", 3)
    for number in range(5):
        part_files.write("acme", f"{number}" * 64, b"x")
    assert sum(part_files.has("acme", f"{number}" * 64) for number in range(5)) == 3


def test_a_file_that_is_whole_and_cannot_be_read_is_not_published(acme):
    key = counting.key_of(["order_id"])
    part_files.write("acme", key, b"of another version")
    publish(acme, "ana")
    assert counting.made == [key] and letters(live(acme)) == [8]
    assert part_files.read("acme", key) == b"8"


class TestFilesThatNobodyUses:
    """They hold what people wrote, and nothing but this removes them."""

    def test_what_a_company_left_goes_when_any_other_writes(self, settings):
        part_files.write("gone", "1" * 64, b"x")
        part_files.write("gone", "2" * 64, b"x")
        aged("gone", "1" * 64, days=part_files.DAYS + 1)
        part_files.write("acme", "3" * 64, b"x")
        assert [part_files.has("gone", f"{number}" * 64) for number in (1, 2)] == [False, True]

    def test_what_is_read_is_in_use(self):
        part_files.write("acme", "1" * 64, b"x")
        aged("acme", "1" * 64, days=part_files.DAYS + 1)
        assert part_files.read("acme", "1" * 64) == b"x"
        part_files.write("acme", "2" * 64, b"x")
        assert part_files.has("acme", "1" * 64)

    def test_what_a_killed_process_left_unfinished_goes(self, settings):
        part_files.write("acme", "1" * 64, b"x")
        folder = settings.PARTS_DIR / "acme"
        old, new = folder / f".{'a' * 16}-00000001", folder / f".{'a' * 16}-00000002"
        for each in (old, new):
            each.write_bytes(b"half")
        past = time.time() - part_files.UNFINISHED_SECONDS - 1
        os.utime(old, (past, past))
        part_files.write("acme", "2" * 64, b"x")
        assert (old.exists(), new.exists()) == (False, True), "another process may be writing the new one"

    def test_two_that_tidy_at_once_do_not_trouble_each_other(self, monkeypatch, caplog, settings):
        part_files.write("acme", "1" * 64, b"x")
        glob = Path.glob

        def late(folder, pattern):
            for path in list(glob(folder, pattern)):
                if path.name == "1" * 64:
                    path.unlink()  # by the other one, between its name and its age
                yield path

        monkeypatch.setattr(Path, "glob", late)
        part_files.write("acme", "2" * 64, b"x")
        assert part_files.has("acme", "2" * 64) and not caplog.records


def aged(tenant, key, days):
    past = time.time() - days * 86400
    os.utime(part_files._path(tenant, key), (past, past))


class TestSomebodyElseLearns:
    """Another process of this machine makes parts for the same company."""

    def test_who_can_wait_waits_and_says_so(self, acme):
        told = []
        elsewhere = part_files.alone("acme")
        elsewhere.__enter__()

        def progress(percent, note):
            if not told:
                elsewhere.__exit__(None, None, None)
            told.append(note)

        assert publish(acme, "ana", progress=progress).number == 1
        assert told == ["waiting: the same company is learning already", "counting", "counted"]

    def test_a_job_that_waits_can_be_cancelled(self, acme):
        job = jobs.start(acme, "publish", {})
        Job.unscoped.filter(pk=job.pk).update(cancel_requested=True)
        with part_files.alone("acme"):
            running.run(job.pk)
        assert jobs.get(acme, job.pk).status == "cancelled"
        assert not counting.made and not Release.objects.of(acme).exists()

    @pytest.mark.parametrize("verb", ["publish", "roll_back"])
    def test_who_cannot_wait_is_told(self, acme, settings, tmp_path, verb):
        publish(acme, "ana")
        add(acme, "city")
        ReleasePart.objects.of(acme).delete()
        emptied_files(settings, tmp_path)
        with part_files.alone("acme"), pytest.raises(BeingMade):
            publish(acme, "ana", wait=False) if verb == "publish" else roll_back(acme, 1, "ana", wait=False)
        assert Tenant.objects.get(pk=acme.pk).live_release == 1

    def test_where_there_are_no_locks_the_part_is_made_all_the_same(self, acme, monkeypatch):
        def flock(file, how):
            raise OSError(errno.ENOLCK, "No locks available")

        monkeypatch.setattr(fcntl, "flock", flock)
        assert publish(acme, "ana").number == 1
        assert letters(live(acme)) == [8]
