"""Channels: bots and systems that are connected, and what was sent through them. Rows act at once."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from delivery import keys, outbox
from delivery.models import EVENTS, Channel, Delivery
from outbound.sentences import read
from routing.models import AgentProfile
from studio.access import is_allowed, require, tenant
from studio.base import RecordAdmin, TenantAdmin
from studio.checks import Checks
from studio.columns import badge, column
from studio.fields import LinesField
from studio.forms import TenantForm
from studio.links import link, list_of, page_of
from studio.live_rows import is_live_profile
from studio.site import site
from tenancy.operational import touch

COLOURS = {"pending": "info", "sent": "success", "failed": "danger", "cancelled": "warning"}
MENDED = {
    "url",
    "email",
    "token",
    "enabled",
}  # what is to be sent is tried again when one of these is changed
WELL = {"well": "success", "ill": "danger", "off": "warning"}


def make_events_field(**kwargs: Any) -> forms.Field:
    """Of what a webhook is told, as boxes."""
    return forms.MultipleChoiceField(
        choices=list(EVENTS.items()),
        widget=UnfoldAdminCheckboxSelectMultipleWidget(),
        required=False,
        **kwargs,
    )


def make_chats_field(**kwargs: Any) -> forms.Field:
    return LinesField(longest=32, **kwargs)


class ChannelForm(TenantForm):
    """A channel whose messages somebody answers."""

    def clean_agent_id(self) -> str:
        """A profile of the draft or of what is live; one that was gone before hinders nothing else."""
        name = str(self.cleaned_data["agent_id"])
        drafted = AgentProfile.objects.of(self.tenant).filter(agent_id=name)
        if name in ("", self.instance.agent_id) or drafted.exists() or is_live_profile(self.tenant, name):
            return name
        raise forms.ValidationError(gettext("There is no profile '%s'.") % name)


@admin.register(Channel, site=site)
class ChannelAdmin(Checks, TenantAdmin):
    """What is connected, and does it work?"""

    form = ChannelForm
    about = _("A bot, a system or an e-mail address: messages come in by it, or it is told of events.")
    checks = (("send_test", _("Send a test event")), ("new_secret", _("Make a new secret")))
    list_display = ("name", "kind", "agent_id", "state", "heard_at", "sent_at", "sendings")
    list_filter = ("kind", "enabled")
    search_fields = ("name",)
    change_form_outer_before_template = "studio/checks.html"
    readonly_fields = ("door", "heard_at", "sent_at", "failing_since", "problem")
    typed: ClassVar[dict[str, Any]] = {"events": make_events_field, "allowed": make_chats_field}
    helps: ClassVar[dict[str, Any]] = {
        "kind": _(
            "A system that speaks webhooks, a bot of Telegram, an e-mail address, or the stream of events "
            "of this installation. For example webhook."
        ),
        "events": _(
            "What a webhook, an e-mail or a stream is told of. For example “somebody asks for a person”."
        ),
        "enabled": _(
            "Acts at once. Off: nothing comes in, and what is to be sent waits, for example during repairs."
        ),
    }
    fieldsets = (
        (None, {"fields": ("kind", "name", "agent_id", "markup", "enabled")}),
        (
            _("Where it is"),
            {"fields": ("url", "email", "token", "door"), "description": _("These act at once.")},
        ),
        (_("What it gets"), {"fields": ("events", "allowed")}),
        (_("How it goes"), {"fields": ("heard_at", "sent_at", "failing_since", "problem")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """What it gets has links, which need the address of this installation."""
        sets = super().get_fieldsets(request, obj)
        if settings.SITE_URL:
            return sets
        sentence = _("Links in events name no host: whoever runs the installation sets SITE_URL.")
        told = {"description": sentence}
        return [(title, {**about, **told} if "events" in about["fields"] else about) for title, about in sets]

    @column(_("messages come in at"))
    def door(self, channel: Channel) -> str:
        comes_in = channel.pk and channel.name and channel.is_door
        return reverse(f"channel-{channel.kind}", args=[channel.pk]) if comes_in else "–"

    @column(_("state"), label=WELL)
    def state(self, channel: Channel) -> tuple[str, Any]:
        if not channel.enabled:
            return "off", gettext("off")
        return (
            ("ill", channel.problem or gettext("fails")) if channel.failing_since else ("well", gettext("on"))
        )

    @column(_("deliveries"))
    def sendings(self, channel: Channel) -> Any:
        return link(list_of(Delivery, channel__id__exact=channel.pk), gettext("deliveries"))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        touch(tenant(request))
        if not change and obj.is_door:
            self.new_secret(request, obj)
        elif MENDED & {*form.changed_data}:
            outbox.wake(obj)

    def list_checks(self, row: Channel) -> tuple[tuple[str, Any], ...]:
        """A test where there is a receiver, a new secret where messages come in by one."""
        means = {"send_test": row.has_receiver, "new_secret": row.is_door}
        return tuple(check for check in self.checks if means[check[0]])

    def send_test(self, request: HttpRequest, channel: Channel) -> None:
        """Puts an event into the outbox that says nothing; its delivery shows what came of it."""
        row = outbox.put(channel, "test", {"text": "test", "channel": channel.name})
        sentence = gettext("It is on its way:")
        messages.success(
            request, format_html("{} {}", sentence, link(page_of(row), gettext("look at its delivery")))
        )

    def new_secret(self, request: HttpRequest, channel: Channel) -> None:
        """Shown once; the one before counts for another day."""
        plain = keys.rotate(channel)
        sentence = gettext("This is the secret. Copy it now, it cannot be shown again:")
        messages.success(request, format_html('{} <code class="studio-once">{}</code>', sentence, plain))


@admin.register(Delivery, site=site)
class DeliveryAdmin(RecordAdmin):
    """Was it sent, and what did the other side say?

    What was said stays with those who may read conversations.
    """

    about = _("What was sent through channels, and what the other side said.")
    list_display = ("event", "channel", "state", "attempts", "answered", "error", "created_at", "sent_at")
    list_filter = ("status", "event", "channel")
    list_select_related = ("channel",)
    ordering = ("-created_at",)
    list_per_page = 25
    fields = (
        ("event", "channel"), ("status", "answered"), "error", ("attempts", "next_at"),
        ("created_at", "sent_at"),
        "tries", "id",
    )  # fmt: skip
    readonly_fields = ("tries",)
    change_form_outer_before_template = "studio/delivery.html"
    buttons: ClassVar[dict[str, str]] = {"again": "send_again"}

    state = badge("status", _("status"), COLOURS)

    @column(_("attempts so far"))
    def tries(self, row: Delivery) -> Any:
        lines = [
            (each["at"][:19].replace("T", " "), each["status"] or "–", each["ms"], read(each["error"]))
            for each in row.log
        ]
        return format_html_join("", "<div>{} · {} · {} ms {}</div>", lines) or "–"

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context["original"]
        ended = row.status in (Delivery.Statuses.SENT, Delivery.Statuses.FAILED)
        context["may_send"] = ended and is_allowed(request, "delivery.change_delivery")
        return super().render_change_form(request, context, *args, **kwargs)

    def send_again(self, request: HttpRequest, row: Delivery) -> None:
        """Sends it once more, under the same id."""
        require(request, "delivery.change_delivery")
        outbox.again(row)
        messages.success(request, gettext("It is sent again."))
