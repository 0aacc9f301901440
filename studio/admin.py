"""Found by Django's autodiscovery: registers every page of the Studio on its own site."""

from collections.abc import Mapping

from studio import (
    asking,
    auditing,
    beginning,
    company,
    configuring,
    correcting,
    effect,
    evaluating,
    manifests,
    modes,
    operations,
    people,
    proposing,
    publishing,
    restoring,
    retaining,
    rows,
    server_sign_in,
    sessions,
    testing,
    undoing,
    unrouted_messages,
)
from studio.home import describe_home
from studio.site import Page, site
from studio.symptoms import page as symptoms

__all__ = ["rows", "site"]

PAGES: Mapping[str, Page] = {
    "begin/": (beginning.page, "begin"),
    "publish/": (publishing.page, "publish"),
    "publish/restore/<int:number>/": (restoring.page, "restore"),
    "publish/undo/": (undoing.page, "undo"),
    "modes/": (modes.page, "modes"),
    "manifest/": (manifests.page, "manifest"),
    "operations/": (operations.page, "operations"),
    "symptoms/": (symptoms.page, "symptoms"),
    "test/": (testing.page, "test"),
    "documents/": (asking.page, "documents"),
    "evaluate/": (evaluating.page, "evaluate"),
    "examples/<int:intent>/": (proposing.page, "propose_examples"),
    "adopt/": (unrouted_messages.page, "adopt"),
    "correct/<uuid:turn>/": (correcting.page, "correct"),
    "effect/": (effect.page, "effect"),
    "company/": (company.page, "company"),
    "sessions/": (sessions.page, "sessions"),
    "retention/": (retaining.page, "retention"),
    "account/": (sessions.security_page, "account"),
    "people/": (people.page, "people"),
    "audit/": (auditing.page, "audit"),
    "configuration/": (configuring.page, "configuration"),
    "sign-in/": (server_sign_in.back, "server_sign_in"),
}
site.pages, site.home = PAGES, describe_home
