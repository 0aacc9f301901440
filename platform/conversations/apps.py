from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    """The record: conversations, messages, turns, steps, and the visits that write it."""

    name = "conversations"
    verbose_name = "Conversations"
