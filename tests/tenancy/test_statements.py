"""Statements whose text is kept: what they store and find is what the models would."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from conversations.models import Conversation, Message, Step, Turn
from tenancy.statements import find, insert, insert_counted, insert_plain, send, update
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = 'It\'s 100 % "so"; -- açúcar %s'


@pytest.fixture
def turn(acme):
    talk = Conversation(
        tenant=acme, key="acme:team:s", agent_id="team", session_id="s", state={"words": WORDS}
    )
    made = Turn(tenant=acme, conversation=talk, number=1, received=WORDS, started_at=timezone.now())
    send(insert(talk), insert(made))
    return made


def test_a_stored_row_is_read_by_its_model_as_it_was(turn):
    read = Turn.unscoped.select_related("conversation").get(pk=turn.pk)
    names = [field.attname for field in Turn._meta.concrete_fields]
    assert [getattr(read, name) for name in names] == [getattr(turn, name) for name in names]
    assert read.conversation.state == {"words": WORDS}
    assert not turn._state.adding


def test_a_found_row_is_the_one_its_model_reads(turn):
    with transaction.atomic():
        found = find(Turn, {"conversation": turn.conversation_id, "number": 1}, lock=True)
    read = Turn.unscoped.get(pk=turn.pk)
    assert found == read
    assert vars(found).keys() == vars(read).keys()
    assert {**vars(found), "_state": 0} == {**vars(read), "_state": 0}
    assert find(Turn, {"id": "nobody"}) is None


def test_a_found_row_can_be_changed_and_saved(turn):
    found = find(Turn, {"id": turn.pk})
    found.agent = "billing"
    found.save(update_fields=["agent"])
    assert Turn.unscoped.get(pk=turn.pk).agent == "billing"


@try_each("value", [{"a": [1, None, "x"]}, [], "text", 5, True])
def test_json_stays_what_it_was(turn, value):
    send(update(Turn, {"id": turn.pk}, {"result": value, "lease_until": None}))
    assert Turn.unscoped.get(pk=turn.pk).result == value
    assert find(Turn, {"id": turn.pk}).result == value


def test_the_first_statement_says_how_many_rows_it_touched(turn):
    changes = {"status": "answered", "finished_at": timezone.now()}
    here = {"id": turn.pk, "attempt": 1, "finished_at": None}
    other = update(Conversation, {"id": turn.conversation_id}, {"seq": 7})
    assert send(update(Turn, {**here, "attempt": 2}, changes), other) == 0
    assert send(update(Turn, here, changes), other) == 1
    assert send(update(Turn, here, changes), other) == 0, "it has an end by now"
    assert Conversation.unscoped.get().seq == 7


def test_several_rows_of_one_model_get_keys_of_their_own(turn):
    rows = [
        Step(tenant_id="acme", turn=turn, position=n, node="judge", kind="node", outcome="ok",
            started_at=timezone.now())
        for n in range(1, 9)
    ]  # fmt: skip
    send(insert(*rows))
    assert list(Step.unscoped.values_list("position", flat=True)) == list(range(1, 9))
    assert Step.unscoped.values("pk").distinct().count() == 8


def test_plain_rows_are_stored_as_their_models_would_be(turn):
    rows = [
        {"tenant_id": "acme", "turn_id": turn.pk, "position": n, "node": "judge", "kind": "node", "agent": "",
         "outcome": "ok",
         "summary": WORDS, "detail": {"words": WORDS, "n": [10 ** (10 * n), 1.5, None]},
         "started_at": timezone.now(),
         "milliseconds": 0.1 * n}
        for n in range(1, 4)
    ]  # fmt: skip
    send(insert_plain(Step, rows))
    read = Step.unscoped.order_by("position")
    assert [{name: getattr(each, name) for name in rows[0]} for each in read] == rows
    assert read.values("pk").distinct().count() == 3


def test_what_the_database_refuses_is_djangos_error_and_undoes_the_visit(turn):
    said = [
        Message(tenant_id="acme", conversation=turn.conversation, turn=turn, seq=1, role="user") for _ in "ab"
    ]
    with pytest.raises(IntegrityError), transaction.atomic():
        send(insert(said[0]), insert(said[1]))
    assert not Message.unscoped.exists()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="one statement at a time elsewhere")
def test_postgresql_gets_all_of_them_in_one_message(turn, django_assert_num_queries):
    with django_assert_num_queries(1):
        send(
            update(Turn, {"id": turn.pk}, {"agent": "a"}),
            update(Conversation, {"id": turn.conversation_id}, {"seq": 2}),
        )


def test_a_message_with_nul_is_djangos_error_too(turn):
    if connection.vendor == "postgresql":
        from django.db import DataError

        with pytest.raises(DataError):
            send(update(Turn, {"id": turn.pk}, {"answer": "a\x00b"}))
    else:
        send(update(Turn, {"id": turn.pk}, {"answer": "a\x00b"}))
        assert find(Turn, {"id": turn.pk}).answer == "a\x00b"


def test_a_counted_row_learns_its_key(turn):
    steps = [Step(tenant_id=turn.tenant_id, turn=turn, position=n, started_at=timezone.now()) for n in (1, 2)]
    for step in steps:
        insert_counted(step)
    assert [Step.unscoped.get(pk=step.pk).position for step in steps] == [1, 2]
