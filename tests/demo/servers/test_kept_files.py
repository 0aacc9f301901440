"""Files for download: found by their address alone, and for a while."""

import pytest

from demo.servers.kept_files import LARGEST, MOST, KeptFiles


def token(address: str) -> str:
    return address.split("/")[-2]


def test_a_file_has_an_address_that_cannot_be_guessed() -> None:
    files = KeptFiles("http://127.0.0.1:8500")
    first, second = files.keep("datos.xlsx", b"one"), files.keep("datos.xlsx", b"two")
    assert first.startswith("http://127.0.0.1:8500/files/") and first.endswith("/datos.xlsx")
    assert len(token(first)) >= 43 and token(first) != token(second)
    found = files.find(token(first))
    assert found is not None and found.content == b"one"
    assert files.find(token(first)[:-1]) is None


def test_time_and_room_are_bounded() -> None:
    gone = KeptFiles(seconds=-1)
    assert gone.find(token(gone.keep("a", b"x"))) is None
    files = KeptFiles()
    first = token(files.keep("a", b"x"))
    addresses = [token(files.keep("a", b"x")) for _ in range(MOST)]
    assert files.find(first) is None
    assert all(files.find(each) for each in addresses)
    with pytest.raises(ValueError, match="too large"):
        files.keep("a", b"x" * (LARGEST + 1))
    half = b"x" * (LARGEST // 2 + 1)
    one, two = token(files.keep("a", half)), token(files.keep("a", half))
    assert files.find(one) is None and files.find(two) is not None
