"""`/api/memory`: a program reads, corrects and erases what is remembered of a user."""

import pytest

from tenancy import tokens
from tests.api.conftest import reach

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def users(transactional_db, settings) -> dict[str, dict[str, str]]:
    """The headers of two users' session tokens."""
    settings.DEMO = False
    names = ("ana", "bia")
    return {
        each: {"Authorization": f"Bearer {tokens.issue('tenant_a', each, {}, ('chat',))}"} for each in names
    }


async def test_a_user_says_reads_corrects_and_erases_what_is_remembered(users) -> None:
    ana, bia = users["ana"], users["bia"]
    async with reach("203.0.113.9") as web:
        for value in ("Ana", "Nina"):
            said = await web.put("/api/memory/name", json={"value": value}, headers=ana)
            assert said.status_code == 200, said.text
        (fact,) = (await web.get("/api/memory", headers=ana)).json()["facts"]
        assert (fact["key"], fact["value"], fact["source"]) == ("name", "Nina", "corrected")
        assert (await web.get("/api/memory", headers=bia)).json() == {"facts": []}
        assert (await web.delete("/api/memory/name", headers=bia)).status_code == 404
        assert (await web.delete("/api/memory/name", headers=ana)).json() == {"forgotten": 1}
        await web.put("/api/memory/market", json={"value": "US"}, headers=ana)
        assert (await web.delete("/api/memory", headers=ana)).json() == {"forgotten": 1}
        assert (await web.get("/api/memory", headers=ana)).json() == {"facts": []}


async def test_what_is_never_kept_is_refused_with_a_reason(users) -> None:
    async with reach("203.0.113.9") as web:
        refused = await web.put(
            "/api/memory/card", json={"value": "4111 1111 1111 1111"}, headers=users["ana"]
        )
        assert refused.status_code == 422 and refused.json()["code"] == "fact_not_kept"
        assert "4111" not in refused.text
