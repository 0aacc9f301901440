"""What domains become in a release: compiled, loaded, restored, compared."""

import pytest

from agents.models import MCPServer
from releases import diff, freshness, operational, snapshot
from releases.publish import publish
from releases.rollback import roll_back
from routing.planning.manifests import section
from routing.planning.manifests.manifest import content_of, digest_of
from routing.planning.models import Capability, Domain, Goal
from tenancy.models import Tenant
from tests.planning.manifests import LIBRARY
from tests.releases.company import author

pytestmark = pytest.mark.django_db


@pytest.fixture
def acme() -> Tenant:
    tenant = author("acme")
    bring(tenant)
    return tenant


def bring(tenant: Tenant) -> Domain:
    """The library in use, as if its manifest had just been approved."""
    row = Domain.unscoped.create(
        tenant=tenant, name="library", url="https://library.example", secret="l1brary-t0ken",
        manifest=LIBRARY, digest=digest_of(LIBRARY), variables=["DESK"],
    )  # fmt: skip
    content = content_of(LIBRARY)
    for model, part in ((Goal, "goals"), (Capability, "capabilities")):
        for each in content[part]:
            model(tenant=tenant, domain=row, **each).save()
    return row


def loaded(tenant: Tenant):
    return freshness.build(1, "x", snapshot.take(tenant))["planning"]


def test_a_domain_is_there_by_name_with_all_that_its_manifest_says(acme: Tenant, settings) -> None:
    assert loaded(acme).domains["library"].variables == ()  # nobody allowed DESK to rows
    settings.ROW_ENVIRONMENT = ["DESK"]
    library = loaded(acme).domains["library"]
    assert (library.kind, library.timeout, library.variables) == ("remote_http", 10, ("DESK",))
    assert list(library.goals) == ["FIND_BOOK", "LOANS"]
    rank = library.goals["LOANS"].entities["rank"]
    assert rank.capability_map == {"MOST": ("most_lent",), "LEAST": ("least_lent",), "BOTH": ("_all",)}
    assert (rank.default, rank.aliases) == ("BOTH", {"MOST": ("most lent", "favourites")})
    find = library.capabilities["find_book"]
    assert find.read_only and find.schema["required"] == ["title"]
    assert find.metadata["intent_hints"] == {"keywords": ["where is"], "examples": []}
    assert library.capabilities["most_lent"].description == "Most lent books"
    assert not library.capabilities["reserve_book"].read_only


def test_what_is_switched_off_is_left_out_also_where_a_goal_names_it(acme: Tenant) -> None:
    Capability.objects.of(acme).filter(name__in=["least_lent", "find_book"]).update(enabled=False)
    library = loaded(acme).domains["library"]
    assert list(library.goals) == ["LOANS"]  # nothing is left of the other
    assert library.goals["LOANS"].capabilities == ("most_lent",)
    assert library.goals["LOANS"].entities["rank"].capability_map["LEAST"] == ()
    Domain.objects.of(acme).update(enabled=False)
    assert loaded(acme).domains == {}


def test_words_that_people_gave_win_over_those_of_the_manifest(acme: Tenant) -> None:
    Capability.objects.of(acme).filter(name="find_book").update(keywords=["shelf of"])
    found = loaded(acme).domains["library"].capabilities["find_book"]
    assert found.metadata["intent_hints"]["keywords"] == ["shelf of"]


def test_a_release_holds_neither_address_nor_secret(acme: Tenant) -> None:
    text = str(snapshot.take(acme)["planning"])
    assert "library.example" not in text and "l1brary-t0ken" not in text


def test_an_older_release_comes_back_and_leaves_address_and_secret(acme: Tenant) -> None:
    publish(acme, "ann")
    before = snapshot.take(acme)["planning"]
    row = Domain.objects.of(acme).get()
    Goal.objects.of(acme).get(name="LOANS").delete()
    Goal(tenant=acme, domain=row, name="EXTRA", capabilities=["find_book"]).save()
    Domain(tenant=acme, name="cinema", url="https://cinema.example").save()
    Domain.objects.of(acme).filter(name="library").update(manifest=None, digest="", url="https://new.example")
    publish(acme, "ann")
    roll_back(acme, 1, "ann")
    assert snapshot.take(acme)["planning"] == before
    row = Domain.objects.of(acme).get()
    assert (row.url, row.secret) == ("https://new.example", "l1brary-t0ken")


def test_a_release_that_is_older_than_domains_has_none_and_restores() -> None:
    tenant = author("old")
    assert freshness.build(1, "x", {})["planning"].domains == {}
    section.restore(tenant, {})
    section.prune(tenant, {})


def test_an_mcp_domain_keeps_its_server_by_name(acme: Tenant) -> None:
    shop = MCPServer.objects.of(acme).get()
    Domain(tenant=acme, name="tools", kind="mcp", server=shop).save()
    kept = snapshot.take(acme)["planning"]
    assert kept["domains"]["tools"]["server"] == "shop"
    Domain.objects.of(acme).filter(name="tools").delete()
    section.restore(acme, kept)
    assert Domain.objects.of(acme).get(name="tools").server == shop
    place = operational.load("acme")["planning"].domains["tools"]
    assert place.server is not None and place.url == shop.url


def test_an_address_with_a_variable_that_rows_may_not_read_says_so_and_harms_no_other(acme: Tenant) -> None:
    Domain(tenant=acme, name="cinema", url="${ENV:NOT_FOR_ROWS}/x").save()
    found = operational.load("acme")["planning"].domains
    assert found["library"].url == "https://library.example" and found["library"].secret == "l1brary-t0ken"
    assert "NOT_FOR_ROWS" in found["cinema"].problem and not found["cinema"].url
    assert "l1brary" not in repr(found)


def test_one_company_never_has_anothers_domains(acme: Tenant) -> None:
    other = author("rival")
    assert loaded(other).domains == {} and operational.load("rival")["planning"].domains == {}


def test_reading_a_draft_takes_the_same_number_of_queries_whatever_is_in_it(
    acme: Tenant, django_assert_num_queries
) -> None:
    for number in range(5):
        Domain(tenant=acme, name=f"d{number}", url="https://x.example").save()
    with django_assert_num_queries(3):
        section.compile_draft(acme)


def test_a_diff_says_in_words_what_a_goal_reads_and_maps(acme: Tenant) -> None:
    before = snapshot.take(acme)
    goal = Goal.objects.of(acme).get(name="LOANS")
    goal.entities["rank"]["capability_map"]["BOTH"] = "most_lent"
    goal.keywords = ["most lent", "top"]
    goal.save()
    changes = {each.name: each for each in diff.between(before, snapshot.take(acme))}
    said = str(changes["LOANS · library"])
    assert "top" in said and "BOTH → most_lent" in said
    assert [each.kind for each in section.describe_objects(before["planning"])][:2] == ["Domain", "Goal"]


@pytest.mark.parametrize(
    ("break_it", "severity", "word"),
    [
        (lambda t: Domain.objects.of(t).update(digest=""), "warning", "No manifest of it is approved"),
        (lambda t: Goal.objects.of(t).update(capabilities=["nope"]), "error", "'nope'"),
        (lambda t: Goal.objects.of(t).update(requires_domains=["mars"]), "error", "'mars'"),
        (lambda t: Capability.objects.of(t).filter(name="search_book").update(enabled=False), "error",
         "searches with 'search_book'"),
        (lambda t: Capability.objects.of(t).filter(name="find_book").update(enabled=False), "warning",
            "left out"),
        (lambda t: Domain.objects.of(t).update(kind="mcp"), "error", "MCP server"),
        (lambda t: None, "warning", "variable DESK"),
    ],
    ids=["unapproved", "capability", "domain", "search", "nothing left", "server", "variable"],
)  # fmt: skip
def test_a_problem_of_a_domain_is_told_in_a_sentence(
    acme: Tenant, break_it, severity: str, word: str
) -> None:
    from routing.planning.manifests import section

    break_it(acme)
    found = [each.sentence for each in section.check(snapshot.take(acme)) if each.severity == severity]
    assert any(word in sentence for sentence in found), found
