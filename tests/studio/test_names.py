"""What people type into an intent: its name, and keywords that others have already."""

from types import SimpleNamespace

from django.urls import reverse

from routing.models import Intent
from tests.parts.phrases import try_each
from tests.studio.conftest import ADD_INTENT, intent_form, login


def test_a_name_that_is_taken_is_said_at_the_field(acme: SimpleNamespace, rival: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    answer = editor.post(reverse(ADD_INTENT), intent_form(name="bills"))
    assert "exists already" in str(answer.context["adminform"].form.errors["name"])
    assert editor.post(reverse(ADD_INTENT), intent_form(name="only_at_rivals")).status_code == 302


@try_each(
    ("typed", "name"),
    [
        ("Number portability", "number_portability"),
        (" Migração de número ", "migracao_de_numero"),
        ("_own", "_own"),
    ],
)
def test_a_name_may_be_typed_as_people_write(typed: str, name: str, acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    assert editor.post(reverse(ADD_INTENT), intent_form(name=typed)).status_code == 302
    assert Intent.objects.of(acme.tenant).filter(name=name).exists()


def test_a_name_that_is_taken_once_folded_or_has_no_letter_is_refused(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    for typed, said in (("BILLS", "exists already"), ("!?", "for example new_customer")):
        answer = editor.post(reverse(ADD_INTENT), intent_form(name=typed))
        assert said in str(answer.context["adminform"].form.errors["name"])


def test_an_intent_that_would_never_win_says_so_when_it_is_saved_and_on_its_page(
    acme: SimpleNamespace,
) -> None:
    editor = login("editor", acme.tenant)
    form = intent_form(name="bill_copy", keywords="Fatura", priority=100, specialist=acme.desk.pk)
    saved = editor.post(reverse(ADD_INTENT), form, follow=True)
    said = "It never wins: &#x27;fatura&#x27; also belongs to &#x27;bills&#x27;, which has priority 10"
    assert said in saved.content.decode()
    row = Intent.objects.of(acme.tenant).get(name="bill_copy")
    assert said in editor.get(reverse("admin:routing_intent_change", args=[row.pk])).content.decode()
