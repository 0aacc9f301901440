"""An intent that another backend takes over.

Authored on its form, told before publishing, kept in its history.
"""

from types import SimpleNamespace

from django.urls import reverse

from releases import draft
from routing.models import Backend, Intent
from tests.studio.conftest import ADD_INTENT, intent_form, login


def test_it_is_authored_told_in_the_change_and_kept_in_the_history(acme: SimpleNamespace) -> None:
    publisher = login("publisher", acme.tenant)
    publisher.post(reverse("admin:publish"), {"note": "first"})
    form = publisher.get(reverse(ADD_INTENT)).content.decode()
    assert "When a gateway sends the message, it is passed on to this backend" in form
    Backend.unscoped.create(tenant=acme.tenant, name="suporte", title="Suporte")
    given = intent_form(specialist=acme.desk.pk, handover_backend="suporte")
    saved = publisher.post(reverse(ADD_INTENT), given)
    assert saved.status_code == 302, saved.context["errors"]
    row = Intent.objects.of(acme.tenant).get(name="invoice_copy")
    assert row.handover_backend == "suporte"
    assert row.history.first().handover_backend == "suporte"
    page = publisher.get(reverse("admin:publish")).content.decode()
    assert "backend that takes over" in page.lower() and "no backend 'suporte'" not in page


def test_a_backend_that_the_company_does_not_know_is_warned_of_and_not_refused(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    address = reverse("admin:routing_intent_change", args=[acme.intent.pk])
    Intent.objects.of(acme.tenant).filter(pk=acme.intent.pk).update(handover_backend="suprote")
    said = "There is no backend 'suprote' in use"
    assert said in editor.get(address).content.decode().replace("&#x27;", "'")
    made = draft.of(acme.tenant).review.problems
    assert [each.severity for each in made if said in each.sentence] == ["warning"]
    Backend.objects.of(acme.tenant).delete()  # those that a gateway elsewhere knows
    assert said not in editor.get(address).content.decode().replace("&#x27;", "'")


def test_its_name_is_a_slug_and_what_nobody_serves_goes_nowhere(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    refused = editor.post(reverse(ADD_INTENT), intent_form(handover_backend="???"))
    assert refused.status_code == 200 and "handover_backend" in refused.context["adminform"].form.errors
    assert editor.post(reverse(ADD_INTENT), intent_form(handover_backend="Suporte 2")).status_code == 302
    assert Intent.objects.of(acme.tenant).get(name="invoice_copy").handover_backend == "suporte_2"
    nobody = intent_form(name="jokes", handover_backend="suporte", out_of_scope="on", keywords="")
    refused = editor.post(reverse(ADD_INTENT), nobody)
    assert refused.status_code == 200 and "handover_backend" in refused.context["adminform"].form.errors
