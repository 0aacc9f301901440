"""Releases: what was live when, and what each one changed. Read only; restoring is on the publish page."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from releases import diff
from releases.models import Release
from studio.access import is_allowed, tenant
from studio.base import RecordAdmin
from studio.changes import group_changes
from studio.columns import column
from studio.site import site


@admin.register(Release, site=site)
class ReleaseAdmin(RecordAdmin):
    """What was live, since when, and what changed?"""

    about = _("Each publish makes a release here, to go back to.")
    list_display = ("number", "state", "note", "author", "published_at", "origin")
    ordering = ("-number",)
    list_per_page = 25
    fields = (("number", "published_at"), ("author", "origin"), "note", "digest")
    change_form_outer_before_template = "studio/release.html"

    def get_queryset(self, request: Any) -> Any:
        self.live = tenant(request).live_release
        return super().get_queryset(request).defer("content")

    @column(_("state"), label={"live": "success", "past": "info"})
    def state(self, release: Release) -> tuple[str, str]:
        live = release.tenant_id and release.number == self.live
        return ("live", gettext("live")) if live else ("past", gettext("earlier"))

    @column(_("restored from"))
    def origin(self, release: Release) -> str:
        return (
            gettext("release %(number)s") % {"number": release.restored_from}
            if release.restored_from
            else "-"
        )

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        release = context["original"]
        before = Release.objects.of(release.tenant_id).filter(number__lt=release.number).first()
        context["changes"] = diff.between(before.content if before else {}, release.content)
        context["groups"] = group_changes(tenant(request), context["changes"])
        context["before"] = before
        context["may_publish"] = is_allowed(request, "releases.publish_release")
        context["is_live"] = release.number == tenant(request).live_release
        return super().render_change_form(request, context, *args, **kwargs)
