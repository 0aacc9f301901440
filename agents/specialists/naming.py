"""Whom a sentence means, among those who may be meant."""

from collections.abc import Sequence

from agents.specs import Target
from language.normalise import words

GENERIC = frozenset({"agent", "specialist"})  # "orders_agent" is called "orders" too


def find_target(sentence: str, targets: Sequence[Target]) -> Target | None:
    """The one target that a sentence names, by display name or name; of two, the one named in more words.

    >>> find_target("Vou te passar para Pedidos.", (Target("orders_agent", "Pedidos"),)).name
    'orders_agent'
    """
    text = f" {' '.join(words(sentence))} "
    found = sorted(
        ((len(name), target.name,
            target) for target in targets for name in _names(target) if f" {name} " in text),
        reverse=True,
    )  # fmt: skip
    if not found or (len(found) > 1 and found[0][0] == found[1][0] and found[0][1] != found[1][1]):
        return None
    return found[0][2]


def _names(target: Target) -> set[str]:
    own = words(target.name.replace("_", " "))
    short = [word for word in own if word not in GENERIC]
    return {" ".join(name) for name in (own, short, words(target.display_name)) if name}
