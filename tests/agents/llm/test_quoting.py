"""What an answer without a model quotes of documents."""

import pytest

from agents.knowledge.chunking import LONGEST, TextBlock, passages
from agents.llm.offline.composing import quote_documents

TEXT = "Orders leave our store within a day. " * 14 + "Whoever lives on an island waits for the ferry."


@pytest.mark.parametrize("sure", [True, False], ids=["as the answer", "as the nearest"])
def test_a_passage_is_quoted_to_its_end(sure: bool) -> None:
    """The sentence that answers has none of the question's words ("when do my orders get to the isles?")."""
    [passage] = passages([TextBlock(TEXT)])
    assert 0.9 * LONGEST < len(passage.text) <= LONGEST
    told = {"found": True, "sure": sure, "passages": [{"ref": 1, "text": passage.text, "title": "Delivery"}]}
    assert "waits for the ferry.” [1] (Delivery)" in quote_documents([told], "en")
