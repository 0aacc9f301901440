"""Documents of companies answer what people asked of them, and leave unanswered what they do not say."""

from pathlib import Path

import pytest

from benchmarks import knowledge_answers

pytestmark = pytest.mark.django_db
SETS = Path(__file__).parent
# The least of the answered questions whose file is found, and is first, whose sentence is shown, and is
# quoted as the answer; the most of the unanswered that are quoted one. docs/figures.md has what was measured.
FLOORS = {
    "companies": (0.8, 0.5, 0.65, 0.1, 0.2),
    "noon": (1.0, 1.0, 0.64, 0.25, 0.1),
}


# What nothing was fitted to with each change, the other where there is time.
@pytest.mark.parametrize(
    "name",
    [pytest.param("companies", marks=pytest.mark.endurance), pytest.param("noon", marks=pytest.mark.slow)],
)
def test_documents_are_found_and_quoted(name: str) -> None:
    found, first, shown, quoted, in_vain = FLOORS[name]
    folders = knowledge_answers.companies(SETS / name)
    results = [each for folder in folders for each in knowledge_answers.ask(folder)]
    answered = [each for each in results if each.question.source]
    others = [each for each in results if not each.question.source]
    ranks = [each.ranks["hybrid"] for each in answered]
    figures = knowledge_answers.describe(name, results)
    assert sum(0 < rank <= knowledge_answers.FIRST for rank in ranks) >= found * len(answered), figures
    assert ranks.count(1) >= first * len(answered), figures
    assert sum(each.shown for each in answered) >= shown * len(answered), figures
    assert sum(each.quoted_rightly for each in answered) >= quoted * len(answered), figures
    assert sum(each.sure for each in others) <= in_vain * len(others), figures
