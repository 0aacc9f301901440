"""Whether a message asks for a person: words that were written before those that are learnt from."""

import json
from collections import Counter
from pathlib import Path

import pytest
import yaml

from language.learnt_kind import PERSON
from routing.decision.person import SURE_OF_IT
from tests.parts.phrases import try_each

HERE = Path(__file__).parent / "data"
OURS, OTHERS = (
    yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    for name in ("person.yaml", "person_by_others.yaml")
)


@try_each(
    ("found", "embedder", "asks", "others"),
    [
        (OURS, "bundled", 0.9, 0.03),
        (OURS, "none", 0.8, 0.03),
        (OTHERS, "bundled", 0.7, 0.03),
        (OTHERS, "none", 0.45, 0.03),
    ],
)
def test_who_asks_for_a_person_is_told_from_who_speaks_of_one(found, embedder, asks, others):
    """Rounded down from what was measured."""
    read: Counter[str] = Counter()
    missed = []
    for texts in found.values():
        for kind, said in texts.items():
            for text in said:
                sure = PERSON.share(text, embedder) >= SURE_OF_IT
                read[kind] += sure
                missed += [text] if sure != (kind == "asks") else []
    asking, other = (sum(len(texts[kind]) for texts in found.values()) for kind in ("asks", "other"))
    assert read["asks"] >= asks * asking and read["other"] <= others * other, (read, missed)


@pytest.mark.parametrize(("file", "asking", "others"), [("neap", 47, 0), ("spring", 35, 1)])
def test_of_unread_writers_asks_as_many_are_seen_as_when_they_were_counted(file, asking, others):
    """Of 60 who ask, 45 of them with a topic; of 60 who only speak of people."""
    lines = (HERE.parents[1] / f"routing/blind/person_{file}.jsonl").read_text("utf-8").splitlines()
    said = [json.loads(line) for line in lines]
    seen = Counter(each["asks"] for each in said if PERSON.share(each["text"]) >= SURE_OF_IT)
    assert seen[True] >= asking and seen[False] <= others, seen
