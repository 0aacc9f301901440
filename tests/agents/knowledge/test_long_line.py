"""A document of one line is cut in a time that grows with its length."""

import time

import pytest

from agents.knowledge.chunking import LONGEST, TextBlock, passages


@pytest.mark.parametrize("piece", ["palavra ", "a", "Uma frase inteira. ", "a. "])
def test_one_line_of_ten_megabytes_is_cut_soon(piece):
    text = (piece * 10_000_000)[:9_500_000]
    began = time.process_time()
    found = [each.text for each in passages([TextBlock(text)])]
    assert time.process_time() - began < 8  # 0.3 s; with the square of its length a minute
    assert "".join("".join(found).split()) == text.replace(" ", "")
    assert max(map(len, found)) <= LONGEST
