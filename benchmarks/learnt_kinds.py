"""How what is learnt of a kind of text (`language.learnt_kind`) fares on phrases that it has not seen.

    python -m benchmarks.learnt_kinds abuse blind.yaml [--show]
    python -m benchmarks.learnt_kinds abuse tests/routing/companies [--show]

A YAML file has a list of {text, lang, and a truth value: whether the text is of the kind, under any name
(`toxic: true`)}; a folder has companies as `tests/routing/companies` describes them, whose everyday messages
and examples are of no kind. Counted for each language is what a guardrail would refuse, with and without the
encoder of meaning; `--show` prints what went wrong with it.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml


class Phrase(NamedTuple):
    """A text, its language, and whether it is of the kind."""

    text: str
    language: str
    wanted: bool


def read(path: Path) -> Iterator[Phrase]:
    """The phrases of a YAML file, or the messages of a folder of companies."""
    if not path.is_dir():
        for each in yaml.safe_load(path.read_text("utf-8")):
            wanted = next(value for value in each.values() if isinstance(value, bool))
            yield Phrase(str(each["text"]), str(each["lang"]), wanted)
        return
    for file in sorted(path.rglob("*.json")):
        company = json.loads(file.read_text("utf-8"))
        for message in (*company["served"], *company["foreign"]):
            yield Phrase(message["text"], message.get("lang", ""), False)
        for example in (example for intent in company["intents"] for example in intent["examples"]):
            yield Phrase(str(example), "", False)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.learnt_kinds", description=__doc__)
    parser.add_argument("kind")
    parser.add_argument("path", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    from language.learnt_kind import KINDS, SURE

    kind = next(each for each in KINDS if each.name == options.kind)
    phrases = list(read(options.path))
    for embedder in ("bundled", "none"):
        found: Counter[tuple[str, bool]] = Counter()
        wrong = []
        for phrase in phrases:
            share = kind.share(phrase.text, embedder)
            found[phrase.language, phrase.wanted] += share >= SURE
            if (share >= SURE) is not phrase.wanted:
                wrong.append((share, phrase))
        print(f"\n{'With' if embedder == 'bundled' else 'Without'} the encoder, refused of all:")
        for language in sorted({phrase.language for phrase in phrases}):
            for wanted in (True, False):
                of = sum(each.language == language and each.wanted is wanted for each in phrases)
                if of:
                    name = kind.kinds[not wanted]
                    print(f"  {language or '-':3} {name:10} {found[language, wanted]:5} of {of}")
        if options.show and embedder == "bundled":
            for share, phrase in sorted(wrong, key=lambda each: (each[1].wanted, -each[0])):
                print(
                    f"  {share:.2f} {kind.kinds[not phrase.wanted]:9} {phrase.language:3} {phrase.text[:140]}"
                )


if __name__ == "__main__":
    main(sys.argv[1:])
