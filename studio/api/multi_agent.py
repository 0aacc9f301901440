"""`/api/admin/multi-agent/*`: the rollout and the prompts as programs written for other installations know
them.

They say less than `/api/rollout/*` and configuration files, and do the same.

What `/api/admin/multi-agent/*` takes and gives: names that other programs know.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import serializers

from agents import prompt_versions
from agents.models import Specialist, SpecialistPrompt
from conversations.models import Conversation
from rollout import control, snapshot
from rollout.errors import NoOverride
from rollout.models import FlagOverride
from routing.api.endpoint_schema import document
from routing.api.fields import Text, Truth
from routing.api.problems import Refused
from routing.api.serializers import TenantQuery
from studio.api.door import ProgramDoor
from studio.api.shapes import TenantPageQuery
from tenancy.keys import Program
from tenancy.models import Tenant


class Percentage(TenantQuery):
    percentage = serializers.DecimalField(
        max_digits=5, decimal_places=2, min_value=0, max_value=100, coerce_to_string=False
    )


class RolloutState(serializers.Serializer[Any]):
    rollout_percentage = serializers.FloatField()
    status = serializers.ChoiceField(["active", "disabled"])


class RolloutChanged(serializers.Serializer[Any]):
    status = serializers.CharField()
    rollout_percentage = serializers.FloatField()
    message = serializers.CharField()


class RolloutUser(serializers.Serializer[Any]):
    user_id = serializers.CharField()
    username = serializers.CharField(help_text="The same: users' names stay with the company.")
    multi_agent_enabled = serializers.BooleanField()
    multi_agent_source = serializers.ChoiceField(["override", "rollout"])


class RolloutUsers(serializers.Serializer[Any]):
    users = RolloutUser(many=True)
    total_count = serializers.IntegerField()


class Enabled(TenantQuery):
    enabled = Truth()


class UserChanged(RolloutUser):
    status = serializers.CharField()
    message = serializers.CharField()


class ListedPrompt(serializers.Serializer[Any]):
    agent_name = serializers.CharField()
    system_prompt = serializers.CharField(allow_null=True)
    is_active = serializers.BooleanField(help_text="Whether it says something else than the first version.")
    updated_at = serializers.DateTimeField(allow_null=True)
    updated_by = serializers.CharField(allow_null=True)


class Prompts(serializers.Serializer[Any]):
    prompts = ListedPrompt(many=True)


class Prompt(serializers.Serializer[Any]):
    agent_name = serializers.CharField()
    custom_prompt = serializers.CharField(allow_null=True)
    is_using_custom = serializers.BooleanField()
    default_prompt = serializers.CharField(allow_blank=True)


class PromptChange(TenantQuery):
    system_prompt = Text(min_length=10, max_length=20_000)


class PromptChanged(serializers.Serializer[Any]):
    status = serializers.CharField()
    agent_name = serializers.CharField()
    version = serializers.IntegerField()
    message = serializers.CharField()


DONE = "success"


class RolloutDoor(ProgramDoor):
    scope = "rollout:write"

    @document("Multi-agent", "readRollout", None, RolloutState, query=TenantQuery)
    def get(self, program: Program) -> Any:
        """How many users get the team of specialists."""
        flag = control.multi_agent(program.tenant)
        on = flag.percentage > 0 and not flag.killed
        return {"rollout_percentage": float(flag.percentage), "status": "active" if on else "disabled"}

    @document("Multi-agent", "changeRollout", Percentage, RolloutChanged)
    def put(self, program: Program) -> Any:
        """Sets it, at once; 0 gives everybody the single agent."""
        share = self.body["percentage"]
        flag = control.set_multi_agent_rollout_percentage(share, tenant=program.tenant, author=program)
        sentence = _("%s %% of users get the team of specialists.") % float(flag.percentage)
        return {"status": DONE, "rollout_percentage": float(flag.percentage), "message": sentence}


class UsersDoor(ProgramDoor):
    scope = "rollout:write"

    @document("Multi-agent", "listRolloutUsers", None, RolloutUsers, query=TenantPageQuery)
    def get(self, program: Program) -> Any:
        """Everybody who ever wrote or has an override, and what each gets now."""
        company = program.tenant
        wrote = Conversation.objects.of(company).exclude(user_id="").order_by().values_list("user_id")
        forced = FlagOverride.objects.of(company).order_by().values_list("subject")
        names = wrote.union(forced).order_by("user_id")
        page = names[self.query["offset"] : self.query["offset"] + self.query["limit"]]
        flags = snapshot.load(company.pk)
        users = []
        for (name,) in page:
            found = flags.evaluate(name)
            users.append(
                {
                    "user_id": name,
                    "username": name,
                    "multi_agent_enabled": found.enabled,
                    "multi_agent_source": found.source,
                }
            )
        return {"users": users, "total_count": names.count()}


class UserDoor(ProgramDoor):
    scope = "rollout:write"

    @document("Multi-agent", "changeRolloutUser", Enabled, UserChanged)
    def put(self, program: Program, user_id: str) -> Any:
        """Puts the user inside or outside, whatever the percentage."""
        enabled = self.body["enabled"]
        control.set_multi_agent_override(user_id, enabled, tenant=program.tenant, author=program)
        sentence = _("%s is always inside.") if enabled else _("%s is always outside.")
        return _user(program.tenant, user_id, sentence % user_id)


class OverrideDoor(ProgramDoor):
    scope = "rollout:write"

    @document("Multi-agent", "removeRolloutOverride", None, UserChanged, query=TenantQuery)
    def delete(self, program: Program, user_id: str) -> Any:
        """Puts the user back among everybody; 404 where there is no override."""
        with transaction.atomic():
            rows = FlagOverride.objects.of(program.tenant).filter(subject=user_id)
            if not rows.exists():
                raise NoOverride(user_id)
            control.set_multi_agent_override(user_id, None, tenant=program.tenant, author=program)
        return _user(program.tenant, user_id, _("The percentage decides for %s.") % user_id)


class PromptsDoor(ProgramDoor):
    scope = "config:write"

    @document("Multi-agent", "listPrompts", None, Prompts, query=TenantQuery)
    def get(self, program: Program) -> Any:
        """Every specialist's, as the draft has it.

        `system_prompt` is null where nobody has changed the first one.
        """
        rows = Specialist.objects.of(program.tenant).order_by("name")
        return {"prompts": [_describe(row) for row in rows]}


class PromptDoor(ProgramDoor):
    scope = "config:write"

    @document("Multi-agent", "readPrompt", None, Prompt, query=TenantQuery)
    def get(self, program: Program, name: str) -> Any:
        """The first version, and the newest where it says something else."""
        return _prompt(_specialist(program.tenant, name))

    @document("Multi-agent", "changePrompt", PromptChange, PromptChanged)
    def put(self, program: Program, name: str) -> Any:
        """A new version, which the next publish takes."""
        text = self.body["system_prompt"]
        made = prompt_versions.edit(_specialist(program.tenant, name), {"role": text}, program)
        return _describe_change(name, made)


class PromptResetDoor(ProgramDoor):
    scope = "config:write"
    body_optional = True

    @document("Multi-agent", "resetPrompt", TenantQuery, PromptChanged, body_optional=True)
    def post(self, program: Program, name: str) -> Any:
        """A new version that says what the first said, which the next publish takes."""
        specialist = _specialist(program.tenant, name)
        first = _versions(specialist).first()
        if first is None:
            return {
                "status": DONE,
                "agent_name": name,
                "version": 0,
                "message": _("There is no prompt yet."),
            }
        parts = {part: getattr(first, part) for part in prompt_versions.PARTS}
        return _describe_change(name, prompt_versions.edit(specialist, parts, program))


def _user(company: Tenant, user_id: str, message: str) -> dict[str, Any]:
    found = control.evaluation(user_id, tenant=company)
    return {
        "status": DONE,
        "user_id": user_id,
        "username": user_id,
        "multi_agent_enabled": found.enabled,
        "multi_agent_source": found.source,
        "message": message,
    }


def _specialist(company: Tenant, name: str) -> Specialist:
    found = Specialist.objects.of(company).filter(name=name[:64]).first()
    if found is None:
        names = (
            ", ".join(Specialist.objects.of(company).order_by("name").values_list("name", flat=True)) or "-"
        )
        sentence = _("No specialist '%(name)s'. There are: %(names)s.")
        values = {"name": name[:64], "names": names}
        raise Refused(404, "unknown_specialist", _("No such specialist"), sentence % values)
    return found


def _versions(specialist: Specialist) -> Any:
    return SpecialistPrompt.objects.of(specialist.tenant_id).filter(specialist=specialist).order_by("number")


def _text(prompt: SpecialistPrompt | None) -> str | None:
    """A prompt as one text."""
    if prompt is None:
        return None
    return "\n\n".join(filter(None, (getattr(prompt, name) for name in prompt_versions.PARTS)))


def _custom(specialist: Specialist) -> tuple[str | None, str | None]:
    """The first version, and the newest where it says something else."""
    first, newest = _text(_versions(specialist).first()), _text(_versions(specialist).last())
    return first, newest if newest != first else None


def _describe(specialist: Specialist) -> dict[str, Any]:
    edited = _versions(specialist).last()
    line = edited.history.select_related("history_user").first() if edited is not None else None
    _first, custom = _custom(specialist)
    return {
        "agent_name": specialist.name,
        "system_prompt": custom,
        "is_active": custom is not None,
        "updated_at": line.history_date if line else None,
        "updated_by": str(line.history_user or line.history_change_reason or "") or None if line else None,
    }


def _prompt(specialist: Specialist) -> dict[str, Any]:
    default, custom = _custom(specialist)
    return {
        "agent_name": specialist.name,
        "custom_prompt": custom,
        "is_using_custom": custom is not None,
        "default_prompt": default or "",
    }


def _describe_change(name: str, made: SpecialistPrompt) -> dict[str, Any]:
    sentence = _("The prompt is now version %(n)d.") % {"n": made.number}
    return {"status": DONE, "agent_name": name, "version": made.number, "message": sentence}
