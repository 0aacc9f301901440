"""How the demo decides natural messages that none of its examples repeats, kind by kind.

    python -m benchmarks.natural_messages [--profile telecom_contas] [--worst 20]

The demo's world is published into a database of its own, which takes some seconds: its examples are learnt.
Then the messages of `tests/routing/natural` are decided. Ends with 1 when `telecom_contas`, whose set has
every kind, misses a target: the likeliest intent right of 75 %, and 95 % of what is decided right.
"""

import sys
import time
from typing import TYPE_CHECKING

from benchmarks.measuring import command_line, empty_database

if TYPE_CHECKING:
    from routing.decision.evaluation.lines import LabelledMessage
    from routing.decision.profile_runtime import ProfileRuntime

ACCURACY, PRECISION = 0.75, 0.95
MEASURED = "telecom_contas"


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--profile", default="", help="only this one")
    parser.add_argument("--worst", type=int, default=0, help="wrong lines to list of each profile")
    arguments = parser.parse_args()
    with empty_database():
        return measured(arguments.profile, arguments.worst)


def measured(only: str, worst: int) -> int:
    """Publishes the world and decides the sets; the status that this program ends with."""
    began = time.perf_counter()
    sets = published_sets()
    print(f"published in {time.perf_counter() - began:.1f} s")
    from routing.decision.evaluation.answers import LabelledAnswer, decide_all
    from routing.decision.evaluation.report import report

    missed = False
    for profile, (published, lines) in sets.items():
        if only not in ("", profile):
            continue
        list(decide_all(lines[:5], published))  # what is read once is read
        before = time.process_time()
        answers: list[LabelledAnswer] = list(decide_all(lines, published))
        spent = (time.process_time() - before) / len(lines)
        found = report(answers)
        print(f"\n{profile}: {len(lines)} messages, {1000 * spent:.2f} ms CPU each")
        print(f"{'':<16}messages  likeliest right  decided  right of these  asked, of these well")
        for count in (*found.kinds, found.total, *found.methods):
            right = "     –" if count.precision is None else f"{100 * count.precision:5.1f}%"
            print(
                f"{count.name or 'all':<16}{count.messages:8d}  {100 * count.accuracy:14.1f}%  "
                f"{100 * count.share:6.1f}%  {right:>14}  {count.asked:5d}, {count.asked_well}"
            )
        for wrong in found.worst[:worst]:
            text = " ".join(wrong.text.split())[:90]
            print(
                f"  {wrong.kind}: {wrong.right} -> {wrong.got} ({wrong.method}, {wrong.confidence}): {text}"
            )
        total = found.total
        if profile == MEASURED and (total.accuracy < ACCURACY or (total.precision or 0) < PRECISION):
            missed = True
    return int(missed)


def published_sets() -> "dict[str, tuple[ProfileRuntime, list[LabelledMessage]]]":
    """The demo's profiles, published into an empty database, each with its messages."""
    from demo.load import load
    from demo.worlds import DEFAULT, WORLDS
    from releases import freshness
    from routing.decision.evaluation.lines import LabelSet, read
    from routing.decision.profile_runtime import ProfileRuntime
    from tenancy.models import Tenant
    from tests.routing import natural

    load(WORLDS[DEFAULT])
    company = Tenant.objects.get(slug=DEFAULT)
    release = freshness.release(company.pk, company.live_release)
    sets: dict[str, tuple[ProfileRuntime, list[LabelledMessage]]] = {}
    for path in natural.files():
        profile = path.parent.name
        published, lines = sets.setdefault(profile, (ProfileRuntime.of(release, profile), []))
        lines += read(path.read_bytes(), LabelSet.of(published))
    return sets


if __name__ == "__main__":
    sys.exit(main())
