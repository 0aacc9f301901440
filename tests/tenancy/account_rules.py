"""Who gets what from the pages about one's own account. Joined to the tables of `rules` by the matrix test.

What changes how somebody signs in asks for a proof first, and what a login goes on with asks for its
beginning: `in` is here also the way to the page that asks. Tests of the pages say what lets in.
"""

from tests.tenancy.rules import ALL, NOBODY, Ask

OWN = (Ask(ALL),)
BEGINNING = (Ask(NOBODY, no="404", rival="404", stranger="404"),)  # there is no identity provider

ACCOUNT: dict[str, tuple[Ask, ...]] = {
    "admin:account": (Ask(ALL), Ask(ALL, "POST")),
    "mfa_index": (Ask(ALL, stranger="in"),),
    "account_login": (Ask(ALL, yes="login", rival="login"),),
    "mfa_authenticate": (Ask(ALL, yes="index", rival="index", stranger="in"),),
    "mfa_activate_totp": OWN,
    "mfa_deactivate_totp": (Ask(NOBODY, no="404", rival="404"),),
    "mfa_add_webauthn": OWN,
    "mfa_remove_webauthn": (Ask(ALL, args={"pk": 1}),),
    "mfa_view_recovery_codes": (Ask(NOBODY, no="404", rival="404"),),
    "mfa_generate_recovery_codes": OWN,
    "account_reauthenticate": OWN,
    "mfa_reauthenticate": OWN,
    "mfa_reauthenticate_webauthn": OWN,
    "single_sign_on": BEGINNING,
    "openid_connect_callback": BEGINNING,
}
