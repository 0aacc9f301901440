"""A domain is asked for its manifest.

What differs waits, is approved once, and acts with the next release.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from django.utils.translation import override

from agents.models import MCPServer
from releases import freshness, snapshot
from routing.planning.errors import ManifestRefused, NotFetched, NotValid, OtherManifest
from routing.planning.manifests import sync as syncing
from routing.planning.manifests.approve import approve
from routing.planning.manifests.sync import sync
from routing.planning.models import Capability, Domain, Goal, ProposedManifest
from tenancy.models import Tenant
from tests.planning.domain_server import Serving, serving
from tests.planning.manifests import LIBRARY, library
from tests.releases.company import author
from work.models import Job

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def acme() -> Tenant:
    return author("acme")


@pytest.fixture
def served() -> Iterator[Serving]:
    with serving(library()) as state:
        yield state


@pytest.fixture
def row(acme: Tenant, served: Serving) -> Domain:
    return Domain.unscoped.create(tenant=acme, name="library", url=served.url, secret="t0ken")


def approved(row: Domain) -> Domain:
    return approve(row, sync(row).digest)


def released(tenant: Tenant) -> Any:
    return freshness.build(1, "x", snapshot.take(tenant))["planning"].domains["library"]


def test_a_manifest_is_proposed_approved_and_becomes_goals_and_capabilities(
    row: Domain, served: Serving
) -> None:
    found = sync(row)
    assert found.state == "proposed" and Goal.objects.of("acme").count() == 0
    assert served.asked == [("/health", "Bearer t0ken"), ("/manifest", "Bearer t0ken")]
    approve(row, found.digest)
    assert set(released(row.tenant).goals) == {"FIND_BOOK", "LOANS"}
    row.refresh_from_db()
    assert row.digest == found.digest and row.last_seen and not ProposedManifest.objects.of("acme").exists()
    assert sync(row).state == "same"
    assert Goal.history.model.objects.filter(tenant_id="acme").count() == 2


def test_what_a_domain_says_anew_waits_and_acts_by_nothing(row: Domain, served: Serving) -> None:
    approved(row)
    served.manifest["capabilities"].pop()
    served.manifest["goals"][0]["description"] = "Something else"
    assert sync(row).state == "proposed"
    assert Capability.objects.of("acme").count() == 5
    served.manifest = library()
    assert sync(row).state == "same" and not ProposedManifest.objects.of("acme").exists()


def test_what_people_changed_stays_where_the_manifest_did_not(row: Domain, served: Serving) -> None:
    approved(row)
    Goal.objects.of("acme").filter(name="FIND_BOOK").update(keywords=["where is", "shelf of"], enabled=False)
    Capability.objects.of("acme").filter(name="reserve_book").update(read_only=True)
    served.manifest["goals"][0]["hints"]["keywords"] = ["where is", "which shelf"]
    served.manifest["goals"][0]["description"] = "New words"
    approve(row, sync(row).digest)
    goal = Goal.objects.of("acme").get(name="FIND_BOOK")
    assert goal.keywords == ["where is", "which shelf", "shelf of"]
    assert (goal.description, goal.enabled) == ("New words", False)
    assert Capability.objects.of("acme").get(name="reserve_book").read_only


def test_what_a_manifest_no_longer_has_goes_with_its_history(row: Domain, served: Serving) -> None:
    approved(row)
    served.manifest["goals"].pop()
    approve(row, sync(row).digest)
    assert list(Goal.objects.of("acme").values_list("name", flat=True)) == ["FIND_BOOK"]
    assert Goal.history.model.objects.filter(name="LOANS", history_type="-").exists()


def test_what_was_looked_at_is_what_is_approved(row: Domain, served: Serving) -> None:
    seen = sync(row).digest
    served.manifest["domain_description"] = "Changed meanwhile"
    sync(row)
    with pytest.raises(OtherManifest):
        approve(row, seen)
    assert Goal.objects.of("acme").count() == 0


def test_of_two_who_approve_at_once_one_does(row: Domain) -> None:
    digest = sync(row).digest
    ready = threading.Barrier(2)

    def go(_number: int) -> str:
        try:
            ready.wait(5)
            approve(row, digest)
            return "approved"
        except OtherManifest:
            return "other"
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(go, range(2))) == ["approved", "other"]
    assert Goal.objects.of("acme").count() == 2


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (lambda state: setattr(state, "healthy", False), "status 503"),
        (lambda state: setattr(state, "status", 404), "status 404"),
        (lambda state: setattr(state, "status", 302), "status 302"),
        (lambda state: setattr(state, "raw", b"<html>"), "no JSON"),
        (lambda state: setattr(state, "raw", b"[1]"), "no JSON object"),
        (lambda state: setattr(state, "raw", b"[" * 200_000), "no JSON"),
        (lambda state: setattr(state, "raw", b'"' + b"x" * 1_200_000 + b'"'), "longer"),
    ],
    ids=["sick", "missing", "moved", "page", "list", "deep", "long"],
)
def test_what_is_no_manifest_is_told_and_changes_nothing(
    row: Domain, served: Serving, spoil, word: str
) -> None:
    approved(row)
    spoil(served)
    with pytest.raises(NotFetched, match=word):
        sync(row)
    row.refresh_from_db()
    assert word in row.last_error and Goal.objects.of("acme").count() == 2
    assert "t0ken" not in row.last_error


@pytest.mark.parametrize("asker", ["pt-br", "es", "en"])
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda state: setattr(state, "status", 404),
            {
                "pt-br": "/manifest respondeu com o status 404.",
                "es": "/manifest respondió con el estado 404.",
                "en": "/manifest answered with status 404.",
            },
        ),
        (
            lambda state: state.manifest.update(domain="other"),
            {
                "pt-br": "O manifesto de 'library' não pode ser usado (1): /domain: O manifesto é de 'other'",
                "es": "El manifiesto de 'library' no se puede usar (1): /domain: El manifiesto es de 'other'",
                "en": (
                    "The manifest of 'library' cannot be used (1): /domain: The manifest is that of 'other'"
                ),
            },
        ),
    ],
    ids=["status", "another's"],
)
def test_its_last_error_is_read_in_the_readers_language(
    row: Domain, served: Serving, spoil, said, asker
) -> None:
    spoil(served)
    with override(asker), pytest.raises(ManifestRefused):
        sync(row)
    for reader, words in said.items():
        with override(reader):
            row.refresh_from_db()
            assert row.last_error.startswith(words)


def test_an_address_that_may_not_be_called_is_not(row: Domain, settings) -> None:
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    with pytest.raises(NotFetched, match="own address"):
        sync(row)


def test_a_manifest_that_cannot_be_used_is_refused_with_what_is_wrong(row: Domain, served: Serving) -> None:
    served.manifest["goals"][0]["capabilities"] = ["nope"]
    served.manifest["domain"] = "cinema"
    with pytest.raises(NotValid) as refused:
        sync(row)
    assert [fault.pointer for fault in refused.value.faults] == ["/domain", "/goals/0/capabilities/0"]
    assert not ProposedManifest.objects.of("acme").exists()


def test_what_no_database_holds_is_cleaned_before_it_is_kept(row: Domain, served: Serving) -> None:
    served.manifest["domain_description"] = "a\x00b\ud800"
    approved(row)
    row.refresh_from_db()
    assert row.description == "ab?"


def test_a_domain_of_one_company_is_never_approved_for_another(row: Domain) -> None:
    digest = sync(row).digest
    rival = author("rival")
    other = Domain.unscoped.create(tenant=rival, name="library", url=row.url)
    with pytest.raises(OtherManifest):
        approve(other, digest)
    assert Goal.objects.of(rival).count() == 0


def test_an_mcp_server_is_a_domain_by_its_tools(acme: Tenant, demo_servers: dict[str, str]) -> None:
    server = MCPServer.unscoped.create(tenant=acme, name="phones", url=demo_servers["DEMO_TELECOM_URL"])
    row = Domain.unscoped.create(tenant=acme, name="phones", kind="mcp", server=server)
    approved(row)
    domain = freshness.build(1, "x", snapshot.take(acme))["planning"].domains["phones"]
    assert domain.kind == "mcp" and "consultar_fatura" in domain.capabilities
    assert domain.capabilities["consultar_fatura"].read_only
    assert domain.goals["CONSULTAR_FATURA"].capabilities == ("consultar_fatura",)
    assert "consultar fatura" in domain.goals["CONSULTAR_FATURA"].hints.keywords


def test_domains_are_looked_at_on_a_schedule_once_for_all_processes(row: Domain, served: Serving) -> None:
    assert syncing.look_after() == 1
    assert syncing.look_after() == 0
    job = Job.objects.of("acme").get()
    assert (job.kind, job.payload) == ("sync_domains", {"domains": ["library"]})
    Domain.objects.of("acme").update(looked_at=timezone.now() - timedelta(days=1), enabled=False)
    assert syncing.look_after() == 0


def test_the_schedule_can_be_switched_off(row: Domain, settings) -> None:
    settings.DOMAIN_SYNC_SECONDS = 0
    assert syncing.look_after() == 0


def test_a_job_looks_at_every_domain_whatever_is_wrong_with_one(row: Domain, acme: Tenant) -> None:
    from work.context import JobContext

    Domain.unscoped.create(tenant=acme, name="cinema", url="http://127.0.0.1:9")
    job = Job(tenant=acme, kind="sync_domains", status=Job.Statuses.RUNNING, attempt=1)
    job.save()
    told = syncing.run(JobContext(job.pk, "acme", {}, "ann"))
    assert told["library"] == "proposed" and "cinema" in told["cinema"]


def test_the_library_of_these_tests_stays_as_it_is() -> None:
    assert library() == LIBRARY
