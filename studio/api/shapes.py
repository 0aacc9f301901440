"""What the endpoints for programs take and give, for validation and for the schema."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from delivery.models import Channel
from releases.diff import Change
from releases.errors import Problem
from rollout.models import KillSwitch
from routing.api.fields import Name, Slug, Text, Truth
from routing.api.serializers import TenantQuery
from routing.turns.mode import MODES
from studio.lost_keys import LostKey
from work.models import Job

DIGEST = r"^[0-9a-f]{64}$"


def a_digest(**options: Any) -> serializers.RegexField:
    return serializers.RegexField(DIGEST, **options)


def changes(found: Iterable[Change | LostKey]) -> list[dict[str, Any]]:
    """Changes of a draft, as `ChangedThing` says them."""
    return [
        {"kind": each.kind, "name": each.name, "what": each.what, "sentence": str(each)} for each in found
    ]


def problems(found: Iterable[Problem]) -> list[dict[str, str]]:
    """What the checks say, as `FoundProblem` says it."""
    return [{"severity": each.severity, "where": each.where, "sentence": each.sentence} for each in found]


# --- configuration files -----------------------------------------------------------------------------
@extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1})
class TextsByPath(serializers.DictField):
    """Texts by their paths, one at least; the schema says so, too."""


class FilesSent(TenantQuery):
    """Configuration files by their paths, each its whole text."""

    files = TextsByPath(
        child=Text(allow_blank=True),
        allow_empty=False,
        help_text='For example {"routing.yaml": "intents: ..."}. Paths may have folders.',
    )
    documents = TextsByPath(
        child=Text(allow_blank=True),
        required=False,
        help_text=(
            'Documents that collections.yaml lists, each in Base64: {"documents/prices.pdf": "JVBERi0x..."}.'
        ),
    )
    docker = Truth(
        default=False, help_text="Of two lists of servers take that of containers: mcp_servers.docker.yaml."
    )
    expected_digest = a_digest(
        required=False, help_text="The draft that was looked at: with another one nothing is taken (409)."
    )


class ExportQuery(TenantQuery):
    """Whose draft, and whether its documents come with it."""

    include = serializers.ChoiceField(
        ["documents"], required=False, help_text="documents: the documents' files too, each in Base64."
    )


class Exported(serializers.Serializer[Any]):
    """The draft as files."""

    digest = a_digest(help_text="Names the draft.")
    files = serializers.DictField(child=serializers.CharField(allow_blank=True))
    documents = serializers.DictField(
        child=serializers.CharField(), required=False, help_text="Each in Base64, where they were asked for."
    )


class ChangedThing(serializers.Serializer[Any]):
    """One authored thing that differs."""

    kind = serializers.CharField(help_text="For people, in the caller's language: Intent.")
    name = serializers.CharField()
    what = serializers.ChoiceField(["added", "changed", "removed"])
    sentence = serializers.CharField()


class ToldNote(serializers.Serializer[Any]):
    """Something that is told beside the changes."""

    sort = serializers.ChoiceField(
        ["unknown", "left", "taken", "word", "waits"],
        help_text=(
            "unknown, left: not taken. taken: in a way that the file does not say. word: somebody must say "
            "it. waits: a second person must agree to the address."
        ),
    )
    file = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(help_text="0: the whole file.")
    sentence = serializers.CharField()


class FoundProblem(serializers.Serializer[Any]):
    """What a check says; an error refuses the publish."""

    severity = serializers.ChoiceField(["error", "warning"])
    where = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()


class Planned(serializers.Serializer[Any]):
    """What files change."""

    imported = serializers.BooleanField(help_text="Whether it was done.")
    digest = a_digest(help_text="Names the draft: as it was for a plan, as it is now for an import.")
    changes = ChangedThing(many=True)
    change_count = serializers.IntegerField()
    at_once = serializers.ListField(
        child=serializers.CharField(), help_text="What acts without a publish, in sentences."
    )
    notes = ToldNote(many=True)
    problems = FoundProblem(many=True, help_text="What publishing would say.")


# --- releases ----------------------------------------------------------------------------------------
class ReleaseRow(serializers.Serializer[Any]):
    """One release."""

    release = serializers.IntegerField()
    digest = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    author = serializers.CharField(allow_blank=True)
    published_at = serializers.DateTimeField()
    restored_from = serializers.IntegerField(allow_null=True)
    live = serializers.BooleanField()


class Releases(serializers.Serializer[Any]):
    """One page of releases, the newest first."""

    live_release = serializers.IntegerField(allow_null=True)
    releases = ReleaseRow(many=True)
    total_count = serializers.IntegerField()


class TenantPageQuery(TenantQuery):
    limit = serializers.IntegerField(required=False, min_value=1, max_value=200, default=50)
    offset = serializers.IntegerField(required=False, min_value=0, max_value=1_000_000, default=0)


class Publishing(TenantQuery):
    note = Text(required=False, allow_blank=True, default="", max_length=400, help_text="What is new.")
    expected_digest = a_digest(
        required=False, help_text="The draft that was looked at: another one is not published (409)."
    )
    without_documents = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Publishes also while documents are being read for the first time, which is a 409 else.",
    )


class Restore(TenantQuery):
    expected_digest = a_digest(
        required=False, help_text="The draft that will be lost: with another one nothing is restored (409)."
    )


class MadeLive(serializers.Serializer[Any]):
    """What is live now."""

    release = serializers.IntegerField()
    digest = a_digest()
    published = serializers.BooleanField(help_text="false: it was live already.")
    meanwhile = serializers.BooleanField(help_text="Somebody else published it after this was asked for.")
    problems = FoundProblem(many=True, help_text="What the checks say, as *Publish* in the Studio does.")


class PrecisionChoiceSerializer(serializers.Serializer[Any]):
    """What a wished precision costs. Shares are 0 to 1."""

    wished_precision = serializers.FloatField()
    decided = serializers.FloatField(
        help_text="Of the profile's examples, each read as if it had never been seen."
    )
    right = serializers.FloatField(
        help_text="Of what is decided; one message of ten is taken to be out of scope."
    )
    foreign_decided = serializers.FloatField(
        help_text="Of examples of intents left out in turn, and of texts of other matters."
    )


class IntentLearning(serializers.Serializer[Any]):
    """What the examples of an intent decide; `decided` 0: nothing but their own words."""

    name = serializers.CharField()
    examples = serializers.IntegerField()
    decided = serializers.FloatField()
    examples_needed = serializers.IntegerField(help_text="About so many more would decide four of five.")
    nearest = serializers.CharField(
        allow_blank=True, help_text="The intent it is taken for most; empty: none."
    )


class ProfileLearning(serializers.Serializer[Any]):
    """What the examples of a profile teach."""

    agent_id = serializers.CharField()
    state = serializers.ChoiceField(
        ["learnt", "unpublished", "few", "missing", "bare"], help_text="Only with learnt there are figures."
    )
    of_live_release = serializers.BooleanField(
        help_text="Whether the figures are of what is live, and the draft has other examples or another wish."
    )
    wished_precision = serializers.FloatField()
    decided = serializers.FloatField(allow_null=True)
    choices = PrecisionChoiceSerializer(many=True)
    intents = IntentLearning(many=True)


class ReviewSerializer(serializers.Serializer[Any]):
    """The draft against what is live."""

    digest = a_digest()
    live_release = serializers.IntegerField(allow_null=True)
    publishable = serializers.BooleanField()
    changes = ChangedThing(many=True)
    change_count = serializers.IntegerField()
    problems = FoundProblem(many=True)
    learning = ProfileLearning(many=True)


class Restoring(serializers.Serializer[Any]):
    """What restoring a release would change."""

    release = serializers.IntegerField()
    digest = a_digest(help_text="Names the draft that would be lost.")
    lost = ChangedThing(
        many=True,
        help_text="Changes of the draft that nobody has published, and documents that do not come back.",
    )
    live_changes = ChangedThing(many=True)


class JobState(serializers.Serializer[Any]):
    """A release that is being made."""

    job_id = serializers.CharField()
    job = serializers.CharField(help_text="Where to ask again.")
    kind = serializers.ChoiceField(["publish", "restore"])
    status = serializers.ChoiceField(Job.Statuses.choices)
    progress = serializers.IntegerField(min_value=0, max_value=100)
    note = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)
    release = serializers.IntegerField(allow_null=True, help_text="Once it is done: what is live.")


# --- rollout -----------------------------------------------------------------------------------------
class FlagState(serializers.Serializer[Any]):
    """A rollout flag as it acts now."""

    key = serializers.CharField()
    percentage = serializers.FloatField()
    killed = serializers.BooleanField()
    off_variant = serializers.CharField(allow_blank=True)
    on_variant = serializers.CharField(allow_blank=True)
    salt = serializers.CharField(allow_blank=True)
    agent_ids = serializers.ListField(child=serializers.CharField())
    overrides = serializers.IntegerField(help_text="How many users are always inside or outside.")
    version = serializers.CharField(help_text="Of its newest change.")


class Flags(serializers.Serializer[Any]):
    flags = FlagState(many=True)


class FlagUpdate(TenantQuery):
    """What is to change; what is not said stays."""

    percentage = serializers.DecimalField(
        required=False, max_digits=5, decimal_places=2, min_value=0, max_value=100, coerce_to_string=False
    )
    killed = Truth(required=False)
    off_variant = serializers.ChoiceField([*MODES], required=False)
    on_variant = serializers.ChoiceField(["", *MODES], required=False)
    salt = Text(required=False, max_length=64)
    agent_ids = serializers.ListField(
        child=Slug(allow_null=False, allow_blank=False), required=False, max_length=200
    )
    expected_version = Name(
        help_text="The version that was looked at: with a newer one nothing changes (409)."
    )


class UserSide(serializers.Serializer[Any]):
    user_id = serializers.CharField()
    inside = serializers.BooleanField()


class FlagUsers(serializers.Serializer[Any]):
    """Who is always inside or outside, whatever the percentage."""

    users = UserSide(many=True)
    total_count = serializers.IntegerField()


class FlagUsersChange(TenantQuery):
    """Users to be put inside, outside, or back among everybody. Who is not named stays."""

    inside = serializers.ListField(child=Text(max_length=260), default=list, max_length=1000)
    outside = serializers.ListField(child=Text(max_length=260), default=list, max_length=1000)
    as_everybody = serializers.ListField(child=Text(max_length=260), default=list, max_length=1000)


class SwitchState(serializers.Serializer[Any]):
    """Something that is off."""

    kind = serializers.ChoiceField(KillSwitch.Kinds.choices)
    name = serializers.CharField(help_text="* is all of the kind.")
    reason = serializers.CharField(allow_blank=True)
    since = serializers.DateTimeField()


class Switches(serializers.Serializer[Any]):
    off = SwitchState(many=True)


class SwitchOff(TenantQuery):
    reason = Text(
        required=False, allow_blank=True, default="", max_length=300, help_text="Shown to colleagues."
    )


class Switched(serializers.Serializer[Any]):
    kind = serializers.CharField()
    name = serializers.CharField()
    off = serializers.BooleanField()
    changed = serializers.BooleanField(help_text="false: it was so already.")


# --- channels ----------------------------------------------------------------------------------------
class ChannelState(serializers.Serializer[Any]):
    """What is connected."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(Channel.Kinds.choices)
    enabled = serializers.BooleanField()
    messages_at = serializers.CharField(allow_blank=True, help_text="Where messages come in; empty: nowhere.")
    url = serializers.CharField(allow_blank=True, help_text="Where events go; empty also while it waits.")
    has_secret = serializers.BooleanField(help_text="false: nothing comes in by it yet; ask for one.")


class ChannelList(serializers.Serializer[Any]):
    channels = ChannelState(many=True)


class ChannelSecret(serializers.Serializer[Any]):
    name = serializers.CharField()
    secret = serializers.CharField(help_text="Shown only now.")
    messages_at = serializers.CharField()
    former_until = serializers.DateTimeField(
        allow_null=True, help_text="How long the one before counts beside it; null: there was none."
    )


# --- privacy -----------------------------------------------------------------------------------------
class NamedPerson(TenantQuery):
    """An end user of the company."""

    user_id = Name(
        required=True,
        allow_null=False,
        allow_blank=False,
        help_text="As the company's server names them, for example u-1001.",
    )


class Receipt(serializers.Serializer[Any]):
    """What was touched when a person was forgotten; it names nobody."""

    receipt = serializers.CharField()
    url = serializers.CharField(help_text="Where this can be read again.")
    alias = serializers.CharField(help_text="What stands in the record where the user id stood.")
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    status = serializers.ChoiceField(Job.Statuses.choices)
    progress = serializers.IntegerField(help_text="Percent.")
    error = serializers.CharField(allow_blank=True, help_text="Why it stopped; asked again, it goes on.")
    touched = serializers.DictField(child=serializers.IntegerField(), help_text="Rows by kind.")
