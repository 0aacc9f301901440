"""What `/api/admin/multi-agent/*` takes and gives: names that other programs know."""

from typing import Any

from rest_framework import serializers

from routing.api.fields import Text, Truth
from routing.api.serializers import TenantQuery


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


class PromptWish(TenantQuery):
    system_prompt = Text(min_length=10, max_length=20_000)


class PromptChanged(serializers.Serializer[Any]):
    status = serializers.CharField()
    agent_name = serializers.CharField()
    version = serializers.IntegerField()
    message = serializers.CharField()
