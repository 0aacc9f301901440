"""The list, the one page where a conversation is read, and their files and documents."""

import csv
import io

import pytest
from django.test import Client

from analytics.exports import cell, write_rows
from analytics.filters import Filter
from analytics.period import Period
from tenancy.models import ApiKey, Tenant
from tests.analytics.record import staff, talk
from tests.parts.phrases import try_each

RESULT = {
    "route_decision": {
        "agent": "billing",
        "intent": "invoice",
        "method": "keyword",
        "metadata": {"matched_keywords": ["fatura"]},
    },
    "tiers": [
        {"tier": "state", "outcome": "passed", "saw": {}},
        {
            "tier": "keyword",
            "outcome": "decided",
            "saw": {"hits": [{"keyword": "fatura", "words": "Fatura", "intent": "invoice"}]},
        },
    ],
    "mcp_results": [
        {"tool_name": "look_up", "ok": False, "error": "no answer", "ms": 12,
            "metadata": {"arguments": {"order_id": "P100"}}}
    ],
    "guardrails": [{"code": "MSK", "allowed": True, "reason": ""}],
}  # fmt: skip

NOTED = 9  # statements by which a reading is noted in the audit log


@pytest.fixture
def shop(db: None, settings) -> Tenant:
    settings.DEMO = False
    return Tenant.objects.create(slug="shop", title="Shop")


@pytest.fixture
def analyst(shop: Tenant, django_user_model) -> Client:
    return staff("analyst", shop, django_user_model)


def test_who_went_to_a_person_is_counted_by_that_name_beside_handoffs(shop: Tenant, analyst: Client) -> None:
    turn = talk(shop, "a", [("billing", "person")], kind="agent_to_person")
    talk(shop, "b", [])
    figures = b"".join(analyst.get("/analytics/figures.csv")).decode()
    assert '"handoffs",0.0' in figures and '"to_person",50.0' in figures
    listed = analyst.get("/analytics/conversations/").context["lines"]
    counted = {each.conversation.title: (each.facts.handoffs, each.facts.to_person) for each in listed}
    assert counted == {"a": (0, 1), "b": (0, 0)}
    assert "went to a person" in analyst.get("/analytics/").content.decode()
    assert (
        "<dt>went to a person</dt>"
        in analyst.get(f"/analytics/conversations/{turn.conversation_id}/").content.decode()
    )


def test_a_row_leads_to_its_conversation_and_back(shop: Tenant, analyst: Client) -> None:
    turn = talk(
        shop,
        "a",
        [("billing", "orders")],
        title="<b>Fatura</b>",
        result=RESULT,
        tools=[("look_up", "failed")],
    )
    talk(shop, "a", [])
    html = analyst.get("/analytics/conversations/?what=tool_failed&days=7").content.decode()
    address = f"/analytics/conversations/{turn.conversation_id}/?days=7&amp;what=tool_failed"
    assert f'href="{address}"' in html and "&lt;b&gt;Fatura" in html and "<b>Fatura" not in html
    page = analyst.get(address.replace("&amp;", "&"))
    html = page.content.decode()
    assert [each.meant for each in page.context["talk"]] == [True, False]
    assert 'href="/analytics/conversations/?days=7&amp;what=tool_failed"' in html
    for words in (
        "“fatura” points to invoice.",
        "“Fatura” is a keyword of invoice.",
        "look_up",
        "no answer",
        "P100",
        "MSK",
    ):
        assert words in html, words
    assert "<script" not in html and "style=" not in html


def test_a_long_conversation_opens_at_the_turn_that_is_asked_for(shop: Tenant, analyst: Client) -> None:
    for _n in range(45):
        turn = talk(shop, "a", [])
    address = f"/analytics/conversations/{turn.conversation_id}/"
    assert [each.turn.number for each in analyst.get(address).context["talk"]] == list(range(1, 21))
    opened = analyst.get(f"{address}?turn=43").context["talk"]
    assert [each.turn.number for each in opened if each.meant] == [43]


def test_the_studio_leads_to_the_same_page(shop: Tenant, analyst: Client) -> None:
    turn = talk(shop, "a", [])
    read = f"/analytics/conversations/{turn.conversation_id}/"
    answer = analyst.get(f"/admin/conversations/conversation/{turn.conversation_id}/change/")
    assert (answer.status_code, answer.url) == (302, read)
    answer = analyst.get(f"/admin/conversations/turn/{turn.pk}/change/")
    assert (answer.status_code, answer.url) == (302, f"{read}?turn=1#turn-1")


def test_another_companys_conversation_is_not_there(shop: Tenant, analyst: Client) -> None:
    theirs = talk(Tenant.objects.create(slug="other"), "z", [])
    assert analyst.get(f"/analytics/conversations/{theirs.conversation_id}/").status_code == 404
    assert analyst.get("/analytics/conversations/nothing/").status_code == 404
    assert analyst.get("/analytics/conversations/%00/").status_code == 404
    assert "0 conversations" in analyst.get("/analytics/conversations/").content.decode()


def test_list_and_conversation_cost_the_same_however_long(
    shop: Tenant, analyst: Client, django_assert_max_num_queries
) -> None:
    for n in range(30):
        turn = talk(shop, f"s{n}", [("a", "b")], tools=[("t", "failed")], thumb="unhelpful")
        talk(shop, "s0", [("a", "b")], tools=[("t", "failed")], thumb="unhelpful")
    with django_assert_max_num_queries(15 + NOTED):
        page = analyst.get("/analytics/conversations/?what=slow")
    assert len(page.context["lines"]) == 25 and page.context["page"].paginator.count == 30
    with django_assert_max_num_queries(19 + NOTED):
        analyst.get(f"/analytics/conversations/{turn.conversation_id}/?what=tool_failed")


@try_each(
    ("typed", "kept"),
    [
        *((f"{sign}1+1", f"'{sign}1+1") for sign in "=+-@\t\r"),
        (" =1", "' =1"),
        ("R$ 120", "R$ 120"),
        (-3.5, -3.5),
        (None, ""),
    ],
)
def test_no_cell_is_a_formula(typed, kept) -> None:
    assert cell(typed) == kept
    assert next(csv.reader(io.StringIO(next(write_rows([[typed, "b"]])).decode(), newline="")))[0] == str(
        kept
    )


def rows_of(response) -> list[dict[str, str]]:
    sent = b"".join(response)
    assert sent.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(sent.decode("utf-8-sig"), newline="")))


def test_each_table_as_csv_says_what_the_page_says(shop: Tenant, analyst: Client) -> None:
    talk(shop, "a", [("billing", "=orders")], tools=[("look_up", "failed"), ("look_up", "ok")])
    answer = analyst.get("/analytics/tools.csv?days=7")
    assert answer.streaming and answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment; filename=\"shop-tools-" in answer.headers["Content-Disposition"]  # fmt: skip
    assert rows_of(answer) == [
        {"tool": "look_up", "calls": "2", "errors": "1", "error_percentage": "50.0",
            "conversations_with_error": "1"}
    ]  # fmt: skip
    assert rows_of(analyst.get("/analytics/paths.csv"))[0]["to"] == "'=orders"
    assert rows_of(analyst.get("/analytics/methods.csv"))[0]["method"] == "keyword"
    assert rows_of(analyst.get("/analytics/specialists.csv"))[0]["median_ms"] == "2000"
    assert rows_of(analyst.get("/analytics/figures.csv"))[0]["value"] == "100.0"
    assert analyst.get("/analytics/secrets.csv").status_code == 404
    assert analyst.get("/analytics/tools.csv?from=tomorrow").status_code == 400


@pytest.mark.django_db(transaction=True)
class TestWithCommits:
    """What reads in visits of its own."""

    def test_the_whole_list_as_csv(self, settings, django_user_model) -> None:
        settings.DEMO = False
        shop = Tenant.objects.create(slug="shop_csv")
        for n in range(30):
            talk(shop, f"s{n}", [], title='=HYPERLINK("x")' if n else 'مرحبا, "2"')
        browser = staff("analyst", shop, django_user_model)
        rows = rows_of(browser.get("/analytics/conversations.csv?days=7&method=keyword"))
        assert len(rows) == 30
        assert {row["title"] for row in rows} == {'مرحبا, "2"', '\'=HYPERLINK("x")'}
        assert rows_of(browser.get("/analytics/conversations.csv?what=failed")) == []
        assert (
            staff("operator", shop, django_user_model).get("/analytics/conversations.csv").status_code == 403
        )

    def test_the_doors_say_what_the_page_says(self, settings) -> None:
        settings.DEMO = False
        shop = Tenant.objects.create(slug="shop_doors")
        talk(shop, "a", [("billing", "orders")], ms=700, tools=[("look_up", "failed")], thumb="unhelpful")
        talk(shop, "b", [], method="llm", ms=300)
        talk(shop, "old", [], ms=100, days_ago=40, tools=[("look_up", "ok")])
        _row, plain = ApiKey.make(shop, "bi", ["analytics:read", "sessions"])
        _row, figures_only = ApiKey.make(shop, "figures", ["analytics:read"])

        def ask(path: str, key: str = plain):
            return Client().get(f"/api/analytics/{path}", headers={"authorization": f"Bearer {key}"})

        said = ask("turns").json()
        assert {name: said[name] for name in ("total_turns", "without_model_percentage", "median_ms",
            "p95_ms", "unhelpful")} == {
            "total_turns": 2, "without_model_percentage": 50.0, "median_ms": 300, "p95_ms": 700,
            "unhelpful": 1,
        }  # fmt: skip
        assert said["before"]["median_ms"] == 100 and ask("turns?compare=none").json()["before"] is None
        tools = ask("tools").json()
        assert (tools["error_percentage"], tools["error_percentage_before"]) == (100.0, 0.0)
        listed = ask("conversations?what=tool_failed").json()
        assert [each["conversation_key"] for each in listed["conversations"]] == ["shop_doors:desk:a"]
        assert listed["total_conversations"] == tools["conversations_with_error"] == 1
        assert ask("conversations?page=9").json()["conversations"] == []
        assert ask("conversations", figures_only).status_code == 403
        for path in ("turns?days=0", "turns?from=2026-02-30", "tools?to=2026-01-01", "conversations?what=odd",
                     "conversations?page=0", "conversations?over=0", "turns?compare=always"):  # fmt: skip
            assert ask(path).status_code == 422, path


def test_the_filter_survives_its_own_link() -> None:
    asked = Filter(what="slow", over=900, agent="a", method="llm", source="x", target="y", tool="t", q="é &")
    assert Filter.of(asked.query()) == asked
    assert Period.last(7).days == 7


def test_a_permission_and_a_score_are_said_in_the_readers_language(shop: Tenant, analyst: Client) -> None:
    judged = {"judges": [{"name": "groundedness", "score": 1.0, "passed": True, "reason": "23 facts"}]}
    turn = talk(shop, "told", [], result=RESULT | judged)
    kept = {"name": "live_instance", "state": "revoked", "tool": "look_up", "by": "user", "turn": 1}
    turn.conversation.state = {"permissions": {"live_instance": kept}}
    turn.conversation.save(update_fields=["state"])
    page = analyst.get(f"/analytics/conversations/{turn.conversation_id}/", headers={"accept-language": "es"})
    shown = " ".join(page.content.decode().split())
    assert '<b>live_instance</b> retirado · <span dir="auto">usuario</span>' in shown
    assert "<b>groundedness</b> 1,0 · 23 facts" in shown


def test_only_tools_that_failed_are_listed_as_such(shop: Tenant, analyst: Client) -> None:
    talk(shop, "a", [("billing", "orders")], tools=[("look_up", "ok"), ("weigh", "ok")])
    page = analyst.get("/analytics/?days=7")
    assert page.context["tools"] == [] and "No tool failed in this period." in page.content.decode()
    talk(shop, "b", [("billing", "orders")], tools=[("look_up", "failed")])
    shown = analyst.get("/analytics/?days=7").context["tools"]
    assert [each.name for each, _address in shown] == ["look_up"]
