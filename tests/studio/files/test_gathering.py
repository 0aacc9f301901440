"""Folders, uploads and zips: names and sizes within limits, nothing read from elsewhere."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from studio.files import gathering
from studio.files.errors import BadFiles
from tests.parts.phrases import try_each


def zipped(*files: tuple[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()


def test_a_folder_is_read_with_what_is_below_it(tmp_path: Path) -> None:
    (tmp_path / "agents" / "x").mkdir(parents=True)
    (tmp_path / "tools.yaml").write_text("tools: {}")
    (tmp_path / "agents" / "x" / "judges.yml").write_text("judges: []")
    (tmp_path / "notes.txt").write_text("no")
    assert sorted(gathering.from_folder(tmp_path)) == ["agents/x/judges.yml", "tools.yaml"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("a: 1")
    home = tmp_path / "config"
    home.mkdir()
    (home / "tools.yaml").write_text("tools: {}")
    (home / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    assert sorted(gathering.from_folder(home)) == ["tools.yaml"]


def test_a_zip_and_files_beside_it_are_read_together() -> None:
    content = zipped(
        ("config/tools.yaml", b"tools: {}"), ("config/readme.md", b"no"), ("__MACOSX/config/x.yaml", b"")
    )
    found = gathering.from_upload([("all.zip", content)])
    assert found == {"tools.yaml": b"tools: {}"}
    both = gathering.from_upload([("all.zip", content), ("routing.yaml", b"intents: []")])
    assert sorted(both) == ["config/tools.yaml", "routing.yaml"]


def test_what_is_packed_is_unpacked_and_packed_alike() -> None:
    files = {"agents.yaml": b"agents: []", "agents/x/judges.yaml": b"judges: []"}
    content = gathering.pack(files)
    assert content == gathering.pack(dict(reversed(files.items())))
    assert gathering.from_upload([("out.zip", content)]) == files


@try_each(
    ("sent", "words"),
    [
        ([("../tools.yaml", b"")], "is not taken"),
        ([("tools.exe", b"")], "Only YAML and JSON"),
        ([("tools.yaml", b""), ("tools.yaml", b"")], "two files of this name"),
        ([("all.zip", b"not a zip")], "cannot be read"),
        ([("all.zip", zipped(("../../etc/x.yaml", b"a: 1")))], "is not taken"),
        ([("all.zip", zipped(("/etc/x.yaml", b"a: 1")))], "is not taken"),
        ([("all.zip", zipped(("x.yaml", b"a" * (gathering.FILE_BYTES + 1))))], "MB"),
        ([("all.zip", zipped(*((f"{n}.yaml", b"") for n in range(gathering.MOST_FILES + 1))))], "At most"),
        ([("all.zip", zipped(("note.txt", b"")))], "no configuration file"),
        ([], "no configuration file"),
    ],
    ids=["path", "ending", "twice", "no zip", "up", "absolute", "large", "many", "nothing in it", "nothing"],
)
def test_what_is_beyond_the_limits_is_refused(sent: list[tuple[str, bytes]], words: str) -> None:
    with pytest.raises(BadFiles, match=words):
        gathering.from_upload(sent)


def test_a_link_in_a_zip_is_left_out() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        link = zipfile.ZipInfo("link.yaml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("tools.yaml", "tools: {}")
    assert sorted(gathering.from_upload([("all.zip", made.getvalue())])) == ["tools.yaml"]
