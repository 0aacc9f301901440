"""Messages that must be routed right in the Studio.

Corrected, kept from a file, written, and shown before a publish.
"""

from dataclasses import replace
from types import SimpleNamespace

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from agents.models import Slot
from conversations import deleting
from conversations.models import Turn
from releases import freshness, sections
from releases.publish import publish, repair
from routing.decision.evaluation import cases
from routing.models import Keyword, RoutingCase
from tests.parts.phrases import try_each
from tests.releases import counting
from tests.studio.conftest import login, talk
from work import running
from work.models import Job

LIST, ADD = reverse("admin:routing_routingcase_changelist"), reverse("admin:routing_routingcase_add")
PUBLISH, FILE = reverse("admin:publish"), reverse("admin:evaluate")


def page_of(turn: Turn) -> str:
    return reverse("admin:correct", args=[turn.pk])


def written(acme: SimpleNamespace, text: str, intent: object = None) -> RoutingCase:
    return RoutingCase.objects.of(acme.tenant).create(
        tenant=acme.tenant, profile=acme.profile, text=text, intent=intent
    )


@try_each("role", ["editor", "analyst"])
def test_a_turn_is_corrected_changed_and_taken_back(acme: SimpleNamespace, role: str) -> None:
    browser = login(role, acme.tenant)
    shown = browser.get(page_of(acme.turn)).content.decode()
    assert "Minha fatura veio alta" in shown and "fatura" in shown
    for intent in ("bills", "bills", "-"):
        browser.post(page_of(acme.turn), {"intent": intent})
    row = RoutingCase.objects.of(acme.tenant).get(turn=acme.turn)
    assert (row.text, row.intent, row.source) == ("Minha fatura veio alta", None, "correction")
    assert row.author == f"{role}-acme"
    assert [one.history_type for one in row.history.all()] == ["~", "+"], "the same twice is one edit"
    browser.post(reverse("admin:routing_routingcase_delete", args=[row.pk]), {"post": "yes"})
    assert not RoutingCase.objects.of(acme.tenant).filter(turn=acme.turn).exists()


def test_nothing_chosen_and_what_was_erased_are_answered_with_a_sentence(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    asked = browser.post(page_of(acme.turn), {"intent": "rockets"}, follow=True)
    assert "Choose where the message belongs." in asked.content.decode()
    deleting.erase(acme.conversation)
    assert "no longer there" in browser.get(page_of(acme.turn)).content.decode()
    told = browser.post(page_of(acme.turn), {"intent": "-"}, follow=True)
    assert "was erased" in told.content.decode()


def test_a_message_that_is_given_to_an_intent_is_kept_as_a_correction(acme: SimpleNamespace) -> None:
    Turn.objects.of(acme.tenant).update(method="fallback", created_at=timezone.now())
    browser = login("editor", acme.tenant)
    (group,) = browser.get(reverse("admin:index")).context["unrouted"]
    given = {"text": group.text + "!", "intent": "bills", "as": "example", "turn": group.turn, "back": "1"}
    browser.post(reverse("admin:adopt"), given)
    row = RoutingCase.objects.of(acme.tenant).get(turn=acme.turn)
    assert (row.intent, row.text) == (acme.intent, "Minha fatura veio alta")


def test_another_companys_turn_is_not_kept(acme: SimpleNamespace, rival: SimpleNamespace) -> None:
    given = {"text": "vende ração?", "intent": "bills", "as": "example", "turn": rival.turn.pk}
    login("editor", acme.tenant).post(reverse("admin:adopt"), given)
    assert not RoutingCase.unscoped.filter(turn=rival.turn).exists()


def test_the_conversation_leads_to_the_correction_for_who_may_make_it(acme: SimpleNamespace) -> None:
    read = reverse("analytics-conversation", args=[acme.conversation.pk])
    assert page_of(acme.turn) in login("analyst", acme.tenant).get(read).content.decode()


def test_a_case_is_written_once_and_masked(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    form = {"text": "mande  para ana.maria@example.com", "profile": acme.profile.pk, "intent": acme.intent.pk}
    assert browser.post(ADD, form).status_code == 302
    row = RoutingCase.objects.of(acme.tenant).get(intent=acme.intent)
    assert row.text.startswith("mande para ") and "ana.maria@example.com" not in row.text
    assert (row.source, row.author) == ("written", "editor-acme")
    again = browser.post(ADD, form)
    assert "This message is there already" in again.content.decode()


def test_the_list_says_of_each_whether_it_is_routed_right_now(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    assert "not live" in browser.get(LIST).content.decode()
    written(acme, "minha fatura?", acme.intent)
    publish(acme.tenant, "setup")
    shown = browser.get(LIST).content.decode()
    assert "wrong: bills" in shown, "a fatura da capa is for nobody"
    assert ">right<" in "".join(shown.split())
    found = browser.get(LIST, {"q": "minha"}).content.decode()
    assert "minha fatura?" in found and "fatura da capa" not in found


def test_an_empty_list_says_how_to_begin(acme: SimpleNamespace) -> None:
    RoutingCase.objects.of(acme.tenant).delete()
    assert "Begin with an example" in login("editor", acme.tenant).get(LIST).content.decode()


def test_the_lines_of_a_tested_file_are_kept(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    file = SimpleUploadedFile("m.csv", b"text,intent\nminha <b>fatura,bills\numa piada,out_of_scope\n")
    tested = browser.post(FILE, {"file": file, "profile": "desk", "which": "draft"})
    kept = {"lines": tested.context["lines"], "profile": "desk", "which": "draft"}
    answer = browser.post(FILE, kept, follow=True)
    assert "2 kept, 0 were there already" in answer.content.decode()
    rows = RoutingCase.objects.of(acme.tenant).filter(source="file")
    assert {(row.text, row.intent) for row in rows} == {("minha <b>fatura", acme.intent), ("uma piada", None)}
    assert (
        "no intent “rockets”"
        in browser.post(FILE, {**kept, "lines": '{"text": "x", "intent": "rockets"}'}).content.decode()
    )
    viewer = login("viewer", acme.tenant)
    file.seek(0)
    assert "lines" not in viewer.post(FILE, {"file": file, "profile": "desk", "which": "draft"}).context
    assert viewer.post(FILE, kept).status_code == 403


def test_publishing_shows_what_it_would_break_and_publishes_all_the_same(acme: SimpleNamespace) -> None:
    RoutingCase.objects.of(acme.tenant).delete()
    case = written(acme, "minha fatura?", acme.intent)
    publish(acme.tenant, "setup")
    Keyword.objects.of(acme.tenant).get().delete()
    browser = login("publisher", acme.tenant)
    page = browser.get(PUBLISH)
    assert page.context["cases"].broken == (case,)
    said = page.content.decode()
    assert "The draft routes 0 of 1 right; what is live, 1." in said
    assert "Publishing would break 1 that goes right now" in said and "minha fatura?" in said
    viewer = login("viewer", acme.tenant).get(PUBLISH).content.decode()
    assert case.key in viewer and "minha fatura?" not in viewer
    digest = page.context["review"].digest
    assert "Release 2 is live" in browser.post(PUBLISH, {"digest": digest}, follow=True).content.decode()


def test_many_cases_are_tested_by_a_job(acme: SimpleNamespace, monkeypatch) -> None:
    monkeypatch.setattr(cases, "AT_ONCE", 1)
    written(acme, "minha fatura?", acme.intent)
    browser = login("publisher", acme.tenant)
    waiting = browser.get(PUBLISH)
    assert waiting.context["cases"].found is None
    assert "Test them with the draft" in waiting.content.decode()
    for _ in range(2):
        browser.post(PUBLISH, {"check_cases": "1"})
    job = Job.objects.of(acme.tenant).get(kind=cases.KIND)
    assert "They are being tested with the draft" in browser.get(PUBLISH).content.decode()
    running.run(job.pk)
    job.refresh_from_db()
    assert job.status == "done", job.error
    assert "fatura" not in str(job.payload) + str(job.result)
    found = browser.get(PUBLISH).context["cases"].found
    assert (found.cases, found.right) == (2, 1)
    written(acme, "outra fatura", acme.intent)
    assert browser.get(PUBLISH).context["cases"].found is None, "there is one more by now"


def test_a_part_that_comes_late_keeps_nobody_from_comparing_and_neither_side_has_it(
    acme: SimpleNamespace, monkeypatch, settings, tmp_path
) -> None:
    def late_parts(release):
        return [replace(part, late=True) for part in counting.parts(release)]

    section = replace(counting.SECTION, parts=late_parts)
    monkeypatch.setattr(sections, "_sections", sections._sections | {"counting": section})
    settings.PARTS_DIR = tmp_path
    publish(acme.tenant, "setup")
    live = cases.live_of(acme.tenant)
    repair(acme.tenant, live, late=True)
    freshness.equip(acme.tenant.pk, live)
    (key,) = live.wanted.keys() & live.parts.keys()
    assert live.wanted[key].late and not live.without_late().parts
    Slot.objects.of(acme.tenant).update(name="other")
    Keyword.objects.of(acme.tenant).get().delete()
    page = login("publisher", acme.tenant).get(PUBLISH)
    assert page.context["cases"].found is not None


def test_what_changed_about_cases_is_among_the_changes(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "setup")
    _conversation, turn = talk(acme.tenant, "s-2")
    login("editor", acme.tenant).post(page_of(turn), {"intent": "-"})
    row = RoutingCase.objects.of(acme.tenant).get(turn=turn)
    page = login("publisher", acme.tenant).get(PUBLISH).content.decode()
    assert f"/routingcase/{row.pk}/" in page and row.key in page and "by editor-acme" in page


def test_a_keyword_that_changes_what_misleads_is_one_change(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "setup")
    Keyword.objects.of(acme.tenant).create(tenant=acme.tenant, intent=acme.intent, text="capa")
    review = login("publisher", acme.tenant).get(PUBLISH).context["review"]
    assert [change.name for change in review.changes] == ["bills"]
