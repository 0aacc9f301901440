"""A collection's questions are asked of its documents.

How many find their file, by words, by meaning and by both.
"""

import pytest

from agents.knowledge import evaluation, removing
from agents.knowledge.errors import BadQuestions
from agents.knowledge.models import Collection
from tenancy.models import Tenant
from tests.agents.knowledge.conftest import keep
from work.context import JobContext
from work.models import Job

pytestmark = pytest.mark.django_db
RETURNS = (
    "# Devoluções\nProdutos podem ser devolvidos em até trinta dias depois da compra, com a nota fiscal.\n"
)
HOURS = "# Horários\nAs lojas abrem de segunda a sábado, das nove às dezoito horas.\n"
ASKED = "posso devolver um produto? | returns.md\nwhen are the stores open? | hours.md\n"


@pytest.fixture
def asked(collection: Collection) -> Collection:
    keep(collection, "returns.md", RETURNS)
    keep(collection, "hours.md", HOURS)
    assert evaluation.write(collection, ASKED) == 2
    return collection


def ask(collection: Collection) -> None:
    """Does the job in this thread, as a process that has claimed it."""
    job = evaluation.start(collection, "ana")
    Job.unscoped.filter(pk=job.pk).update(status=Job.Statuses.RUNNING, attempt=1)
    evaluation.run(JobContext(job.pk, collection.tenant_id, job.payload, "ana"))


def warned(collection: Collection) -> list[str]:
    return [each.sentence for each in evaluation.warnings(collection.tenant)]


def test_each_way_has_its_figures(asked: Collection) -> None:
    ask(asked)
    (found,) = evaluation.latest(asked)
    assert found.questions == 2 and found.revision == asked.revision and found.missed == []
    assert found.figures["hybrid"] == {"hit": 1.0, "mrr": 1.0}
    assert found.figures["meaning"]["hit"] == 1.0
    assert found.figures["words"]["hit"] == 0.5  # an English question shares no word with a Portuguese text


def test_who_publishes_is_told_what_fell(asked: Collection) -> None:
    assert len(warned(asked)) == 1  # never asked
    ask(asked)
    assert warned(asked) == []
    removed = asked.documents.get(source="hours.md")
    removing.remove(removed)
    asked.refresh_from_db()
    assert "changed" in warned(asked)[0]
    ask(asked)
    assert "100" in warned(asked)[0] and "50" in warned(asked)[0]
    assert evaluation.latest(asked)[0].missed == [["when are the stores open?", "hours.md"]]


@pytest.mark.parametrize(
    ("text", "told"),
    [("a question", "Line 1"), ("\n| returns.md", "Line 2"), ("where is it? | nowhere.md", "nowhere.md")],
)  # fmt: skip
def test_what_is_no_question_with_a_file_is_refused_with_its_line(
    asked: Collection, text: str, told: str
) -> None:
    with pytest.raises(BadQuestions, match=told):
        evaluation.write(asked, text)
    assert evaluation.write_questions(asked) == ASKED.strip()


def test_questions_belong_to_their_company(asked: Collection) -> None:
    other = Tenant(slug="rival", title="Rival")
    other.save()
    assert list(evaluation.warnings(other)) == []
    assert evaluation.run(JobContext("", "rival", {"collection": asked.pk}, "eve")) == {"questions": 0}
