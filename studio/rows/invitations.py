"""Invitations: who was asked to work for the company, and what became of it."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from studio.access import tenant
from studio.accounts import mail
from studio.base import TenantAdmin
from studio.columns import column
from studio.forms import TenantForm
from studio.site import site
from tenancy import invitations
from tenancy.models import Invitation


class InvitationForm(TenantForm):
    """An address is needed where the link is sent, and not asked for where it is shown."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "email" in self.fields:
            self.fields["email"].required = True
            longest = get_user_model()._meta.get_field("username").max_length
            self.fields["email"].validators.append(MaxLengthValidator(longest))


@admin.register(Invitation, site=site)
class InvitationAdmin(TenantAdmin):
    """Who was asked to work here, and have they said yes?"""

    never = ("delete",)  # who was asked stays in the list; the link is ended by revoking it
    about = _("Ask somebody to work here: they get a link and choose a password of their own.")
    form = InvitationForm
    list_display = (
        "person", "email", "role", "state", "invited_by", "created_at", "expires_at", "accepted_by",
    )  # fmt: skip
    list_filter = ("role",)
    list_select_related = ("invited_by", "accepted_by")
    search_fields = ("person", "email")
    ordering = ("-created_at",)
    actions = ("revoke", "new_link")
    helps: ClassVar[dict[str, Any]] = {
        "email": _(
            "The link is sent there; the address becomes the user name of a new account. For example "
            "ana@example.com."
        ),
        "role": _(
            "Viewers look, editors edit, publishers also publish, operators run rollout and keys, "
            "analysts read conversations. For example editor."
        ),
    }

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is not None:
            return self.list_display
        return ("person", "email", "role") if mail.is_set_up() else ("person", "role")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj) if obj is not None else ()

    @column(_("state"), label={"open": "info", "yes": "success", "over": "danger"})
    def state(self, invitation: Invitation) -> tuple[str, str]:
        if invitation.accepted_at:
            return "yes", gettext("accepted")
        if invitation.revoked_at:
            return "over", gettext("revoked")
        return ("open", gettext("waits")) if invitation.waits else ("over", gettext("expired"))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change:
            return  # nothing of it is edited; a link is renewed or revoked
        made = invitations.ask(tenant(request), obj.person, obj.role, request.user, obj.email)
        obj.__dict__.update(made.__dict__)
        request.made = made  # type: ignore[attr-defined]

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> Any:
        return self.response_post_save_add(request, obj)  # what is said of the link says that it was added

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Hands the link over once it is stored.

        A mail server may take seconds, in which nothing may be locked.
        """
        response = super().changeform_view(request, *args, **kwargs)
        if (made := getattr(request, "made", None)) is not None:
            self._hand_over(request, made)
        return response

    def _hand_over(self, request: HttpRequest, invitation: Invitation) -> None:
        """Sends the link, or shows it where no e-mail is set up.

        Never both, so that it proves the mailbox.
        """
        if not invitation.email:
            sentence = gettext("This is the link for %(person)s. Pass it on now, it cannot be shown again:")
            shown = mail.make_link(invitation, request)
            self.message_user(
                request,
                format_html(
                    '{} <code class="studio-once">{}</code>', sentence % {"person": invitation.person}, shown
                ),
            )
        elif mail.invite(invitation, request):
            self.message_user(
                request, gettext("The link is on its way to %(email)s.") % {"email": invitation.email}
            )
        else:
            sentence = gettext("The link could not be sent to %(email)s. Try “New link” in a moment.")
            self.message_user(request, sentence % {"email": invitation.email}, messages.ERROR)

    @admin.action(description=_("Revoke the selected invitations"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: Any) -> None:
        ended = sum(invitations.revoke(each) for each in queryset)
        self.message_user(
            request, gettext("Revoked: %(count)d. Their links no longer work.") % {"count": ended}
        )

    @admin.action(description=_("New link; the one before no longer works"), permissions=["change"])
    def new_link(self, request: HttpRequest, queryset: Any) -> None:
        for each in queryset.select_related("tenant"):
            if invitations.renew(each, request.user, each.email if mail.is_set_up() else ""):
                self._hand_over(request, each)
            else:
                sentence = gettext("%(person)s has accepted already.") % {"person": each.person}
                self.message_user(request, sentence, messages.WARNING)
