"""What a program reads and switches that is no part of a draft: files of operators, kill switches."""

import pytest

from tests.api.test_programs import grand_hotel, program, said

__all__ = ["grand_hotel", "program"]

pytestmark = pytest.mark.django_db(transaction=True)


async def test_files_beside_the_draft_come_with_the_scope_that_may_change_them(program):
    files = said(await program.get("/api/config/files"))["files"]
    assert {"rollout.yaml", "budgets.yaml"} <= files.keys()
    assert "access.yaml" not in files, "who works here is for people to see"


async def test_a_switch_for_what_does_not_exist_says_so_and_what_does(program):
    for kind, name in (("tool", "nope"), ("model", "nope"), ("flag", "nope"), ("tier", "guess")):
        for way in (program.put, program.delete):
            problem = said(await way(f"/api/rollout/switches/{kind}/{name}"), 404)
            assert problem["code"] == "unknown_name" and name in problem["detail"]
    assert "multi_agent" in said(await program.put("/api/rollout/switches/flag/nope"), 404)["detail"]
    assert (said(await program.put("/api/rollout/switches/flag/multi_agent")))["changed"] is True
    assert len((said(await program.get("/api/rollout/switches")))["off"]) == 1
