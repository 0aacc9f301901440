"""JSON files from strangers: what is wrong with them is said, and cheaply."""

import pytest

from studio.files.errors import Fault
from studio.files.json_files import parse_json


@pytest.mark.timeout(10)
def test_a_key_that_stands_twice_among_many_is_found_in_one_pass():
    keys = ",".join(f'"k{n}": 1' for n in range(50_000))
    with pytest.raises(Fault, match="'k49999' stands in one object twice"):
        parse_json("a.json", f'{{{keys}, "k49999": 2}}'.encode())
