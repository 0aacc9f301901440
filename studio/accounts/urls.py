"""Where the pages about one's own account are.

The theme's login finds the first by its name; allauth finds its own by the names that begin with `mfa_`,
`account_` and `openid_`.
"""

from django.urls import path
from django.views.generic import RedirectView

from studio.accounts import again, pages, second_step, single_sign_on

urlpatterns = [
    path("account/password/", pages.Reset.as_view(), name="admin_password_reset"),
    path("account/password/sent/", pages.ResetSent.as_view(), name="password_reset_done"),
    path("account/password/<uidb64>/<token>/", pages.ResetConfirm.as_view(), name="password_reset_confirm"),
    path("account/password/changed/", pages.ResetComplete.as_view(), name="password_reset_complete"),
    path("account/invitation/<str:token>/", pages.Join.as_view(), name="invitation"),
    path("account/sso/", single_sign_on.begin, name="single_sign_on"),
    path("account/sso/back/", single_sign_on.end, {"provider_id": "sso"}, name="openid_connect_callback"),
    path("account/code/", second_step.Code.as_view(), name="mfa_authenticate"),
    path("account/app/", second_step.AddApp.as_view(), name="mfa_activate_totp"),
    path("account/app/remove/", second_step.RemoveApp.as_view(), name="mfa_deactivate_totp"),
    path("account/passkey/", second_step.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("account/passkey/<int:pk>/remove/", second_step.RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("account/recovery/", second_step.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path("account/recovery/new/", second_step.NewCodes.as_view(), name="mfa_generate_recovery_codes"),
    path("account/again/", again.ByPassword.as_view(), name="account_reauthenticate"),
    path("account/again/code/", again.ByCode.as_view(), name="mfa_reauthenticate"),
    path("account/again/passkey/", again.ByPasskey.as_view(), name="mfa_reauthenticate_webauthn"),
    path(
        "account/login/",
        RedirectView.as_view(pattern_name="admin:login", query_string=True),
        name="account_login",
    ),
    path("account/", RedirectView.as_view(pattern_name="admin:account"), name="mfa_index"),
]
