"""A language is read as its phrases say.

Replies, clauses, the wish for a person, its own sound, personal data.

`data/read/` has a file a language, written before the data that reads it. Of each kind the share that is read
right may not fall, and nothing that is no yes may ever be taken for one.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from agents.guardrails.personal import find
from language.acts.reading import read_act
from language.clauses import split
from language.closing import closes
from language.detect import language
from language.learnt_kind import PERSON
from language.lexicon import join_languages
from language.lexicon.phrase import plain
from language.topic import of
from routing.api.adapters import voice
from tests.parts.phrases import try_each

FOLDER = Path(__file__).with_name("data") / "read"
SPOKEN = sorted(file.stem for file in FOLDER.glob("*.yaml"))
ANSWERS = ("yes", "no", "cancel", "unsure")
Case = tuple[str, bool]


@cache
def phrases(code: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / f"{code}.yaml").read_text("utf-8"))
    return loaded


def replies(code: str, act: str) -> Iterator[tuple[str, str]]:
    """Each reply of an act, and what was asked."""
    for group in phrases(code)["replies"]:
        yield from ((text, group["asked"]) for text in group.get(act, ()))


def read_replies(act: str) -> Callable[[str], Iterator[Case]]:
    def cases(code: str) -> Iterator[Case]:
        for text, asked in replies(code, act):
            kind = read_act(text, asked).kind
            yield text, kind not in ANSWERS if act in ("value", "other") else kind == act

    return cases


def read_topics(kind: str) -> Callable[[str], Iterator[Case]]:
    def cases(code: str) -> Iterator[Case]:
        for each in phrases(code)[kind]:
            said = plain(of(each["text"]).text)
            yield each["text"], plain(each["wanted"])[0] in said and plain(each["aside"])[0] not in said

    return cases


def read_parts(code: str) -> Iterator[Case]:
    for each in phrases(code)["two_wishes"]:
        names = {name: plain(each[name])[0] for name in ("first", "second")}
        parts = [
            {name for name, word in names.items() if word in plain(part)} for part in split(each["text"])
        ]
        yield each["text"], {"first"} in parts and {"second"} in parts


def read_person(code: str) -> Iterator[Case]:
    for kind, wanted in (("wanted", True), ("not_wanted", False)):
        for text in phrases(code)["person"][kind]:
            yield text, (PERSON.share(text) >= 0.9) is wanted


def read_language(code: str) -> Iterator[Case]:
    for spoken, texts in phrases(code)["language"].items():
        yield from ((text, language(text, None) == spoken) for text in texts)


def read_courtesies(code: str) -> Iterator[Case]:
    told = phrases(code)["courtesies"]
    for text in told["greeting"]:
        yield text, " ".join(plain(text)) in join_languages("GREETINGS")
    for text in (*told["thanks"], *told["farewell"]):
        yield text, closes(text)


def read_personal(code: str) -> Iterator[Case]:
    told = phrases(code)["personal"]
    for each in told["hidden"]:
        yield each["text"], each["piece"] in [found.text for found in find(each["text"], code)]
    for text in told["kept"]:
        yield text, not find(text, code)


def read_aloud(code: str) -> Iterator[Case]:
    for each in phrases(code)["spoken"]:
        yield each["text"], each["spoken"] in voice.words(each["text"], code)


ACTS = ("yes", "no", "cancel", "unsure", "question", "correction", "value", "other")
KINDS: dict[str, Callable[[str], Iterator[Case]]] = {
    **{act: read_replies(act) for act in ACTS},
    **{kind: read_topics(kind) for kind in ("negations", "corrections")},
    "two_wishes": read_parts,
    "person": read_person,
    "language": read_language,
    "courtesies": read_courtesies,
    "personal": read_personal,
    "spoken": read_aloud,
}


@try_each("code", SPOKEN)
@try_each("kind", KINDS)
def test_phrases_are_read(kind: str, code: str) -> None:
    read = list(KINDS[kind](code))
    missed = [text for text, right in read if not right]
    assert 1 - len(missed) / len(read) >= phrases(code)["least"][kind], missed


@try_each("code", SPOKEN)
def test_nothing_that_is_no_yes_is_taken_for_one(code: str) -> None:
    assert not [text for text, asked in replies(code, "never_yes") if read_act(text, asked).kind == "yes"]
