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


def rows_of(title: Any, icon: str, model: str, needs: str = "") -> Item:
    """The list of a model's rows, for whoever may see them.

    >>> rows_of("Tools", "build", "agents.mcptool").needs
    'agents.view_mcptool'
    """
    app, name = model.split(".")
    return Item(title, icon, f"admin:{app}_{name}_changelist", needs or f"{app}.view_{name}")


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
            rows_of(_("Intents"), "forum", "routing.intent"),
            Item(_("Several at once"), "playlist_add", "admin:begin", "routing.change_intent"),
            rows_of(_("State policies"), "alt_route", "routing.statepolicy"),
            rows_of(
                _("Messages that must be routed right"),
                "rule",
                "routing.routingcase",
                "routing.change_routingcase",
            ),
            rows_of(_("Values to ask for"), "pin", "agents.slot"),
            rows_of(_("Business keys"), "badge", "routing.businesskey"),
        ),
    ),
    (
        _("Who answers"),
        (
            rows_of(_("Specialists"), "groups", "agents.specialist"),
            rows_of(_("Profiles"), "hub", "routing.agentprofile"),
            Item(_("How messages flow"), "schema", "admin:modes", "routing.view_agentprofile"),
            rows_of(_("Prompt policies"), "edit_note", "agents.promptpolicy"),
            rows_of(_("Models"), "psychology", "agents.llmprofile"),
            rows_of(_("Backends"), "lan", "routing.backend"),
        ),
    ),
    (
        _("With what"),
        (
            rows_of(_("Documents"), "menu_book", "agents.collection"),
            Item(_("Ask the documents"), "find_in_page", "admin:documents", "agents.view_collection"),
            rows_of(_("Tools"), "build", "agents.mcptool"),
            rows_of(_("MCP servers"), "dns", "agents.mcpserver"),
            rows_of(_("Domains"), "extension", "routing.domain"),
            rows_of(_("Goals"), "flag", "routing.goal"),
            rows_of(_("Capabilities"), "bolt", "routing.capability"),
            Item(_("Check a manifest"), "rule_folder", "admin:manifest", "routing.view_domain"),
        ),
    ),
    (
        _("Checked by"),
        (
            rows_of(_("Guardrails"), "shield", "agents.guardrail"),
            rows_of(_("Judges"), "gavel", "agents.judge"),
            rows_of(_("Plugins"), "extension", "agents.plugin"),
        ),
    ),
    (
        _("What happened"),
        (
            rows_of(_("Conversations"), "chat", "conversations.conversation"),
            rows_of(_("Turns"), "timeline", "conversations.turn"),
            rows_of(_("Handoffs"), "move_up", "handoffs.agenthandoff"),
            rows_of(
                _("Sessions of the gateway"), "route", "routing.gatewaysession", "analytics.view_figures"
            ),
            rows_of(_("What is remembered"), "bookmark", "conversations.userfact"),
            rows_of(_("Kept answers"), "cached", "routing.cachedanswer", "conversations.read_texts"),
            Item(_("Analytics"), "monitoring", "analytics", "analytics.view_figures"),
        ),
    ),
    (
        _("Running it"),
        (
            rows_of(_("Rollout"), "tune", "rollout.flag"),
            Item(_("What is wrong?"), "troubleshoot", "admin:symptoms", "rollout.view_killswitch"),
            Item(_("Operations"), "power_settings_new", "admin:operations", "rollout.view_killswitch"),
            rows_of(_("Limits and budgets"), "savings", "budgets.limit"),
            rows_of(_("Prices of models"), "payments", "budgets.price"),
            Item(_("Configuration files"), "upload_file", "admin:configuration", "routing.change_intent"),
            rows_of(_("Running work"), "pending_actions", "work.job"),
            rows_of(_("Channels"), "cable", "delivery.channel"),
            rows_of(_("Deliveries"), "outbox", "delivery.delivery"),
            rows_of(_("New addresses"), "moving", "egress.addresschange"),
            rows_of(_("API keys"), "key", "tenancy.apikey"),
            Item(_("End sessions"), "logout", "admin:sessions", "tenancy.change_apikey"),
            Item(_("Data of a person"), "person_remove", "admin:people", "privacy.view_erasure"),
            Item(_("Audit"), "history", "admin:audit", "audit.view_auditentry"),
            Item(_("What is kept, and how long"), "auto_delete", "admin:retention", "privacy.view_retention"),
            rows_of(_("Members"), "badge", "tenancy.membership"),
            rows_of(_("Invitations"), "mail", "tenancy.invitation"),
            Item(
                _("Groups"), "groups_2", "admin:tenancy_groupmapping_changelist", "tenancy.view_groupmapping"
            ),
            rows_of(_("Company"), "apartment", "tenancy.tenant", "tenancy.change_tenant"),
        ),
    ),
)


def list_sections(request: HttpRequest) -> list[dict[str, Any]]:
    """The sections as unfold reads them, without empty ones."""
    made = []
    for number, (title, items) in enumerate(SECTIONS):
        shown = [
            {"title": item.title, "icon": item.icon, "link": find_address(item.view)}
            for item in items
            if find_address(item.view) and (not item.needs or is_allowed(request, item.needs))
        ]
        if shown:
            made.append({"title": title, "separator": number > 0, "items": shown})
    return made


def find_address(view: str) -> str:
    """The address of a page; empty when this installation does not have it."""
    try:
        return reverse(view)
    except NoReverseMatch:
        return ""
