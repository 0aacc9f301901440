"""What each guardrail made of a turn, in one text of its row: few different ones, so that figures count them
by group.

>>> write([("output", "GND", "refused", "billing")])
' output:GND:refused:billing '
>>> list(read(' output:GND:refused:billing '))
[('output', 'GND', 'refused', 'billing')]
"""

from collections.abc import Iterable, Iterator

from conversations.turn import RailDecision

# What a check may come to, the weightiest first: of one turn, check and specialist one is kept.
RESULTS = ("handed_over", "refused", "retried", "masked", "late", "observed", "allowed")
PHASES = ("input", "retrieval", "tool", "output")
LONGEST = 1000  # letters, as the row's column
RailResult = tuple[str, str, str, str]  # phase, code, result, specialist


def result_of(decision: RailDecision, to_person: bool = False) -> str:
    """What a decision came to; `to_person`: a person took over in its turn. Late is also what had no word
    otherwise.
    """
    about = decision.metadata
    if about.get("asked_again"):
        return "retried"
    if about.get("missed"):
        return "late"
    if not decision.allowed:
        return "handed_over" if to_person and about.get("action") == "handover" else "refused"
    if decision.sanitized_text is not None:
        return "masked"
    return "observed" if about.get("observed") else "allowed"


def collect(decisions: Iterable[RailDecision], agent: str, to_person: bool = False) -> Iterator[RailResult]:
    """One result a phase, check and specialist; `agent` is whose turn it was where a decision names
    nobody.
    """
    found: dict[tuple[str, str, str], str] = {}
    for each in decisions:
        key = (each.phase, each.code, str(each.metadata.get("agent") or agent))
        result = result_of(each, to_person)
        if key not in found or RESULTS.index(result) < RESULTS.index(found[key]):
            found[key] = result
    for (phase, code, who), result in sorted(found.items()):
        yield phase, code, result, who


def write(results: Iterable[RailResult]) -> str:
    """The results as the row keeps them; as many as have room."""
    text = ""
    for each in results:
        longer = f"{text or ' '}{':'.join(each)} "
        if len(longer) > LONGEST:
            break
        text = longer
    return text


def read(text: str) -> Iterator[RailResult]:
    for each in text.split():
        phase, code, result, agent = each.split(":", 3)
        yield phase, code, result, agent


def part_of(wanted: str) -> str:
    """What a row's text holds where it has this result: `output:GND`, with the result, and with the
    specialist.

    >>> part_of("output:GND:refused")
    ' output:GND:refused:'
    """
    return f" {wanted}{' ' if wanted.count(':') >= 3 else ':'}"
