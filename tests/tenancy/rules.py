"""Who gets what from every page of people who are logged in; a route without a rule fails the matrix test.

An outcome is `in`, `login` (sent to the login page), `index` (sent to the Studio's first page, which is how
the admin says that it has no such row), or a status: `401`, `403`, `404`, `405`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

ROLES = ("viewer", "editor", "publisher", "operator", "analyst", "admin")
ALL = frozenset(ROLES)
EDIT = frozenset({"editor", "publisher", "admin"})
ADDRESSES = EDIT | {"operator"}  # models and servers: addresses and keys act at once
PUBLISH = frozenset({"publisher", "admin"})
OPERATE = frozenset({"operator", "admin"})
WORK = ADDRESSES
RECORD = frozenset({"analyst", "admin"})
FIGURES = frozenset({"analyst", "operator", "admin"})
CORRECT = EDIT | RECORD
ADMIN = frozenset({"admin"})
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Ask:
    """One request to a page: who gets `yes`, what other people of the company get, and strangers, and
    the administrator of another company."""

    may: frozenset[str]
    method: str = "GET"
    args: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    yes: str = "in"
    no: str = "403"
    rival: str = "in"
    stranger: str = "login"
    special: dict[str, str] = field(default_factory=dict)

    def expected(self, caller: str) -> str:
        if caller in self.special:
            return self.special[caller]
        if caller == "rival":
            return self.rival
        if caller not in ROLES:
            return self.stranger
        return self.yes if caller in self.may else self.no


def rows(
    model: str,
    view: frozenset[str],
    change: frozenset[str] = NOBODY,
    add: frozenset[str] = NOBODY,
    delete: frozenset[str] = NOBODY,
    *,
    versions: bool = False,
    rival_views: str = "in",
    rival_adds: str = "",
    buttons: Iterable[tuple[str, frozenset[str], dict[str, Any]]] = (),
) -> dict[str, tuple[Ask, ...]]:
    """The admin's routes of one model. Another company's administrator never finds the row."""
    row = {"object_id": model}
    rival_adds = rival_adds or ("in" if add else "403")
    made = {
        f"admin:{model}_changelist": (Ask(view, rival=rival_views),),
        f"admin:{model}_add": (Ask(add, rival=rival_adds), Ask(add, "POST", rival=rival_adds)),
        f"admin:{model}_change": (
            Ask(view, args=row, rival="index"),
            Ask(change, "POST", row, rival="index" if change else "403"),
        ),
        f"admin:{model}_delete": (
            Ask(delete, args=row, rival="index" if delete else "403"),
            Ask(delete, "POST", row, rival="index" if delete else "403"),
        ),
        f"admin:{model}_history": (Ask(view, args=row, rival="index"),),
        # Only a redirect to the row's page, which asks again.
        f"admin/{model.replace('_', '/', 1)}/<path:object_id>/": (Ask(ALL, args=row),),
    }
    if versions:
        args = {"row": model, "version": model}
        made[f"admin:{model}_simple_history"] = (
            Ask(view, args=args, rival="403"),
            Ask(change - {"operator"}, "POST", args, rival="403"),  # words come back with what acts at once
        )
        made[f"admin:{model}_history"] = (Ask(view, args=row, rival="404"),)
    for name, may, args in buttons:
        made[f"admin:{model}_{name}"] = (
            Ask(may, "POST", row | args, rival="404"),
            Ask(NOBODY, "GET", row | args, no="405", rival="405"),
        )
    return made


def authored(model: str, **more: Any) -> dict[str, tuple[Ask, ...]]:
    return rows(model, ALL, more.pop("change", EDIT), EDIT, EDIT, versions=True, **more)


# What keys and end users' tokens get from pages of figures: a key of another company sees its own.
PROGRAMS = {"foreign_key": "in", "other_user": "403"}

ASK_IT = [("ask_test_connection", ADDRESSES, {})]
PAGES: dict[str, tuple[Ask, ...]] = {
    **authored(
        "agents_collection", buttons=[(n, EDIT, {}) for n in ("upload", "web", "questions", "evaluate")]
    ),
    **rows("agents_document", ALL, delete=EDIT, buttons=[("again", EDIT, {})]),
    "admin:documents": (Ask(ALL),),
    **authored("agents_guardrail"),
    **authored("agents_judge"),
    **authored("agents_plugin"),
    **authored("agents_llmprofile", change=ADDRESSES, buttons=ASK_IT),
    **authored(
        "agents_mcpserver",
        change=ADDRESSES,
        buttons=[
            *ASK_IT,
            ("ask_discover_tools", ADDRESSES, {}),
            ("signin", OPERATE, {}),
            ("signout", OPERATE, {}),
        ],
    ),
    "admin:server_sign_in": (Ask(OPERATE),),
    **authored("agents_mcptool"),
    **authored("agents_promptpolicy"),
    **authored("agents_slot"),
    **authored("agents_specialist"),
    **authored("routing_agentprofile"),
    **authored("routing_backend", change=ADDRESSES, buttons=ASK_IT),
    **authored(
        "routing_domain",
        change=ADDRESSES,
        buttons=[("ask_fetch_manifest", ADDRESSES, {}), ("approve", EDIT, {})],
    ),
    **rows("routing_goal", ALL, EDIT, delete=EDIT, versions=True),
    **rows("routing_capability", ALL, EDIT, delete=EDIT, versions=True),
    "admin:manifest": (Ask(ALL), Ask(ALL, "POST")),
    **rows("routing_gatewaysession", FIGURES),
    **rows("routing_gatewaydecision", FIGURES),
    **authored("routing_intent"),
    **rows("routing_cachedanswer", CORRECT, delete=CORRECT),
    "admin:propose_examples": (
        Ask(EDIT, args={"intent": "routing_intent"}, rival="404"),
        Ask(EDIT, "POST", {"intent": "routing_intent"}, {"add": "1"}, rival="404"),
    ),
    **authored("routing_statepolicy"),
    **authored("routing_businesskey"),
    # What people wrote is for those who may read it; all of these may also say where it belongs.
    **rows("routing_routingcase", CORRECT, CORRECT, CORRECT, CORRECT, versions=True),
    "admin:correct": (
        Ask(CORRECT, args={"turn": "conversations_turn"}, rival="404"),
        Ask(CORRECT, "POST", {"turn": "conversations_turn"}, {"intent": "-"}, rival="404"),
    ),
    **rows("conversations_conversation", RECORD),
    **rows("conversations_message", RECORD),
    **rows("conversations_turn", RECORD),
    **rows("conversations_userfact", RECORD, change=ADMIN, add=ADMIN, delete=ADMIN),
    **rows("handoffs_agenthandoff", RECORD),
    **rows("releases_release", ALL),
    **rows("rollout_flag", OPERATE, OPERATE, OPERATE, buttons=[("undo", OPERATE, {})]),
    **rows("rollout_flagchange", OPERATE),
    **{k: v for each in ("limit", "price") for k, v in rows(f"budgets_{each}", *[OPERATE] * 4).items()},
    **rows("egress_addresschange", OPERATE, buttons=[("agree", OPERATE, {}), ("refuse", OPERATE, {})]),
    **rows("tenancy_apikey", OPERATE, OPERATE, OPERATE),
    **rows(
        "delivery_channel",
        OPERATE,
        OPERATE,
        OPERATE,
        OPERATE,
        buttons=[("ask_send_test", OPERATE, {}), ("ask_new_secret", OPERATE, {})],
    ),
    **rows("delivery_delivery", OPERATE, buttons=[("again", OPERATE, {})]),
    **rows("tenancy_membership", ADMIN, ADMIN, NOBODY, ADMIN),
    "admin:tenancy_membership_invite": (Ask(ADMIN),),
    **rows("tenancy_groupmapping", ADMIN, delete=ADMIN, rival_adds="403"),  # written by who operates several
    **rows("tenancy_invitation", ADMIN, ADMIN, ADMIN),
    "admin:audit": (Ask(ADMIN), Ask(ADMIN, "POST")),
    "admin:symptoms": (Ask(OPERATE),),
    "admin:retention": (Ask(ADMIN), Ask(ADMIN, "POST", data={"texts": "90"})),
    "admin:people": (Ask(ADMIN), Ask(ADMIN, "POST", data={"user_id": "u1"})),
    **rows("privacy_erasure", ADMIN),
    "admin:sessions": (Ask(OPERATE), Ask(OPERATE, "POST", data={"user_id": "u1"})),
    **rows("tenancy_tenant", ALL, ADMIN),
    **rows("work_job", WORK, buttons=[("cancel", OPERATE, {})]),
    "admin:index": (Ask(ALL),),
    "admin:app_list": (
        Ask(ALL, args={"app_label": "routing"}),
        Ask(RECORD, args={"app_label": "conversations"}, no="404"),
    ),
    "admin:search": (Ask(ALL),),
    "admin:test": (Ask(ALL),),
    "admin:evaluate": (Ask(ALL), Ask(ALL, "POST")),
    "admin:modes": (Ask(ALL),),
    "admin:adopt": (Ask(EDIT, "POST", yes="index", rival="index"), Ask(NOBODY, "GET", no="405", rival="405")),
    "admin:effect": (Ask(ALL, "POST"), Ask(NOBODY, "GET", no="405", rival="405")),
    "admin:begin": (Ask(EDIT), Ask(EDIT, "POST")),
    "admin:configuration": (Ask(EDIT), Ask(EDIT, "POST"), Ask(EDIT, "POST", data={"export": "1"})),
    "admin:publish": (Ask(ALL), Ask(PUBLISH, "POST")),
    # Before a first release, which who may publish has just made, there is nothing to undo. Who may undo a
    # change: `tests/studio/test_undoing.py`.
    "admin:undo": (Ask(PUBLISH, no="404"), Ask(PUBLISH, "POST", no="404")),
    "admin:restore": (
        Ask(PUBLISH, "POST", {"number": 1}),
        Ask(PUBLISH, "GET", {"number": 1}),
    ),
    "admin:operations": (Ask(OPERATE), Ask(OPERATE, "POST", data={"kind": "tool", "name": "*", "off": "1"})),
    "admin:company": (
        Ask(ALL, "POST", data={"company": "acme"}, yes="index", rival="403"),
        Ask(NOBODY, "GET", no="405", rival="405"),
    ),
    "admin:autocomplete": (
        Ask(ALL, data={"app_label": "routing", "model_name": "intent", "field_name": "specialist"}),
        Ask(RECORD, data={"app_label": "conversations", "model_name": "turn", "field_name": "conversation"}),
    ),
    "admin:jsi18n": (Ask(ALL),),
    "admin:password_change": (Ask(ALL),),
    "admin:password_change_done": (Ask(ALL),),
    # A secret of the installation opens it where there is one: nobody's key, token or cookie.
    "metrics": (Ask(NOBODY, no="404", rival="404", stranger="404"),),
    # No row has an address outside the Studio.
    "admin:view_on_site": (Ask(NOBODY, args={"content_type_id": 1, "object_id": 1}, no="404", rival="404"),),
    "admin/(?P<url>.*)$": (Ask(NOBODY, args={"url": "nothing/here/"}, no="404", rival="404"),),
    "admin:login": (Ask(ALL, yes="index", rival="index", stranger="in"),),
    "admin:logout": (Ask(ALL, "POST", stranger="index"),),
    # For strangers a page that says where to log in; a test of the page sees that it holds no token.
    "chat": (Ask(ALL, stranger="in"),),
    "set_language": (Ask(ALL, "POST", data={"language": "en"}, stranger="in"),),
    # No word of any company stands in it: any key reads it.
    "schema": (Ask(ALL, stranger="401", special={"foreign_key": "in", "other_user": "in"}),),
    "docs": (Ask(ALL),),
    # For who cannot log in, and who has a link; what a link lets in is what tests of the pages ask.
    "admin_password_reset": (Ask(ALL, stranger="in"), Ask(ALL, "POST", stranger="in")),
    "password_reset_done": (Ask(ALL, stranger="in"),),
    "password_reset_confirm": (Ask(ALL, args={"uidb64": "MQ", "token": "x"}, stranger="in"),),
    "password_reset_complete": (Ask(ALL, stranger="in"),),
    "invitation": (
        Ask(NOBODY, args={"token": "x"}, no="410", rival="410", stranger="410"),
        Ask(NOBODY, "POST", {"token": "x"}, no="410", rival="410", stranger="410"),
    ),
    # Keys and tokens work here too: another company's key sees its own figures.
    "analytics": (Ask(FIGURES, special=PROGRAMS),),
    "analytics-csv": (Ask(FIGURES, args={"table": "tools"}, special=PROGRAMS),),
    "analytics-list": (Ask(RECORD, special=PROGRAMS),),
    "analytics-list-csv": (Ask(RECORD, special=PROGRAMS),),
    "analytics-conversation": (
        Ask(
            RECORD,
            args={"object_id": "conversations_conversation"},
            rival="404",
            special=PROGRAMS | {"foreign_key": "404"},
        ),
    ),
    "analytics-person": (
        Ask(
            RECORD,
            "POST",
            {"object_id": "conversations_conversation"},
            rival="404",
            special=PROGRAMS | {"foreign_key": "403"},
        ),
        Ask(
            NOBODY,
            "GET",
            {"object_id": "conversations_conversation"},
            no="405",
            rival="405",
            special=dict.fromkeys(PROGRAMS, "405"),
            stranger="405",
        ),
    ),
    "analytics-plan": (
        Ask(
            RECORD,
            args={"turn_id": "conversations_turn"},
            rival="404",
            special=PROGRAMS | {"foreign_key": "404"},
        ),
    ),
}
