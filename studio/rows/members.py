"""Members: who works for the company, and as what. They come by invitation, never by name."""

from typing import Any, ClassVar

from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.html import format_html
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from studio.access import is_allowed, tenant
from studio.accounts.mail import password_links
from studio.base import TenantAdmin
from studio.columns import column
from studio.forms import TenantForm
from studio.site import site
from tenancy import ending
from tenancy.invitations import works_only_for
from tenancy.models import Membership


class MemberForm(TenantForm):
    """The role of a member. Whose account it is cannot be edited."""

    class Meta:
        model = Membership
        fields = ("role",)


@admin.register(Membership, site=site)
class MemberAdmin(TenantAdmin):
    """Who may do what here?"""

    about = _("Who works for the company. People join by an invitation.")
    form = MemberForm
    list_display = ("person", "role")
    list_filter = ("role",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("user__username",)
    fields = ("person", "role")
    readonly_fields = ("person",)
    actions = ("end_sessions", "password_link", "forget_second_step")
    actions_list = ("invite",)
    helps: ClassVar[dict[str, Any]] = {
        "role": _(
            "Viewers look, editors edit, publishers also publish, operators run rollout and keys, "
            "analysts read conversations. For example editor."
        ),
    }

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # an account joins when its owner accepts an invitation

    @action(  # type: ignore[untyped-decorator]
        description=_("Ask somebody to join"), icon="person_add", permissions=["invite"]
    )
    def invite(self, request: HttpRequest) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("admin:tenancy_invitation_add"))

    def has_invite_permission(self, request: HttpRequest) -> bool:
        return is_allowed(request, "tenancy.add_invitation")

    @column(_("person"), ordering="user__username")
    def person(self, member: Membership) -> str:
        return member.user.get_username()

    @admin.action(description=_("End all sessions"), permissions=["change"])
    def end_sessions(self, request: HttpRequest, queryset: Any) -> None:
        for user in self._ours(request, queryset):
            ending.of_person(user, but=request.session.session_key)
            sentence = gettext("%(name)s is logged out, in every other browser and page.") % {"name": user}
            self.message_user(request, sentence, messages.SUCCESS)

    @admin.action(description=_("Make a link for a new password"), permissions=["change"])
    def password_link(self, request: HttpRequest, queryset: Any) -> None:
        for user in self._ours(request, queryset):
            key = urlsafe_base64_encode(force_bytes(user.pk))
            path = reverse("password_reset_confirm", args=[key, password_links.make_token(user)])
            sentence = gettext(
                "With this link %(name)s chooses a new password. Pass it on now, it cannot be shown again:"
            )
            shown = request.build_absolute_uri(path)
            self.message_user(
                request,
                format_html('{} <code class="studio-once">{}</code>', sentence % {"name": user}, shown),
            )

    @admin.action(description=_("Take away the second step of the login"), permissions=["change"])
    def forget_second_step(self, request: HttpRequest, queryset: Any) -> None:
        """For somebody who lost the phone, and the recovery codes with it."""
        for user in self._ours(request, queryset.exclude(user=request.user)):
            Authenticator.objects.filter(user=user).delete()
            ending.of_person(user, but=request.session.session_key)
            sentence = gettext(
                "%(name)s logs in with the password alone now, and can set up a new second step."
            )
            self.message_user(request, sentence % {"name": user}, messages.SUCCESS)

    def _ours(self, request: HttpRequest, queryset: Any) -> list[Any]:
        """The accounts that are this company's alone. Of others it is not for this company to decide."""
        company, ours = tenant(request), []
        for member in queryset.select_related("user"):
            if works_only_for(member.user, company):
                ours.append(member.user)
                continue
            sentence = gettext(
                "The account %(name)s is not only this company's: take the membership away instead."
            )
            self.message_user(request, sentence % {"name": member.user}, messages.WARNING)
        return ours
