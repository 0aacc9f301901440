"""The questions of a collection on its page, what came of asking them, and the warning before publishing."""

import pytest
from django.urls import reverse

from agents.knowledge import evaluation
from agents.knowledge.models import Collection
from studio.links import page_of
from tests.agents.knowledge.conftest import keep
from tests.agents.knowledge.test_evaluation import ask
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db
PLANS = "# Planos\n\n## Família\n\nO plano Família custa R$ 99,90 por mês.\n"
ASKED = "quanto custa o plano Família? | planos.md"


@pytest.fixture
def papers(acme) -> Collection:
    row = Collection.objects.of(acme.tenant).get(name="papers")
    keep(row, "planos.md", PLANS)
    return row


def test_questions_are_kept_asked_and_shown(acme, papers) -> None:
    editor = login("editor", acme.tenant)
    send = reverse("admin:agents_collection_questions", args=[papers.pk])
    assert "Line 1 is no question" in editor.post(send, {"questions": "what?"}, follow=True).text
    page = editor.post(send, {"questions": ASKED}, follow=True)
    assert "1 question is kept." in page.text and "planos.md" in page.text
    page = editor.post(reverse("admin:agents_collection_evaluate", args=[papers.pk]), follow=True)
    assert "The questions are being asked." in page.text and 'data-watch="2"' in page.text
    ask(papers)
    page = editor.get(page_of(papers))
    assert "100 %" in page.text and "words alone" in page.text and "MRR" in page.text


def test_who_may_only_look_changes_nothing(acme, rival, papers) -> None:
    for client, status in ((login("viewer", acme.tenant), 403), (login("editor", rival.tenant), 404)):
        for name in ("questions", "evaluate"):
            address = reverse(f"admin:agents_collection_{name}", args=[papers.pk])
            assert client.post(address, {"questions": ASKED}).status_code == status
    assert evaluation.write_questions(papers) == ""


def test_the_publish_page_says_what_was_not_asked(acme, papers) -> None:
    evaluation.write(papers, ASKED)
    page = login("publisher", acme.tenant).get(reverse("admin:publish"))
    assert "Its documents changed since its questions were asked." in page.text
