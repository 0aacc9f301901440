"""Kept answers in the Studio: who reads them, and a wrong one goes at once."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from conversations.models import Feedback
from routing.models import CachedAnswer
from studio.links import page_of
from tests.studio.conftest import login, talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(acme) -> CachedAnswer:
    conversation, turn = talk(acme.tenant, "s-kept")
    made = CachedAnswer(
        tenant=acme.tenant, agent_id="shop", intent="how_to", agent="helper", language="en", release=1,
        question="How do I return it?", answer="Send it back.", key="k", wording="w",
        conversation=conversation,
        turn=turn.pk, expires_at=timezone.now() + timedelta(days=1),
    )  # fmt: skip
    made.save()
    turn.outcome, turn.result = "cached", {"cached_answer": made.pk}
    turn.save()
    Feedback(tenant=acme.tenant, turn=turn, value=Feedback.Values.UNHELPFUL).save()
    return made


def throw_away(client, row: CachedAnswer):
    sent = {"action": "throw_away", "_selected_action": row.pk}
    return client.post(reverse("admin:routing_cachedanswer_changelist"), sent, follow=True)


def test_it_is_read_with_its_thumbs_and_thrown_away_with_one_click(acme, row) -> None:
    analyst = login("analyst", acme.tenant)
    page = analyst.get(page_of(row))
    assert "Send it back." in page.text and "+0 −1" in page.text and 'value="throw_away"' in page.text
    assert "1 answer thrown away." in throw_away(analyst, row).text
    assert not CachedAnswer.objects.of(acme.tenant).exists()


def test_others_neither_read_nor_remove_it(acme, rival, row) -> None:
    for client in (login("viewer", acme.tenant), login("operator", acme.tenant)):
        assert client.get(reverse("admin:routing_cachedanswer_changelist")).status_code == 403
    throw_away(login("admin", rival.tenant), row)
    assert CachedAnswer.objects.of(acme.tenant).exists()
