"""Learns what the demo's profiles read messages by, which `demo.trained_parts` delivers.

    python -m benchmarks.learn_demo [--tenant tenant_a] [--write]

After examples of the demo, `samples.VERSION`, an encoder's package or `pair.npz` have changed. Printed: how
many parts there are, and their size. Takes 100 s of CPU, most of it E5's, and 20 where only few examples are
new: vectors are kept among the tests' own. `--write` keeps the file.
"""

import os
import sys

from benchmarks.measuring import command_line, empty_database
from tests.parts.template import CACHE


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--tenant", default="tenant_a")
    parser.add_argument("--write", action="store_true", help="keep it where the demo looks for it")
    arguments = parser.parse_args()
    os.environ |= {"EXAMPLES_TWICE": "1", "EMBEDDER": "bundled"}
    with empty_database(apart=True):
        content = learn_world(arguments.tenant)
    if arguments.write:
        from demo.trained_parts import path_of

        path_of(arguments.tenant).parent.mkdir(exist_ok=True)
        path_of(arguments.tenant).write_bytes(content)
    return 0


def learn_world(slug: str) -> bytes:
    """Authors a world in an empty database, and learns all that its profiles do."""
    from demo import trained_parts
    from demo.load import author
    from demo.worlds import WORLDS
    from releases import parts
    from releases.draft import Draft
    from routing.decision.learning.learn import learn
    from routing.decision.learning.packing import pack

    tenant, _new = author(WORLDS[slug])
    release = Draft(tenant).loaded
    samples = trained_parts.list_samples(release)
    late = parts.list_late(release.wanted)
    made = learn({key: release.wanted[key].given for key in samples if key not in late}, show)
    made |= learn({key: part.given for key, part in late.items()}, show, second_look=CACHE / "demo")
    content = pack({key: (samples[key], each) for key, each in made.items()})
    print(f"{len(made)} parts, {len(content) / 1e6:.2f} MB")
    return content


def show(percent: int, note: str) -> None:
    print(f"{percent:3d} % {note}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
