"""The sidebar: sections by what people do, each item only for those who may open it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from studio.access import is_allowed


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the sidebar; `view` is the name of its address, `needs` the permission to see it."""

    title: Any
    icon: str
    view: str
    needs: str = ""


SECTIONS: tuple[tuple[Any, tuple[Item, ...]], ...] = (
    (
        None,
        (
            Item(_("Home"), "home", "admin:index"),
            Item(_("Try a message"), "science", "admin:test", "routing.view_intent"),
            Item(_("Test a file"), "fact_check", "admin:evaluate", "routing.view_intent"),
            Item(_("Publish"), "publish", "admin:publish", "releases.view_release"),
        ),
    ),
    (
        _("What people ask"),
        (
            Item(_("Intents"), "forum", "admin:routing_intent_changelist", "routing.view_intent"),
            Item(_("Several at once"), "playlist_add", "admin:begin", "routing.change_intent"),
            Item(
                _("State policies"),
                "alt_route",
                "admin:routing_statepolicy_changelist",
                "routing.view_statepolicy",
            ),
            Item(
                _("Messages that must be routed right"),
                "rule",
                "admin:routing_routingcase_changelist",
                "routing.change_routingcase",
            ),
            Item(_("Values to ask for"), "pin", "admin:agents_slot_changelist", "agents.view_slot"),
            Item(
                _("Business keys"),
                "badge",
                "admin:routing_businesskey_changelist",
                "routing.view_businesskey",
            ),
        ),
    ),
    (
        _("Who answers"),
        (
            Item(_("Specialists"), "groups", "admin:agents_specialist_changelist", "agents.view_specialist"),
            Item(_("Profiles"), "hub", "admin:routing_agentprofile_changelist", "routing.view_agentprofile"),
            Item(_("How messages flow"), "schema", "admin:modes", "routing.view_agentprofile"),
            Item(
                _("Prompt policies"),
                "edit_note",
                "admin:agents_promptpolicy_changelist",
                "agents.view_promptpolicy",
            ),
            Item(_("Models"), "psychology", "admin:agents_llmprofile_changelist", "agents.view_llmprofile"),
            Item(_("Backends"), "lan", "admin:routing_backend_changelist", "routing.view_backend"),
        ),
    ),
    (
        _("With what"),
        (
            Item(_("Documents"), "menu_book", "admin:agents_collection_changelist", "agents.view_collection"),
            Item(_("Ask the documents"), "find_in_page", "admin:documents", "agents.view_collection"),
            Item(_("Tools"), "build", "admin:agents_mcptool_changelist", "agents.view_mcptool"),
            Item(_("MCP servers"), "dns", "admin:agents_mcpserver_changelist", "agents.view_mcpserver"),
            Item(_("Domains"), "extension", "admin:routing_domain_changelist", "routing.view_domain"),
            Item(_("Goals"), "flag", "admin:routing_goal_changelist", "routing.view_goal"),
            Item(_("Capabilities"), "bolt", "admin:routing_capability_changelist", "routing.view_capability"),
            Item(_("Check a manifest"), "rule_folder", "admin:manifest", "routing.view_domain"),
        ),
    ),
    (
        _("Checked by"),
        (
            Item(_("Guardrails"), "shield", "admin:agents_guardrail_changelist", "agents.view_guardrail"),
            Item(_("Judges"), "gavel", "admin:agents_judge_changelist", "agents.view_judge"),
            Item(_("Plugins"), "extension", "admin:agents_plugin_changelist", "agents.view_plugin"),
        ),
    ),
    (
        _("What happened"),
        (
            Item(
                _("Conversations"),
                "chat",
                "admin:conversations_conversation_changelist",
                "conversations.view_conversation",
            ),
            Item(_("Turns"), "timeline", "admin:conversations_turn_changelist", "conversations.view_turn"),
            Item(
                _("Handoffs"),
                "move_up",
                "admin:handoffs_agenthandoff_changelist",
                "handoffs.view_agenthandoff",
            ),
            Item(
                _("Sessions of the gateway"),
                "route",
                "admin:routing_gatewaysession_changelist",
                "analytics.view_figures",
            ),
            Item(
                _("What is remembered"),
                "bookmark",
                "admin:conversations_userfact_changelist",
                "conversations.view_userfact",
            ),
            Item(
                _("Kept answers"),
                "cached",
                "admin:routing_cachedanswer_changelist",
                "conversations.read_texts",
            ),
            Item(_("Analytics"), "monitoring", "analytics", "analytics.view_figures"),
        ),
    ),
    (
        _("Running it"),
        (
            Item(_("Rollout"), "tune", "admin:rollout_flag_changelist", "rollout.view_flag"),
            Item(_("Operations"), "power_settings_new", "admin:operations", "rollout.view_killswitch"),
            Item(_("Limits and budgets"), "savings", "admin:budgets_limit_changelist", "budgets.view_limit"),
            Item(_("Prices of models"), "payments", "admin:budgets_price_changelist", "budgets.view_price"),
            Item(_("Configuration files"), "upload_file", "admin:configuration", "routing.change_intent"),
            Item(_("Running work"), "pending_actions", "admin:work_job_changelist", "work.view_job"),
            Item(_("Channels"), "cable", "admin:delivery_channel_changelist", "delivery.view_channel"),
            Item(_("Deliveries"), "outbox", "admin:delivery_delivery_changelist", "delivery.view_delivery"),
            Item(
                _("New addresses"),
                "moving",
                "admin:egress_addresschange_changelist",
                "egress.view_addresschange",
            ),
            Item(_("API keys"), "key", "admin:tenancy_apikey_changelist", "tenancy.view_apikey"),
            Item(_("End sessions"), "logout", "admin:sessions", "tenancy.change_apikey"),
            Item(_("Data of a person"), "person_remove", "admin:people", "privacy.view_erasure"),
            Item(_("Audit"), "history", "admin:audit", "audit.view_auditentry"),
            Item(_("What is kept, and how long"), "auto_delete", "admin:retention", "privacy.view_retention"),
            Item(_("Members"), "badge", "admin:tenancy_membership_changelist", "tenancy.view_membership"),
            Item(_("Invitations"), "mail", "admin:tenancy_invitation_changelist", "tenancy.view_invitation"),
            Item(
                _("Groups"), "groups_2", "admin:tenancy_groupmapping_changelist", "tenancy.view_groupmapping"
            ),
            Item(_("Company"), "apartment", "admin:tenancy_tenant_changelist", "tenancy.change_tenant"),
        ),
    ),
)


def sections(request: HttpRequest) -> list[dict[str, Any]]:
    """The sections as unfold reads them, without empty ones."""
    made = []
    for number, (title, items) in enumerate(SECTIONS):
        shown = [
            {"title": item.title, "icon": item.icon, "link": address(item.view)}
            for item in items
            if address(item.view) and (not item.needs or is_allowed(request, item.needs))
        ]
        if shown:
            made.append({"title": title, "separator": number > 0, "items": shown})
    return made


def address(view: str) -> str:
    """The address of a page; empty when this installation does not have it."""
    try:
        return reverse(view)
    except NoReverseMatch:
        return ""
