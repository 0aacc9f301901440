"""Every change is one entry with who, from where, before and after; secrets and people stay out of it."""

import pytest
from django.apps import apps
from django.urls import reverse

from agents.authored_row import Authored
from agents.models import LLMProfile, Specialist
from audit.actors import Actor, acting
from audit.append import summarize
from audit.chain import verify
from audit.models import AuditEntry, AuditParty
from audit.reading import as_json
from audit.watching import list_watched
from outbound.redaction import MASK
from privacy import forgetting
from rollout import control
from routing.models import Intent
from tenancy import keys
from tenancy.models import ApiKey
from tests.studio.conftest import login
from work import running

pytestmark = pytest.mark.django_db

# Not the doing of somebody who authors or operates: what the platform notes of its own work, and the record.
NOT_WATCHED = {
    "agents.DocumentFile", "agents.DocumentIndex", "agents.Passage", "agents.TermCount",
    "agents.CollectionEvaluation", "agents.TurnFile", "routing.CachedAnswer", "releases.Release",
    "releases.ReleasePart", "rollout.FlagChange", "routing.GatewayDecision", "routing.GatewaySession",
    "routing.ProposedManifest", "tenancy.Account", "tenancy.EndedUser", "tenancy.Attempt", "work.Branch",
    "work.Job", "delivery.Delivery", "budgets.Spent",
    "egress.KeptAddress", "handoffs.AgentHandoff", "audit.AuditChain", "audit.AuditEntry", "audit.AuditParty",
    *(f"conversations.{name}" for name in ("Conversation", "Turn", "Message", "Step", "Feedback",
                                           "WebProcess", "UserFact",
                                           "IdempotencyKey")),
}  # fmt: skip
OURS = {"tenancy", "rollout", "budgets", "egress", "privacy", "delivery", "agents", "routing",
        "conversations", "work", "releases", "handoffs", "audit"}  # fmt: skip


def newest(company: object) -> dict:
    (entry,) = as_json(company.pk, AuditEntry.objects.of(company).order_by("-number")[:1])
    return entry


def test_every_model_is_watched_or_known_not_to_be() -> None:
    models = {
        model._meta.label
        for model in apps.get_models()
        if model._meta.app_label in OURS and not model.__name__.startswith("Historical")
    }
    assert models - list_watched() == NOT_WATCHED
    assert all(
        model._meta.label in list_watched() for model in apps.get_models() if issubclass(model, Authored)
    )


def test_a_person_who_saves_a_form_stands_with_address_before_and_after(acme) -> None:
    browser = login("admin", acme.tenant)
    page = reverse("admin:tenancy_tenant_change", args=[acme.tenant.pk])
    given = {"title": "Hotel", "default_agent_id": acme.tenant.default_agent_id, "default_language": "pt"}
    assert browser.post(page, given, REMOTE_ADDR="203.0.113.7").status_code == 302
    entry = newest(acme.tenant)
    assert entry["who"]["kind"] == "person" and entry["who"]["name"].startswith("admin")
    assert (entry["from"], entry["action"], entry["kind"]) == ("203.0.113.7", "change", "tenancy.Tenant")
    assert entry["after"]["title"] == "Hotel" and entry["before"]["title"] != "Hotel"


def test_what_did_not_change_is_no_entry(acme) -> None:
    row = Intent.objects.of(acme.tenant).first()
    before = AuditEntry.objects.of(acme.tenant).count()
    row.save()
    assert AuditEntry.objects.of(acme.tenant).count() == before


def test_a_deletion_tells_what_was_there_and_its_parts_go_with_it(acme) -> None:
    row = Intent.objects.of(acme.tenant).first()
    name, before = row.name, AuditEntry.objects.of(acme.tenant).count()
    row.delete()
    assert AuditEntry.objects.of(acme.tenant).count() == before + 1
    entry = newest(acme.tenant)
    assert entry["action"] == "delete" and entry["before"]["name"] == name and entry["after"] == {}


def test_a_linked_row_is_named(acme) -> None:
    row = Specialist.objects.of(acme.tenant).first()
    other = Specialist.unscoped.create(tenant=acme.tenant, name="night_agent")
    row.targets.add(other)
    entry = newest(acme.tenant)
    assert entry["kind"] == "agents.Specialist" and entry["after"] == {"targets": [str(other)]}


def test_a_secret_is_a_mark_and_its_change_is_told(acme) -> None:
    row = LLMProfile.objects.of(acme.tenant).first()
    row.api_key = "sk-proj-0123456789abcdef"
    row.save()
    assert newest(acme.tenant)["after"] == {"api_key": MASK}
    row.api_key = "sk-proj-fedcba9876543210"
    row.save()
    assert newest(acme.tenant)["before"] == newest(acme.tenant)["after"] == {"api_key": MASK}


def test_personal_numbers_and_secrets_in_texts_are_masked(acme) -> None:
    row = Intent.objects.of(acme.tenant).first()
    row.description = "Ana, CPF 529.982.247-25, api_key=abcd1234efgh5678"
    row.save()
    said = str(newest(acme.tenant))
    assert "529.982.247" not in said and "abcd1234efgh5678" not in said


def test_a_program_is_named_by_its_key(acme) -> None:
    row, _plain = ApiKey.make(acme.tenant, "crm", ["chat"])
    assert "digest" not in newest(acme.tenant)["after"]
    with acting(Actor("key", str(row), "198.51.100.4")):
        keys.revoke(row)
    entry = newest(acme.tenant)
    assert entry["who"]["name"] == str(row) and entry["from"] == "198.51.100.4"
    assert list(entry["after"]) == ["revoked_at"]


def test_a_bulk_operation_is_one_entry_with_its_counts(acme) -> None:
    before = AuditEntry.objects.of(acme.tenant).count()
    with summarize(acme.tenant, "import", "studio.Configuration", after={"files": ["a.yaml"]}):
        for number in range(5):
            Specialist.unscoped.create(tenant=acme.tenant, name=f"agent_{number}")
    assert AuditEntry.objects.of(acme.tenant).count() == before + 1
    assert newest(acme.tenant)["after"] == {"files": ["a.yaml"], "rows": {"agents.Specialist add": 5}}


def test_a_bulk_operation_that_fails_leaves_none(acme) -> None:
    before = AuditEntry.objects.of(acme.tenant).count()
    with pytest.raises(ZeroDivisionError), summarize(acme.tenant, "import", "studio.Configuration"):
        _ = 1 / 0
    assert AuditEntry.objects.of(acme.tenant).count() == before


def test_whoever_is_forgotten_is_cut_from_the_log_and_the_chain_holds(acme) -> None:
    control.set_multi_agent_override("u-77", True, tenant=acme.tenant)
    entry = newest(acme.tenant)
    assert entry["after"]["subject"] == "u-77" and entry["name"] == ""
    receipt = forgetting.start(acme.tenant, "u-77", "ana")
    running.run(receipt.job)
    rows = [*AuditEntry.objects.of(acme.tenant), *AuditParty.objects.of(acme.tenant)]
    assert not [row for row in rows if "u-77" in str(row.__dict__)]
    receipt.refresh_from_db()
    shown = as_json(acme.tenant.pk, AuditEntry.objects.of(acme.tenant).filter(number=entry["number"]))
    assert shown[0]["after"]["subject"] == receipt.alias
    assert verify(acme.tenant).broken_at is None
    done = newest(acme.tenant)
    assert (done["action"], done["kind"], done["row"]) == ("erase", "privacy.Erasure", receipt.pk)
    assert done["after"] == {"alias": receipt.alias, "rows": receipt.counts}


def test_a_person_is_found_by_name_whatever_the_address(acme) -> None:
    for address in ("203.0.113.1", "203.0.113.2"):
        with acting(Actor("person", "ana", address)):
            Specialist.unscoped.create(tenant=acme.tenant, name=f"agent_{address[-1]}")
    assert AuditParty.objects.of(acme.tenant).filter(kind="person", name="ana").count() == 2
