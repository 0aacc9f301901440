"""What each part of the reading earns: the same messages decided with all of it, and with one part switched
off.

    python -m benchmarks.ablation [--set PATH] [--totals-only] [--worst 20]

The demo's world is published into a database of its own. `--set` names a file of JSON lines, or a folder of
them: `{"text", "intent", "kind", "also"?}`, where `also` are further intents that are right; without it the
messages of `tests/routing/natural/telecom_contas` are decided. A cell is likeliest right / decided / right of
decided / decided rightly or asked with the right one among the options, in percent. `--totals-only` is for a
sealed set: no kind and no message is shown.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from benchmarks.measuring import command_line, empty_database
from benchmarks.natural_messages import MEASURED, published_sets

if TYPE_CHECKING:
    from routing.decision.evaluation.answers import LabelledAnswer
    from routing.decision.evaluation.lines import LabelledMessage
    from routing.decision.profile_runtime import ProfileRuntime

Off = Sequence[tuple[str, Any]]  # what stands in the place of which function


def _parts() -> dict[str, Off]:
    """Each part with what takes its place when it is switched off."""
    from language import topic

    def same(text: str) -> str:
        return text

    def is_in_sense(phrase: str, listed: str, text: str) -> bool:
        return True

    return {
        "all of it": (),
        "topic": (
            ("language.topic.counts_whole", lambda text, folded: True),
            ("language.topic.of", topic.TopicText),
        ),
        "negation": (
            ("language.topic._rule", lambda each: None),
            ("language.clauses.is_negated", lambda clause: False),
        ),
        "correction": (("language.topic._correct", lambda found, at: None),),
        "mail": (("language.mail.parts", lambda text: (text, ())),),
        "short forms": (("language.short_forms.spell", same),),
        "clauses": (("language.clauses.split", lambda text: [text]),),
        "point": (("language.segments.point", same),),
        "typos": (("routing.decision.learning.typos.Typos.correct", lambda self, text: text),),
        "common words": (("routing.decision.learning.typos.common_words", frozenset),),
        "senses": (
            ("language.segments.in_its_sense", is_in_sense),
            ("language.clauses.in_its_sense", is_in_sense),
        ),
        "matters apart": (("language.clauses.apart", lambda clause, places: [clause]),),
        "weak keywords": (("routing.decision.keyword.standing", lambda case, text, hits, about="": hits),),
        "small words": (("routing.decision.profile_runtime._no_matter", lambda text: False),),
        "who is likely": (("routing.decision.clarification.choose_unasked", lambda *given: None),),
        "values": (("routing.decision.by_value.find_takers", lambda case: []),),
        "person": (("routing.decision.person._share", lambda case: 0.0),),
    }


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--set", type=Path, help="a file of JSON lines, or a folder of them")
    parser.add_argument("--totals-only", action="store_true", help="shows no kind and no message")
    parser.add_argument("--worst", type=int, default=0, help="wrong lines to list of the reading as built")
    parser.add_argument("--only", default="", help="only these parts, by comma")
    arguments = parser.parse_args()
    with empty_database():
        only = [each for each in arguments.only.split(",") if each]
        compare(arguments.set, arguments.totals_only, arguments.worst, only)
    return 0


def compare(path: Path | None, totals_only: bool, worst: int, only: Sequence[str]) -> None:
    """Publishes the world, decides the set with each part off, and prints the table."""
    published, lines = published_sets()[MEASURED]
    if path is not None:
        lines = list(_messages(path, published))
    print(
        f"{MEASURED}: {len(lines)} messages; likeliest right / decided / right of decided / served or asked "
        "rightly"
    )
    answers: dict[str, list[LabelledAnswer]] = {}
    for name, off in _parts().items():
        if only and name not in only:
            continue
        before = time.process_time()
        answers[name] = _decide(lines, published, off)
        spent = 1000 * (time.process_time() - before) / len(lines)
        print(
            f"{name if name == 'all of it' else f'without {name}':<22}{_cell(answers[name])}  {spent:.2f} "
            "ms CPU",
            flush=True,
        )
    if not totals_only:
        _print_kinds(answers)
        _print_worst(next(iter(answers.values())), worst)


def _messages(path: Path, published: "ProfileRuntime") -> "Iterator[LabelledMessage]":
    from routing.decision.evaluation.lines import LabelSet, read

    for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
        content = file.read_text()
        rows = [json.loads(line) for line in content.split("\n") if line.strip()]
        for line, row in zip(read(content.encode(), LabelSet.of(published)), rows, strict=True):
            yield replace(line, right=(*line.right, *row.get("also", ())))


def _decide(lines: "list[LabelledMessage]", published: "ProfileRuntime", off: Off) -> "list[LabelledAnswer]":
    """The answers with something off, by a profile that remembers nothing of an earlier round."""
    from routing.decision import profile_runtime
    from routing.decision.evaluation.answers import decide_all

    profile_runtime._example.cache_clear()
    with switched(off):
        anew = replace(published, memo={}, learnt=replace(published.learnt))
        list(decide_all(lines[:5], anew))  # what is read once is read
        return list(decide_all(lines, anew))


@contextmanager
def switched(off: Off) -> Iterator[None]:
    """What stands in the place of which function, within it."""
    with ExitStack() as stack:
        for name, instead in off:
            stack.enter_context(mock.patch(name, instead))
        yield


def _cell(answers: "Iterable[LabelledAnswer]") -> str:
    from routing.decision.evaluation.report import Count

    count = Count.of("", answers)
    served = (count.right + count.asked_well) / (count.messages or 1)
    right = "    –" if count.precision is None else f"{100 * count.precision:5.1f}"
    return f"{100 * count.accuracy:5.1f} /{100 * count.share:5.1f} /{right} /{100 * served:5.1f}"


def _print_kinds(answers: "dict[str, list[LabelledAnswer]]") -> None:
    kinds = sorted({each.line.kind for each in next(iter(answers.values()))})
    for kind in kinds:
        print(f"\n{kind}")
        for name, found in answers.items():
            print(
                f"  {name if name == 'all of it' else f'without {name}':<20}"
                f"{_cell(each for each in found if each.line.kind == kind)}"
            )


def _print_worst(answers: "list[LabelledAnswer]", worst: int) -> None:
    missed = [each for each in answers if not (each.right or each.asked_well)]
    for each in missed[:worst]:
        text = " ".join(each.line.text.split())[:160]
        got = each.intent or "|".join(each.asked) or f"({each.guess})"
        print(
            f"  {each.line.kind}: {'|'.join(each.line.right)} -> {got} ({each.method}, "
            f"{each.confidence:.3f}): {text}"
        )


if __name__ == "__main__":
    sys.exit(main())
