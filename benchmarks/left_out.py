"""What stays out of scope on BANKING77: a quarter of its intents is left out of training, and asked about all
the same.

    python -m benchmarks.left_out --data DIR [--examples 10 all]

Which intents are left out is the same in every run. For each number of examples an intent: what share of the
test questions of the other intents is decided and how many of these rightly, and of the questions of those
left out what share is decided, which is always wrong.
"""

import argparse
import random
import statistics
import sys
from pathlib import Path

import django

django.setup()

from benchmarks.example_tier import WISHED, drawn, texts  # noqa: E402
from routing.decision.learning.learn import learn  # noqa: E402
from routing.decision.learning.model import IntentModel  # noqa: E402

SEED, PART = 77, 4
LIMIT = 0.15  # of the questions that nobody serves


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with train.csv and test.csv")
    parser.add_argument("--examples", nargs="+", default=["10", "all"])
    arguments = parser.parse_args()
    train, test = texts(arguments.data / "train.csv"), texts(arguments.data / "test.csv")
    names = sorted(train)
    outside = set(random.Random(SEED).sample(names, len(names) // PART))
    print(f"{len(outside)} of {len(names)} intents are left out")
    kept = {name: own for name, own in train.items() if name not in outside}
    met = True
    for examples in (0 if each == "all" else int(each) for each in arguments.examples):
        samples = drawn(kept, examples, 0)
        model = IntentModel.load(learn({0: (samples, WISHED)})[0], samples)
        read = [(name, model.read(text)) for name, own in test.items() for text in own]
        served = [(name, reading) for name, reading in read if name not in outside]
        sure = [reading.intent == name for name, reading in served if reading.sure]
        outside_decided = statistics.mean(reading.sure for name, reading in read if name in outside)
        met &= outside_decided <= LIMIT
        print(
            f"{examples or 'all':>4} examples: {len(sure) / len(served):.1%} decided, "
            f"{statistics.mean(sure) if sure else 1:.1%} of these rightly; {outside_decided:.1%} of the "
            "left-out ones decided",
            flush=True,
        )
    print("limit met" if met else "LIMIT MISSED")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
