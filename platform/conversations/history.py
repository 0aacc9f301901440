"""What a turn sees of what was said before: the first user message and the last ones, and of all that stood
before those a summary by rule.

Turns in a row that one specialist served about one matter are one stretch of the summary. Beyond `MOST` the
oldest stretch about a matter joins the next one about the same, or goes: turn 1 000 reads what turn 100 does.
"""

from dataclasses import replace

from django.conf import settings

from conversations.models import Conversation, Message
from conversations.turn import PastMessage
from conversations.turn_parts import Stretch

LETTERS = 4  # of a token, roughly
MOST = 24  # stretches
VALUES = 6  # of a stretch, the newest


def read_window(
    conversation: Conversation,
    before_turn: int,
    most: int | None = None,
    tokens: int | None = None,
    until: int | None = None,
) -> tuple[PastMessage, ...]:
    """At most `most` (None: `HISTORY_MESSAGES`) + 1 messages, oldest first.

    Two queries whatever was said before; of these the newest that have room in `tokens` (None: all), up to
    the message with the number `until`.

    `before_turn` is the number of the turn being answered; messages that wait behind it are not seen. An
    answer comes after its question, also when the next question was already there. What a client brought
    along from elsewhere (`Conversation.options["before"]`) stands before all that was said here.
    """
    brought = tuple(
        PastMessage(role=each["role"], content=each["text"])
        for each in conversation.options.get("before", ())
    )
    most = settings.HISTORY_MESSAGES if most is None else most
    if before_turn == 1:
        return _fit(brought, tokens)
    return _fit(_join_windows(brought, _read_said(conversation, before_turn, most, until), most), tokens)


def _fit(messages: tuple[PastMessage, ...], tokens: int | None) -> tuple[PastMessage, ...]:
    if tokens is None:
        return messages
    left, kept = tokens * LETTERS, list[PastMessage]()
    for each in reversed(messages):
        left -= len(each.content)
        if left < 0:
            break
        kept.append(each)
    return tuple(reversed(kept))


def _join_windows(
    brought: tuple[PastMessage, ...], stored: tuple[PastMessage, ...], most: int
) -> tuple[PastMessage, ...]:
    """Both, as many as one turn may see: the first user message and the last ones."""
    room = most - len(stored)
    if not brought or room >= len(brought):
        return brought + stored
    first = next((each for each in brought if each.role == "user"), None)
    recent = brought[-room:] if room > 0 else ()
    return ((first,) if first is not None and first not in recent else ()) + recent + stored


def _read_said(
    conversation: Conversation, before_turn: int, most: int, until: int | None
) -> tuple[PastMessage, ...]:
    since = conversation.history_from
    rows = Message.objects.of(conversation.tenant_id).filter(
        conversation=conversation, seq__gt=since, turn__number__lt=before_turn
    )
    if until is not None:
        rows = rows.filter(seq__lte=until)
    fields = ("turn__number", "seq", "role", "text", "agent")
    recent = rows.order_by("-seq").values_list(*fields)[:most]
    first = rows.filter(role=Message.Roles.USER).order_by("seq").values_list(*fields)[:1]
    return tuple(
        PastMessage(role=role, content=text, agent=agent, seq=seq)
        for _, seq, role, text, agent in sorted({*first, *recent})
        if text
    )


def remember(earlier: tuple[Stretch, ...], new: Stretch) -> tuple[Stretch, ...]:
    """The summary after one more turn.

    >>> one = Stretch(1, 1, 2, "desk", "bills")
    >>> [(each.first, each.last) for each in remember((one,), Stretch(2, 2, 4, "desk", "bills"))]
    [(1, 2)]
    """
    if earlier and (earlier[-1].agent, earlier[-1].intent) == (new.agent, new.intent):
        return (*earlier[:-1], _join(earlier[-1], new))
    return _bound((*earlier, new))


def before_window(earlier: tuple[Stretch, ...], seq: int) -> tuple[Stretch, ...]:
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
    older = {name: each for name, each in one.values.items() if name not in other.values}
    newest = list({**older, **other.values}.items())[-VALUES:]
    return replace(other, first=one.first, since=one.since, values=dict(newest))
