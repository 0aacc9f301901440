"""Messages that must be routed right.

In a release without their text, brought back, erased, and what they do.
"""

import json
from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from agents.models import Guardrail
from conversations import deleting
from conversations.models import Conversation, Message, Turn
from releases import freshness, snapshot
from releases.rollback import restore
from routing.decision.evaluation.cases import compare, decide_cases, is_right
from routing.decision.evaluation.correcting import correct, keep
from routing.decision.evaluation.lines import LabelledMessage
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import CaseSpec
from routing.decision.strength import weigh
from routing.errors import CaseRefused
from routing.models import AgentProfile, Example, Intent, Keyword, RoutingCase
from tests.parts.copied import write_again
from tests.releases.company import author
from tests.routing.decision.shop import ask, release

SAID = "return on investment, what is that?"


@pytest.fixture
def acme(db):
    """The small company, with an intent that catches what nobody asks it for."""
    return write_again("cases_acme", _author)


def _author():
    tenant = author("cases_acme")
    returns = Intent.objects.of(tenant).create(tenant=tenant, name="returns", priority=5)
    Keyword.objects.of(tenant).create(tenant=tenant, intent=returns, text="return")
    return tenant


@pytest.fixture
def profile(acme):
    return AgentProfile.objects.of(acme).get()


def person(name):
    return User.objects.get_or_create(username=name)[0]


def said(tenant, text=SAID, session="s-1") -> Turn:
    own = {"tenant": tenant}
    talk = Conversation.objects.of(tenant).create(
        **own, key=f"{tenant.pk}:shop:{session}", agent_id="shop", session_id=session
    )
    turn = Turn.objects.of(tenant).create(**own, conversation=talk, number=1, status="answered")
    Message.objects.of(tenant).create(**own, conversation=talk, turn=turn, seq=0, role="user", text=text)
    return turn


def case_of(tenant) -> RoutingCase:
    return RoutingCase.objects.of(tenant).get()


def in_release(tenant) -> dict:
    return snapshot.take(tenant)["routing"]["cases"]


def test_a_correction_is_in_the_release_by_what_misled_and_without_its_text(acme):
    row = correct(said(acme), None, person("ana"))
    content = snapshot.take(acme)
    assert content["routing"]["cases"] == {
        row.key: {
            "profile": "shop", "intent": "", "state": "", "source": "correction",
            "misled": [["return", "returns"]],
        }
    }  # fmt: skip
    assert "investment" not in json.dumps(content)


def test_a_keyword_of_the_right_intent_misleads_nobody(acme):
    correct(said(acme), Intent.objects.of(acme).get(name="returns"), person("ana"))
    assert [each["misled"] for each in in_release(acme).values()] == [[]]


def test_a_reply_to_a_state_says_nothing_about_keywords(acme, profile):
    RoutingCase(tenant=acme, profile=profile, text=SAID, state="WAITING").save()
    assert [each["misled"] for each in in_release(acme).values()] == [[]]


def test_said_again_a_correction_is_changed_and_not_doubled(acme):
    turn, returns = said(acme), Intent.objects.of(acme).get(name="returns")
    correct(turn, None, person("ana"))
    correct(turn, returns, person("ben"))
    again = correct(turn, returns, person("eva"))
    assert (case_of(acme).intent, again.author) == (returns, "ana")
    assert again.history.count() == 2, "what changes nothing leaves no line"


def test_what_was_erased_cannot_be_corrected(acme):
    turn = said(acme)
    deleting.erase(turn.conversation)
    with pytest.raises(CaseRefused, match="erased"):
        correct(turn, None, person("ana"))


def test_erasing_a_conversation_takes_its_cases_and_leaves_no_text_of_them_anywhere(acme):
    gone, stays = said(acme), said(acme, "return the money", "s-2")
    for turn in (gone, stays):
        correct(turn, None, person("ana"))
    RoutingCase.objects.of(acme).get(turn=gone).save()  # a second version
    deleting.erase(gone.conversation)
    assert case_of(acme).turn == stays
    history = RoutingCase.history.model.objects.filter(tenant_id=acme.pk)
    assert set(history.filter(conversation_id=gone.conversation_id).values_list("text", flat=True)) == {""}
    assert history.filter(conversation_id=gone.conversation_id, history_type="-").count() == 1
    assert history.filter(conversation_id=stays.conversation_id).get().text == "return the money"


def test_one_that_was_deleted_and_then_erased_leaves_no_text_either(acme):
    turn = said(acme)
    correct(turn, None, person("ana")).delete()
    deleting.erase(turn.conversation)
    assert not RoutingCase.history.model.objects.exclude(text="").exists()


def test_restoring_brings_a_deleted_case_back_and_removes_a_newer_one(acme, profile):
    turn = said(acme)
    key = correct(turn, None, person("ana")).key
    content = snapshot.take(acme)
    case_of(acme).delete()
    correct(turn, Intent.objects.of(acme).get(name="returns"), person("ben"))
    restore(acme, content)
    back = case_of(acme)
    assert (back.key, back.text, back.intent, back.turn, back.source) == (key, SAID, None, turn, "correction")
    assert snapshot.take(acme) == content


def test_restoring_does_not_bring_back_what_was_erased(acme):
    turn = said(acme)
    correct(turn, None, person("ana"))
    content = snapshot.take(acme)
    deleting.erase(turn.conversation)
    restore(acme, content)
    assert not RoutingCase.objects.of(acme).exists()


def test_a_release_older_than_cases_leaves_them_alone(acme):
    correct(said(acme), None, person("ana"))
    content = snapshot.take(acme)
    del content["routing"]["cases"]
    assert freshness.build(1, "x", content)["routing"].cases == ()
    restore(acme, content)
    assert case_of(acme).text == SAID


def test_a_case_changes_nothing_of_what_is_learnt(acme):
    returns = Intent.objects.of(acme).get(name="returns")
    other = Intent.objects.of(acme).exclude(pk=returns.pk).get()
    for intent, text in ((returns, "take it back"), (other, "where is it?")):
        Example.objects.of(acme).create(tenant=acme, intent=intent, text=text)
    before = ProfileRuntime.of(freshness.build(1, "x", snapshot.take(acme)), "shop").learnt
    correct(said(acme), None, person("ana"))
    after = ProfileRuntime.of(freshness.build(1, "x", snapshot.take(acme)), "shop").learnt
    assert before.key
    assert (after.key, after.samples) == (before.key, before.samples)


def test_a_keyword_that_misleads_on_a_case_is_weak_and_says_why():
    case = CaseSpec("k1", "shop", "", source="correction", misled=(("boleto", "billing"),))
    found = weigh({}, [case])
    assert found["boleto", "billing"].cases == (case,)
    assert (found["boleto", "billing"].times, found["boleto", "billing"].examples) == (0, ())


def test_a_message_that_a_correction_was_made_for_is_no_longer_misrouted():
    asked = "quem inventou o boleto?"
    assert ask(asked).decision.intent == "billing", "its only keyword is strong"
    known = release()
    case = CaseSpec("k1", "shop", "", source="correction", misled=(("boleto", "billing"),))
    routing = replace(known["routing"], cases=(case,))
    shop = ProfileRuntime.of(replace(known, sections={**known.sections, "routing": routing}, memo={}), "shop")
    told = ask(asked, published=shop)
    assert (told.decision.agent, told.decision.method) == ("desk", "fallback")
    weak = next(verdict for verdict in told.verdicts if verdict.tier == "keyword").saw["weak"]
    assert weak == [
        {"keyword": "boleto", "intent": "billing", "stands": False, "misleads_on": None, "cases": 1}
    ]
    assert ask("quero o boleto deste mês", published=shop).decision.intent == "billing"


def test_lines_of_a_file_are_kept_once_and_masked_as_the_record_is(acme, profile):
    profile.guardrails.add(Guardrail.objects.of(acme).get(code="MSK"))
    lines = [
        LabelledMessage(1, "return it, mail  ana.maria@example.com", ("returns",)),
        LabelledMessage(2, "what is the weather?", ("out_of_scope",)),
        LabelledMessage(3, "both", ("returns", "order_tracking")),
    ]
    kept = keep(profile, lines, person("ana"))
    assert (kept.added, kept.known, kept.left_out) == (2, 0, 1)
    rows = {row.source: row for row in RoutingCase.objects.of(acme).filter(intent__name="returns")}
    assert "ana.maria@example.com" not in rows["file"].text and rows["file"].text.startswith(
        "return it, mail"
    )
    again = keep(profile, lines, person("ana"))
    assert (again.added, again.known) == (0, 2)
    assert RoutingCase.objects.of(acme).get(intent=None).text == "what is the weather?"


def test_what_a_draft_breaks_is_told_from_what_was_wrong_before(acme, profile):
    live = freshness.build(1, "live", snapshot.take(acme))
    returns = Intent.objects.of(acme).get(name="returns")
    good = RoutingCase(tenant=acme, profile=profile, text="I return this", intent=returns)
    bad = RoutingCase(tenant=acme, profile=profile, text="my cat", intent=returns)
    nobody = RoutingCase(tenant=acme, profile=profile, text="how is the weather?")
    rows = [good, bad, nobody]
    for row in rows:
        row.save()
    assert {key: is_right(answer) for key, answer in decide_cases(rows, live).items()} == {
        good.key: True, bad.key: False, nobody.key: True,
    }  # fmt: skip
    returns.keywords.all().delete()
    drawn = freshness.build(0, "draft", snapshot.take(acme))
    found = compare(rows, drawn, live)
    assert (found.cases, found.right, found.live_right) == (3, 1, 2)
    assert (found.broken, found.wrong) == ((good.key,), (bad.key,))
