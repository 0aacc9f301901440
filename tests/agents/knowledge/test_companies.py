"""Documents of two companies answer what people asked of them, and leave unanswered what they do not say."""

from pathlib import Path

import pytest

from benchmarks import knowledge_answers

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
COMPANIES = Path(__file__).parent / "companies"
FOUND, FIRST, SHOWN = 0.8, 0.5, 0.65  # of 48 questions with an answer; docs/figures.md has what was measured
IN_VAIN = 0.15  # of 30 that nothing answers are quoted something as the answer


def test_documents_are_found_and_quoted() -> None:
    results = [
        each for folder in knowledge_answers.companies(COMPANIES) for each in knowledge_answers.ask(folder)
    ]
    answered = [each for each in results if each.question.source]
    others = [each for each in results if not each.question.source]
    ranks = [each.ranks["hybrid"] for each in answered]
    figures = knowledge_answers.describe("all", results)
    assert sum(0 < rank <= knowledge_answers.FIRST for rank in ranks) >= FOUND * len(answered), figures
    assert ranks.count(1) >= FIRST * len(answered), figures
    assert sum(each.shown for each in answered) >= SHOWN * len(answered), figures
    assert sum(each.sure for each in others) <= IN_VAIN * len(others), figures
