"""The rollout's page: how many people are where, and the last change taken back with one click."""

from types import SimpleNamespace
from typing import Any

from django.urls import reverse
from django.utils.translation import override

from agents.models import MCPTool
from releases.publish import publish
from rollout import control
from rollout.models import Flag, FlagChange, FlagOverride
from routing.models import AgentProfile, IntentTool
from routing.turns.mode import MODES
from tests.studio.conftest import login, talk


def addresses(flag: Flag) -> tuple[str, str]:
    return tuple(reverse(f"admin:rollout_flag_{name}", args=[flag.pk]) for name in ("change", "undo"))


def percent(acme: SimpleNamespace, number: float) -> None:
    control.set_multi_agent_rollout_percentage(number, tenant=acme.tenant, author="ana")


def test_the_first_flag_is_added_with_what_its_form_shows(acme: SimpleNamespace) -> None:
    Flag.objects.of(acme.tenant).delete()
    operator, page = login("operator", acme.tenant), reverse("admin:rollout_flag_add")
    offered = operator.get(page).context["adminform"]
    form = offered.form
    assert "seen" in {name for fieldset in offered for name in fieldset.fields}
    shown = {each.html_name: each.value() for each in form if each.value() not in (None, False, [])}
    lists = {"overrides-TOTAL_FORMS": "0", "overrides-INITIAL_FORMS": "0"}
    answer = operator.post(page, {**shown, **lists})
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    flag = Flag.objects.of(acme.tenant).get()
    assert (flag.percentage, flag.off_variant, flag.on_variant) == (100, "single", "")
    again = operator.get(page)  # a company has one: adding another shows it
    assert (again.status_code, again.url) == (302, reverse("admin:rollout_flag_change", args=[flag.pk]))


def test_people_in_and_out_are_those_the_turns_would_find(acme: SimpleNamespace) -> None:
    for n in range(40):
        conversation, _turn = talk(acme.tenant, f"more-{n}")
        conversation.user_id = f"user-{n}"
        conversation.save()
    percent(acme, 30)
    page, _undo = addresses(acme.flag)
    seen = login("operator", acme.tenant).get(page).context
    people = ["u-1", *(f"user-{n}" for n in range(40))]
    inside = sum(control.is_multi_agent_enabled(each, tenant=acme.tenant) for each in people)
    assert (seen["people"], seen["inside"], seen["outside"]) == (41, inside, 41 - inside)
    assert 0 < inside < 41


def test_the_last_change_is_taken_back_and_that_too(acme: SimpleNamespace) -> None:
    percent(acme, 10)
    page, undo = addresses(acme.flag)
    operator = login("operator", acme.tenant)
    last = operator.get(page).context["last"]
    assert (last.old, last.new) == ("100.00 %", "10.00 %")
    said = operator.post(undo, {"change": last.pk}, follow=True).content.decode()
    assert "Taken back" in said
    assert Flag.objects.of(acme.tenant).get().percentage == 100
    again = operator.get(page).context["last"]
    assert FlagChange.objects.of(acme.tenant).get(pk=again.pk).who == "operator-acme"
    operator.post(undo, {"change": again.pk})
    assert Flag.objects.of(acme.tenant).get().percentage == 10


def test_an_override_and_the_kill_switch_are_taken_back(acme: SimpleNamespace) -> None:
    page, undo = addresses(acme.flag)
    operator = login("operator", acme.tenant)
    control.set_multi_agent_override("u-1", None, tenant=acme.tenant, author="ana")
    operator.post(undo, {"change": operator.get(page).context["last"].pk})
    assert FlagOverride.objects.of(acme.tenant).get(subject="u-1").value is False
    flag = Flag.objects.of(acme.tenant).get()
    flag.killed = True
    control.save_flag(flag, "ana")
    operator.post(undo, {"change": operator.get(page).context["last"].pk})
    assert Flag.objects.of(acme.tenant).get().killed is False


def test_a_change_that_is_not_the_last_any_more_stays(acme: SimpleNamespace) -> None:
    percent(acme, 10)
    page, undo = addresses(acme.flag)
    operator = login("operator", acme.tenant)
    seen = operator.get(page).context["last"].pk
    percent(acme, 50)
    said = operator.post(undo, {"change": seen}, follow=True).content.decode()
    assert "changed again meanwhile" in said
    assert Flag.objects.of(acme.tenant).get().percentage == 50
    assert operator.post(undo, {"change": "x"}).status_code == 302
    assert login("viewer", acme.tenant).post(undo, {"change": seen}).status_code == 403


def test_an_arm_may_be_any_mode_and_one_person_is_no_people(acme: SimpleNamespace) -> None:
    page, _undo = addresses(acme.flag)
    shown = login("operator", acme.tenant).get(page)
    for arm in ("on_variant", "off_variant"):
        offered = shown.context["adminform"].form.fields[arm].choices
        assert [name for name, _words in offered] == ["", *MODES]
    assert "of 1 person who wrote in the last 30 days" in shown.content.decode()


def test_the_list_says_on_or_off_in_words(acme: SimpleNamespace) -> None:
    operator = login("operator", acme.tenant)
    switch = operator.get(reverse("admin:rollout_flag_changelist")).content.decode()
    assert ">on<" in "".join(switch.split()) and ">off<" not in "".join(switch.split())
    acme.flag.killed = True
    control.save_flag(acme.flag, "ana")
    switch = operator.get(reverse("admin:rollout_flag_changelist")).content.decode()
    assert ">off<" in "".join(switch.split())


def test_a_page_opened_before_a_kill_does_not_undo_it(acme: SimpleNamespace) -> None:
    address, _undo = addresses(acme.flag)
    operator = login("operator", acme.tenant)
    opened = form_of(operator.get(address))
    acme.flag.killed = True
    control.save_flag(acme.flag, "ben")
    late = operator.post(address, {**opened, "percentage": "42"})
    assert "changed after you opened this page" in late.content.decode()
    again = operator.post(address, {**form_of(late), "percentage": "42"})
    # What it shows is still the old flag.
    assert "changed after you opened this page" in again.content.decode()
    flag = Flag.objects.of(acme.tenant).get()
    assert (flag.percentage, flag.killed) == (100, True)
    assert operator.post(address, {**form_of(operator.get(address)), "percentage": "42"}).status_code == 302
    flag.refresh_from_db()
    assert (flag.percentage, flag.killed) == (42, True)


def test_a_page_opened_before_an_override_does_not_undo_it(acme: SimpleNamespace) -> None:
    address, _undo = addresses(acme.flag)
    operator = login("operator", acme.tenant)
    opened = form_of(operator.get(address))
    control.set_multi_agent_override("u-1", True, tenant=acme.tenant, author="ben")
    assert "changed after" in operator.post(address, {**opened, "percentage": "42"}).content.decode()
    assert FlagOverride.objects.of(acme.tenant).get(subject="u-1").value is True


def test_the_number_of_the_last_change_is_not_on_the_page_to_read(acme: SimpleNamespace) -> None:
    address, _undo = addresses(acme.flag)
    assert 'type="hidden" name="seen"' in login("operator", acme.tenant).get(address).content.decode()
    assert 'name="seen"' not in login("viewer", acme.tenant).get(address).content.decode()


def form_of(page: Any) -> dict[str, Any]:
    """What the page's form sends when nobody changes anything."""
    context = page.context
    tables = [each.formset for each in context["inline_admin_formsets"]]
    all_forms = [
        context["adminform"].form,
        *(form for table in tables for form in (table.management_form, *table)),
    ]
    sent = {each.html_name: each.value() for form in all_forms for each in form}
    return {name: value for name, value in sent.items() if value not in (None, False)}


def test_the_page_says_what_users_outside_go_without(acme: SimpleNamespace) -> None:
    extra = MCPTool.unscoped.create(tenant=acme.tenant, server=acme.server, name="pay", read_only=False)
    IntentTool.unscoped.create(tenant=acme.tenant, intent=acme.intent, tool=extra)
    acme.desk.tools.set([acme.tool])
    page, _undo = addresses(acme.flag)
    publish(acme.tenant, "ana")
    operator = login("operator", acme.tenant)
    alone = operator.get(page).context["outside_alone"]
    assert [(each.profile, each.agent, each.lost) for each in alone] == [("desk", "Desk acme", ("pay",))]
    AgentProfile.objects.of(acme.tenant).update(single=None)
    publish(acme.tenant, "ana")
    assert "the team goes on answering" in operator.get(page).content.decode()
    Flag.objects.of(acme.tenant).update(off_variant="router")
    assert operator.get(page).context["outside_alone"] == []


def test_the_history_is_told_in_the_readers_language(acme: SimpleNamespace) -> None:
    control.set_switch(acme.tenant, "tool", "look_up", author="ana")
    control.set_multi_agent_override("u-9", True, tenant=acme.tenant, author="ana")
    percent(acme, 10)
    lines = FlagChange.objects.of(acme.tenant)[:3]
    with override("pt-br"):
        assert [str(each) for each in lines] == [
            "multi_agent: porcentagem: 100.00 % → 10.00 %",
            "multi_agent: exceção u-9: como todos → dentro",
            "ferramenta: look_up: ligado → desligado",
        ]
