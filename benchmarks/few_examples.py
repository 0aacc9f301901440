"""Few examples of companies that nobody has seen: what is decided, what is asked, what is kept out.

    python -m benchmarks.few_examples FOLDER [--examples 3 5 8] [--wrong 20]

FOLDER has a JSON file a company, of the form that `tests/routing/companies` describes. Each company is
authored with the first so many examples of each intent, compiled, published into a database of its own and
learnt; then each message is decided as the first one of a conversation, in mode router and without a model.
Shares are of the served messages, or of those out of scope; *right or asked* is decided rightly, or asked
with the right one among the options. A message that is answered "nobody serves this" is not decided.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measuring import command_line, count_at, empty_database

if TYPE_CHECKING:
    from routing.decision.evaluation.answers import LabelledAnswer

CURVE = (0.98, 0.97, 0.95, 0.93, 0.9, 0.85, 0.8)  # precisions
COLUMNS = ("likeliest", "decided", "of these", "or asked", "asked", "outside:", "outside:")
BELOW = ("right", "", "right", "right", "", "decided", "asked")


@dataclass(frozen=True)
class Measured:
    """What became of the messages of one or several companies."""

    served: "Sequence[LabelledAnswer]"
    out_of_scope: "Sequence[LabelledAnswer]"

    @property
    def shares(self) -> tuple[float, ...]:
        """One for each of COLUMNS."""
        decided = [each for each in self.served if each.decided]
        return (
            share(each.guessed for each in self.served),
            share(each.decided for each in self.served),
            share(each.right for each in decided) if decided else 1.0,
            share(each.right or each.asked_well for each in self.served),
            share(bool(each.asked) for each in self.served),
            share(each.decided and not each.right for each in self.out_of_scope),
            share(bool(each.asked) for each in self.out_of_scope),
        )

    def curve(self) -> list[tuple[float, float, float]]:
        """For each precision what could be decided at it by one confidence known afterwards, and of the
        messages out of scope how many would be with them.
        """
        ordered = sorted(self.served, key=lambda each: -each.confidence)
        found = []
        for precision in CURVE:
            most = count_at(precision, (answer.guessed for answer in ordered))
            least = ordered[most - 1].confidence if most else 2.0
            outside = share(each.confidence >= least and not each.right for each in self.out_of_scope)
            found.append((precision, most / len(ordered), outside))
        return found


def share(marks: Iterable[bool]) -> float:
    found = list(marks)
    return sum(found) / len(found) if found else 0.0


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--examples", type=int, nargs="+", default=[3, 5, 8])
    parser.add_argument("--wrong", type=int, default=0, help="messages to list that were decided wrongly")
    arguments = parser.parse_args()
    with empty_database(apart=True):
        for examples in arguments.examples:
            measure_all(arguments.folder, examples, arguments.wrong)
    return 0


def measure_all(folder: Path, examples: int, wrong: int) -> None:
    """Prints the figures of each company of a folder, and those of all."""
    from tests.routing import companies

    print(f"\n{examples} examples an intent\n{'':<24}" + "".join(f"{each:>10}" for each in COLUMNS))
    print(f"{'':<24}" + "".join(f"{each:>10}" for each in BELOW))
    found: list[Measured] = []
    seconds = 0.0
    for path in companies.files(folder):
        company = companies.read(path)
        measured, took = measure(company, examples)
        found.append(measured)
        seconds += took
        print_line(company.name, measured)
    total = Measured(
        [each for one in found for each in one.served], [each for one in found for each in one.out_of_scope]
    )
    print_line("all", total)
    count = len(total.served) + len(total.out_of_scope)
    print(
        f"{len(total.served)} served, {len(total.out_of_scope)} out of scope, "
        f"{1000 * seconds / count:.1f} ms CPU each"
    )
    print(
        "could be decided: "
        + "  ".join(f"{at:.0%}: {most:.1%} (out of scope {out:.1%})" for at, most, out in total.curve())
    )
    for method in sorted({each.method for each in (*total.served, *total.out_of_scope) if each.decided}):
        mine = [each for each in total.served if each.decided and each.method == method]
        out = sum(each.decided and each.method == method and not each.right for each in total.out_of_scope)
        print(
            f"by {method}: {len(mine)} decided, {sum(each.right for each in mine)} rightly, "
            f"{out} out of scope"
        )
    missed = [each for each in (*total.served, *total.out_of_scope) if each.decided and not each.right]
    for each in missed[:wrong]:
        print(
            f"  {'|'.join(each.line.right)} -> {each.intent} ({each.method}, {each.confidence:.2f}): "
            f"{each.line.text}"
        )


def measure(company, examples: int) -> tuple[Measured, float]:  # type: ignore[no-untyped-def]
    """What is decided on each message of a company, and the seconds of CPU that this took."""
    from releases import freshness
    from releases.publish import publish
    from routing.decision.evaluation.answers import decide_all
    from routing.decision.profile_runtime import ProfileRuntime
    from tests.routing import companies

    tenant = companies.author(company, examples)
    publish(tenant, "benchmark")
    published = ProfileRuntime.of(freshness.release(tenant.pk, tenant.live_release), companies.PROFILE)
    list(decide_all(company.served[:3], published))  # what is read once is read
    began = time.process_time()
    measured = Measured(
        list(decide_all(company.served, published)), list(decide_all(company.out_of_scope, published))
    )
    return measured, time.process_time() - began


def print_line(name: str, measured: Measured) -> None:
    print(f"{name:<24}" + "".join(f"{each:>10.1%}" for each in measured.shares), flush=True)


if __name__ == "__main__":
    sys.exit(main())
