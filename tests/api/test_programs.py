"""A company that programs make and run: files, releases, the rollout, over HTTP with keys."""

import asyncio
import io
import re
from base64 import b64encode
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from agents.models import LLMProfile, MCPServer, Specialist
from agents.operational import address_of
from conversations.visits import visit
from egress import changing
from egress.errors import SamePerson
from egress.models import AddressChange
from releases.models import Release
from rollout.models import FlagChange
from routing.api.body import Cap, parse
from routing.api.problems import Refused
from studio.management.commands.new_config import STARTER
from tenancy.models import ApiKey, Membership
from tests.api.conftest import reach, turns_end
from tests.parts.phrases import try_each

SCOPES = ("chat", "debug", "config:write", "publish", "rollout:write")
SERVERS = "servers:\n  desk: {transport: streamable_http, endpoint: 'https://tools.example.com/mcp'}\n"


def files() -> dict[str, str]:
    """The small company that `new_config` writes."""
    return {
        path.relative_to(STARTER).as_posix(): path.read_text() for path in sorted(STARTER.rglob("*.yaml"))
    }


@pytest.fixture
def grand_hotel(transactional_db: None, settings: Any) -> str:
    """A company without anything, and the key of a program, both made by command."""
    settings.DEMO = False
    call_command("create_company", "grand_hotel", "--language", "en", stdout=io.StringIO())
    told = io.StringIO()
    call_command("create_key", "grand_hotel", "--scopes", *SCOPES, stdout=told)
    return told.getvalue().split("\n")[0]


@pytest.fixture
async def program(grand_hotel: str):
    async with reach("203.0.113.9", headers={"Authorization": f"Bearer {grand_hotel}"}) as client:
        yield client
    await turns_end()


def said(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def mode_of(program: Any) -> str:
    body = {"payload": {"text": "I want to book a room for Friday", "user_id": "ana"}}
    told = said(await program.post("/gateway/message", json=body))
    assert told["metadata"]["status"] == "answered" and told["text"]
    return told["metadata"]["mode"]


async def test_a_whole_company_from_nothing(program):
    """Imported, published, answered, switched to the single agent and back, restored."""
    assert (said(await program.get("/api/config/files")))["files"].keys() >= {"agents.yaml"}
    sent = files()
    planned = said(await program.post("/api/config/plan", json={"files": sent}))
    assert not planned["imported"] and planned["change_count"] == len(planned["changes"]) > 5
    assert "Who names no profile gets 'front_desk'." in planned["at_once"]
    wish = {"files": sent, "expected_digest": planned["digest"]}
    imported = said(await program.post("/api/config/import", json=wish))
    assert imported["imported"] and imported["changes"] == planned["changes"]
    again = said(await program.post("/api/config/import", json={"files": sent}))
    assert (again["change_count"], again["digest"]) == (0, imported["digest"])

    review = said(await program.get("/api/releases/draft"))
    assert review["publishable"] and review["digest"] == imported["digest"]
    wish = {"note": "begun", "expected_digest": review["digest"]}
    made = said(await program.post("/api/releases", json=wish))
    warned = made.pop("problems")
    assert warned == review["problems"] and all(each["severity"] == "warning" for each in warned)
    assert any("person.requested" in each["sentence"] for each in warned)
    assert made == {"release": 1, "digest": review["digest"], "published": True, "meanwhile": False}
    again = said(await program.post("/api/releases", json=wish))
    assert (again["release"], again["published"], again["meanwhile"]) == (1, False, False)
    assert await mode_of(program) == "router"

    (learnt,) = said(await program.get("/api/releases/draft"))["learning"]
    assert learnt["agent_id"] and {each["wished_precision"] for each in learnt["choices"]} <= {
        0.99,
        0.98,
        0.97,
        0.95,
        0.93,
        0.9,
    }

    flag = said(await program.put("/api/rollout/flags/multi_agent", json={"percentage": 0}))
    assert flag["percentage"] == 0
    assert await mode_of(program) == "single"
    said(await program.put("/api/rollout/flags/multi_agent/users", json={"inside": ["ana"]}))
    listed = said(await program.get("/api/rollout/flags/multi_agent/users"))
    assert listed == {"users": [{"user_id": "ana", "inside": True}], "total_count": 1}
    said(await program.put("/api/rollout/flags/multi_agent", json={"percentage": 12.5, "killed": False}))
    said(await program.put("/api/rollout/flags/multi_agent", json={"percentage": 100}))
    assert await mode_of(program) == "router"

    changed = {"files": {"specialists.yaml": _other_purpose()}}
    said(await program.post("/api/config/import", json=changed))
    assert (said(await program.post("/api/releases")))["release"] == 2
    preview = said(await program.get("/api/releases/1/restore"))
    assert [each["name"] for each in preview["live_changes"]] == ["stay_agent"] and preview["lost"] == []
    secret = {"name": "spare", "provider": "openai", "model": "m", "api_key": "sk-0001"}
    spare = await visit(lambda: LLMProfile.unscoped.create(tenant_id="grand_hotel", **secret))
    lost = said(await program.get("/api/releases/1/restore"))["lost"]
    assert any("its key and address" in each["sentence"] for each in lost if each["name"] == "spare")
    await visit(spare.delete)
    restored = said(await program.post("/api/releases/1/restore", json={}))
    assert restored.pop("problems") == warned
    assert restored == {"release": 3, "digest": made["digest"], "published": True, "meanwhile": False}
    assert (said(await program.post("/api/releases/1/restore")))["published"] is False
    rows = said(await program.get("/api/releases"))
    assert [(row["release"], row["restored_from"], row["live"]) for row in rows["releases"]] == [
        (3, 1, True), (2, None, False), (1, None, False)
    ]  # fmt: skip
    await visit(_record_names_the_key)


def _other_purpose() -> str:
    return "specialists:\n  stay_agent: {purpose: Everything about the stay and the house.}\n"


def _record_names_the_key() -> None:
    """Releases, the rollout's history and the rows' history say which key it was."""
    name = str(ApiKey.objects.of("grand_hotel").get())
    assert set(Release.objects.of("grand_hotel").values_list("author", flat=True)) == {name}
    assert set(FlagChange.objects.of("grand_hotel").values_list("who", flat=True)) == {name}
    history = Specialist.history.model.objects.filter(tenant_id="grand_hotel")
    assert set(history.values_list("history_change_reason", flat=True)) == {name}


async def test_switches_act_and_come_back(program):
    off = said(await program.put("/api/rollout/switches/tool/*", json={"reason": "wrong amounts"}))
    assert off == {"kind": "tool", "name": "*", "off": True, "changed": True}
    assert (said(await program.put("/api/rollout/switches/tool/*")))["changed"] is False
    listed = (said(await program.get("/api/rollout/switches")))["off"]
    assert [(each["kind"], each["name"], each["reason"]) for each in listed] == [
        ("tool", "*", "wrong amounts")
    ]
    assert (said(await program.delete("/api/rollout/switches/tool/*")))["changed"] is True
    assert (said(await program.get("/api/rollout/switches")))["off"] == []
    assert (said(await program.put("/api/rollout/switches/nonsense/x"), 404))["code"] == "unknown_kind"


async def test_what_is_wrong_is_told_and_nothing_is_changed(program):
    wrong = {"files": {"routing.yaml": "intents:\n- {name: a, agent: nobody, priority: often}\n"}}
    for address in ("plan", "import"):
        problem = said(await program.post(f"/api/config/{address}", json=wrong), 422)
        assert problem["code"] == "bad_files"
        assert problem["errors"][0]["pointer"] == "/files/routing.yaml"
        assert "line 2" in problem["errors"][0]["detail"]
    assert (said(await program.post("/api/config/import", json={"files": {}}), 422))["errors"]
    refused = said(await program.post("/api/releases"), 422)
    assert refused["code"] == "publish_refused" and refused["problems"]
    assert (said(await program.get("/api/releases/7/restore"), 404))["code"] == "unknown_release"
    assert (said(await program.get("/api/jobs/7"), 404))["code"] == "unknown_job"
    assert (said(await program.get("/api/rollout/flags/other"), 404))["code"] == "unknown_flag"
    bad = said(await program.put("/api/rollout/flags/multi_agent", json={"percentage": 101}), 422)
    assert bad["errors"][0]["pointer"] == "/percentage"


async def test_nothing_is_overwritten_unseen(program):
    planned = said(await program.post("/api/config/plan", json={"files": files()}))
    said(await program.post("/api/config/import", json={"files": files()}))
    late = {"files": {"specialists.yaml": _other_purpose()}, "expected_digest": planned["digest"]}
    assert (said(await program.post("/api/config/import", json=late), 409))["code"] == "draft_moved"
    stale = {"expected_digest": planned["digest"]}
    assert (said(await program.post("/api/releases", json=stale), 409))["code"] == "stale_draft"
    said(await program.post("/api/releases"))
    stale_restore = said(await program.post("/api/releases/1/restore", json=stale), 409)
    assert stale_restore["code"] == "stale_draft"
    seen = (said(await program.get("/api/rollout/flags")))["flags"][0]["version"]
    flag = "/api/rollout/flags/multi_agent"
    said(await program.put(flag, json={"percentage": 50}))
    refused = said(await program.put(flag, json={"percentage": 60, "expected_version": seen}), 409)
    assert refused["code"] == "stale_flag"


async def test_much_to_learn_is_learnt_by_a_job(program, settings, tmp_path):
    settings.PARTS_DIR, settings.LEARN_AT_ONCE = tmp_path, 0
    said(await program.post("/api/config/import", json={"files": files()}))
    job = said(await program.post("/api/releases"), 202)
    async with asyncio.timeout(120):
        while job["status"] in ("queued", "running"):
            await asyncio.sleep(0.05)
            job = said(await program.get(job["job"]))
    assert (job["status"], job["release"]) == ("done", 1)


# --- whose it is, and what a key may -------------------------------------------------------------------
ADDRESSES = ("/api/config/files", "/api/releases", "/api/rollout/flags")


@try_each("address", ADDRESSES)
async def test_each_scope_opens_its_own_and_nothing_else(address, stranger, key):
    assert (await stranger.get(address)).status_code == 401
    wanted = {"config": "config:write", "releases": "publish", "rollout": "rollout:write"}[
        address.split("/")[2]
    ]
    others = [scope for scope in SCOPES if scope != wanted]
    assert (said(await stranger.get(address, headers=key(*others)), 403))["code"] == "forbidden"
    assert (await stranger.get(address, headers=key(wanted))).status_code == 200
    named = await stranger.get(address, headers=key(wanted), params={"tenant_id": "grand_hotel"})
    assert named.status_code == 404


async def test_a_key_sees_and_changes_its_own_company_alone(program, key, stranger):
    theirs = key("config:write", "publish", "rollout:write")
    exported = said(await stranger.get("/api/config/files", headers=theirs))
    said(await program.post("/api/config/import", json={"files": files()}))
    said(await program.put("/api/rollout/flags/multi_agent", json={"percentage": 1}))
    assert said(await stranger.get("/api/config/files", headers=theirs)) == exported
    assert said(await stranger.get("/api/rollout/flags", headers=theirs))["flags"][0]["percentage"] == 100
    assert "retail_orders" not in str(said(await program.get("/api/config/files")))


async def test_addresses_are_an_operators(program, stranger):
    """Listed and not taken without the scope for them.

    With it a new host waits for a person who did not make the key.
    """
    body = {"files": {"mcp_servers.yaml": SERVERS}}
    told = said(await program.post("/api/config/import", json=body))
    assert [note["sort"] for note in told["notes"]] == ["left"]
    assert await visit(lambda: MCPServer.objects.of("grand_hotel").get().url) == ""
    maker, other, plain = await visit(_operators)
    may = {"Authorization": f"Bearer {plain}"}
    told = said(await stranger.post("/api/config/import", json=body, headers=may))
    assert [note["sort"] for note in told["notes"]] == ["waits"] and told["at_once"] == []
    assert "tools.example.com" in told["notes"][0]["sentence"]
    assert await visit(lambda: MCPServer.objects.of("grand_hotel").get().url) == ""
    waiting = await visit(lambda: AddressChange.objects.of("grand_hotel").get())
    server = await visit(lambda: MCPServer.objects.of("grand_hotel").get())
    problem = await visit(lambda: str(address_of(server).problem))
    assert "tools.example.com" in problem and "second person" in problem
    with pytest.raises(SamePerson):
        await visit(lambda: changing.agree(waiting, maker))
    row = await visit(lambda: changing.agree(waiting, other))
    assert row.url == "https://tools.example.com/mcp"


def _operators() -> tuple[Any, Any, str]:
    """Two people who may say where data goes, and a key that the first made."""
    people = [get_user_model().objects.create_user(name, is_staff=True) for name in ("olga", "omar")]
    for person in people:
        Membership.objects.create(user=person, tenant_id="grand_hotel", role="operator")
    scopes = ("config:write", "addresses:write")
    _row, plain = ApiKey.make("grand_hotel", "pipeline", scopes, made_by=people[0])
    return people[0], people[1], plain


async def test_no_secret_is_exported(program, key, stranger):
    secret = "sk-very-secret-0001"
    body = {
        "files": {
            "llm_profiles.yaml": f"profiles:\n  default: {{provider: openai, model: m, api_key: {secret}}}\n"
        }
    }
    may = key("config:write", "addresses:write", tenant="grand_hotel")
    told = await stranger.post("/api/config/import", json=body, headers=may)
    exported = await stranger.get("/api/config/files", headers=may)
    assert "llm_profiles.yaml" in exported.json()["files"]
    assert secret not in told.text + exported.text


# --- what other programs know -------------------------------------------------------------------------
TEAM = "/api/admin/multi-agent"


async def test_the_rollout_by_the_names_that_other_programs_know(program):
    assert said(await program.get(f"{TEAM}/rollout")) == {"rollout_percentage": 100.0, "status": "active"}
    changed = said(await program.put(f"{TEAM}/rollout", json={"percentage": 0}))
    assert (changed["status"], changed["rollout_percentage"]) == ("success", 0.0)
    assert said(await program.get(f"{TEAM}/rollout"))["status"] == "disabled"
    for guessed in (0, "true", None):
        refused = said(await program.put(f"{TEAM}/users/ana", json={"enabled": guessed}), 422)
        assert refused["errors"][0]["pointer"] == "/enabled"
    put = said(await program.put(f"{TEAM}/users/ana", json={"enabled": True}))
    assert (put["multi_agent_enabled"], put["multi_agent_source"]) == (True, "override")
    listed = said(await program.get(f"{TEAM}/users"))
    assert listed["total_count"] == 1 and listed["users"][0]["user_id"] == "ana"
    dropped = said(await program.delete(f"{TEAM}/users/ana/override"))
    assert (dropped["multi_agent_enabled"], dropped["multi_agent_source"]) == (False, "rollout")
    assert said(await program.delete(f"{TEAM}/users/ana/override"), 404)["code"] == "no_override"


async def test_prompts_by_the_names_that_other_programs_know(program):
    said(await program.post("/api/config/import", json={"files": files()}))
    before = said(await program.get(f"{TEAM}/prompts/stay_agent"))
    assert not before["is_using_custom"] and before["default_prompt"]
    wish = {"system_prompt": "You answer guests in one sentence."}
    assert said(await program.put(f"{TEAM}/prompts/stay_agent", json=wish))["version"] == 2
    after = said(await program.get(f"{TEAM}/prompts/stay_agent"))
    assert after["custom_prompt"] == wish["system_prompt"]
    assert after["default_prompt"] == before["default_prompt"]
    listed = {each["agent_name"]: each for each in said(await program.get(f"{TEAM}/prompts"))["prompts"]}
    assert listed["stay_agent"]["is_active"] and "sb_live_" in listed["stay_agent"]["updated_by"]
    assert said(await program.post(f"{TEAM}/prompts/stay_agent/reset"))["version"] == 3
    assert said(await program.get(f"{TEAM}/prompts/stay_agent")) == before
    assert said(await program.get(f"{TEAM}/prompts/nobody"), 404)["code"] == "unknown_specialist"


# --- a release that is named, a mode that is not --------------------------------------------------------
async def test_a_release_that_is_named_answers(program, stranger, key):
    """Whether it is live or not, for keys that could make it so."""
    said(await program.post("/api/config/import", json={"files": files()}))
    said(await program.post("/api/releases"))
    said(await program.post("/api/config/import", json={"files": {"specialists.yaml": _other_purpose()}}))
    said(await program.post("/api/releases"))
    body = {"payload": {"text": "Hello"}}
    assert said(await program.post("/gateway/message", json=body))["metadata"]["release"] == 2
    older = said(await program.post("/gateway/message", json={**body, "release": 1}))
    assert (older["metadata"]["release"], older["metadata"]["status"]) == (1, "answered")
    assert (
        said(await program.post("/gateway/message", json={**body, "release": 9}), 404)["code"]
        == "unknown_release"
    )
    chat = key("chat", tenant="grand_hotel")
    refused = await stranger.post("/gateway/message", json={**body, "release": 1}, headers=chat)
    assert said(refused, 403)["code"] == "forbidden"


async def test_a_profile_without_a_mode_follows_the_installation(program, settings, key):
    sent = files()
    sent["agents.yaml"] = re.sub(r"\n *mode: router.*", "", sent["agents.yaml"])
    said(await program.post("/api/config/import", json={"files": sent}))
    said(await program.post("/api/releases"))
    assert await mode_of(program) == "router"
    settings.ROUTING_MODE = "supervisor"
    assert await mode_of(program) == "supervisor"
    body = {"message": "I want to book a room for Friday"}
    multi = await program.post(
        "/api/chat/multi-agent/message",
        json=body,
        headers=key("chat", "chat:multi_agent", "debug", tenant="grand_hotel"),
    )
    assert said(multi)["metadata"]["mode"] == "supervisor"


async def test_documents_travel_beside_the_files_in_base64(program):
    yaml = "collections: {handbook: {documents: [{file: documents/terms.md}]}}"
    text = b64encode(b"# Terms\nSeven days.\n").decode()
    wish = {"files": {"collections.yaml": yaml}, "documents": {"documents/terms.md": text}}
    planned = said(await program.post("/api/config/plan", json=wish))
    assert "Document 'terms.md' is read for the collection 'handbook'." in planned["at_once"]
    said(await program.post("/api/config/import", json=wish))
    texts = said(await program.get("/api/config/files"))
    assert "documents" not in texts
    again = said(await program.post("/api/config/plan", json={"files": texts["files"]}))
    assert (again["changes"], again["at_once"]) == ([], [])
    out = said(await program.get("/api/config/files", params={"include": "documents"}))
    assert out["documents"] == {"documents/handbook/terms.md": text}
    wish["documents"]["documents/terms.md"] = "no Base64!"
    refused = said(await program.post("/api/config/plan", json=wish), 422)
    assert "A document is sent in Base64." in refused["detail"]


async def test_what_is_exported_is_taken_whole(program):
    """The demo's own files have more bytes than a message may."""
    sent = files() | {"agents.yaml": "# " + "a long remark. " * 40_000 + "\n" + files()["agents.yaml"]}
    said(await program.post("/api/config/import", json={"files": sent}))
    kept = said(await program.get("/api/config/files"))["files"]
    assert said(await program.post("/api/config/plan", json={"files": kept}))["changes"] == []
    told = await program.post("/api/config/plan", json={"files": {"a.yaml": "x" * 5_000_000}})
    assert told.status_code == 413 and "4.0 MB" in told.json()["detail"]


@try_each("piece", [b"[],", b'"",', b'"a":{},'])
def test_a_form_of_a_million_nothings_is_refused_before_it_is_read(piece):
    with pytest.raises(Refused) as refused:
        parse(b'{"files":{},"a":[' + piece * 500_000 + b"no JSON", Cap.of(form=True))
    assert refused.value.code == "body_too_large"


async def test_rails_of_a_profile_without_the_profile_say_why_nothing_is_taken(program):
    said(await program.post("/api/config/import", json={"files": files()}))
    alone = {"agents/front_desk/guardrails.yaml": "output: [{code: TOXOUT}]\n"}
    told = said(await program.post("/api/config/import", json={"files": alone}))
    assert [note["file"] for note in told["notes"]] == list(alone)
