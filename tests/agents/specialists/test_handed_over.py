"""What a conversation keeps of a specialist's findings over its turns, and what another system is told of
them.
"""

from agents.specialists.handed_over import TOLD, for_another_system, gather, is_empty, merge
from agents.specialists.task import Task
from conversations.turn import (
    ConversationState,
    Identity,
    PastMessage,
    ToolResult,
    TurnContext,
    TurnRequest,
    Utterance,
)
from language.spoken_languages import speak
from tests.parts.phrases import try_each

FOUND = {"tool": "order", "result": {"status": "open"}}
LOST = {"tool": "order", "not_found": ["P9"]}


def test_a_tool_is_known_by_what_it_told_last() -> None:
    before = {"findings": [FOUND, "a sentence"], "constraints": [LOST, "no discount"]}
    again = {"tool": "order", "result": {"status": "closed"}}
    now = merge(before, {"findings": [again]})
    assert now["findings"] == ["a sentence", again]
    assert now["constraints"] == ["no discount"]
    assert merge(before, {"constraints": [LOST]})["findings"] == ["a sentence"]


def test_refusals_and_questions_last_as_long_as_they_stand() -> None:
    before = {"constraints": [{"refused": "payments"}], "open_questions": ["Which?"]}
    assert is_empty(merge(before, {}))
    assert merge(before, before)["constraints"] == before["constraints"]


def test_lists_do_not_grow_for_ever() -> None:
    kept: dict = {}
    for n in range(20):
        kept = merge(kept, {"findings": [f"fact {n}"], "recommendations": [f"do {n}"]})
    assert kept["findings"] == [f"fact {n}" for n in range(12, 20)]
    assert len(kept["recommendations"]) == 8


CPF = "529.982.247-25"


def told(*said: str, about: str = "asks where an order is", labels: str = "en", **state) -> str:
    """What is passed on of a conversation in which this was said, by turns."""
    return for_another_system(context_of(said, **state), about, str.title, labels)


def context_of(said: tuple[str, ...] = (), **state) -> TurnContext:
    return TurnContext(TurnRequest(
        turn_id="t", tenant_id="a", agent_id="p", conversation_key="k", mode="router", mode_source="",
        channel="web",
        number=1, attempt=1, release=1, utterance=Utterance("oi", "oi", "pt"),
        identity=Identity(trusted=True, business={"document": CPF}),
        history=tuple(PastMessage(("user", "agent")[n % 2], words) for n, words in enumerate(said)),
        state=ConversationState(**state),
    ))  # fmt: skip


def test_another_system_is_told_in_sentences() -> None:
    expected = (
        "About: asks where an order is. Named: order_id P100. Said: user: oi; agent: Olá! Como posso ajudar?"
    )
    assert told("oi", "Olá! Como posso ajudar?", values={"order_id": "P100"}) == expected


def test_a_person_is_told_under_labels_of_the_companys_language() -> None:
    about, named, said, user = (speak(label, "pt") for label in ("About", "Named", "Said", "user"))
    words = told("oi", values={"order_id": "P100"}, labels="pt")
    assert words == f"{about}: asks where an order is. {named}: order_id P100. {said}: {user}: oi."


def test_findings_reach_another_system_however_much_was_said() -> None:
    left = {"findings": [FOUND], "open_questions": ["Which of the two?"]}
    words = told(
        *("word " * 200,) * 5, about="a" * 900, contexts={"orders": left}, values={"order_id": "P" * 900}
    )
    assert 'Found by Orders: order: {"status":"open"}.' in words
    assert "Open questions by Orders: Which of the two?" in words
    assert words.index("Found by") < words.index("Said: ") and len(words) <= TOLD
    assert words.count("user: word") == 3 and words.count("agent: word") == 2  # each line has its share


def test_long_findings_leave_room_for_the_others_and_for_what_was_said() -> None:
    left = {
        "findings": ["fact " * 400],
        "recommendations": ["Offer a refund"],
        "constraints": ["never " * 400],
    }
    words = told("quero ajuda " * 90, contexts={"billing": left, "orders": left})
    for part in (
        "Found by Orders: fact",
        "Found by Billing: fact",
        "Constraints by Billing: never",
        "Said: user: quero",
    ):
        assert part in words
    assert words.count("Offer a refund.") == 2 and len(words) <= TOLD


def test_another_system_is_told_no_number_not_even_the_customers_own() -> None:
    left = {"findings": [f"the customer is {CPF}"]}
    hidden = "529.982\u202e.247-25"  # an unseen letter inside
    words = told(f"meu CPF é {CPF}", hidden, about=CPF, contexts={"orders": left}, values={"document": CPF})
    assert "982" not in words and words.count("***.***.***-25") == 5


ORDERS = [{"id": f"P{number}", "note": "x" * 300} for number in range(100, 112)]


@try_each(
    ("result", "kept"),
    [
        (ORDERS, [{**ORDERS[0]}, "1 of 12, the others are left out"]),
        ({"owner": "Ana", "orders": ORDERS}, {"owner": "Ana", "orders": "12, left out"}),
        ({"owner": "Ana", "first": {"notes": ["x" * 3000]}}, {"owner": "Ana", "…": "left out"}),
        ({"note": "x" * 3000}, {"note": "x" * 200 + "…"}),
        ("x" * 3000, "x" * 2000 + "…"),
        (ORDERS[:2], ORDERS[:2]),
    ],
    ids=["a list", "a list within", "a part within", "a field", "a text", "a short one"],
)
def test_what_is_kept_of_a_long_result_tells_what_is_left_out(result, kept) -> None:
    task = Task(context_of(), None, None, None, None, "")
    made = gather(task, [ToolResult("orders", "", True, result)], None, None)
    assert made["findings"] == [{"tool": "orders", "result": kept}]
