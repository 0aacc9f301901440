"""What people do in the Studio, from the first click to the effect: authoring, publishing, the flag."""

from types import SimpleNamespace

from django.test import Client
from django.urls import reverse

from agents.models import LLMProfile, SpecialistPrompt
from releases import freshness
from releases.models import Release
from rollout import control
from rollout.models import Flag, FlagChange, FlagOverride
from routing.models import Example, Keyword
from tenancy.models import ApiKey, Membership
from tests.studio.conftest import ADD_INTENT, intent_form, login


def test_an_intent_is_added_seen_as_a_change_published_and_live(acme: SimpleNamespace) -> None:
    control.set_multi_agent_rollout_percentage(100, tenant=acme.tenant)
    publisher = login("publisher", acme.tenant)
    publisher.post(reverse("admin:publish"), {"note": "first"})
    assert "Everything is published" in publisher.get("/admin/").content.decode()

    saved = publisher.post(reverse(ADD_INTENT), intent_form(specialist=acme.desk.pk))
    assert saved.status_code == 302, saved.context["errors"]
    words = Keyword.objects.of(acme.tenant).filter(intent__name="invoice_copy").values_list("text", flat=True)
    assert sorted(words) == ["boleto novo", "cópia da fatura", "segunda via"]
    assert "1 unpublished change" in publisher.get("/admin/").content.decode()

    tried = publisher.get(
        reverse("admin:test"), {"text": "preciso da segunda via", "part": "1"}
    ).content.decode()
    assert "invoice_copy" in tried and "What is live" in tried

    page = publisher.get(reverse("admin:publish"))
    assert "invoice_copy" in page.content.decode()
    published = publisher.post(
        reverse("admin:publish"), {"note": "copies", "digest": page.context["review"].digest}, follow=True
    )
    assert "Release 2 is live" in published.content.decode()
    acme.tenant.refresh_from_db()
    live = freshness.release(acme.tenant.pk, acme.tenant.live_release)
    assert live["routing"].intents["invoice_copy"].keywords == (
        "boleto novo",
        "cópia da fatura",
        "segunda via",
    )
    assert Release.objects.of(acme.tenant).get(number=2).author == "publisher-acme"


def test_someone_who_saw_an_older_draft_does_not_publish_a_newer_one(acme: SimpleNamespace) -> None:
    publisher = login("publisher", acme.tenant)
    seen = publisher.get(reverse("admin:publish")).context["review"].digest
    publisher.post(reverse(ADD_INTENT), intent_form())
    answer = publisher.post(reverse("admin:publish"), {"digest": seen}, follow=True)
    assert "Somebody changed the draft" in answer.content.decode()
    assert not Release.objects.of(acme.tenant).exists()


def test_editors_edit_and_publishers_publish(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    assert editor.post(reverse(ADD_INTENT), intent_form()).status_code == 302
    page = editor.get(reverse("admin:publish")).content.decode()
    assert "Publishing is for publishers" in page and 'name="digest"' not in page
    assert editor.post(reverse("admin:publish")).status_code == 403
    assert editor.post(reverse("admin:restore", args=[1])).status_code == 403


def test_a_role_in_one_company_is_none_in_another(acme: SimpleNamespace, rival: SimpleNamespace) -> None:
    browser = login("publisher", acme.tenant)
    user_id = browser.session["_auth_user_id"]
    Membership.objects.create(user_id=user_id, tenant=rival.tenant, role="viewer")
    browser.post(reverse("admin:company"), {"company": rival.tenant.pk})
    assert browser.post(reverse("admin:publish")).status_code == 403
    assert browser.post(reverse(ADD_INTENT), intent_form()).status_code == 403
    browser.post(reverse("admin:company"), {"company": acme.tenant.pk})
    assert browser.post(reverse("admin:publish")).status_code == 302
    assert browser.post(reverse("admin:company"), {"company": "tenant_a"}).status_code == 403


def test_a_specialist_of_another_company_cannot_be_chosen(
    acme: SimpleNamespace, rival: SimpleNamespace
) -> None:
    editor = login("editor", acme.tenant)
    answer = editor.post(reverse(ADD_INTENT), intent_form(specialist=rival.desk.pk))
    assert "specialist" in answer.context["adminform"].form.errors
    found = editor.get(
        reverse("admin:autocomplete"),
        {"term": "", "app_label": "routing", "model_name": "intent", "field_name": "specialist"},
    ).json()["results"]
    assert {each["id"] for each in found} == {str(acme.desk.pk), str(acme.other.pk)}


def test_pasted_lists_keep_what_stays_and_leave_history(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    kept = Keyword.objects.of(acme.tenant).get(text="fatura").pk
    address = reverse("admin:routing_intent_change", args=[acme.intent.pk])
    tools = {"tools-TOTAL_FORMS": "0", "tools-INITIAL_FORMS": "0"}
    form = intent_form(name="bills", keywords="fatura\n\n  conta  \nfatura", examples_pt="",
                       examples_es="Minha fatura veio alta", specialist=acme.desk.pk, **tools)  # fmt: skip
    assert editor.post(address, form).status_code == 302
    words = {row.text: row.pk for row in Keyword.objects.of(acme.tenant).filter(intent=acme.intent)}
    assert words["fatura"] == kept and set(words) == {"fatura", "conta"}
    moved = Example.objects.of(acme.tenant).get(intent=acme.intent)
    assert (moved.text, moved.language) == ("Minha fatura veio alta", "es")
    assert Keyword.history.get(text="conta").history_user.get_username() == "editor-acme"


def test_a_changed_prompt_is_a_new_version_and_an_unchanged_one_is_not(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    address = reverse("admin:agents_specialist_change", args=[acme.desk.pk])
    form = {"name": "desk_agent", "enabled": "on", "role": "You answer.", "llm": acme.model.pk, "max_runs": 1}
    assert editor.post(address, form).status_code == 302
    assert SpecialistPrompt.objects.of(acme.tenant).filter(specialist=acme.desk).count() == 1
    editor.post(address, {**form, "role": "You answer about invoices."})
    newest = SpecialistPrompt.objects.of(acme.tenant).filter(specialist=acme.desk).first()
    assert (newest.number, newest.role) == (2, "You answer about invoices.")
    assert "Version 1" in editor.get(address).content.decode()


def test_a_version_of_a_row_can_be_brought_back(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    address = reverse("admin:agents_llmprofile_change", args=[acme.model.pk])
    editor.post(address, {"name": "fast", "provider": "openai", "model": "m-2", "timeout_seconds": "30"})
    versions = LLMProfile.history.filter(id=acme.model.pk).order_by("history_id")
    old = reverse("admin:agents_llmprofile_simple_history", args=[acme.model.pk, versions.first().pk])
    fields = editor.get(old).context["adminform"].form.initial
    assert fields["model"] == "m-1"
    editor.post(
        old, {"name": "fast", "provider": "openai", "model": fields["model"], "timeout_seconds": "30"}
    )
    row = LLMProfile.objects.of(acme.tenant).get(pk=acme.model.pk)
    viewer = login("viewer", acme.tenant)
    assert viewer.get(old).status_code == 200 and viewer.post(old, {}).status_code == 403
    # The secret is not part of history and stays.
    assert (row.model, row.api_key) == ("m-1", "sk-secret-9999")


def test_texts_are_typed_by_language_and_lists_by_line(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    slot = {
        "name": "invoice_id",
        "pattern": "INV\\d+",
        "label_pt": "o número da fatura",
        "label_es": "",
        "label_en": "the invoice number",
    }
    assert editor.post(reverse("admin:agents_slot_add"), slot).status_code == 302
    from agents.models import PromptPolicy, Slot

    assert Slot.objects.of(acme.tenant).get(name="invoice_id").label == {
        "pt": "o número da fatura", "en": "the invoice number",
    }  # fmt: skip
    policy = {
        "name": "warm",
        "version": "1",
        "forbidden_phrases": "a b\n\nc",
        "preferred": "problema = situação",
    }
    assert editor.post(reverse("admin:agents_promptpolicy_add"), policy).status_code == 302
    made = PromptPolicy.objects.of(acme.tenant).get(name="warm")
    assert (made.forbidden_phrases, made.preferred) == (["a b", "c"], {"problema": "situação"})
    refused = editor.post(
        reverse("admin:agents_promptpolicy_add"), {**policy, "name": "x", "preferred": "no sign"}
    )
    assert "preferred" in refused.context["adminform"].form.errors


def flag_form(flag: Flag, **given: object) -> dict[str, object]:
    override = FlagOverride.objects.of(flag.tenant_id).get()
    return {"seen": control.version(flag.tenant_id), "percentage": "0", "off_variant": "single",
            "on_variant": "", "salt": flag.salt, "agent_ids": "",
            "overrides-TOTAL_FORMS": "1", "overrides-INITIAL_FORMS": "1", "overrides-0-id": override.pk,
            "overrides-0-flag": flag.pk, "overrides-0-subject": "u-1", **given}  # fmt: skip


def test_the_flag_goes_to_zero_at_once_with_its_history(acme: SimpleNamespace) -> None:
    operator = login("operator", acme.tenant)
    before = acme.tenant.operational_version
    address = reverse("admin:rollout_flag_change", args=[acme.flag.pk])
    answer = operator.post(address, flag_form(acme.flag, **{"overrides-0-value": "on"}))
    assert answer.status_code == 302
    assert control.evaluation("anybody", tenant=acme.tenant).value == "single"
    assert control.evaluation("u-1", tenant=acme.tenant).enabled  # the override was turned round
    acme.tenant.refresh_from_db()
    assert acme.tenant.operational_version > before
    line = FlagChange.objects.of(acme.tenant).get(subject="multi_agent percentage", new="0.00 %")
    assert (line.old, line.who) == ("100.00 %", "operator-acme")
    box = operator.get(address, {"subject": "anybody"}).content.decode()
    assert "anybody gets the single agent" in box


def test_a_percentage_beyond_the_scale_is_refused_at_the_field(acme: SimpleNamespace) -> None:
    operator = login("operator", acme.tenant)
    address = reverse("admin:rollout_flag_change", args=[acme.flag.pk])
    answer = operator.post(address, flag_form(acme.flag, percentage="101"))
    assert "percentage" in answer.context["adminform"].form.errors
    assert Flag.objects.of(acme.tenant).get().percentage == 100


def test_a_key_is_shown_once_and_revoked_for_good(acme: SimpleNamespace) -> None:
    operator = login("operator", acme.tenant)
    made = operator.post(
        reverse("admin:tenancy_apikey_add"), {"name": "web", "scopes": ["chat"]}, follow=True
    )
    row = ApiKey.objects.of(acme.tenant).get(name="web")
    assert f"sb_live_{row.prefix}_" in made.content.decode()
    assert (
        f"sb_live_{row.prefix}_"
        not in operator.get(reverse("admin:tenancy_apikey_changelist")).content.decode()
    )
    operator.post(
        reverse("admin:tenancy_apikey_changelist"), {"action": "revoke", "_selected_action": [row.pk]}
    )
    row.refresh_from_db()
    assert row.revoked_at is not None


def test_a_model_that_cannot_be_reached_says_so_in_words(acme: SimpleNamespace) -> None:
    from agents.models import LLMProfile as Model

    Model.unscoped.filter(pk=acme.model.pk).update(base_url="http://127.0.0.1:9/v1")
    editor = login("editor", acme.tenant)
    address = reverse("admin:agents_llmprofile_ask_test_connection", args=[acme.model.pk])
    assert editor.get(address).status_code == 405
    answer = editor.post(address, follow=True)
    said = [str(message) for message in answer.context["messages"]]
    assert said and "500" not in said[0]
    assert login("viewer", acme.tenant).post(address).status_code == 403


def test_a_server_that_is_down_is_remembered_with_its_words(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    answer = editor.post(
        reverse("admin:agents_mcpserver_ask_test_connection", args=[acme.server.pk]), follow=True
    )
    assert "shop said" in answer.content.decode()
    acme.server.refresh_from_db()
    assert acme.server.last_error


def test_discovering_tools_is_work_that_can_be_watched(
    acme: SimpleNamespace, django_capture_on_commit_callbacks
) -> None:
    editor = login("editor", acme.tenant)
    answer = editor.post(
        reverse("admin:agents_mcpserver_ask_discover_tools", args=[acme.server.pk]), follow=True
    )
    assert "Discovering the tools of shop" in answer.content.decode()
    from work.models import Job

    job = Job.objects.of(acme.tenant).get(kind="discover_tools")
    assert job.payload == {"server": "shop"}
    page = Client()
    page.cookies = editor.cookies
    assert "data-watch" in page.get(reverse("admin:work_job_change", args=[job.pk])).content.decode()
