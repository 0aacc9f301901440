"""Business keys: read from the fields that the company says, in its order, from what is released and nothing
else.
"""

import pytest
from django.core.exceptions import ValidationError

from agents.models import MCPTool, ToolParameter
from agents.specs import AgentsSection
from agents.tools.arguments import KnownValues, fill
from conversations.errors import IdentityConflict
from conversations.turn import Identity
from releases import diff, freshness, snapshot
from releases.rollback import restore
from routing.decision import business
from routing.decision.authored import checks
from routing.decision.specs import BUSINESS_KEYS
from routing.models import BusinessKey
from tests.releases.company import author

pytestmark = pytest.mark.django_db


@pytest.fixture
def acme():
    return author("routing_acme")


def say(tenant, name, *sources, **more):
    row = BusinessKey(tenant=tenant, name=name, sources=list(sources), **more)
    row.full_clean()
    row.save()
    return row


def released(tenant):
    return freshness.build(1, "x", snapshot.take(tenant))


def resolved(release, proven, kept=None):
    """Who writes after these requests."""
    before = kept or business.Business()
    found = business.resolve(proven, before.identity, before.source_fields, release)
    return found, business.document(Identity("u", True, found.identity, found.source_fields), "s1")


def test_a_company_that_says_nothing_is_read_as_ever(acme):
    _found, told = resolved(released(acme), {"msisdn": "551", "order_id": "P1", "other": "x"})
    assert {key: told.get(key) for key in BUSINESS_KEYS} == {
        "customer_key": "551", "contract_key": "551", "resource_key": "P1", "interaction_key": None,
        "account_key": None, "session_key": "s1",
    }  # fmt: skip
    assert told["source_fields"]["customer_key"] == "msisdn"
    assert told["source_fields"]["msisdn"] == "context.msisdn"


def test_the_first_field_in_the_companys_order_wins(acme):
    say(acme, "customer_key", "card", "msisdn")
    release = released(acme)
    _found, told = resolved(release, {"msisdn": "551", "card": 77, "customer_id": "C1"})
    assert (told["customer_key"], told["source_fields"]["customer_key"]) == ("77", "card")
    assert resolved(release, {"msisdn": "551"})[1]["customer_key"] == "551"
    assert "customer_key" not in resolved(release, {"customer_id": "C1"})[1]
    assert resolved(release, {"account_id": "A1"})[1]["account_key"] == "A1", "the others stay as they are"


def test_a_key_that_is_read_from_nothing_is_never_known(acme):
    say(acme, "contract_key")
    assert "contract_key" not in resolved(released(acme), {"contract_key": "1", "msisdn": "2"})[1]


def test_the_session_has_another_key_where_the_company_says_so(acme):
    say(acme, "session_key", "protocol", required=True)
    release = released(acme)
    assert resolved(release, {"protocol": "900"})[1]["session_key"] == "900"
    found, told = resolved(release, {})
    assert (told["session_key"], found.missing) == ("s1", ()), "a session is always known by its own id"


def test_what_is_needed_and_not_proven_is_missing(acme):
    say(acme, "customer_key", "card", required=True)
    release = released(acme)
    first, _told = resolved(release, {"msisdn": "551"})
    second, _told = resolved(release, {"card": "77"}, first)
    third, told = resolved(release, {}, second)
    assert (first.missing, second.missing, third.missing) == (("customer_key",), (), ())
    assert told["customer_key"] == "77"


def test_a_conversation_is_held_to_its_customer_by_the_companys_field(acme):
    say(acme, "customer_key", "card")
    release = released(acme)
    kept, _told = resolved(release, {"card": "77", "msisdn": "1"})
    assert resolved(release, {"card": "77", "msisdn": "2"}, kept)[1]["customer_key"] == "77"
    with pytest.raises(IdentityConflict):
        resolved(release, {"card": "78"}, kept)


def test_a_release_that_reads_a_key_elsewhere_forgets_where_it_was_read(acme):
    kept, _told = resolved(released(acme), {"msisdn": "551"})
    say(acme, "contract_key", "paper")
    _found, told = resolved(released(acme), {}, kept)
    assert told["customer_key"] == "551"
    assert "contract_key" not in told and "contract_key" not in told["source_fields"]


def test_a_tool_gets_the_key_from_the_companys_field_and_from_no_other(acme):
    tool = MCPTool.objects.of(acme).get(name="find_order")
    ToolParameter(tenant=acme, tool=tool, name="who", source="identity", key="customer_key").save()
    say(acme, "customer_key", "card")
    release = released(acme)
    spec = release["agents"].tools["find_order"]

    def who(proven):
        found, _told = resolved(release, proven)
        return fill(
            spec, KnownValues(identity=Identity("u", True, found.identity, found.source_fields).known)
        )

    assert who({"card": "77"}).arguments["who"] == "77"
    assert who({"customer_key": "C1"}).missing_identity == ("customer_key",)


def test_what_says_who_writes_is_never_taken_from_what_was_said(acme):
    say(acme, "account_key", "iban", "order_id")
    names = business.who(released(acme)["routing"].business_keys, AgentsSection())
    assert {"iban", "order_id", "account_key", "msisdn"} <= names
    assert not {"invoice_id", "asset_id", "account_id", "resource_key"} & names


def test_nothing_is_read_from_the_tables_and_the_names_are_made_once(acme, django_assert_num_queries):
    say(acme, "customer_key", "card")
    release = released(acme)
    with django_assert_num_queries(0):
        resolved(release, {"card": "77"})
        names = business.identity_names(release)
        assert business.identity_names(release) is names
    BusinessKey.objects.of(acme).update(sources=["other"])
    assert resolved(release, {"card": "77", "other": "1"})[1]["customer_key"] == "77"


def test_an_edit_is_told_restored_and_checked(acme):
    row = say(acme, "customer_key", "card", "msisdn")
    first = snapshot.take(acme)
    row.sources = ["msisdn", "card"]
    row.save()
    assert [str(each) for each in diff.between(first, snapshot.take(acme))] == [
        "Business key 'customer_key' changed; read from: other order"
    ]
    row.sources = []
    row.save()
    second = snapshot.take(acme)
    assert [str(each) for each in diff.between(first, second)] == [
        "Business key 'customer_key' changed; read from: - card, - msisdn"
    ]
    assert [each.where for each in checks.check(second) if "may change its customer" in each.sentence] == [
        "Business key 'customer_key'"
    ]
    restore(acme, first)
    assert BusinessKey.objects.of(acme).get().sources == ["card", "msisdn"]
    del first["routing"]["business_keys"]  # a release older than they are
    restore(acme, first)
    assert not BusinessKey.objects.of(acme).exists()
    assert freshness.build(1, "x", first)["routing"].business_keys == BUSINESS_KEYS


@pytest.mark.parametrize(
    ("name", "sources", "words"),
    [
        pytest.param("owner_key", ["card"], "not a valid choice", id="no-such-key"),
        pytest.param("customer_key", ["a field"], "letters, digits", id="no-field"),
        pytest.param("customer_key", ["context.card"], "letters, digits", id="a-path"),
        pytest.param("customer_key", "card", "letters, digits", id="no-list"),
        pytest.param("customer_key", ["card", "card"], "each once", id="twice"),
        pytest.param("customer_key", [f"f{n}" for n in range(21)], "At most 20", id="too-many"),
    ],
)
def test_a_row_that_could_not_be_read_is_refused(acme, name, sources, words):
    with pytest.raises(ValidationError, match=words):
        BusinessKey(tenant=acme, name=name, sources=sources).full_clean()
