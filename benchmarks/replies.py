"""How replies to a yes-or-no question are read: what would be carried out, and what each is taken for.

    python -m benchmarks.replies FILE [--totals] [--language pt]

FILE has an object a line: {question, reply, act, lang, note}; `act` (or `label`) is yes, no, cancel, unsure,
question, correction, conditional, value or other, as people label it; a note, or `plain` false, says that it
is not plain. What is acted on though nobody labelled it a yes is the figure that must be 0: the program ends
with 1 when there is one. `--totals` prints no reply, for a set that must stay unread.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import command_line
from language.acts.model import shares
from language.acts.questions import is_question
from language.acts.reading import read_act
from language.acts.yes_no_question import read_questions

ACTS = ("yes", "no", "cancel", "unsure", "question", "correction", "conditional", "value", "other")
KINDS = ("acted", "yes", "no", "cancel", "unsure", "question", "correction", "other")
ENDS = ("no", "cancel")  # acts that close the question


class LabelledReply(NamedTuple):
    """A reply as a person labelled it."""

    question: str
    reply: str
    act: str
    lang: str
    note: str = ""


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--totals", action="store_true", help="no reply is printed")
    parser.add_argument("--language", default="", help="only this one")
    arguments = parser.parse_args()
    replies = [each for each in read_lines(arguments.file) if arguments.language in ("", each.lang)]
    took = [(each, kind_of(each)) for each in replies]
    false = report(took, listed=not arguments.totals)
    began = time.process_time()
    for each in replies:
        for remembered in (read_act, read_questions, is_question, shares):
            remembered.cache_clear()
        kind_of(each)
    print(f"{1000 * (time.process_time() - began) / max(1, len(replies)):.2f} ms CPU a reply")
    return 1 if false else 0


def read_lines(file: Path) -> list[LabelledReply]:
    """The replies of a file."""
    lines = (json.loads(line) for line in file.read_text().splitlines() if line.strip())
    return [
        LabelledReply(
            line["question"],
            line["reply"],
            line.get("act") or line["label"],
            line.get("lang", ""),
            line.get("note") or ("" if line.get("plain", True) else "not plain"),
        )
        for line in lines
    ]


def kind_of(each: LabelledReply) -> str:
    """What the platform takes a reply for; `acted`: it carries the action out."""
    found = read_act(each.reply, each.question)
    if found.kind == "yes":
        return "acted"
    return "yes" if found.likely_yes else found.kind


def report(took: Iterable[tuple[LabelledReply, str]], listed: bool) -> int:
    """Prints the figures; how many were acted on that are no yes."""
    took = list(took)
    table = Counter((each.act, kind) for each, kind in took)
    kinds = [*KINDS, *sorted({kind for _, kind in table} - {*KINDS})]
    print(f"{'labelled':<12}" + "".join(f"{kind:>11}" for kind in kinds))
    for act in [*ACTS, *sorted({act for act, _ in table} - {*ACTS})]:
        print(f"{act:<12}" + "".join(f"{table[act, kind] or '.':>11}" for kind in kinds))
    false = [each for each, kind in took if kind == "acted" and each.act != "yes"]
    yes = [(each, kind) for each, kind in took if each.act == "yes"]
    plain = [(each, kind) for each, kind in yes if not each.note]
    ends = [(each, kind) for each, kind in took if each.act in ENDS]
    print(f"\n{len(took)} replies")
    print(f"acted on and no yes: {len(false)}")
    _print_share("every yes, acted on at once", (kind == "acted" for _, kind in yes))
    _print_share("a yes without a note, acted on at once", (kind == "acted" for _, kind in plain))
    _print_share("a yes, understood (acted on or asked again)", (kind in ("acted", "yes") for _, kind in yes))
    _print_share("a no or cancel, understood", (kind in ENDS for _, kind in ends))
    _print_share("a no or cancel, acted on", (kind == "acted" for _, kind in ends))
    if listed:
        for each, kind in took:
            if (each.act == "yes") != (kind == "acted") or (each.act in ENDS) != (kind in ENDS):
                print(f"  {each.act} read as {kind}: {each.reply}   [{each.question[-60:]}]")
    return len(false)


def _print_share(what: str, found: Iterable[bool]) -> None:
    each = list(found)
    print(f"{what}: {sum(each)} of {len(each)}" + (f" ({100 * sum(each) / len(each):.1f} %)" if each else ""))


if __name__ == "__main__":
    sys.exit(main())
