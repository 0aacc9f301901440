"""What the tagger of personal data (`agents.guardrails.personal_tagger`) learns, and what it gains.

    python -m benchmarks.personal_tagger --write                 # learns of all and keeps the weights
    python -m benchmarks.personal_tagger --without dusk dawn     # learns without each in turn and counts it

Learnt of messages by program (`personal_messages`) and of those of others in `tests/agents/guardrails`; an
averaged perceptron (Collins 2002) over the words around, a few seconds of Python an epoch.
"""

import argparse
import hashlib
import json
import random
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import yaml

from agents.guardrails import personal, personal_tagger
from agents.guardrails.personal_features import TOKEN, list_features
from agents.guardrails.personal_shapes import DATE
from agents.guardrails.personal_tagger import ALL, TAGS, UNIT, choose, link, pack
from agents.guardrails.read_aloud import read_aloud
from benchmarks import personal_messages
from benchmarks.personal_messages import Message, generate
from language import language_data
from outbound.cleaning import list_texts
from tests.agents.guardrails import personal_places

ROOT = Path(__file__).resolve().parents[1]
SETS = ROOT / "tests/agents/guardrails"
OTHERS = {"guardrails", "hostile", "node_modules"}  # folders with personal data and texts that only cost
SHORT = re.compile(r"(?s)(?=.*\s).{1,1500}\Z")
READERS: dict[str, Callable[[Path], Any]] = {
    ".jsonl": lambda path: [json.loads(line) for line in path.read_text("utf-8").splitlines() if line],
    ".json": lambda path: json.loads(path.read_text("utf-8")),
    ".yaml": lambda path: list(yaml.load_all(path.read_text("utf-8"), yaml.CSafeLoader)),
    ".md": lambda path: path.read_text("utf-8").split("\n\n"),
}
NAMES = ("by_others", "counted", "odd", "dawn", "dusk", "flow", "ebbing", "neap", "spring")
HELD_OUT = "last"  # is never learnt of, so that a test counts what is unseen
SEED, COUNT, EPOCHS = 11, 18000, 5
OFTEN = 2  # how often a message of others counts beside one by program
LEAST = 2.0  # weights below it say nothing

NOTHING = (0.0,) * len(TAGS)

Example = tuple[list[list[str]], list[int]]


def read_set(name: str) -> Iterator[Message]:
    """The messages of others."""
    for line in (SETS / f"personal_{name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        text = row["text"]
        kinds = row.get("kinds") or [each["kind"] for each in row.get("personal", ()) if "kind" in each]
        values = row.get("values") or [each["value"] for each in row.get("personal", ())]
        pieces = [
            (text.index(value), text.index(value) + len(value), _name_tag(kind, value))
            for value, kind in zip(values, kinds or ["number"] * len(values), strict=True)
            if "@" not in value and kind != "email"
        ]
        yield Message(text, row["lang"], tuple(pieces))


def _name_tag(kind: str, value: str) -> str:
    if "birth" in kind or DATE.fullmatch(value):
        return "birth"
    return "address" if "address" in kind else "number"


def read_examples(message: Message) -> Iterator[Example]:
    """What is seen of each word near a digit, and its tag."""
    spoken = read_aloud(message.text)
    text = spoken.text if spoken else message.text
    tokens = list(TOKEN.finditer(text))
    for begin, stop in personal_tagger.list_windows(tokens):
        near = tokens[begin:stop]
        spans = [token.span() for token in near]
        if spoken:
            spans = [(spoken.starts[start], spoken.ends[end - 1]) for start, end in spans]
        yield list_features(text, near), [_tag(message, *span) for span in spans]


def _tag(message: Message, begin: int, stop: int) -> int:
    tags = (tag for start, end, tag in message.pieces if start < stop and begin < end)
    return TAGS.index(next(tags, ""))


def learn(messages: Iterable[Message]) -> dict[str, list[float]]:
    """The weights, averaged over all that was seen."""
    examples = [example for message in messages for example in read_examples(message)]
    weights: dict[str, list[float]] = {}
    sums: dict[str, list[float]] = {}
    chance, seen = random.Random(SEED), 0

    def weigh(features: Sequence[str]) -> list[float]:
        return [
            sum(column) for column in zip(NOTHING, *filter(None, map(weights.get, features)), strict=True)
        ]

    def weigh_links(features: Sequence[str]) -> list[list[float]]:
        return [list(column) for column in zip(*(weigh(link(features, n)) for n in ALL), strict=True)]

    def step(features: Iterable[str], tag: int, size: float) -> None:
        for feature in features:
            weights.setdefault(feature, [0.0] * len(TAGS))[tag] += size
            sums.setdefault(feature, [0.0] * len(TAGS))[tag] += size * seen

    for _epoch in range(EPOCHS):
        chance.shuffle(examples)
        for words, right in examples:
            seen += 1
            told = choose(words, weigh, weigh_links, right)
            if told == right:
                continue
            for features, (before, tag), (wrong_before, wrong) in zip(
                words, pairwise([0, *right]), pairwise([0, *told]), strict=True
            ):
                if tag != wrong:
                    step(features, tag, 1.0)
                    step(features, wrong, -1.0)
                if (before, tag) != (wrong_before, wrong):
                    step(link(features, before), tag, 1.0)
                    step(link(features, wrong_before), wrong, -1.0)
    averaged = {
        feature: [now - total / seen for now, total in zip(weight, sums[feature], strict=True)]
        for feature, weight in weights.items()
    }
    return {feature: weight for feature, weight in averaged.items() if max(map(abs, weight)) >= LEAST}


def is_read(text: str) -> bool:
    """Whether the tagger reads any of its words."""
    return bool(personal_tagger.list_windows(list(TOKEN.finditer(text))))


def read_tree(half: int) -> Iterator[str]:
    """Texts with digits of tests and demo, of every other file: one half is learnt of, the other counted."""
    for folder in ("demo", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in READERS or not OTHERS.isdisjoint(path.parts):
                continue
            if zlib.crc32(str(path.relative_to(ROOT)).encode()) % 2 == half:
                texts = dict.fromkeys(list_texts(READERS[path.suffix](path)))
                yield from (text for text in texts if SHORT.search(text) and is_read(text))


def gather(without: str = "") -> Iterator[Message]:
    yield from generate(SEED, COUNT)
    for case in personal_places.cases(SEED):
        if case.kind in TAGS:
            yield Message(case.text, case.language, ((case.start, case.start + len(case.value), case.kind),))
    for text in read_tree(0):
        found = [each for each in personal.find(text, "") if each.kind != "email"]
        tags = [each.kind if each.kind in TAGS else "number" for each in found]
        yield Message(
            text, "", tuple((each.start, each.end, tag) for each, tag in zip(found, tags, strict=True))
        )
    for name in NAMES:
        if name != without:
            for message in read_set(name):
                yield from [message] * OFTEN


def digest() -> str:
    """What tells whether what is learnt of changed."""
    made_by = (Path(personal_messages.__file__), Path(personal_places.__file__))
    files = [path.with_suffix(ending) for path in made_by for ending in (".py", ".yaml")]
    files += sorted(language_data.DATA.glob("*/personal.yaml"))
    files += [SETS / f"personal_{name}.jsonl" for name in NAMES]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def write() -> None:
    with mock.patch.object(personal_tagger, "read_weights", dict):
        weights = learn(gather())
    np.savez_compressed(
        personal_tagger.FILE,
        features=np.frombuffer("\0".join(weights).encode(), dtype=np.uint8),
        weights=np.round(np.array([*weights.values()]) / UNIT).astype(np.int16),
        digest=np.array(digest()),
    )


def is_current() -> bool:
    with np.load(personal_tagger.FILE, allow_pickle=False) as stored:
        return str(stored["digest"]) == digest()


def count(name: str, weights: personal_tagger.Weights, show: bool) -> tuple[int, int, int, int]:
    """Values that are whole of how many, messages without any that are touched of how many."""
    whole = values = touched = others = 0
    lines = (SETS / f"personal_{name}.jsonl").read_text("utf-8").splitlines()
    with mock.patch.object(personal_tagger, "read_weights", lambda: weights):
        for row in map(json.loads, lines):
            found = personal.find(row["text"], row["lang"])
            masked = {at for each in found for at in range(each.start, each.end)}
            listed = row.get("values") or [each["value"] for each in row.get("personal", ())]
            others += not listed
            if found and not listed:
                touched += 1
                if show:
                    print("  touched", row["text"], [each.text for each in found])
            for value in listed:
                start = row["text"].index(value)
                is_whole = all(start + at in masked for at, sign in enumerate(value) if sign.isalnum())
                values, whole = values + 1, whole + is_whole
                if show and not is_whole:
                    print("  missed", value, "|", row["text"], [each.text for each in found])
    return whole, values, touched, others


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.personal_tagger", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--without", nargs="*", default=(), choices=(*NAMES, HELD_OUT))
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    if options.write:
        write()
    for name in options.without:
        with mock.patch.object(personal_tagger, "read_weights", dict):
            messages = list(gather(without=name))
        for title, weights in (("rules alone", {}), ("with the tagger", pack(learn(messages)))):
            whole, values, touched, others = count(name, weights, options.show and bool(weights))
            print(f"{name:10} {title:16} whole {whole} of {values}, touched {touched} of {others}")


if __name__ == "__main__":
    main(sys.argv[1:])
