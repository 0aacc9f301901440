"""The rules of models in rooms below this one, and of Django's own.

The rooms above register theirs themselves.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet

from audit import parties
from audit.models import AuditParty
from conversations import deleting, event_log
from conversations.models import Conversation, Feedback, Turn, UserFact
from privacy import names, rules
from privacy.rules import Person
from rollout.models import FlagChange, FlagOverride
from tenancy import ending, operational
from tenancy.models import EndedUser
from work.models import Job

# Whose models a room above registers is said there; these words say why a model needs no more.
STAFF = "people who work for the company"
AUTHORED = "what the company's people wrote"
TECHNICAL = "how the installation runs"


def _match_names(model: Any, field: str = "user_id") -> Callable[[Person], "QuerySet[Any]"]:
    """The rows of a model that hold the user id in a field of theirs."""
    return lambda person: model.objects.of(person.tenant).filter(**{field: person.user_id})


def _forget_conversation(person: Person, row: Conversation) -> None:
    event_log.remove(Turn.objects.of(person.tenant).filter(conversation=row).values_list("pk", flat=True))
    deleting.forget(row, person.alias)


def _forget_feedback(person: Person, row: Feedback) -> None:
    row.user_id, row.owner, row.comment = person.alias, "", ""  # the thumb is a counted fact
    row.save(update_fields=["user_id", "owner", "comment"])


def _forget_override(person: Person, row: FlagOverride) -> None:
    row.delete()
    operational.touch(person.tenant)


def _flag_changes(person: Person) -> "QuerySet[Any]":
    # The history says "multi_agent override u-1001": the user id is the last word.
    return FlagChange.objects.of(person.tenant).filter(subject__endswith=f" override {person.user_id}")


def _forget_flag_change(person: Person, row: FlagChange) -> None:
    row.subject = row.subject.removesuffix(person.user_id) + person.alias
    row.save(update_fields=["subject"])


def _parties(person: Person) -> "QuerySet[Any]":
    rows = AuditParty.objects.of(person.tenant).filter(name=person.user_id)
    return rows.filter(kind__in=parties.FORGETTABLE)


def _jobs(person: Person) -> "QuerySet[Any]":
    data = Q(payload__icontains=person.user_id) | Q(result__icontains=person.user_id)
    texts = Q(note__icontains=person.user_id) | Q(error__icontains=person.user_id) | Q(author=person.user_id)
    found = Job.objects.of(person.tenant).filter(data | texts).exclude(kind="forget_person")
    named = [row.pk for row in found if _rename(person, row)]
    return Job.objects.of(person.tenant).filter(pk__in=named)


def _rename(person: Person, row: Job) -> dict[str, Any]:
    """The columns of a job that name the person, without the name."""
    kept = {name: getattr(row, name) for name in ("payload", "result", "note", "error", "author")}
    made = {name: names.replace(value, person.user_id, person.alias) for name, value in kept.items()}
    return {name: value for name, value in made.items() if value != kept[name]}


# The last to be forgotten: the log tells of the rest by it. A seal names whoever is guessed with its salt.
rules.own(
    "audit.AuditParty",
    _parties,
    lambda person, row: parties.cut(row, person.alias),
    but=("salt", "seal"),
)
rules.own("conversations.Conversation", _match_names(Conversation), _forget_conversation)
rules.part("conversations.Turn", "conversation")
rules.part("conversations.Message", "conversation")
rules.part("conversations.Step", "turn__conversation")
rules.part("conversations.IdempotencyKey", "turn__conversation")
rules.part("work.Branch", "turn__conversation")
# A user's thumb on somebody else's answer is found by itself, one on their own goes first: the name is its
# own column.
rules.own("conversations.Feedback", _match_names(Feedback), _forget_feedback)
rules.own("conversations.UserFact", _match_names(UserFact), lambda person, row: row.delete())
rules.own("rollout.FlagOverride", _match_names(FlagOverride, "subject"), _forget_override)
rules.own("rollout.FlagChange", _flag_changes, _forget_flag_change)
rules.own("tenancy.EndedUser", _match_names(EndedUser), lambda person, row: ending.hide(row))
rules.own(
    "work.Job", _jobs, lambda person, row: Job.unscoped.filter(pk=row.pk).update(**_rename(person, row))
)

rules.nobody(
    STAFF,
    "admin.LogEntry", "auth.User", "auth.Group", "auth.Permission", "sessions.Session",
    "account.EmailAddress", "account.EmailConfirmation", "socialaccount.SocialApp",
    "socialaccount.SocialAccount",
    "socialaccount.SocialToken", "mfa.Authenticator", "usersessions.UserSession", "contenttypes.ContentType",
    "tenancy.Invitation", "tenancy.Membership", "tenancy.Account", "tenancy.ApiKey", "egress.AddressChange",
    "egress.KeptAddress", "privacy.Erasure",
)  # fmt: skip
rules.nobody(
    AUTHORED,
    "tenancy.Tenant",
    "tenancy.GroupMapping",
    "rollout.Flag",
    "rollout.KillSwitch",
    "releases.Release",
    "privacy.Retention",
)
rules.nobody("persons stand in it as references, which are cut", "audit.AuditEntry", "audit.AuditChain")
rules.nobody(TECHNICAL, "releases.ReleasePart", "conversations.WebProcess", "tenancy.Attempt")
