"""What each role may do, as data.

A role is a list of permission patterns (`app.codename`, `*` matches anything) and the scopes that a page
opened by such a person may use at the doors. People get a role in a company by a `Membership` row.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AUTHORED = ("agents", "routing")
VIEW = (*(f"{app}.view_*" for app in AUTHORED), "releases.view_*", "tenancy.view_tenant")
EDIT = (
    *(f"{app}.{verb}_*" for app in AUTHORED for verb in ("add", "change", "delete")),
    "work.view_job",  # the long work that an editor starts, such as asking a server for its tools
    "conversations.read_texts",  # what people wrote, masked and without who: authors must see its effect
)
RECORD = (
    "conversations.view_*",
    "conversations.read_texts",
    "conversations.release_person",
    "handoffs.view_*",
    "analytics.view_*",
)
# Who reads that something went wrong may say where a message belongs, and throw a kept answer away.
CORRECT = ("routing.*_routingcase", "routing.delete_cachedanswer")
OPERATE = (
    "rollout.*",
    "budgets.*",  # prices and limits act at once
    "work.*",
    "tenancy.*_apikey",
    "delivery.*",  # channels act at once; what was said through them stays out of their pages
    "agents.change_mcpserver",  # addresses and secrets act at once
    "agents.change_llmprofile",
    "routing.change_backend",
    "routing.change_domain",
    "egress.*",  # where data goes, and who agrees to it
    "analytics.view_figures",  # figures, not the conversations behind them
)


@dataclass(frozen=True, slots=True)
class Role:
    """`permissions` are patterns over `app.codename`; `scopes` what its pages may do at the doors."""

    title: str | Promise
    permissions: tuple[str, ...]
    scopes: frozenset[str]

    def allows(self, permission: str) -> bool:
        """Whether the role has `app.codename`."""
        return any(fnmatchcase(permission, pattern) for pattern in self.permissions)

    def opens(self, app_label: str) -> bool:
        """Whether the role has any permission in the app."""
        return any(fnmatchcase(app_label, pattern.split(".")[0]) for pattern in self.permissions)


def _scopes(*names: str) -> frozenset[str]:
    return frozenset({"chat", *names})


ROLES: dict[str, Role] = {
    "viewer": Role(_("viewer"), VIEW, _scopes()),
    "editor": Role(_("editor"), VIEW + EDIT, _scopes("debug")),
    "publisher": Role(_("publisher"), (*VIEW, *EDIT, "releases.publish_release"), _scopes("debug")),
    "operator": Role(
        _("operator"),
        VIEW + OPERATE,
        # Neither `sessions` nor `debug`: a key with one of them reads what people wrote, or calls a tool.
        _scopes("chat:multi_agent", "analytics:read", "rollout:write", "addresses:write"),
    ),
    "analyst": Role(_("analyst"), VIEW + RECORD + CORRECT, _scopes("analytics:read")),
    "admin": Role(
        _("administrator"),
        (
            *VIEW, *EDIT, *OPERATE, *RECORD, "releases.*",
            "tenancy.change_tenant", "tenancy.*_membership", "tenancy.*_invitation", "tenancy.*_groupmapping",
            "handoffs.*", "conversations.*", "privacy.*", "audit.view_*",
        ),
        _scopes(
            "chat:multi_agent", "context:trusted", "sessions", "session:create", "debug",
            "analytics:read", "rollout:write", "config:write", "addresses:write", "publish", "privacy",
            "audit:read",
        ),
    ),
}  # fmt: skip
ROLE_CHOICES = [(name, role.title) for name, role in ROLES.items()]


@dataclass(frozen=True, slots=True)
class GroupRole:
    """Whoever is in `group` has `role` in the company `tenant`.

    >>> GroupRole.read("acme-staff=acme:viewer")
    GroupRole(group='acme-staff', tenant='acme', role='viewer')
    """

    group: str
    tenant: str
    role: str

    @classmethod
    def read(cls, text: str) -> "GroupRole":
        """Reads `group=company:role`; a group may itself hold `=` and `:`.

        :raises ValueError: it is not of that form, or names no role.
        """
        group, _, rest = text.strip().rpartition("=")
        tenant, _, role = rest.partition(":")
        if not group or not tenant or role not in ROLES:
            raise ValueError(text)
        return cls(group, tenant, role)
