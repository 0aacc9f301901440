"""Settings of signing in: second factors and single sign-on are allauth's.

Its pages and limits are not used (ADR 75).

Part of `config.settings`, which has read `.env` before.
"""

import environ

_env = environ.Env()

ACCOUNT_ADAPTER = "studio.accounts.adapters.AccountAdapter"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_RATE_LIMITS = False  # attempts are counted in the database (tenancy.attempts)
MFA_ADAPTER = "studio.accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "studio.accounts.codes.CodeForm",
    "reauthenticate": "studio.accounts.codes.CodeAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
# What a package encrypts inside JSON of its own, for rotate_field_keys: model, field, names in it.
ENCRYPTED_JSON = [("mfa.Authenticator", "data", ("secret", "seed"))]
MFA_TOTP_ISSUER = "Switchboard"
MFA_TOTP_TOLERANCE = 1  # periods of 30 seconds that a clock may be wrong by
MFA_RECOVERY_CODES_SHOW_ONCE = True
SOCIALACCOUNT_ADAPTER = "studio.accounts.single_sign_on.ProviderAdapter"
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5  # seconds
# Single sign-on: any OpenID Connect provider; its addresses are found below OIDC_ISSUER.
OIDC_ISSUER = _env.str("OIDC_ISSUER", "").rstrip("/")
OIDC_CLIENT_ID = _env.str("OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = _env.str("OIDC_CLIENT_SECRET", "")
OIDC_NAME = _env.str("OIDC_NAME", "SSO")  # on the button
OIDC_SCOPES = _env.list("OIDC_SCOPES", default=["openid", "profile", "email"])
OIDC_GROUPS_CLAIM = _env.str("OIDC_GROUPS_CLAIM", "groups")
# group=company:role, read by tenancy.group_roles.
OIDC_GROUP_ROLES = _env.list("OIDC_GROUP_ROLES", default=[])
# Whether the provider proves addresses and does not say so.
OIDC_EMAIL_VERIFIED = _env.bool("OIDC_EMAIL_VERIFIED", False)
OIDC_SESSION_HOURS = _env.float("OIDC_SESSION_HOURS", 12)  # after which the provider is asked again
