"""Domains, their goals and capabilities.

Where they are, what they propose, and the words that lead to them.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from routing.models import Capability, Domain, Goal, ProposedManifest
from routing.planning.errors import ManifestRefused, NotValid
from routing.planning.manifests.approve import approve
from routing.planning.manifests.section import describe_entity, describe_part, diff_manifests
from routing.planning.manifests.sync import sync
from studio.access import tenant
from studio.base import AuthoredAdmin
from studio.changes import group_changes
from studio.checks import Checks
from studio.fields import LinesField
from studio.links import link, page_of
from studio.site import site
from studio.values import clamp

SHOWN = 5  # faults in one message


def make_words_field(**kwargs: Any) -> LinesField:
    return LinesField(longest=120, chips=True, **kwargs)


class DomainChecks(Checks):
    """A domain's page: "Fetch manifest", and what it proposes with a button to approve it."""

    checks = (("fetch_manifest", _("Fetch manifest")),)
    buttons: ClassVar[Mapping[str, str]] = {"approve": "agree"}

    def fetch_manifest(self, request: HttpRequest, row: Domain) -> None:
        """Asks the domain, and says what came of it."""
        try:
            found = sync(row)
        except NotValid as error:
            for fault in error.faults[:SHOWN]:
                messages.error(request, f"{fault.pointer or '/'}: {fault.sentence}")
            messages.error(request, gettext("The manifest of '%s' cannot be used.") % row.name)
            return
        except ManifestRefused as error:
            messages.error(request, str(error))
            return
        if found.state == "same":
            messages.success(request, gettext("'%s' says what is approved already.") % row.name)
            return
        for fault in found.warnings[:SHOWN]:
            messages.warning(request, f"{fault.pointer or '/'}: {fault.sentence}")
        messages.success(request, gettext("'%s' says something new. Look at it below.") % row.name)

    def agree(self, request: HttpRequest, row: Domain) -> None:
        """Takes what the domain says, as it was looked at: the form sends its digest."""
        if not self.may_author(request, row):  # type: ignore[attr-defined]
            raise PermissionDenied
        try:
            approve(row, str(request.POST.get("digest", "")), request.user)
        except ManifestRefused as error:
            messages.error(request, str(error))
        else:
            sentence = gettext("Approved. It acts with the next release: %s")
            publish = link(reverse("admin:publish"), gettext("publish"))
            messages.success(request, format_html("{}", SafeString(sentence % publish)))

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context.get("original")
        page: Any = self
        if row is not None and row.pk and page.has_change_permission(request, row):
            found = ProposedManifest.objects.of(row.tenant_id).filter(domain=row).first()
            if found is not None:
                context["proposed"] = found
                context["may_approve"] = self.may_author(request, row)  # type: ignore[attr-defined]
                context["groups"] = group_changes(
                    tenant(request), diff_manifests(row.manifest, found.manifest, row.name)
                )
        return super().render_change_form(request, context, *args, **kwargs)


@admin.register(Domain, site=site)
class DomainAdmin(DomainChecks, AuthoredAdmin):
    """What can this domain do, does it answer, and does it say something new?"""

    about = _(
        "A service that says itself what it can do, for the mode planner. Add its address, then fetch "
        "its manifest."
    )
    list_display = ("name", "last_error", "where", "approved", "enabled", "last_seen")
    list_filter = ("enabled", "kind")
    list_select_related = ("server",)
    search_fields = ("name", "description")
    autocomplete_fields = ("server",)
    readonly_fields = ("approved", "goal_list", "capability_list", "last_seen", "looked_at", "last_error")
    change_form_outer_before_template = "studio/domain.html"
    at_once = ("kind", "url", "secret", "server")
    typed: ClassVar[dict[str, Any]] = {
        "keywords": make_words_field,
        "examples": LinesField,
        "variables": LinesField,
    }
    helps: ClassVar[dict[str, Any]] = {
        "kind": _("How it is spoken to. For example an HTTP service with /manifest and /execute."),
        "description": _("What it is for, from its manifest. For example: prices and movers of stocks."),
        "timeout": _("After it a step has failed, for example 10."),
        "enabled": _(
            "Acts by publishing. Off: its goals are no longer understood, for example during an outage."
        ),
    }
    fieldsets = (
        (None, {"fields": ("name", "description", "enabled")}),
        (
            _("Where it is"),
            {"fields": at_once, "description": _("These act at once.")},
        ),
        (_("Words that point to it"), {"fields": ("keywords", "examples")}),
        (_("Limits"), {"fields": ("timeout", "variables")}),
        (_("What it can do"), {"fields": ("approved", "goal_list", "capability_list")}),
        (_("Last contact"), {"fields": ("last_seen", "looked_at", "last_error")}),
    )

    @admin.display(description=_("address"), ordering="url")
    def where(self, row: Domain) -> Any:
        return clamp(row.server.name if row.server else row.url)

    @admin.display(description=_("approved manifest"))
    def approved(self, row: Domain) -> str:
        """The beginning of its digest, as a publish shows it."""
        return row.digest[:12] if row.digest else gettext("none yet")

    @admin.display(description=_("goals"))
    def goal_list(self, row: Domain) -> SafeString | str:
        return _link_all(row.goals.all())

    @admin.display(description=_("capabilities"))
    def capability_list(self, row: Domain) -> SafeString | str:
        return _link_all(row.capabilities.all())


class FromManifest(AuthoredAdmin):
    """Rows that a manifest makes: people tune them and switch them off."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Goal, site=site)
class GoalAdmin(FromManifest):
    """Which words lead to this goal, and what serves it?"""

    about = _("What users want of a domain. Goals come with a domain's manifest.")
    list_display = ("name", "domain", "description", "enabled")
    list_filter = ("enabled", ("domain", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("domain",)
    search_fields = ("name", "description")
    readonly_fields = ("name", "domain", "served_by", "needs", "reads")
    typed: ClassVar[dict[str, Any]] = {"keywords": make_words_field, "examples": LinesField}
    helps: ClassVar[dict[str, Any]] = {
        "description": _("What the user wants. For example: current price of a stock."),
        "enabled": _(
            "Acts by publishing. Off: nobody is understood to want it, for example while it is tried out."
        ),
    }
    fieldsets = (
        (None, {"fields": ("name", "domain", "description", "enabled")}),
        (_("Words that mean it"), {"fields": ("keywords", "examples")}),
        (_("From its manifest"), {"fields": ("served_by", "needs", "reads")}),
    )

    @admin.display(description=_("capabilities"))
    def served_by(self, row: Goal) -> str:
        return ", ".join(row.capabilities) or "-"

    @admin.display(description=_("needs the domains"))
    def needs(self, row: Goal) -> str:
        return ", ".join(row.requires_domains) or "-"

    @admin.display(description=_("what is read from a message"))
    def reads(self, row: Goal) -> SafeString | str:
        return _list_all(describe_entity(name, about) for name, about in row.entities.items())


@admin.register(Capability, site=site)
class CapabilityAdmin(FromManifest):
    """What does this capability need, and may it be repeated?"""

    about = _("What a domain can do. Capabilities come with a domain's manifest.")
    list_display = ("name", "domain", "description", "read_only", "enabled")
    list_filter = ("enabled", "read_only", ("domain", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("domain",)
    search_fields = ("name", "description")
    readonly_fields = ("name", "domain", "takes", "planned")
    typed: ClassVar[dict[str, Any]] = {"keywords": make_words_field, "examples": LinesField}
    helps: ClassVar[dict[str, Any]] = {
        "description": _("What it does. For example: sends a text to a Telegram chat."),
        "enabled": _("Acts by publishing. Off: no plan uses it, for example while a sender is out of order."),
    }
    fieldsets = (
        (None, {"fields": ("name", "domain", "description", "read_only", "enabled")}),
        (_("Words that ask for it"), {"fields": ("keywords", "examples")}),
        (_("From its manifest"), {"fields": ("takes", "planned")}),
    )

    @admin.display(description=_("parameters"))
    def takes(self, row: Capability) -> SafeString | str:
        required = row.schema.get("required", [])
        return _list_all(
            f"{name} ({about.get('type', '') if isinstance(about, dict) else ''}"
            f"{', ' + gettext('required') if name in required else ''})"
            for name, about in row.schema.get("properties", {}).items()
        )

    @admin.display(description=_("how it is planned"))
    def planned(self, row: Capability) -> SafeString | str:
        told = dict(describe_part(Capability, {"metadata": row.metadata}))
        return _list_all(each for part in told.values() for each in part)


def _link_all(rows: Iterable[Any]) -> SafeString | str:
    found = [(link(page_of(row), row.name), "" if row.enabled else gettext("(off)")) for row in rows]
    return format_html_join(format_html("<br>"), "{} {}", found) or "-"


def _list_all(texts: Iterable[str]) -> SafeString | str:
    return format_html_join(format_html("<br>"), "{}", ((text,) for text in texts)) or "-"
