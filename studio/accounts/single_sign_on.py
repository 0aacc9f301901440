"""Signing in with an OpenID Connect provider.

There, back, and in as the account that `tenancy.admission` finds.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from studio.site import relaxed, site
from tenancy import admission, ending, invitations
from tenancy.admission import ProviderIdentity
from tenancy.errors import TenancyError
from tenancy.models import Invitation, Tenant

PROVIDER = "sso"
SILENT = (OSError, ValueError, KeyError)  # no answer, or none of an identity provider
NONCE = "sso_nonce"  # in the session: what the token of the sign-in that was begun has to say
FOLLOWED = "invitation"  # in the session: the link of an invitation that is answered by signing in


@relaxed  # type: ignore[untyped-decorator]
@never_cache
@require_GET
def begin(request: HttpRequest) -> HttpResponse:
    """`/account/sso/`: sends the browser to the provider, which sends it back to `end`."""
    if not settings.OIDC_ISSUER:
        raise Http404
    wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
    going = wanted if url_has_allowed_host_and_scheme(wanted, request.get_host()) else reverse("admin:index")
    provider = ProviderAdapter(request).get_provider(request, PROVIDER)
    request.session[NONCE] = nonce = secrets.token_urlsafe(24)
    try:
        response: HttpResponse = provider.redirect(
            request, AuthProcess.LOGIN, next_url=going, auth_params={"nonce": nonce}
        )
    except SILENT:
        return _silent(request)
    return response


@relaxed  # type: ignore[untyped-decorator]
@never_cache
@require_GET
def end(request: HttpRequest, provider_id: str) -> HttpResponse:
    """`/account/sso/back/`: the provider's answer."""
    if not settings.OIDC_ISSUER:
        raise Http404
    try:
        finish = OAuth2CallbackView.adapter_view(SignedIdentities(request, provider_id))
        response: HttpResponse = finish(request)
    except SILENT:
        return _silent(request)
    return response


def _silent(request: HttpRequest) -> HttpResponse:
    return refuse(request, _("%(name)s does not answer now. Try again in a minute."), 502)


def refuse(request: HttpRequest, detail: str, status: int) -> HttpResponse:
    """A page that says why nobody was let in; `%(name)s` in `detail` is the provider."""
    name = settings.OIDC_NAME
    context = {"detail": detail % {"name": name}, "login": reverse("admin:login")}
    return site.show(request, "accounts/over.html", name, context, status=status).render()


class SignedIdentities(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """Reads the provider's token: signed by a key of its own, and made for this sign-in of this browser.

    The library trusts what came straight from the provider, and asks with no nonce.
    """

    def _decode_id_token(self, app: SocialApp, id_token: str) -> dict[str, Any]:
        said: dict[str, Any] = jwtkit.verify_and_decode(
            credential=id_token,
            keys_url=self.openid_config["jwks_uri"],
            issuer=self.openid_config["issuer"],
            audience=app.client_id,
            lookup_kid=jwtkit.lookup_kid_jwk,
        )
        begun = self.request.session.pop(NONCE, "")
        if not begun or not secrets.compare_digest(str(said.get("nonce", "")).encode(), begun.encode()):
            raise OAuth2Error("The token was made for another sign-in.")
        return said


class IssuedIdentity(OpenIDConnectProvider):  # type: ignore[misc]
    """Issuer and subject say who it is: another issuer's "7" is somebody else (OpenID Connect Core, 5.7)."""

    oauth2_adapter_class = SignedIdentities

    def extract_uid(self, data: dict[str, Any]) -> str:
        return f"{_mark()}:{super().extract_uid(data)}"


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """The one provider of this installation, from its environment.

    Who comes from there is admitted or refused.
    """

    def list_apps(self, request: HttpRequest, provider: Any = None, client_id: Any = None) -> list[SocialApp]:
        if not settings.OIDC_ISSUER:
            return []
        about = {
            "server_url": settings.OIDC_ISSUER,
            "scope": settings.OIDC_SCOPES,
            "oauth_pkce_enabled": True,
        }
        return [
            SocialApp(
                provider="openid_connect",
                provider_id=PROVIDER,
                name=settings.OIDC_NAME,
                client_id=settings.OIDC_CLIENT_ID,
                secret=settings.OIDC_CLIENT_SECRET,
                settings=about,
            )
        ]

    def get_provider(self, request: HttpRequest, provider: Any, client_id: Any = None) -> IssuedIdentity:
        return IssuedIdentity(request, app=super().get_provider(request, provider, client_id).app)

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return False

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """The provider has said who it is."""
        known = sociallogin.user if sociallogin.is_existing else _find_unmarked(sociallogin.account)
        identity = identity_of(sociallogin.account.extra_data)
        try:
            person = admission.admit(identity, known, _find_followed(request))
        except TenancyError as error:
            raise ImmediateHttpResponse(refuse(request, error.detail, error.status)) from None
        if not sociallogin.is_existing:
            sociallogin.connect(request, person)

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, exception: Any = None, **more: Any
    ) -> None:
        said = _("Signing in with %(name)s did not work. Try once more.")
        raise ImmediateHttpResponse(refuse(request, said, 401))


def identity_of(said: dict[str, Any]) -> ProviderIdentity:
    """Reads claims, of the user's information first and of the token else.

    >>> identity_of({"userinfo": {"sub": "1", "email": "Ana@example.com", "email_verified": True}}).email
    'ana@example.com'
    """
    claims = {**(said.get("id_token") or {}), **(said.get("userinfo") or {})}
    proven = settings.OIDC_EMAIL_VERIFIED or claims.get("email_verified") in (True, "true")
    groups = claims.get(settings.OIDC_GROUPS_CLAIM) or []
    return ProviderIdentity(
        name=str(claims.get("preferred_username") or claims.get("name") or ""),
        email=str(claims.get("email") or "").strip().casefold() if proven else "",
        groups=frozenset(map(str, groups if isinstance(groups, list) else [groups])),
    )


def is_known_to_issuer(person: Any) -> bool:
    """Whether the provider of today has let somebody in."""
    rows = SocialAccount.objects.filter(user_id=person.pk, provider=PROVIDER)
    return bool(rows.filter(uid__startswith=f"{_mark()}:").exists())


def _mark() -> str:
    """Stands for the issuer that is asked, and whose tokens alone are taken."""
    return hashlib.sha256(settings.OIDC_ISSUER.encode()).hexdigest()[:16]


def _find_unmarked(account: SocialAccount) -> Any | None:
    """Whom versions before this one knew by the subject alone, where the same issuer had said it."""
    subject = account.uid.partition(":")[2]
    row = SocialAccount.objects.filter(provider=PROVIDER, uid=subject).select_related("user").first()
    if row is None:
        return None
    then, now = ((each.extra_data.get("id_token") or {}).get("iss") for each in (row, account))
    return row.user if now and then == now else None


def end_passwords(company: Tenant) -> int:
    """Logs members out wherever they did not come from the provider: passwords are taken no more."""

    def by_password(said: Mapping[str, Any]) -> bool:
        ways = said.get(AUTHENTICATION_METHODS_SESSION_KEY) or []
        return not any(each.get("method") == "socialaccount" for each in ways)

    return ending.of_members(company, by_password)


def follow(request: HttpRequest, token: str) -> None:
    """Remembers the invitation that the next sign-in of this browser answers."""
    request.session[FOLLOWED] = token


def _find_followed(request: HttpRequest) -> Invitation | None:
    token = request.session.pop(FOLLOWED, "")
    return invitations.find(token) if token else None
