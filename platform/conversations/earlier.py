"""What a conversation was about before the messages that a turn may see.

A rolling summary by rule, of bounded size.

Turns in a row that one specialist served about one matter are one stretch. Beyond `MOST` the oldest stretch
about a matter joins the next one about the same, or goes: turn 1 000 reads what turn 100 does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

MOST = 24
VALUES = 6  # of a stretch, the newest


@dataclass(frozen=True, slots=True)
class Stretch:
    """Turns `first` to `last`, answered by `agent` about `intent`, with what the user named; `since` is the
    number of its first answer among the conversation's messages."""

    first: int
    last: int
    since: int
    agent: str
    intent: str
    values: Mapping[str, str] = field(default_factory=dict)


def remember(earlier: tuple[Stretch, ...], new: Stretch) -> tuple[Stretch, ...]:
    """The summary after one more turn.

    >>> one = Stretch(1, 1, 2, "desk", "bills")
    >>> [(each.first, each.last) for each in remember((one,), Stretch(2, 2, 4, "desk", "bills"))]
    [(1, 2)]
    """
    if earlier and (earlier[-1].agent, earlier[-1].intent) == (new.agent, new.intent):
        return (*earlier[:-1], _join(earlier[-1], new))
    return _bound((*earlier, new))


def before(earlier: tuple[Stretch, ...], seq: int) -> tuple[Stretch, ...]:
    """The stretches that began before the message with the number `seq`."""
    return tuple(each for each in earlier if each.since < seq)


def _bound(earlier: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    if len(earlier) <= MOST:
        return earlier
    oldest, rest = earlier[0], earlier[1:]
    same = next(
        (n for n, each in enumerate(rest) if (each.agent, each.intent) == (oldest.agent, oldest.intent)), None
    )
    if same is None:
        return rest
    return (*rest[:same], _join(oldest, rest[same]), *rest[same + 1 :])


def _join(one: Stretch, other: Stretch) -> Stretch:
    values = {**{name: each for name, each in one.values.items() if name not in other.values}, **other.values}
    return replace(other, first=one.first, since=one.since, values=dict(list(values.items())[-VALUES:]))
