"""The Studio's home: alarms, what was not understood, the draft with who changed what."""

import re
from types import SimpleNamespace

from django.urls import reverse
from django.utils import timezone

from budgets.models import Limit
from conversations.models import Message, Step, Turn
from delivery.models import Channel, Delivery
from releases.publish import publish
from rollout import control
from routing.models import Domain, Example, Goal, Keyword
from tests.parts.phrases import try_each
from tests.studio.conftest import ADD_INTENT, intent_form, login
from tests.studio.test_effect import say

HOME = reverse("admin:index")
ADOPT = reverse("admin:adopt")


def lost(company: SimpleNamespace, *texts: str) -> None:
    say(company.tenant, *texts)
    Turn.objects.of(company.tenant).filter(method="").update(method="fallback")


def test_what_nobody_understood_is_grouped_and_linked(acme: SimpleNamespace) -> None:
    lost(acme, "cadê meu roteador", "Cade meu roteador?", "vende ração?")
    page = login("admin", acme.tenant).get(HOME)
    found = [(each.text, each.times) for each in page.context["unrouted"]]
    assert sorted(found) == [("Cade meu roteador?", 2), ("vende ração?", 1)]
    said = page.content.decode()
    assert "3 messages were not understood today" in said
    assert page.context["unrouted"][0].conversation in said


def test_long_messages_make_no_long_page(acme: SimpleNamespace) -> None:
    lost(acme, *(f"{letter}{'rinoceronte ' * 2_600}" for letter in "abcdefgh"), "x" * 32_000)
    page = login("editor", acme.tenant).get(HOME)
    said = page.content.decode()
    assert len(page.context["unrouted"]) == 8
    assert max(map(len, re.findall(r'(?:href|value)="([^"]*)"', said))) < 1_000
    assert "Add as example" not in said  # none of them could be one
    assert f'?description={"x" * 200}"' in said or "?description=arinoceronte" in said


def test_answers_and_small_words_are_no_proposals(acme: SimpleNamespace) -> None:
    lost(acme, "yes", "no", "why?", "tá", "não, obrigado", "deixa pra lá", "talvez", "y?", "vende ração?")
    page = login("admin", acme.tenant).get(HOME)
    assert [each.text for each in page.context["unrouted"]] == ["vende ração?"]
    said = page.content.decode()
    assert "9 messages were not understood today" in said and "“Yes” or “why?” teach nothing" in said


def test_who_may_not_open_conversations_sees_the_words_alone(acme: SimpleNamespace) -> None:
    lost(acme, "vende ração?")
    editor = login("editor", acme.tenant).get(HOME).content.decode()
    assert "vende ração?" in editor and "/conversation/" not in editor
    viewer = login("viewer", acme.tenant).get(HOME).content.decode()
    assert "vende ração?" not in viewer


@try_each(("kind", "model"), [("keyword", Keyword), ("example", Example)])
def test_a_lost_message_is_given_to_an_intent_with_one_click(kind: str, model, acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    given = {"text": " meu  roteador ", "intent": "bills", "as": kind, "back": "1"}
    assert editor.post(ADOPT, given).url == HOME
    row = model.objects.of(acme.tenant).get(intent=acme.intent, text="meu roteador")
    assert row.history.get().history_user.get_username() == "editor-acme"
    again = editor.post(ADOPT, given, follow=True).content.decode()
    assert "is there already" in again


@try_each(("kind", "field"), [("keyword", "keywords"), ("example", "examples")])
def test_what_a_planner_did_not_understand_is_given_to_a_goal(kind: str, field: str, acme) -> None:
    lost(acme, "petr quatro subiu?")
    Turn.objects.of(acme.tenant).filter(method="fallback").update(mode="planner")
    domain = Domain.unscoped.create(tenant=acme.tenant, name="finance", url="https://finance.example.com")
    goal = Goal.unscoped.create(tenant=acme.tenant, domain=domain, name="GET_QUOTE", keywords=["preço"])
    editor = login("editor", acme.tenant)
    page = editor.get(HOME).content.decode()
    assert 'list="goals"' in page and '<option value="finance.GET_QUOTE">' in page
    given = {"text": "subiu", "intent": "finance.GET_QUOTE", "as": kind, "back": "1"}
    assert editor.post(ADOPT, given).url == HOME
    goal.refresh_from_db()
    assert getattr(goal, field)[-1] == "subiu"
    assert goal.history.first().history_user.get_username() == "editor-acme"
    assert "is there already" in editor.post(ADOPT, given, follow=True).content.decode()
    assert login("viewer", acme.tenant).post(ADOPT, given).status_code == 403


@try_each(
    ("given", "said"),
    [
        ({"text": "x", "intent": "none_such"}, "Choose an intent"),
        ({"text": "!?", "intent": "bills"}, "at least one word"),
        ({"text": "x " * 200, "intent": "bills", "as": "keyword"}, "longer than 120"),
        ({}, "Choose an intent"),
    ],
)
def test_what_cannot_be_given_to_an_intent_says_why(given, said: str, acme: SimpleNamespace) -> None:
    answer = login("editor", acme.tenant).post(ADOPT, given, follow=True)
    assert said in answer.content.decode()


def test_an_intent_of_another_company_gets_nothing(acme: SimpleNamespace, rival: SimpleNamespace) -> None:
    rival.intent.name = "theirs"
    rival.intent.save()
    answer = login("editor", acme.tenant).post(ADOPT, {"text": "oi", "intent": "theirs"}, follow=True)
    assert "Choose an intent" in answer.content.decode()
    assert login("viewer", acme.tenant).post(ADOPT, {"text": "oi", "intent": "bills"}).status_code == 403


def test_alarms_tell_what_fails_and_what_is_off(acme: SimpleNamespace) -> None:
    admin = login("admin", acme.tenant)
    assert admin.get(HOME).context["alarms"] == []
    Turn.objects.of(acme.tenant).update(status="failed")
    Step.unscoped.create(
        tenant=acme.tenant, turn=acme.turn, position=9, node="tool", kind="tool", outcome="failed",
        detail={"tool": "look_up"}, started_at=acme.turn.started_at,
    )  # fmt: skip
    control.set_switch(acme.tenant, "tool", "look_up", author="ana")
    alarms = admin.get(HOME).context["alarms"]
    off, *failing = [each.sentence for each in alarms]
    assert off.startswith("Off since ") and off.endswith(": tool: look_up.")
    assert failing == ["1 turn failed today.", "look_up failed 1 time today."]
    assert all(admin.get(each.address, follow=True).status_code == 200 for each in alarms)
    assert login("viewer", acme.tenant).get(HOME).context["alarms"] == []


def test_who_waits_for_a_person_and_mail_that_cannot_leave_need_a_look(
    acme: SimpleNamespace, settings
) -> None:
    settings.EMAIL_URL = ""
    admin = login("admin", acme.tenant)
    acme.conversation.person_since = timezone.now()
    acme.conversation.save()
    desk = Channel.unscoped.create(tenant=acme.tenant, name="desk", kind="email", email="desk@example.com")
    Delivery.unscoped.create(tenant=acme.tenant, channel=desk, event="person.requested")
    alarms = admin.get(HOME).context["alarms"]
    assert [each.sentence for each in alarms] == [
        "1 conversation waits for a person.",
        "1 e-mail waits: this installation sends none (EMAIL_URL is not set).",
    ]
    assert all(admin.get(each.address, follow=True).status_code == 200 for each in alarms)


def test_whoever_watches_is_told_that_nothing_needs_a_look(acme: SimpleNamespace) -> None:
    people = {role: login(role, acme.tenant) for role in ("operator", "editor")}

    def is_well(role: str) -> bool:
        return "Nothing needs a look now." in people[role].get(HOME).content.decode()

    Limit.objects.of(acme.tenant).delete()  # in money, which nobody counts
    assert not is_well("operator")  # nothing is live
    publish(acme.tenant, "ana")
    assert is_well("operator") and not is_well("editor")
    control.set_switch(acme.tenant, "tool", "look_up", author="ana")
    assert not is_well("operator")


def test_the_draft_says_who_changed_what_and_leads_to_it(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    editor = login("editor", acme.tenant)
    address = reverse("admin:routing_intent_change", args=[acme.intent.pk])
    form = intent_form(name="bills", keywords="conta", specialist=acme.desk.pk, priority=10)
    assert editor.post(address, form).status_code == 302
    assert editor.post(reverse(ADD_INTENT), intent_form()).status_code == 302
    (group,) = editor.get(HOME).context["groups"]
    assert next((each.change.name, each.who, each.address) for each in group.changes) == (
        "bills", "editor-acme", address,
    )  # fmt: skip
    said = editor.get(reverse("admin:publish")).content.decode()
    assert "<ins>conta</ins>" in said and "<del>fatura</del>" in said and "by editor-acme" in said


def test_words_that_changed_in_a_text_are_marked(acme: SimpleNamespace) -> None:
    acme.intent.description = "asks for a copy of an invoice"
    acme.intent.save()
    publish(acme.tenant, "ana")
    acme.intent.description = "asks for a new copy of an invoice"
    acme.intent.save()
    said = login("viewer", acme.tenant).get(reverse("admin:publish")).content.decode()
    assert "asks for a <ins>new </ins>copy of an invoice" in said
    acme.intent.delete()
    gone = login("editor", acme.tenant).get(reverse("admin:publish")).context["groups"]
    assert [(each.change.what, each.address) for each in gone[0].changes] == [("removed", "")]


def test_a_new_company_is_led_to_its_first_step(acme: SimpleNamespace) -> None:
    said = login("editor", acme.tenant).get(HOME)
    assert said.context["steps_left"] == 1 and "First steps" in said.content.decode()
    publish(acme.tenant, "ana")
    assert "First steps" not in login("publisher", acme.tenant).get(HOME).content.decode()


def test_an_operator_finds_the_figures_in_the_sidebar(acme: SimpleNamespace) -> None:
    assert 'href="/analytics/"' in login("operator", acme.tenant).get(HOME).content.decode()
    assert 'href="/analytics/"' not in login("editor", acme.tenant).get(HOME).content.decode()


def test_files_alone_are_nothing_to_learn_from(acme: SimpleNamespace) -> None:
    lost(acme, "picture", "diente.png", "a picture of my tooth")
    for text in ("picture", "diente.png", "a picture of my tooth"):
        name = text if text.endswith("png") else "picture.png"
        about = {"attachments": [{"name": name}]}
        Message.objects.of(acme.tenant).filter(text=text).update(metadata=about)
    page = login("admin", acme.tenant).get(reverse("admin:index"))
    assert [each.text for each in page.context["unrouted"]] == ["a picture of my tooth"]
    assert page.context["lost"] == 3
