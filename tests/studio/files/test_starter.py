"""`manage.py new_config`: a small company that is read, published and answers, as it stands."""

from io import StringIO
from pathlib import Path
from typing import Any

from asgiref.sync import sync_to_async
from django.core.management import call_command

from agents.models import MCPServer, Specialist
from releases.publish import publish
from routing.models import Intent
from studio.files import importing
from studio.files.gathering import from_folder
from studio.rows.guardrails import group_by_holding
from tenancy.models import ApiKey, Tenant
from tests.api.conftest import reach, turns_end


def begin(folder: Path) -> str:
    """The small company, published; a key of its."""
    tenant = Tenant.objects.create(slug="grand_hotel")
    call_command("new_config", str(folder), stdout=StringIO())
    plan = importing.look(tenant, from_folder(folder))
    assert (plan.faults, plan.notes, plan.problems) == ([], [], [])
    importing.write(plan)
    tenant.refresh_from_db()
    publish(tenant, "ana", "begun")
    assert Specialist.objects.of(tenant).count() == 2
    assert Intent.objects.of(tenant).filter(out_of_scope=False).count() == 4
    assert not MCPServer.objects.of(tenant).exists()
    assert [each.how for each in group_by_holding(tenant)] == ["sentence by sentence"]
    return ApiKey.make(tenant, "first", ["chat", "debug"])[1]


async def test_it_is_published_and_answers(transactional_db: None, settings: Any, tmp_path: Path) -> None:
    settings.DEMO = False
    key = await sync_to_async(begin)(tmp_path / "config")
    async with reach(headers={"Authorization": f"Bearer {key}"}) as client:
        for text, intent, agent in (
            ("Hello", "greeting", "stay_agent"),
            ("What time is breakfast tomorrow?", "house_information", "stay_agent"),
            ("I want to book a room for Friday", "booking", "bookings_agent"),
        ):
            body = {"agent_id": "front_desk", "tenant_id": "grand_hotel", "payload": {"text": text}}
            answer = await client.post("/gateway/message", json=body)
            assert answer.status_code == 200, answer.text
            told = answer.json()
            assert (told["metadata"]["intent"], told["metadata"]["route"]) == (intent, agent)
            assert told["metadata"]["status"] == "answered" and told["text"]
    await turns_end()
