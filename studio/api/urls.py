"""Where programs author: configuration files, releases, the rollout.

Every address needs a key with its scope.
"""

from django.urls import path

from studio.api import audit, channels, configuration, multi_agent, people, releases, rollout

FLAG = "api/rollout/flags/<str:key>"
TEAM = "api/admin/multi-agent"

urlpatterns = [
    path("api/config/files", configuration.FilesDoor.as_view(), name="program-files"),
    path("api/config/plan", configuration.PlanDoor.as_view(), name="program-plan"),
    path("api/config/import", configuration.ImportDoor.as_view(), name="program-import"),
    path("api/channels", channels.ChannelsDoor.as_view(), name="program-channels"),
    path(
        "api/channels/<str:name>/secret", channels.ChannelSecretDoor.as_view(), name="program-channel-secret"
    ),
    path("api/releases", releases.ReleasesDoor.as_view(), name="program-releases"),
    path("api/releases/draft", releases.DraftDoor.as_view(), name="program-draft"),
    path("api/releases/<str:number>/restore", releases.RestoreDoor.as_view(), name="program-restore"),
    path("api/jobs/<str:job_id>", releases.JobDoor.as_view(), name="program-job"),
    path("api/privacy/forget", people.ForgetDoor.as_view(), name="program-forget"),
    path("api/privacy/export", people.ExportDoor.as_view(), name="program-export"),
    path("api/privacy/receipts/<str:receipt>", people.ReceiptDoor.as_view(), name="program-receipt"),
    path("api/audit", audit.AuditDoor.as_view(), name="program-audit"),
    path("api/audit/verify", audit.VerifyDoor.as_view(), name="program-audit-verify"),
    path("api/rollout/flags", rollout.FlagsDoor.as_view(), name="program-flags"),
    path(FLAG, rollout.FlagDoor.as_view(), name="program-flag"),
    path(f"{FLAG}/users", rollout.FlagUsersDoor.as_view(), name="program-flag-users"),
    path("api/rollout/switches", rollout.SwitchesDoor.as_view(), name="program-switches"),
    path("api/rollout/switches/<str:kind>/<str:name>", rollout.SwitchDoor.as_view(), name="program-switch"),
    path(f"{TEAM}/rollout", multi_agent.RolloutDoor.as_view(), name="program-team-rollout"),
    path(f"{TEAM}/users", multi_agent.UsersDoor.as_view(), name="program-team-users"),
    path(f"{TEAM}/users/<str:user_id>", multi_agent.UserDoor.as_view(), name="program-team-user"),
    path(
        f"{TEAM}/users/<str:user_id>/override",
        multi_agent.OverrideDoor.as_view(),
        name="program-team-override",
    ),
    path(f"{TEAM}/prompts", multi_agent.PromptsDoor.as_view(), name="program-team-prompts"),
    path(f"{TEAM}/prompts/<str:name>", multi_agent.PromptDoor.as_view(), name="program-team-prompt"),
    path(
        f"{TEAM}/prompts/<str:name>/reset",
        multi_agent.PromptResetDoor.as_view(),
        name="program-team-prompt-reset",
    ),
]
