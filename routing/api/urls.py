"""Where the doors are."""

from django.urls import path

from routing.api import (
    agents,
    backends,
    channels,
    chat,
    debug,
    feedback,
    gateway,
    health,
    openai,
    schema,
    sessions,
    telegram,
    turns,
    webhooks,
)

urlpatterns = [
    path("api/chat/message", chat.ChatDoor.as_view(), name="chat-message"),
    path("api/chat/multi-agent/message", chat.MultiAgentDoor.as_view(), name="chat-multi-agent-message"),
    path("api/chat/conversations", chat.ConversationsDoor.as_view(), name="chat-conversations"),
    path(
        "api/chat/conversations/<str:conversation_id>",
        chat.ConversationDoor.as_view(),
        name="chat-conversation",
    ),
    path("api/chat/session", chat.SessionTokenDoor.as_view(), name="chat-session"),
    path("api/chat/turns/<str:turn_id>/feedback", feedback.FeedbackDoor.as_view(), name="turn-feedback"),
    path("api/turns/<str:turn_id>", turns.TurnDoor.as_view(), name="turn"),
    path("api/turns/<str:turn_id>/stop", turns.StopDoor.as_view(), name="turn-stop"),
    path("gateway/message", gateway.GatewayMessageDoor.as_view(), name="gateway-message"),
    path("gateway/message/sse", gateway.GatewayStreamDoor.as_view(), name="gateway-message-sse"),
    path("gateway/events/<str:conversation_key>", gateway.GatewayEventsDoor.as_view(), name="gateway-events"),
    path("channels/<str:channel>/message", channels.ChannelDoor.as_view(), name="channel-message"),
    path("channels/telegram/<str:channel_id>", telegram.TelegramDoor.as_view(), name="channel-telegram"),
    path("channels/webhook/<str:channel_id>", webhooks.WebhookDoor.as_view(), name="channel-webhook"),
    path("v1/chat/completions", openai.CompletionsDoor.as_view(), name="openai-completions"),
    path("v1/models", openai.ModelsDoor.as_view(), name="openai-models"),
    path("v1/models/<str:model>", openai.ModelDoor.as_view(), name="openai-model"),
    path("sessions/<str:conversation_key>", sessions.SessionDoor.as_view(), name="session"),
    path(
        "sessions/<str:conversation_key>/messages", sessions.MessagesDoor.as_view(), name="session-messages"
    ),
    path(
        "sessions/<str:conversation_key>/checkpoint",
        sessions.CheckpointDoor.as_view(),
        name="session-checkpoint",
    ),
    path("agents", agents.AgentsDoor.as_view(), name="agents"),
    path("backends", backends.BackendsDoor.as_view(), name="backends"),
    path("backends/health", backends.BackendsHealthDoor.as_view(), name="backends-health"),
    path("debug/sessions", backends.SessionsDoor.as_view(), name="debug-sessions"),
    path("debug/route", debug.RouteDoor.as_view(), name="debug-route"),
    path("debug/identity", debug.IdentityDoor.as_view(), name="debug-identity"),
    path("debug/usage", debug.UsageDoor.as_view(), name="debug-usage"),
    path("debug/env", debug.EnvironmentDoor.as_view(), name="debug-env"),
    path("debug/mcp/tools", debug.ToolsDoor.as_view(), name="debug-mcp-tools"),
    path("debug/mcp/call/<str:tool>", debug.ToolCallDoor.as_view(), name="debug-mcp-call"),
    path("health", health.HealthDoor.as_view(), name="health"),
    path("healthz", health.AliveDoor.as_view(), name="healthz"),
    path("readyz", health.ReadyDoor.as_view(), name="readyz"),
    path("api/schema/", schema.SchemaPage.as_view(), name="schema"),
    path("api/docs/", schema.DocsPage.as_view(), name="docs"),
]
