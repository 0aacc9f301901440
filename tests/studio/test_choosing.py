"""What a form is sent for the rows it lets choose: ids that can be none, and more rows than it has."""

from django.urls import reverse

from rollout.models import FlagOverride
from routing.models import Intent
from studio.base import NEW_ROWS
from tests.parts.phrases import try_each
from tests.studio.conftest import ADD_INTENT, intent_form

NO_IDS = ["fatura", "1e400", "-99999999999999999999", "9" * 400, "\u0663x", "[1]", "a\x00b"]


@try_each("sent", NO_IDS)
def test_what_can_be_no_id_is_refused_at_its_field_and_in_the_rows_of_a_table(acme, root, sent):
    row = {"tools-TOTAL_FORMS": "1", "tools-0-tool": sent, "tools-0-use": "offer", "tools-0-position": "1"}
    page = root.post(reverse(ADD_INTENT), intent_form(**row, specialist=sent, profiles=sent))
    assert page.status_code == 200
    errors = page.context["adminform"].form.errors
    assert errors["specialist"] and errors["profiles"]
    (table,) = page.context["inline_admin_formsets"]
    assert table.formset.errors[0]["tool"]
    assert not Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()


def test_one_field_alone_that_can_be_no_id_is_enough(acme, root):
    for field in ("specialist", "profiles"):
        assert root.post(reverse(ADD_INTENT), intent_form(**{field: NO_IDS[0]})).status_code == 200
        assert not Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()


def test_a_form_that_claims_a_thousand_rows_is_refused_and_not_drawn(acme, root):
    page = root.post(reverse(ADD_INTENT), intent_form(**{"tools-TOTAL_FORMS": "1000"}))
    (table,) = page.context["inline_admin_formsets"]
    assert f"{NEW_ROWS}" in table.formset.non_form_errors()[0]
    assert len(table.formset.forms) == NEW_ROWS


def test_a_table_with_more_rows_than_one_may_add_at_once_can_be_saved(acme, root):
    many = [
        FlagOverride(tenant=acme.tenant, flag=acme.flag, subject=f"user-{number}", value=True)
        for number in range(NEW_ROWS)
    ]
    FlagOverride.unscoped.bulk_create(many)
    address = reverse("admin:rollout_flag_change", args=[acme.flag.pk])
    shown = root.get(address).context
    (table,) = shown["inline_admin_formsets"]
    sent = {each.html_name: each.value() for each in shown["adminform"].form}
    for form in [table.formset.management_form, *table.formset.forms]:
        sent |= {each.html_name: each.value() for each in form}
    rows = table.formset.initial_form_count()
    sent |= {
        f"{table.formset.prefix}-TOTAL_FORMS": rows + 1,
        f"{table.formset.prefix}-{rows}-subject": "one more",
        f"{table.formset.prefix}-{rows}-flag": acme.flag.pk,
    }
    saved = root.post(address, {name: value for name, value in sent.items() if value is not None})
    assert saved.status_code == 302
    assert FlagOverride.objects.of(acme.tenant).filter(subject="one more").exists()
