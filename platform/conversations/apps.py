from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConversationsConfig(AppConfig):
    """The record: conversations, messages, turns, steps, and the visits that write it."""

    name = "conversations"
    verbose_name = _("Conversations")
