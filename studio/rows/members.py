"""Members: who works for the company, and as what."""

import secrets
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from studio.access import tenant
from studio.base import TenantAdmin
from studio.columns import column
from studio.forms import TenantForm
from studio.site import site
from tenancy.models import Membership

PERSON = get_user_model()


class MemberForm(TenantForm):
    """A person by name; an unknown name makes a new account."""

    username = forms.CharField(
        label=_("user name"),
        max_length=150,
        widget=UnfoldAdminTextInputWidget(),
        validators=[UnicodeUsernameValidator()],
        help_text=_("For example ana.souza. An unknown name makes an account; its password is shown once."),
    )

    class Meta:
        model = Membership
        fields = ("role",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["username"] = self.instance.user.get_username()
            self.fields["username"].disabled = True

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        taken = Membership.objects.filter(tenant=self.tenant, user__username=name)
        if taken.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(gettext("%(name)s is a member already.") % {"name": name})
        return name

    def _get_validation_exclusions(self) -> set[str]:
        return super()._get_validation_exclusions() | {"user"}


@admin.register(Membership, site=site)
class MemberAdmin(TenantAdmin):
    """Who may do what here?"""

    form = MemberForm
    list_display = ("person", "role")
    list_filter = ("role",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email")
    ordering = ("user__username",)
    fields = ("username", "role")
    helps: ClassVar[dict[str, Any]] = {
        "role": _(
            "Viewers look, editors edit, publishers also publish, operators run rollout and keys, "
            "analysts read conversations. For example editor."
        ),
    }

    @column(_("person"), ordering="user__username")
    def person(self, member: Membership) -> str:
        return member.user.get_username()

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if not change:
            obj.user = self._account(request, form.cleaned_data["username"])
        obj.tenant = tenant(request)
        super().save_model(request, obj, form, change)

    def _account(self, request: HttpRequest, name: str) -> Any:
        known = PERSON.objects.filter(username=name).first()
        if known is None:
            password = secrets.token_urlsafe(12)
            known = PERSON.objects.create_user(name, password=password, is_staff=True)
            said = gettext("%(name)s can log in with the password %(password)s. It is shown only now.")
            self.message_user(request, said % {"name": name, "password": password})
        elif not known.is_staff:
            known.is_staff = True
            known.save(update_fields=["is_staff"])
        return known
