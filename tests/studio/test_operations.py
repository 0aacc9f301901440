"""The operations page: what can be switched off at once, and what is off, since when and by whom."""

from types import SimpleNamespace

from django.urls import reverse

from conversations.models import Conversation
from releases.publish import publish
from rollout import control
from rollout.models import KillSwitch
from routing.models import Intent
from routing.planning.models import Domain
from tests.parts.phrases import try_each
from tests.studio.conftest import login

PAGE = reverse("admin:operations")


def test_what_is_switched_off_by_name_is_told_with_who_when_and_why(acme: SimpleNamespace) -> None:
    Domain(tenant=acme.tenant, name="library", url="http://127.0.0.1:9").save()
    operator = login("operator", acme.tenant)
    page = operator.get(PAGE).content.decode()
    assert "Everything is on" in page and "library" in page
    names = {"intent": "bills", "domain": "library", "tool": "look_up"}
    for kind, name in names.items():
        operator.post(PAGE, {"kind": kind, "name": name, "off": "1", "reason": f"wrong {kind}"})
        assert KillSwitch.objects.of(acme.tenant).get(kind=kind, name=name).reason == f"wrong {kind}"
    said = operator.get(PAGE).content.decode()
    assert "operator-acme" in said
    for kind, name in names.items():
        assert f"{kind}: {name}" in said and f"wrong {kind}" in said
        operator.post(PAGE, {"kind": kind, "name": name, "off": "0"})
    assert "Everything is on" in operator.get(PAGE).content.decode()
    assert not KillSwitch.objects.of(acme.tenant).exists()
    assert operator.post(PAGE, {"kind": "weather", "off": "1"}).status_code == 400
    assert login("viewer", acme.tenant).get(PAGE).status_code == 403


def test_an_operator_sees_who_waits_for_a_person_and_nothing_that_was_said(acme: SimpleNamespace) -> None:
    for number in range(2):
        Conversation.objects.of(acme.tenant).create(
            tenant=acme.tenant, key=f"k{number}", session_id=f"s{number}", agent_id=acme.profile.agent_id,
            person_since="2026-01-05T10:00:00Z",
            state={"person": {"agent": "desk_agent", "intent": "bills", "reason": "my card 4111 is gone"}},
        )  # fmt: skip
    said = login("operator", acme.tenant).get(PAGE).content.decode()
    assert "2 conversations wait for a person" in said and "bills" in said
    assert "4111" not in said and "/analytics/conversations/" not in said
    assert "/analytics/conversations/" in login("admin", acme.tenant).get(PAGE).content.decode()


def test_a_name_that_nothing_has_is_refused_and_what_only_the_release_has_is_not(
    acme: SimpleNamespace,
) -> None:
    publish(acme.tenant, "ana")
    Intent.objects.of(acme.tenant).filter(name="bills").delete()
    operator = login("operator", acme.tenant)
    wrong = operator.post(PAGE, {"kind": "intent", "name": "bils", "off": "1"})
    assert wrong.status_code == 400 and "bills" in wrong.content.decode()
    operator.post(PAGE, {"kind": "intent", "name": "bills", "off": "1"})
    assert KillSwitch.objects.of(acme.tenant).get().name == "bills"


@try_each(
    ("kind", "name"),
    [("intent", "bills"), ("intent", "*"), ("specialist", "desk_agent"), ("specialist", "*")],
)
def test_what_is_switched_off_does_not_answer_in_the_test_box_either(
    kind: str, name: str, acme: SimpleNamespace
) -> None:
    publish(acme.tenant, "ana")
    operator = login("operator", acme.tenant)
    asked = {"text": "minha fatura", "part": "1"}
    assert "switched it off" not in operator.get(reverse("admin:test"), asked).content.decode()
    operator.post(PAGE, {"kind": kind, "name": name, "off": "1"})
    (off,), alarms = operator.get(PAGE).context["off"], operator.get("/admin/").context["alarms"]
    assert any(each.sentence.endswith(f": {off.title}.") for each in alarms)
    shown = operator.get(reverse("admin:test"), asked)
    assert shown.context["draft"].decision.metadata["switched_off"] == "bills"
    assert shown.context["draft"].silenced == "bills"
    assert "switched it off" in shown.content.decode()


def test_many_of_a_kind_are_a_list_to_choose_from(acme: SimpleNamespace) -> None:
    for number in range(30):
        Intent.unscoped.create(tenant=acme.tenant, name=f"more_{number}")
    shown = login("operator", acme.tenant).get(PAGE).content.decode()
    assert "<option>more_29</option>" in shown
    assert shown.count('name="reason"') < 20


def test_who_last_switched_it_is_named(acme: SimpleNamespace) -> None:
    control.set_switch(acme.tenant, "tool", "look_up", off=True, author="ana")
    control.set_switch(acme.tenant, "tool", "look_up", off=False, author="bia")
    control.set_switch(acme.tenant, "tool", "look_up", off=True, author="carla")
    off = login("operator", acme.tenant).get(PAGE).context["off"]
    assert [(each.row.name, each.who) for each in off] == [("look_up", "carla")]
