"""What an evaluation counts, on the demo as it is published."""

import pytest

from releases import freshness
from routing.decision.evaluation.answers import LabelledAnswer, decide_all
from routing.decision.evaluation.lines import LabelledMessage, LabelSet, read
from routing.decision.evaluation.report import ASKED, NOBODY, report, to_document
from routing.decision.profile_runtime import ProfileRuntime
from tenancy.models import Tenant

BILLS, ORDERS = "billing_invoice_explanation", "retail_order_tracking"


def _answer(
    number: int, right: str, intent: str, *, guess: str = "", asked: tuple[str, ...] = (), sure: float = 0.9
) -> LabelledAnswer:
    line = LabelledMessage(number, f"message {number}", (right,), kind="typos" if number % 2 else "plain")
    return LabelledAnswer(
        line, intent, asked, guess or intent, "keyword" if intent else "fallback", sure, "because"
    )


ANSWERS = [
    _answer(1, "bills", "bills"),
    _answer(2, "bills", "orders", sure=0.6),
    _answer(3, "orders", "bills", sure=0.8),
    _answer(4, "orders", "", guess="orders"),
    _answer(5, "orders", "", guess="orders", asked=("orders", "bills")),
    _answer(6, "orders", "", guess="plans", asked=("plans", "bills")),
    _answer(7, "out_of_scope", "out_of_scope"),
    _answer(8, "out_of_scope", "", guess="plans"),
]


def test_what_is_decided_and_what_is_right_are_counted_apart() -> None:
    found = report(ANSWERS)
    assert (found.total.messages, found.total.decided, found.total.right) == (8, 4, 2)
    assert (found.total.accuracy, found.total.share, found.total.precision) == (0.5, 0.5, 0.5)
    assert (found.total.asked, found.total.asked_well) == (2, 1)
    assert [(count.name, count.messages) for count in found.kinds] == [("plain", 4), ("typos", 4)]
    assert [(count.name, count.precision) for count in found.methods] == [
        ("fallback", None),
        ("keyword", 0.5),
    ]


def test_lines_that_misled_come_first_and_the_surest_before_all() -> None:
    found = report(ANSWERS)
    assert [wrong.number for wrong in found.worst] == [3, 2, 6, 8, 5, 4]
    assert dict.fromkeys((right, got) for right, got, _times in found.confusion) == dict.fromkeys(
        [
            ("bills", "orders"),
            ("orders", "bills"),
            ("orders", NOBODY),
            ("orders", f"{ASKED} orders|bills"),
            ("orders", f"{ASKED} plans|bills"),
            ("out_of_scope", NOBODY),
        ]
    )


def test_nothing_decided_has_no_precision() -> None:
    assert to_document(report(ANSWERS[3:4]))["total"]["precision"] is None
    assert to_document(report([]))["total"]["accuracy"] == 0.0


@pytest.fixture
def published(db: None) -> ProfileRuntime:
    tenant = Tenant.objects.get(slug="tenant_a")
    return ProfileRuntime.of(freshness.release(tenant.pk, tenant.live_release), "telecom_contas")


def test_messages_are_decided_as_in_a_new_conversation(published: ProfileRuntime) -> None:
    content = f"text,intent\nMinha fatura veio alta,{BILLS}\nOnde está meu pedido?,{BILLS}|{ORDERS}\n"
    first, second = decide_all(read(content.encode(), LabelSet.of(published)), published)
    assert (first.intent, first.method, first.right) == (BILLS, "keyword", True)
    assert (second.intent, second.right) == (ORDERS, True)


def test_a_state_makes_a_short_message_a_reply(published: ProfileRuntime) -> None:
    state = "WAITING_SUPPORT_CONFIRMATION"
    content = f'{{"text": "sim, pode", "intent": "state:{state}", "state": "{state}"}}'
    (reply,) = decide_all(read(content.encode(), LabelSet.of(published)), published)
    assert (reply.method, reply.right) == ("state", True)
    (alone,) = decide_all([LabelledMessage(1, "sim, pode", (f"state:{state}",))], published)
    assert not alone.right


def test_what_no_tier_is_sure_of_is_not_decided(published: ProfileRuntime) -> None:
    told_of: list[int] = []
    (answer,) = decide_all([LabelledMessage(1, "???", (BILLS,))], published, told_of.append)
    assert (answer.decided, answer.right, told_of) == (False, False, [1])
