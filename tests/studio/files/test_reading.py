"""YAML from strangers: data only, with lines, within limits."""

import time

import pytest

from studio.files.errors import Fault
from studio.files.nodes import Block, plain
from studio.files.reading import parse


def read(text: str) -> object:
    node = parse("x.yaml", text.encode())
    assert node is not None
    return plain(node)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: 1\nb: [x, 2.5, true, null]", {"a": 1, "b": ["x", 2.5, True, None]}),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("base: &x {a: 1, b: 2}\nown: {<<: *x, b: 3}", {"base": {"a": 1, "b": 2}, "own": {"a": 1, "b": 3}}),
        ("when: 2026-11-22", {"when": "2026-11-22"}),
        ("a: 'yes'\nb: !!str 5", {"a": "yes", "b": "5"}),
        ("\ufeffa: 1", {"a": 1}),
        ("a: 1:30\nb: 1" + ":1" * 300_000, {"a": "1:30", "b": "1" + ":1" * 300_000}),
    ],
    ids=["plain", "alias", "merge", "a date is a text", "texts", "byte order mark", "sixties are texts"],
)
def test_plain_data_is_read(text: str, found: object) -> None:
    assert read(text) == found


def test_lines_are_known() -> None:
    root = parse("x.yaml", b"one: 1\ntwo:\n  three: 3\n")
    assert isinstance(root, Block)
    assert root.lines == {"one": 1, "two": 2}
    assert root["two"].line == 3


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: !!python/object/apply:os.system ['true']", 1, "A tag such as"),
        ("a: 1\na: 2", 2, "stands here twice, first in line 1"),
        ("a: [1\nb: 2", 2, "This is not YAML"),
        ("a:\n\t- 1", 2, "This is not YAML"),
        ("a: 1\n---\nb: 2", 2, "one document"),
        ("a: *nothing", 1, "There is no '&nothing'"),
        ("a: &x [*x]", 1, "There is no '&x'"),
        ("? [a]\n: b", 1, "A key is a word"),
        ('a: "\\0"', 1, "a character that no text may hold"),
        ("a: .inf", 1, "no number that can be kept"),
        ("a: !!float ''", 1, "cannot be read"),
        ("a: !!int ''", 1, "cannot be read"),
        (f"a: 0x{'f' * 20}", 1, "no number that can be kept"),
        ("[" * 60 + "]" * 60, 1, "nested more than"),
        (
            "a: &a [[[1]]]\nb: &b [[[*a]]]\n"
            + "\n".join(f"c{n}: &c{n} [[[[*{'b' if n == 0 else f'c{n - 1}'}]]]]" for n in range(20)),
            11,
            "nested more than",
        ),
    ],
)
def test_what_is_not_plain_data_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(Fault) as raised:
        parse("x.yaml", text.encode())
    assert raised.value.line == line
    assert words in raised.value.words


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(Fault, match="UTF-8"):
        parse("x.yaml", b"a: 1\nb: \xff\xfe")


@pytest.mark.parametrize("size", [9, 30])
def test_aliases_that_multiply_are_refused_at_once(size: int) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, size)]
    started = time.monotonic()
    with pytest.raises(Fault, match="values"):
        parse("bomb.yaml", "\n".join(lines).encode())
    assert time.monotonic() - started < 5


def test_a_million_open_brackets_end_quickly() -> None:
    with pytest.raises(Fault):
        parse("deep.yaml", b"[" * 1_000_000)
