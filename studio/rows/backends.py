"""Backends of the gateway: what each is for and whether it answers; and which session is with whom."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from conversations.models import Conversation
from routing.gateway.models import Backend, GatewayDecision, GatewaySession
from studio.access import is_allowed
from studio.base import AuthoredAdmin, RecordAdmin
from studio.checks import BackendChecks
from studio.columns import badge, column, to_row
from studio.fields import LinesField
from studio.links import link, list_of, page_of
from studio.site import site
from studio.values import clamp

WELL = {"well": "success", "ill": "danger", "unknown": "info"}
COLOURS = {"answered": "success", "sent": "info", "refused": "warning", "failed": "danger"}
SHOWN = 20  # decisions on a session's page


def make_chips_field(**kwargs: Any) -> LinesField:
    return LinesField(chips=True, longest=120, **kwargs)


@admin.register(Backend, site=site)
class BackendAdmin(BackendChecks, AuthoredAdmin):
    """Who else answers, for what, and are they there?"""

    about = _("Another installation that a gateway passes messages on to. Without a gateway none is needed.")
    list_display = (
        "name", "description", "health", "where", "priority", "is_default", "enabled", "last_seen",
        "last_error",
    )  # fmt: skip
    list_filter = ("enabled",)
    search_fields = ("name", "title", "description")
    readonly_fields = ("last_seen", "last_error")
    change_form_outer_before_template = "studio/checks.html"
    at_once = ("url", "secret", "message_path", "sse_message_path", "events_path_template", "health_path")
    typed: ClassVar[dict[str, Any]] = {
        "domains": make_chips_field,
        "keywords": make_chips_field,
        "examples": LinesField,
    }
    helps: ClassVar[dict[str, Any]] = {
        "description": _(
            "What it is for; a model that decides reads it. For example: opening hours and visits."
        ),
        "domains": _("One a line; a word that names its whole field. For example: hours."),
        "keywords": _("One a line; case, accents and plurals do not matter. For example: segunda via."),
        "examples": _("One a line; whole messages for it. For example: Are you open on Sunday?"),
        "enabled": _("Acts by publishing. To stop it at once, use Operations; for example during an outage."),
        "message_path": _("Where it takes messages, for example /gateway/message."),
        "sse_message_path": _("Where it streams answers, for example /gateway/message/sse."),
        "events_path_template": _(
            "Where the events of a session are, for example /gateway/events/{session_id}."
        ),
        "health_path": _("What is asked to see whether it is well, for example /readyz."),
    }  # fmt: skip
    fieldsets = (
        (None, {"fields": ("name", "title", "description", "enabled")}),
        (_("What it is for"), {"fields": ("domains", "keywords", "examples", "priority", "is_default")}),
        (_("How it is asked"), {"fields": ("default_agent_id",)}),
        (
            _("Where it is"),
            {
                "fields": at_once,
                "description": _("These act at once."),
            },
        ),
        (_("Last contact"), {"fields": ("last_seen", "last_error")}),
    )  # fmt: skip

    @column(_("health"), label=WELL)
    def health(self, row: Backend) -> tuple[str, Any]:
        if row.last_error:
            return "ill", _("does not answer")
        return ("well", _("answers")) if row.last_seen else ("unknown", _("not asked yet"))

    @column(_("address"), ordering="url")
    def where(self, row: Backend) -> Any:
        return clamp(row.url)


class SeenByFigures(RecordAdmin):
    """For those who see figures or the record: a session says who wrote, if not what."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request, "view", obj) and is_allowed(request, "analytics.view_figures")


@admin.register(GatewaySession, site=site)
class GatewaySessionAdmin(SeenByFigures):
    """Which backend is each session with, and how did it get there?"""

    about = _("Which backend each session is with, once a gateway passes messages on.")
    list_display = ("session_id", "active_backend", "user_id", "channel", "messages", "last_at")
    list_filter = ("active_backend", "channel")
    search_fields = ("session_id", "user_id")
    ordering = ("-last_at",)
    list_per_page = 25
    fields = (
        ("session_id", "active_backend"), ("user_id", "channel"), ("messages", "talks"),
        ("started_at", "last_at"), "last_decisions",
    )  # fmt: skip

    @column(_("messages"), ordering="seq")
    def messages(self, row: GatewaySession) -> Any:
        return link(list_of(GatewayDecision, session__id__exact=row.pk), row.seq)

    @column(_("conversations"))
    def talks(self, row: GatewaySession) -> Any:
        """The conversations of this session that this database holds; others are the backends' own."""
        keys = {str(key) for key in row.backend_sessions.values()}
        found = Conversation.objects.of(row.tenant_id).filter(key__in=keys)
        return format_html_join(" ", "{}", ((link(page_of(each), each.key),) for each in found)) or "-"

    @column(_("last decisions"))
    def last_decisions(self, row: GatewaySession) -> Any:
        rows = GatewayDecision.objects.of(row.tenant_id).filter(session=row).order_by("-seq")[:SHOWN]
        return (
            format_html_join("", "<div>{}</div>", ((link(page_of(each), _line(each)),) for each in rows))
            or "-"
        )


@admin.register(GatewayDecision, site=site)
class GatewayDecisionAdmin(SeenByFigures):
    """Where did each message go, and why?"""

    about = _("Where each message went, and why, once a gateway passes messages on.")
    list_display = ("at", "backend", "answered_by", "method", "reason", "became", "milliseconds", "talk")
    list_filter = ("backend", "answered_by", "method", "status", "used_llm")
    list_select_related = ("session",)
    search_fields = ("session__session_id", "reason")
    date_hierarchy = "at"
    ordering = ("-at",)
    list_per_page = 25
    fields = (
        "at", ("talk", "seq"), ("backend", "answered_by"), ("mode", "method"), ("confidence", "used_llm"),
        "reason",
        "pointed_to", "moved", "lost", ("status", "milliseconds"),
    )  # fmt: skip

    talk = to_row("session", _("session"))

    became = badge("status", _("what became of it"), COLOURS)

    @column(_("candidates"))
    def pointed_to(self, row: GatewayDecision) -> Any:
        lines = (
            (each["backend_id"], f"{each['score']:.2f}", ", ".join(each["matches"]))
            for each in row.candidates
        )
        return format_html_join("", "<div>{} {} {}</div>", lines) or "-"

    @column(_("handed over"))
    def moved(self, row: GatewayDecision) -> Any:
        lines = ((each["from"], each["to"]) for each in row.handovers)
        return format_html_join("", "<div>{} → {}</div>", lines) or "-"

    @column(_("did not answer"))
    def lost(self, row: GatewayDecision) -> Any:
        lines = ((each["backend"], each["why"]) for each in row.failures)
        return format_html_join("", "<div>{}: {}</div>", lines) or "-"


def _line(row: GatewayDecision) -> str:
    who = row.backend if row.answered_by in ("", row.backend) else f"{row.backend} → {row.answered_by}"
    return f"{row.seq}. {who} · {row.get_method_display()} · {row.reason}"
