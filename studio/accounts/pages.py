"""Pages about one's own account, for people who may not be logged in yet.

Django's views, styled as the login is.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, login, views
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from studio.accounts import mail, single_sign_on
from studio.accounts.forms import NewAccountForm, NewPasswordForm, ResetForm, has_account
from studio.accounts.mail import password_links
from studio.login import LoginForm, describe_sso, list_reset_limits
from studio.site import relaxed, site
from tenancy import attempts, ending, first_passwords, invitations
from tenancy.current import choose
from tenancy.errors import AlreadyMember, InvitationOver
from tenancy.models import Invitation, Tenant

BACKEND = "django.contrib.auth.backends.ModelBackend"


@method_decorator([relaxed, never_cache], name="dispatch")
class Page(View):
    """Mixin: the theme's own words around a form, and where to log in."""

    extra_context: dict[str, Any] | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.extra_context = {
            **site.each_context(request),
            "by_mail": mail.is_set_up(),
            "login": reverse("admin:login"),
        }
        return super().dispatch(request, *args, **kwargs)


class Reset(Page, views.PasswordResetView):  # type: ignore[misc]
    """Asks for an e-mail address, and says the same whoever has it."""

    template_name = "accounts/reset.html"
    email_template_name = "accounts/reset_email.txt"
    subject_template_name = "accounts/reset_subject.txt"
    form_class = ResetForm
    token_generator = password_links
    success_url = reverse_lazy("password_reset_done")
    title = gettext_lazy("Forgotten password")

    def form_valid(self, form: Any) -> HttpResponse:
        wait = attempts.take(list_reset_limits(self.request, form.cleaned_data["email"]))
        if wait:
            minutes = int(wait // 60) + 1
            sentence = ngettext(
                "Too many attempts. Try again in %(minutes)d minute.",
                "Too many attempts. Try again in %(minutes)d minutes.",
                minutes,
            )
            form.add_error(None, sentence % {"minutes": minutes})
            response = self.form_invalid(form)
            response.status_code, response.headers["Retry-After"] = 429, str(int(wait) + 1)
            return response
        if not mail.is_set_up():
            return self.form_invalid(form)
        return super().form_valid(form)


class ResetSent(Page, views.PasswordResetDoneView):  # type: ignore[misc]
    """What happens now, if there is such an account."""

    template_name = "accounts/reset_sent.html"
    title = gettext_lazy("Look into your mailbox")


class ResetConfirm(Page, views.PasswordResetConfirmView):  # type: ignore[misc]
    """A new password, by a link that works once."""

    template_name = "accounts/reset_confirm.html"
    form_class = NewPasswordForm
    token_generator = password_links
    success_url = reverse_lazy("password_reset_complete")
    title = gettext_lazy("A new password")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        first_passwords.note_chosen(form.user)
        ending.of_person(form.user, but=self.request.session.session_key)
        return response


class ResetComplete(Page, views.PasswordResetCompleteView):  # type: ignore[misc]
    """The new password counts."""

    template_name = "accounts/reset_complete.html"
    title = gettext_lazy("Your password was changed")


@method_decorator(sensitive_post_parameters(), name="dispatch")
class Join(Page):
    """An invitation: looked at by GET, accepted by POST, with a new account or with the password of the one
    that is logged in (a link that somebody else opens must not carry their account into a company).
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._show(request, token)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        if "leave" in request.POST:
            site.logout(request)
            return HttpResponseRedirect(request.path)
        try:
            invitation = invitations.find(token)
        except InvitationOver as error:
            return self._over(request, error)
        if "sso" in request.POST and settings.OIDC_ISSUER:
            single_sign_on.follow(request, token)
            return TemplateResponse(request, "accounts/leaving.html", self._describe(invitation.tenant))
        own = request.user.is_authenticated
        if invitation.tenant.sso_only:
            return self._show(request, token)
        form = self._joining(request) if own else NewAccountForm(invitation, request.POST)
        if not form.is_valid() or (not own and has_account(invitation)):
            return self._show(request, token, form)
        try:
            with transaction.atomic():
                person: Any = form.get_user() if own else form.save()  # type: ignore[union-attr]
                invitations.accept(invitation, person)
        except InvitationOver as error:
            return self._over(request, error)
        except IntegrityError:  # the same link, twice at once: the other made the account
            return self._over(request, InvitationOver())
        except AlreadyMember as error:
            form.add_error(None, error.detail)
            return self._show(request, token, form)
        return self._join(request, invitation, person, own)

    def _join(self, request: HttpRequest, invitation: Invitation, person: Any, own: bool) -> HttpResponse:
        login(request, person, BACKEND)  # which voids links for a new password that were made before
        if own:
            request.session.cycle_key()
            ending.of_person(person, but=request.session.session_key)
        first_passwords.begin(request)
        UserSession.objects.create_from_request(request)
        choose(request, invitation.tenant_id)
        sentence = gettext("You work for %(company)s now.") % {"company": invitation.tenant}
        if not own:
            sentence += " " + gettext("Your user name is %(name)s; you need it to log in.") % {"name": person}
        messages.success(request, sentence)
        return HttpResponseRedirect(reverse("admin:index"))

    @staticmethod
    def _joining(request: HttpRequest) -> LoginForm:
        """The login's own form, which also counts how often a password was tried."""
        given = {"username": request.user.get_username(), "password": request.POST.get("password", "")}
        return LoginForm(request, given)

    def _show(self, request: HttpRequest, token: str, form: Any = None) -> HttpResponse:
        try:
            invitation = invitations.find(token)
        except InvitationOver as error:
            return self._over(request, error)
        own = request.user.is_authenticated
        context = {
            **self._describe(invitation.tenant),
            "invitation": invitation,
            "sso_only": invitation.tenant.sso_only,
            "own": own,
            "has_account": not own and has_account(invitation),
            "form": form or (LoginForm(request) if own else NewAccountForm(invitation)),
            "login": f"{reverse('admin:login')}?{urlencode({REDIRECT_FIELD_NAME: request.path})}",
        }
        return TemplateResponse(request, "accounts/join.html", context)

    def _describe(self, company: Tenant) -> dict[str, Any]:
        sso = describe_sso(self.request)
        return {**(self.extra_context or {}), "title": str(company), "sso": sso}

    def _over(self, request: HttpRequest, error: InvitationOver) -> HttpResponse:
        context = {**(self.extra_context or {}), "title": gettext("Invitation"), "detail": error.detail}
        return TemplateResponse(request, "accounts/over.html", context, status=error.status)
