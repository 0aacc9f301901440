"""One person, planted everywhere, is nowhere afterwards; everybody else is as before."""

import io
import json
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from agents.knowledge import fulltext, uploads
from agents.knowledge.models import Collection, Document
from agents.tools import result_cache
from conversations import event_log
from conversations.models import Conversation, Feedback, IdempotencyKey, Message, Step, Turn
from conversations.turn import TurnEvent
from delivery.models import Channel, Delivery
from handoffs.models import AgentHandoff
from outbound import runtime
from privacy import exporting, forgetting
from privacy.errors import NoUserId
from privacy.models import Erasure
from rollout import control
from routing.models import AgentProfile, Example, GatewayDecision, GatewaySession, Intent, RoutingCase
from tenancy import ending, tokens
from tenancy.models import Tenant
from work import running
from work.models import Branch, Job

USER, OTHER = "telegram:7731905", "telegram:77319051"
WORD = "quetzalcoatlus"  # in every text of theirs, and nowhere else

pytestmark = pytest.mark.django_db(transaction=True)


def plant(user: str, word: str, tenant: str = "tenant_a") -> Conversation:
    """Somebody in every place where a person can be; what they and others say of them holds `word`."""
    own: dict[str, Any] = {"tenant_id": tenant}
    now = timezone.now()
    agent = AgentProfile.objects.of(tenant).order_by("pk")[0]
    talk = Conversation.unscoped.create(
        **own, key=f"{tenant}:{agent.agent_id}:{user}", agent_id=agent.agent_id, session_id=user,
        user_id=user,
        owner="key:shop", title=word, state={"said": word}, options={"note": word}, turn_count=1,
        message_count=2, seq=2,
    )  # fmt: skip
    turn = Turn.unscoped.create(
        **own, conversation=talk, number=1, status="answered", received=word, answer=word, result={"a": word},
        request={"user_id": user, "text": word}, error=word, side_effects=[word], created_at=now,
        started_at=now,
        finished_at=now, usage={"total_tokens": 5},
    )  # fmt: skip
    for seq, role in enumerate(("user", "agent")):
        Message.unscoped.create(
            **own, conversation=talk, turn=turn, seq=seq, role=role, text=word, metadata={"of": user}
        )
    Step.unscoped.create(
        **own, turn=turn, position=0, node="tool", kind="tool", outcome="ok", summary=word,
        detail={"q": word},
        started_at=now,
    )  # fmt: skip
    Feedback.unscoped.create(
        **own, turn=turn, user_id=user, owner=f"token:{user}", value="helpful", comment=word
    )
    IdempotencyKey.unscoped.create(
        **own,
        credential=f"token:{user}",
        door="chat",
        key=word,
        digest="0",
        turn=turn,
        response={"text": word},
    )
    AgentHandoff.unscoped.create(
        **own, conversation=talk, turn=turn, from_agent="a", to_agent="b", reason=word, context_summary=word
    )
    Branch.unscoped.create(
        **own, turn=turn, attempt=1, step="s", kind="specialist", payload={"text": word},
        result={"text": word},
        status="done", process="p", deadline=now,
    )  # fmt: skip
    channel, _new = Channel.unscoped.get_or_create(
        **own, name="bot", defaults={"kind": "telegram", "allowed": [USER[9:], OTHER[9:]]}
    )
    for of in (turn, None):
        Delivery.unscoped.create(
            **own,
            channel=channel,
            turn=of,
            event="turn.answered",
            target=user[9:],
            payload={"user_id": user, "text": word},
        )
    RoutingCase(
        **own, profile=agent, text=word, turn=turn, conversation=talk, source="correction", author="ana"
    ).save()
    session = GatewaySession.unscoped.create(
        **own,
        session_id=f"g-{user}",
        user_id=user,
        owner=f"token:{user}",
        backend_sessions={"a": f"g-{user}"},
    )
    GatewayDecision.unscoped.create(
        **own, session=session, seq=1, backend="a", mode="hybrid", method="model", used_llm=True, reason=word,
        failures=[{"backend": "b", "why": word}],
    )  # fmt: skip
    control.set_multi_agent_override(user, True, tenant=tenant, author="ana")
    ending.of_user(tenant, user)
    Job(
        tenant_id=tenant, kind="check_cases", status="done", payload={"for": user}, result={"of": [user]}
    ).save()
    box, _new = Collection.unscoped.get_or_create(**own, name="own_papers", defaults={"kind": "personal"})
    uploads.keep(box, f"{word}.md", f"# {word}\n\n{word} of {user}".encode(), owner=user, author=user)
    return talk


def everywhere(text: str) -> set[str]:
    """Every table and column in which a text stands, of all tables that there are."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [each[0] for each in cursor.description]
            for row in cursor.fetchall():
                for name, value in zip(columns, row, strict=True):
                    raw = (
                        bytes(value).decode("latin-1")
                        if isinstance(value, (bytes, memoryview))
                        else str(value)
                    )
                    if text in raw.lower():
                        found.add(f"{table}.{name}")
    return found


def in_redis(text: str) -> set[str]:
    if not settings.REDIS_URL:
        return set()
    with redis.Redis.from_url(settings.REDIS_URL) as store:
        keys = list(store.scan_iter(match="*", count=1000))
        held = {key: store.dump(key) or b"" for key in keys}
        streams = {key: repr(store.xrange(key)) for key in keys if store.type(key) == b"stream"}
    return {key.decode() for key in keys if text.encode() in held[key] or text in streams.get(key, "")}


def ended_jobs() -> None:
    """Waits for the jobs that planting began, such as indexing a document."""
    until = time.monotonic() + 60
    while Job.unscoped.filter(status__in=Job.OPEN).exclude(kind="forget_person").exists():
        assert time.monotonic() < until
        time.sleep(0.1)


def forget(user: str, tenant: str = "tenant_a") -> Erasure:
    receipt = forgetting.start(tenant, user, "ana")
    running.run(receipt.job)
    until = time.monotonic() + 30
    while receipt.finished_at is None and time.monotonic() < until:
        receipt.refresh_from_db()
        time.sleep(0.05)
    assert receipt.finished_at, Job.unscoped.get(pk=receipt.job).error
    return receipt


@pytest.fixture(autouse=True)
def compact_index(transactional_db: None) -> None:
    """What the test before has planted is gone from the index of words, and may still be in its blocks."""
    fulltext.compact()


@pytest.fixture
def planted() -> Conversation:
    plant(OTHER, "archaeopteryx")
    plant(USER, "archaeopteryx", "tenant_clinic")
    made = plant(USER, WORD)
    ended_jobs()
    return made


def test_a_person_is_nowhere_afterwards_and_everybody_else_is_as_before(planted: Conversation) -> None:
    held = everywhere(WORD)
    assert len(held) > 25 and {"conversations_message.text", "routing_historicalroutingcase.text"} <= held
    turn = Turn.unscoped.get(conversation=planted)
    others = everywhere("archaeopteryx")
    runtime.run(_tell(turn.pk), 10)
    receipt = forget(USER)

    assert everywhere(WORD) == set() and in_redis(WORD) == set()
    assert not event_log.log.knows(turn.pk)
    # The same user id at another company is another person, and one that begins alike is another as well.
    assert Conversation.objects.of("tenant_clinic").filter(user_id=USER).count() == 1
    assert Conversation.objects.of("tenant_a").filter(user_id=OTHER).count() == 1
    assert everywhere("archaeopteryx") == others
    _nothing_names(USER)

    turn.refresh_from_db()
    assert (turn.status, turn.usage, turn.answer) == ("answered", {"total_tokens": 5}, "")
    planted.refresh_from_db()
    assert planted.user_id == receipt.alias and planted.turn_count == 1
    assert receipt.counts["conversations.Message"] == 2 and receipt.counts["agents.Document"] == 1
    assert USER not in json.dumps(receipt.counts)


async def _tell(turn_id: str) -> None:
    event_log.log.publish(turn_id, TurnEvent("text", {"text": WORD}, 1, turn_id))
    event_log.log.publish(turn_id, TurnEvent("done", {}, 2, turn_id))


def _nothing_names(user: str) -> None:
    """No row of the company has the user id, in any column."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [each[0] for each in cursor.description]
            for row in cursor.fetchall():
                named = dict(zip(columns, row, strict=True))
                if named.get("tenant_id") == "tenant_a":
                    words = repr(row).lower().replace(OTHER, "").replace(OTHER[9:], "")
                    assert user not in words and user[9:] not in words, (table, named)


def test_an_example_that_was_taken_from_a_message_goes_and_one_of_the_companys_own_stays() -> None:
    intent = Intent.objects.of("tenant_a").order_by("pk")[0]
    own = Example.unscoped.create(tenant_id="tenant_a", intent=intent, text=f"the {WORD} of the company")
    talk = plant(USER, WORD)
    for seq, text in enumerate((own.text, f"my  {WORD} is Ana's")):
        Message.unscoped.create(
            tenant_id="tenant_a",
            conversation=talk,
            turn=Turn.unscoped.get(conversation=talk),
            seq=8 + seq,
            role="user",
            text=text,
        )
    taken = Example.unscoped.create(tenant_id="tenant_a", intent=intent, text=f"my {WORD} is Ana's")
    ended_jobs()
    assert forget(USER).counts["routing.Example"] == 1
    assert list(Example.objects.of("tenant_a").filter(text__contains=WORD)) == [own]
    history = {"routing_example.text", "routing_historicalexample.text"}
    assert {where for where in everywhere(taken.text.lower()) if where in history} == set()
    assert history <= everywhere(own.text.lower())


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's files are its own matter")
def test_nothing_of_a_person_stays_in_the_files_of_the_database(planted: Conversation) -> None:
    file = Path(connection.settings_dict["NAME"])
    files = (file, file.with_name(f"{file.name}-wal"))
    assert WORD in "".join(each.read_bytes().decode("latin-1") for each in files if each.exists()).lower()
    forget(USER)
    assert WORD not in "".join(each.read_bytes().decode("latin-1") for each in files if each.exists()).lower()


def test_it_goes_on_where_it_broke_off(planted: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, calls = forgetting._forget_patiently, []

    def breaks(*given: Any) -> None:
        calls.append(given)
        if len(calls) == 3:
            raise OSError("the process ended")
        plain(*given)

    monkeypatch.setattr(forgetting, "_forget_patiently", breaks)
    receipt = forgetting.start("tenant_a", USER, "ana")
    _wait(receipt)
    assert Job.unscoped.get(pk=receipt.job).status == "failed" and everywhere(WORD)
    assert USER not in json.dumps(Job.unscoped.get(pk=receipt.job).payload)
    monkeypatch.setattr(forgetting, "_forget_patiently", plain)
    again = forget(USER)
    assert again.pk == receipt.pk and everywhere(WORD) == set()
    assert again.counts["conversations.Conversation"] == 1 and again.counts["conversations.Message"] == 2


def _wait(receipt: Erasure) -> None:
    running.run(receipt.job)
    until = time.monotonic() + 30
    while Job.unscoped.filter(pk=receipt.job, status__in=Job.OPEN).exists():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_what_is_being_answered_is_waited_for(planted: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "AGAIN_SECONDS", 0.05)
    Turn.unscoped.filter(conversation=planted).update(status="running")
    receipt = forgetting.start("tenant_a", USER, "ana")
    worker = threading.Thread(target=running.run_and_let_go, args=(receipt.job,))
    worker.start()
    time.sleep(0.3)
    assert Message.unscoped.filter(conversation=planted, text=WORD).exists()
    Turn.unscoped.filter(conversation=planted).update(status="answered")
    worker.join(30)
    _wait(receipt)
    assert not Message.unscoped.filter(conversation=planted).exclude(text="").exists()


def test_of_two_who_ask_at_once_the_second_finds_the_first() -> None:
    plant(USER, WORD)
    ended_jobs()
    first = forgetting.start("tenant_a", USER, "ana")
    second = forgetting.start("tenant_a", USER, "rui")
    assert first.pk == second.pk
    _wait(Erasure.objects.of("tenant_a").get(pk=first.pk))


def test_tokens_of_somebody_who_is_forgotten_stay_void_without_the_name() -> None:
    token = tokens.issue("tenant_a", USER, {}, ("chat",))
    time.sleep(0.01)
    forget(USER)
    claims = tokens.read(token)
    company = Tenant.objects.get(pk="tenant_a")
    assert not ending.stands(company, claims)
    assert everywhere(USER) == set()


def test_who_is_unknown_gets_an_empty_receipt_and_a_name_that_is_none_is_refused() -> None:
    assert forget("nobody-at-all").counts == {"tenancy.EndedUser": 1}
    for wrong in ("", "x" * 129, "a\0b"):
        with pytest.raises(NoUserId):
            forgetting.start("tenant_a", wrong)


def test_a_person_gets_all_that_is_kept_of_them_and_nothing_of_others(planted: Conversation) -> None:
    file = io.BytesIO()
    counts = exporting.write("tenant_a", USER, file)
    with zipfile.ZipFile(file) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert json.loads(texts["about.json"])["rows"] == counts
    messages = json.loads(texts["conversations/message.json"])
    assert [each["text"] for each in messages] == [WORD, WORD]
    assert counts.keys() == forgetting.count("tenant_a", USER).keys()
    assert "archaeopteryx" not in "".join(texts.values())
    assert any(name.startswith("files/") and WORD in text for name, text in texts.items())
    parties = json.loads(texts["audit/auditparty.json"])
    assert [each["name"] for each in parties] == [USER]
    assert not parties[0].keys() & {"salt", "seal"}, "they would name whoever was forgotten"


def test_the_commands_look_export_and_forget(planted: Conversation, tmp_path: Any) -> None:
    told = io.StringIO()
    call_command("forget_person", USER, "--tenant", "tenant_a", "--look", stdout=told)
    assert "2 conversations.Message" in told.getvalue() and everywhere(WORD)
    call_command("export_person", USER, "--tenant", "tenant_a", "--to", str(tmp_path / "p.zip"), stdout=told)
    assert zipfile.is_zipfile(tmp_path / "p.zip")
    call_command("forget_person", USER, "--tenant", "tenant_a", "--yes", stdout=told)
    assert "Forgotten. Receipt" in told.getvalue() and everywhere(WORD) == set()


def test_the_command_waits_for_a_worker_that_was_faster(planted: Conversation) -> None:
    receipt = forgetting.start("tenant_a", USER)
    worker = threading.Thread(target=running.run_and_let_go, args=(receipt.job,))
    worker.start()
    while Job.unscoped.get(pk=receipt.job).status == Job.Statuses.QUEUED:
        time.sleep(0.001)
    told = io.StringIO()
    call_command("forget_person", USER, "--tenant", "tenant_a", "--yes", stdout=told)
    worker.join()
    assert "Forgotten. Receipt" in told.getvalue() and everywhere(WORD) == set()


def test_results_of_tools_that_were_kept_for_them_are_thrown_away() -> None:
    key = f"tool-result:tenant_a:look_up:{result_cache._owner(USER)}:0"
    other = f"tool-result:tenant_a:look_up:{result_cache._owner(OTHER)}:0"
    runtime.run(result_cache.keep(key, {"of": WORD}, 60), 10)
    runtime.run(result_cache.keep(other, {"of": "x"}, 60), 10)
    assert forget(USER).counts["results of tools"] == 1
    assert runtime.run(result_cache.find(key), 10) is None
    assert not Document.objects.of("tenant_a").filter(owner=USER).exists()
