"""Files of messages: what is read, and what is refused with which sentence."""

import pytest

from routing.decision.evaluation.errors import BadLine, BadMessagesFile
from routing.decision.evaluation.lines import LONGEST, MOST, LabelledMessage, LabelSet, read
from tests.parts.phrases import try_each

KNOWN = LabelSet(frozenset({"bills", "orders", "out_of_scope", "state:WAITING"}), frozenset({"WAITING"}))


@try_each(
    "content",
    [
        "text,intent\ncadê?,orders\n\n",
        "\ufefftext,intent\r\ncadê?,orders\r\n",
        "Intent;Text\norders;cadê?\n",
        "text\tintent\ncadê?\torders",
        '\n{"text": " cadê? ", "intent": "orders"}\n\n',
        '{"intent": ["orders"], "text": "cadê?", "state": null, "note": 1}',
    ],
    ids=["csv", "spreadsheet", "semicolons", "tabs", "json-lines", "json-list"],
)
def test_the_usual_forms_of_a_file_are_read(content: str) -> None:
    (line,) = read(content.encode(), KNOWN)
    assert (line.text, line.right, line.state, line.kind) == ("cadê?", ("orders",), "", "")


def test_a_cell_may_hold_line_ends_and_an_intent_others_beside_it() -> None:
    content = 'text,intent,state,kind\n"a\nb",bills|orders,WAITING,email\nc,out_of_scope,,\n'
    assert read(content.encode(), KNOWN) == [
        LabelledMessage(3, "a\nb", ("bills", "orders"), "WAITING", "email"),
        LabelledMessage(4, "c", ("out_of_scope",)),
    ]


@try_each(
    ("content", "said"),
    [
        (b"", "holds no message"),
        (b"text,intent\n", "holds no message"),
        (b"message,label\nx,y\n", "It says: message, label."),
        (b"text,intent\nx,\xe9\n", "not UTF-8"),
        (b"\x00\x01\x02", "must name the columns"),
    ],
    ids=["empty", "only-names", "other-names", "latin-1", "binary"],
)
def test_a_file_of_another_kind_is_refused_as_a_whole(content: bytes, said: str) -> None:
    with pytest.raises(BadMessagesFile, match=said):
        read(content, KNOWN)


@try_each(
    ("content", "number", "said"),
    [
        ("text,intent\na,bills\nb,rockets\n", 3, "no intent “rockets”. It has: bills, orders,"),
        ("text,intent\n,bills\n", 2, "has no text"),
        ("text,intent\na,\n", 2, "names no intent"),
        ("text,intent,state\na,bills,NOWHERE\n", 2, "no state “NOWHERE”"),
        ("text,intent\na,bills,more\n", 2, "more columns"),
        ('text,intent\n"a,bills\n', 2, "quotation mark"),
        (f"text,intent\n{'a' * (LONGEST + 1)},bills\n", 2, "longer than"),
        ('{"text": "a", "intent": "bills"}\n{"text": \n', 2, "is not JSON"),
        ('{"text": "a", "intent": "bills"}\n["a"]\n', 2, "not a JSON object"),
        ('{"text": 7, "intent": "bills"}', 1, "its text is not a text"),
        ('{"text": "a", "intent": [7]}', 1, "its intent is not a text"),
        ('{"text": "a\\u0000", "intent": "bills"}', 1, "the character NUL"),
        ("[" * 100_000, 1, "is not JSON"),
    ],
    ids=[
        "intent", "no-text", "no-intent", "state", "columns", "quotation", "long", "json", "no-object",
        "number", "numbers", "nul", "deep",
    ],
)  # fmt: skip
def test_the_first_line_at_fault_is_named(content: str, number: int, said: str) -> None:
    with pytest.raises(BadLine, match=said) as refused:
        read(content.encode(), KNOWN)
    assert refused.value.number == number


def test_a_file_has_an_end() -> None:
    content = "text,intent\n" + "a,bills\n" * (MOST + 1)
    with pytest.raises(BadMessagesFile, match="Split it"):
        read(content.encode(), KNOWN)
