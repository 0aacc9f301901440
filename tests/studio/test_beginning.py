"""A company in one form: what it writes is an ordinary draft, whole or nothing."""

import io
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from agents.models import Guardrail, LLMProfile, MCPServer, PromptPolicy, Specialist, SpecialistPrompt
from delivery.models import Channel
from releases import draft, snapshot
from releases.publish import publish
from routing.decision.evaluation.answers import decide_all
from routing.decision.evaluation.job import load
from routing.decision.evaluation.lines import LabelledMessage
from routing.models import AgentProfile, Example, Intent, IntentTool
from studio.beginning_files import Beginning, Matter, make_files
from studio.first_steps import FirstStep, first_steps
from studio.rows.guardrails import group_by_holding
from tenancy.models import Tenant
from tenancy.operational import touch
from tests.parts.phrases import try_each
from tests.studio.conftest import login

PAGE = reverse("admin:begin")
ABOUT = "A small hotel in Porto. Breakfast from 7 to 10."
BOOK = (
    "Book a room",
    "Bookings",
    "I want a double room\nquero um quarto\nDo you have a room for two?\nUm quarto em maio\nNeed a bed",
)
STAY = ("Breakfast and parking", "Your stay", "when is breakfast?\nhá estacionamento?")


def typed(*matters: tuple[str, str, str], **given: str) -> dict[str, str]:
    rows = {
        f"matter-{number}-{field}": text
        for number, matter in enumerate(matters)
        for field, text in zip(("title", "who", "examples"), matter, strict=True)
    }
    forms = {"matter-TOTAL_FORMS": str(max(3, len(matters))), "matter-INITIAL_FORMS": "0"}
    return {"about": ABOUT, "person": "on", **forms, **rows, **given}


def errors(page: Any) -> list[dict[str, list[str]]]:
    return [
        {name: list(said) for name, said in each.errors.items()} for each in page.context["matters"].forms
    ]


def test_one_form_makes_a_draft_that_can_be_published(hotel: Tenant) -> None:
    browser = login("admin", hotel)
    done = browser.post(PAGE, typed(BOOK, STAY, out_of_scope="Book me a flight"), follow=True)
    assert done.redirect_chain[0][0] == f"{reverse('admin:test')}?profile=front_desk"
    said = done.content.decode()
    assert "2 matters are in the draft." in said
    assert "With fewer than 3 examples only their own words decide: Breakfast and parking." in said
    intents = {each.name: each for each in Intent.objects.of(hotel)}
    assert set(intents) == {"book_a_room", "breakfast_and_parking", "greeting", "person", "not_served"}
    assert intents["book_a_room"].offer == {"en": "Book a room"}
    assert (intents["person"].asks_for_person, intents["not_served"].out_of_scope) == (True, True)
    assert Example.objects.of(hotel).filter(intent__name="not_served", text="Book me a flight").exists()
    languages = set(
        Example.objects.of(hotel).filter(intent__name="book_a_room").values_list("language", flat=True)
    )
    assert languages == {"en", "pt"}
    profile = AgentProfile.objects.of(hotel).get()
    assert (profile.agent_id, profile.fallback.name, profile.policy.system_prefix) == (
        "front_desk",
        "bookings",
        ABOUT,
    )
    assert {each.display_name for each in profile.specialists.all()} == {"Bookings", "Your stay"}
    assert Guardrail.objects.of(hotel).count() == profile.guardrails.count() == 4
    assert [each.how for each in group_by_holding(hotel)] == ["sentence by sentence"]
    assert profile.single is None, "a rollout at 0 % and its kill switch keep the team"
    hotel.refresh_from_db()
    assert hotel.default_agent_id == "front_desk"
    assert [each for each in draft.of(hotel, fresh=True).review.problems if each.severity == "error"] == []
    publish(hotel, "ana")
    asked = [
        LabelledMessage(1, "Do you have a room for two?", ("book_a_room",)),
        LabelledMessage(2, "quero um atendente", ("person",)),
    ]
    assert all(
        each.right for each in decide_all(asked, load(Tenant.objects.get(pk="hotel"), "front_desk", "live"))
    )
    assert all(step.done or step.optional for step in first_steps(Tenant.objects.get(pk="hotel")))


def test_what_the_form_writes_itself_is_in_the_companys_language(hotel: Tenant) -> None:
    Tenant.objects.filter(pk=hotel.pk).update(default_language="es")
    login("admin", hotel).post(PAGE, typed(BOOK, STAY))
    about = dict(Intent.objects.of(hotel).values_list("name", "description"))
    assert about["person"] == "Quiere hablar con una persona."
    assert about["not_served"] == "Lo que aquí no atiende nadie."
    with translation.override("es"):
        assert AgentProfile.objects.of(hotel).get().name == translation.gettext("Front desk")
        role = translation.gettext("You are “%(who)s” and answer about: %(about)s.")
    prompt = SpecialistPrompt.objects.of(hotel).get(specialist__name="bookings")
    assert prompt.role == role % {"who": "Bookings", "about": "Book a room"}


def test_a_company_that_does_not_write_its_first_language_speaks_that_of_the_form(hotel: Tenant) -> None:
    """Two languages ticked, neither of them the one that every company begins with."""
    Tenant.objects.filter(pk=hotel.pk).update(default_language="pt")
    browser = login("admin", hotel)
    spanish = {"HTTP_ACCEPT_LANGUAGE": "es"}
    assert browser.get(PAGE, **spanish).context["form"]["written"].initial == "es"
    matter = ("Pedir cita", "Citas", "quiero una cita\nnecesito ver al médico")
    answer = {"matter-0-answer": "Llame al 900 100 100."}
    browser.post(PAGE, typed(matter, languages=["es", "en"], **answer), **spanish)
    hotel.refresh_from_db()
    assert hotel.default_language == "es"
    intents = {each.name: each for each in Intent.objects.of(hotel)}
    assert intents["person"].description == "Quiere hablar con una persona."
    asked = intents["pedir_cita"]
    assert (asked.offer, asked.reply) == ({"es": "Pedir cita"}, {"es": "Llame al 900 100 100."})
    assert {"es", "en"} <= set(intents["greeting"].reply)
    role = SpecialistPrompt.objects.of(hotel).get(specialist__name="citas").role
    with translation.override("es"):
        sentence = translation.gettext("You are “%(who)s” and answer about: %(about)s.")
    assert role == sentence % {"who": "Citas", "about": "Pedir cita"}


def test_what_is_typed_is_stored_in_the_language_that_the_form_was_written_in(hotel: Tenant) -> None:
    Tenant.objects.filter(pk=hotel.pk).update(default_language="es")
    browser = login("admin", hotel)
    page = browser.post(PAGE, typed(BOOK, languages=["es", "en"], written="fr"))
    assert "written" in page.context["form"].errors
    browser.post(PAGE, typed(BOOK, languages=["es", "en"], written="en"))
    hotel.refresh_from_db()
    intents = {each.name: each for each in Intent.objects.of(hotel)}
    assert intents["book_a_room"].offer == {"en": "Book a room"}
    assert intents["person"].description == "Quiere hablar con una persona."
    assert hotel.default_language == "es"


def test_the_language_that_the_form_was_written_in_is_spoken_first(hotel: Tenant) -> None:
    browser = login("admin", hotel)
    browser.post(PAGE, typed(BOOK, languages=["pt", "en"], written="en"))
    assert AgentProfile.objects.of(hotel).get().languages == ["en", "pt"]


def test_what_is_wrong_is_said_at_its_field_and_changes_nothing(hotel: Tenant) -> None:
    before = snapshot.take(hotel)
    page = login("admin", hotel).post(
        PAGE, typed(BOOK, ("Book a room", "{tomorrow}", ""), ("???", "X", "a b"))
    )
    assert page.status_code == 200
    first, second, third = errors(page)
    assert first == {}
    assert "{tomorrow}" in second["who"][0] and second["examples"]
    assert third["title"] == ["Use Latin letters or digits here."]
    assert "I want a double room" in page.content.decode(), "nothing of what was typed is lost"
    assert snapshot.take(hotel) == before


def test_nothing_said_and_things_said_twice_are_refused(hotel: Tenant) -> None:
    browser = login("admin", hotel)
    assert "Write at least one thing" in browser.post(PAGE, typed()).content.decode()
    assert errors(browser.post(PAGE, typed(BOOK, BOOK)))[1]["title"] == ["This is named twice."]
    assert not Intent.objects.of(hotel).exists()


def test_more_rows_come_without_losing_what_was_typed(hotel: Tenant) -> None:
    page = login("admin", hotel).post(PAGE, typed(("Book", "", ""), more="1"))
    assert len(page.context["matters"].forms) == 4
    said = page.content.decode()
    assert 'value="Book"' in said and "is-error" not in said


def test_a_second_press_writes_nothing_twice(hotel: Tenant) -> None:
    browser = login("admin", hotel)
    browser.post(PAGE, typed(BOOK))
    again = browser.post(PAGE, typed(BOOK))
    assert errors(again)[0]["title"] == ["“book_a_room” exists already: edit it under Intents."]
    assert Specialist.objects.of(hotel).count() == 1


def test_later_it_adds_to_the_team_that_is_there(hotel: Tenant) -> None:
    browser = login("admin", hotel)
    browser.post(PAGE, typed(BOOK))
    assert "is added to the profile" in browser.get(PAGE).content.decode()
    browser.post(
        PAGE, typed(STAY, ("Cancel a booking", "Bookings", "please cancel it"), about="Something else")
    )
    profile = AgentProfile.objects.of(hotel).get()
    assert {each.name for each in profile.specialists.all()} == {"bookings", "your_stay"}
    assert Intent.objects.of(hotel).get(name="cancel_a_booking").specialist.name == "bookings"
    assert PromptPolicy.objects.of(hotel).get().system_prefix == ABOUT
    assert Example.objects.of(hotel).filter(intent__name="not_served").count() == 9
    browser.post(PAGE, typed(("Lost things", "Your stay", "I left my coat"), out_of_scope="Repair my car"))
    assert Example.objects.of(hotel).filter(intent__name="not_served").count() == 10


def test_who_is_there_already_answers_and_keeps_their_words(acme: SimpleNamespace) -> None:
    before = snapshot.take(acme.tenant)["agents"]["specialists"]
    login("admin", acme.tenant).post(PAGE, typed(("Refunds", "desk ACME", "give my money back")))
    assert Intent.objects.of(acme.tenant).get(name="refunds").specialist == acme.desk
    assert snapshot.take(acme.tenant)["agents"]["specialists"] == before
    assert not Intent.objects.of(acme.tenant).filter(name="greeting").exists()


@try_each("count", ["²", "9" * 5000, "-1", ""])
def test_a_count_that_is_none_is_no_error(hotel: Tenant, count: str) -> None:
    given = typed(BOOK, more="1") | {"matter-TOTAL_FORMS": count}
    assert login("admin", hotel).post(PAGE, given).status_code == 200


def test_what_every_company_has_is_not_written_over(hotel: Tenant) -> None:
    browser = login("admin", hotel)
    assert errors(browser.post(PAGE, typed(("Greeting", "Bookings", "hello there"))))[0]["title"]
    Intent(tenant=hotel, name="greeting", reply={"en": "Ahoy!"}).save()
    browser.post(PAGE, typed(BOOK))
    assert Intent.objects.of(hotel).get(name="greeting").reply == {"en": "Ahoy!"}


@try_each("begun", [True, False], ids=["adding", "beginning"])
def test_what_nobody_serves_gains_examples_and_stays_as_it_is(hotel: Tenant, begun: bool) -> None:
    """A clinic's own had its description and its priority written over."""
    browser = login("admin", hotel)
    if begun:
        browser.post(PAGE, typed(STAY))
    own, _made = Intent.objects.of(hotel).get_or_create(name="not_served", defaults={"tenant": hotel})
    own.description, own.priority, own.out_of_scope = "What we send elsewhere.", 100, True
    own.save()
    Example(tenant=hotel, intent=own, text="La capital de Francia", language="pt").save()
    before = snapshot.take(hotel)["routing"]["intents"]["not_served"]
    browser.post(PAGE, typed(BOOK, out_of_scope="Book me a flight"))
    after = snapshot.take(hotel)["routing"]["intents"]["not_served"]
    assert after == {**before, "examples": sorted([*before["examples"], ["en", "Book me a flight"]])}


def test_what_nobody_serves_is_added_to_the_companys_own_by_whatever_name(hotel: Tenant) -> None:
    Intent(tenant=hotel, name="elsewhere", out_of_scope=True).save()
    Intent(tenant=hotel, name="not_served", reply={"en": "We do not serve walk-ins."}).save()
    login("admin", hotel).post(PAGE, typed(BOOK, out_of_scope="Book me a flight"))
    assert Example.objects.of(hotel).get(text="Book me a flight").intent.name == "elsewhere"
    assert Intent.objects.of(hotel).get(name="not_served").out_of_scope is False


def test_nobody_is_passed_to_a_person_where_it_was_not_wished(hotel: Tenant) -> None:
    given = typed(BOOK)
    del given["person"]
    login("admin", hotel).post(PAGE, given)
    assert not Intent.objects.of(hotel).filter(asks_for_person=True).exists()


def test_who_asks_for_a_person_with_nobody_told_is_a_warning_until_a_channel_is_told(
    hotel: Tenant, settings: Any
) -> None:
    """Users read that their wish was passed on, and nobody heard of it."""
    login("admin", hotel).post(PAGE, typed(BOOK))

    def warned() -> list[str]:
        company = Tenant.objects.get(pk="hotel")
        problems = draft.of(company).review.problems
        found = [each.severity for each in problems if "person.requested" in each.sentence]
        step = next(each for each in first_steps(company) if "asks for a person" in each.title)
        assert (step.done, step.optional) == (not found, True)
        told = io.StringIO()
        with suppress(SystemExit):
            call_command("check_company", "hotel", stdout=told)
        assert ("person.requested" in told.getvalue()) is bool(found)
        return found

    assert warned() == ["warning"]
    settings.EMAIL_URL = ""
    mail = Channel.unscoped.create(
        tenant=hotel, kind="email", name="desk", email="desk@example.com", events=["person.requested"]
    )
    touch(hotel)
    assert warned() == ["warning"], "this installation sends no e-mail"
    settings.EMAIL_URL = "smtp://localhost"
    touch(hotel)
    assert warned() == []
    mail.delete()
    touch(hotel)
    assert warned() == ["warning"]
    Intent.objects.of(hotel).filter(asks_for_person=True).delete()
    assert not any("asks for a person" in each.title for each in first_steps(hotel))


def test_who_may_only_look_sees_no_such_page(acme: SimpleNamespace) -> None:
    assert login("viewer", acme.tenant).get(PAGE).status_code == 403
    assert isinstance(login("editor", acme.tenant), Client)


def test_an_answer_is_said_as_it_stands_and_the_team_may_hand_over() -> None:
    said = Beginning(
        "A hotel.",
        (
            Matter(
                "Book a room", "Bookings", ("a room for two", "¿tienen habitaciones?"), "Write the dates."
            ),
            Matter("Breakfast", "Kitchen", ("is breakfast included",)),
        ),
        "en",
    )
    files = make_files(said)
    intents = {each["name"]: each for each in yaml.safe_load(files["routing.yaml"])["intents"]}
    assert intents["book_a_room"]["reply"] == {"en": "Write the dates."}
    assert "reply" not in intents["breakfast"]
    assert [each["language"] for each in intents["book_a_room"]["examples"]] == ["en", "es"]
    team = yaml.safe_load(files["specialists.yaml"])["specialists"]
    assert (team["bookings"]["targets"], team["kitchen"]["targets"]) == (["kitchen"], ["bookings"])


@try_each(("wished", "named"), [("", "tools"), ("My bookings", "my_bookings")])
def test_a_tool_server_has_a_name_that_somebody_can_read(hotel: Tenant, wished: str, named: str) -> None:
    given = typed(BOOK, server="http://127.0.0.1:8811/mcp", server_name=wished)
    login("admin", hotel).post(PAGE, given)
    assert list(MCPServer.objects.of(hotel).values_list("name", flat=True)) == [named]


def test_matters_without_an_answer_are_named_until_a_model_is_there(acme: SimpleNamespace) -> None:
    IntentTool.objects.of(acme.tenant).delete()
    Intent.objects.of(acme.tenant).update(reply={}, collection=None)
    LLMProfile.objects.of(acme.tenant).delete()
    (step,) = [each for each in first_steps(acme.tenant) if each.address.endswith("/agents/llmprofile/add/")]
    assert "bills" in step.tells
    Intent.objects.of(acme.tenant).update(reply={"en": "It is due on the tenth."})
    (step,) = [each for each in first_steps(acme.tenant) if each.address.endswith("/agents/llmprofile/add/")]
    assert "bills" not in step.tells


def test_the_offline_model_is_none_that_somebody_put_behind(acme: SimpleNamespace) -> None:
    def step() -> FirstStep:
        steps = first_steps(acme.tenant)
        return next(each for each in steps if each.address.endswith("/agents/llmprofile/add/"))

    LLMProfile.objects.of(acme.tenant).delete()
    row = LLMProfile(tenant=acme.tenant, name="default", point="default", provider="offline", model="")
    row.save()
    assert not step().done
    row.provider, row.model = "openai", "gpt-5-mini"
    row.save()
    assert step().done
    assert "offline" not in step().tells


def test_an_example_is_of_a_language_that_people_write_in() -> None:
    matter = Matter("Coches", "Tienda", ("vendéis coches de segunda mano?", "do you sell used cars?"))
    files = make_files(Beginning("", (matter,), "es", languages=("es", "en")))
    intents = {each["name"]: each for each in yaml.safe_load(files["routing.yaml"])["intents"]}
    assert [each["language"] for each in intents["coches"]["examples"]] == ["es", "en"]


def test_matters_are_added_to_the_companys_default_profile(acme: SimpleNamespace) -> None:
    other = AgentProfile(
        tenant=acme.tenant, agent_id="a_first_by_name", name="Another", fallback=acme.profile.fallback
    )
    other.save()
    acme.tenant.default_agent_id = acme.profile.agent_id
    acme.tenant.save()
    assert login("editor", acme.tenant).get(reverse("admin:begin")).context["begun"] == acme.profile
