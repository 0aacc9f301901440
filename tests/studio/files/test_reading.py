"""YAML from strangers: data only, with lines, within limits."""

import time

import pytest
import yaml

from studio.files.entry import read as shape
from studio.files.errors import BadFiles, Fault
from studio.files.exporting import write_file
from studio.files.kinds.rails import RailsFile
from studio.files.nodes import Block, plain
from studio.files.reading import parse
from tests.parts.phrases import try_each


def read(text: str) -> object:
    node = parse("x.yaml", text.encode())
    assert node is not None
    return plain(node)


@try_each(
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


def test_what_older_readers_take_for_true_or_a_number_is_quoted_when_it_is_written() -> None:
    words = ["no", "On", "1:30", "010", "~", "1e3", "2026-11-22", "plain", "two\nlines", ""]
    written = write_file("x.yaml", {"words": words, "on": 1})
    assert b"- 'no'" in written and b"- plain" in written
    assert yaml.safe_load(written) == read(written.decode()) == {"words": words, "on": 1}


def test_yes_is_true_only_where_true_or_false_is_wanted() -> None:
    root = parse("slots.yaml", b"input: [{code: yes, enabled: no, polite: {en: on}}]")
    assert isinstance(root, Block)
    (rail,) = shape(RailsFile, root, print).input
    assert (rail.code, rail.on, rail.polite) == ("yes", False, {"en": "on"})


def test_what_was_expected_is_told_with_file_line_and_key() -> None:
    root = parse("guardrails.yaml", b"input:\n- code: MSK\n  enabled: 3\n- enabled: true\noutput: 5\n")
    assert isinstance(root, Block)
    with pytest.raises(BadFiles) as raised:
        shape(RailsFile, root, print)
    assert [str(fault) for fault in raised.value.faults] == [
        "guardrails.yaml, line 3: true or false is expected here: input[0].enabled.",
        "guardrails.yaml, line 4: Here 'input[1].code' is needed.",
        "guardrails.yaml, line 5: 'output' is a list.",
    ]


@try_each(
    ("text", "line"),
    [
        ('b: 1\na: "\\U00110000"\n', 2),
        ('b: 1\na: "\\UFFFFFFFF"\n', 2),
        (f"%YAML {'1' * 5000}.1\n---\na: 1", 1),
    ],
)
def test_a_character_or_version_beyond_all_there_are_is_a_fault(text: str, line: int) -> None:
    with pytest.raises(Fault) as raised:
        read(text)
    assert (raised.value.file, raised.value.line) == ("x.yaml", line)


def test_lines_are_known() -> None:
    root = parse("x.yaml", b"one: 1\ntwo:\n  three: 3\n")
    assert isinstance(root, Block)
    assert root.lines == {"one": 1, "two": 2}
    assert root["two"].line == 3


@try_each(
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
        ("a: 1\nb: \x07", 2, "This is not YAML"),
        ("a: !!binary aGk=", 1, "A tag such as"),
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


@try_each("size", [9, 30])
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


@try_each(
    "text",
    [
        "tools:\n" + "".join(f"  k{number}: [1, 2, 3]\n" for number in range(50_000)),
        "a: " + "[" * 300_000,
    ],
    ids=["many", "deep"],
)
def test_what_holds_too_much_is_refused_before_it_is_composed(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(Fault):
        parse("x.yaml", text.encode())
    assert time.process_time() - begun < 3  # composing it would take half a minute
