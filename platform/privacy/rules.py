"""What becomes of each model's rows when a person is to be forgotten, or asks what is kept of them.

Every model that holds texts has one of three rules; each room registers those of its models in
`AppConfig.ready()`:

    rules.part("handoffs.AgentHandoff", "conversation")           # goes with its conversation
    rules.own("rollout.FlagOverride", rows, forget)               # is found by the user id itself
    rules.nobody("what the company's people wrote", "agents.Judge")  # holds nothing of an end user

What is no row (a cache, events in Redis) is a `store`. A test fails for a model without a rule.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Model, QuerySet

CONVERSATION = "conversations.Conversation"


class Person(NamedTuple):
    """An end user of a company; `alias` is what stands for them afterwards."""

    tenant: str
    user_id: str
    alias: str = ""


@dataclass(frozen=True, slots=True)
class OwnRule:
    """Rows that are found by the user id.

    `forget` is called for each, inside a transaction; afterwards `rows` gives it no more. `file` gives name
    and content of what a row holds beside its columns, `but` are columns that tell the person nothing and
    would name them to others once they are forgotten.
    """

    model: str
    rows: Callable[[Person], "QuerySet[Any]"]
    forget: Callable[[Person, Any], object]
    file: Callable[[Any], tuple[str, bytes] | None] | None = None
    but: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartRule:
    """Rows that go with a row of the model `of`, which `path` leads to.

    Forgetting that one takes them along.
    """

    model: str
    path: str
    of: str


_own: dict[str, OwnRule] = {}
_parts: dict[str, PartRule] = {}
_nobody: dict[str, str] = {}
_stores: dict[str, Callable[[Person], int]] = {}


def own(
    model: str,
    rows: Callable[[Person], "QuerySet[Any]"],
    forget: Callable[[Person, Any], object],
    file: Callable[[Any], tuple[str, bytes] | None] | None = None,
    but: tuple[str, ...] = (),
) -> None:
    """Rows of this model are found by the user id.

    The newest rule is carried out first: what a room above keeps of a conversation goes before the
    conversation, by which it is found.
    """
    _own[model] = OwnRule(model, rows, forget, file, but)


def part(model: str, path: str, of: str = CONVERSATION) -> None:
    """Rows of this model belong to one of another.

    Of a conversation the room erases them by `deleting.also`.
    """
    _parts[model] = PartRule(model, path, of)


def nobody(why: str, *models: str) -> None:
    """These models hold nothing of an end user, and why. Each is named: a new one must be thought about."""
    _nobody.update(dict.fromkeys(models, why))


def store(name: str, clear: Callable[[Person], int]) -> None:
    """Something kept outside the database: `clear` removes what it has of a person, and says how much."""
    _stores[name] = clear


def list_own() -> Mapping[str, OwnRule]:
    """The rules of rows that are found by the user id."""
    return _own


def parts() -> Mapping[str, PartRule]:
    """The rules of rows that go with their conversation."""
    return _parts


def stores() -> Mapping[str, Callable[[Person], int]]:
    """What is kept outside the database."""
    return _stores


def list_rules() -> dict[str, str]:
    """Each model that has a rule, and which: "own", "part" or why it holds nobody."""
    return {**_nobody, **dict.fromkeys(_parts, "part"), **dict.fromkeys(_own, "own")}


def rows_of(rule: PartRule, person: Person) -> "QuerySet[Any]":
    """The rows of a part that go with rows of a person."""
    whole = _own[rule.of].rows(person)
    return _rows(rule).filter(**{"tenant_id": person.tenant, f"{rule.path}__in": whole})


def count_parts(row: Any) -> dict[str, int]:
    """How many rows of each part go with this one."""
    mine = [rule for rule in _parts.values() if rule.of == row._meta.label]
    return {
        rule.model: _rows(rule).filter(**{"tenant_id": row.tenant_id, rule.path: row.pk}).count()
        for rule in mine
    }


def _rows(rule: PartRule) -> "QuerySet[Any]":
    model: type[Model] = apps.get_model(rule.model)
    found: QuerySet[Any] = model._base_manager.all()
    return found
