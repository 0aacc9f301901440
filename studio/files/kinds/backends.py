"""`backends.yaml`: the deployments behind the gateway, and which of them gets what matches none."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from studio.files.destinations import PATHS
from studio.files.entry import Entry, Facts, Flag, Named, Text, Whole, Words, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan


class BackendEntry(Entry):
    """A deployment behind the gateway: its address and its paths act at once."""

    ROW = ("gateway", "backends")
    NO_PLACE = ("api_key", "token", "auth_token", "timeout_seconds")
    url: Text = key("", "Its address.", "https://bills.example.com")
    message_path: Text = key("/gateway/message", "Where it takes messages.", "/gateway/message")
    sse_message_path: Text = key(
        "/gateway/message/sse", "Where it streams an answer.", "/gateway/message/sse"
    )
    events_path_template: Text = key(
        "/gateway/events/{session_id}", "Where it tells a session's events.", "/gateway/events/{session_id}"
    )
    health_path: Text = key("/health", "Where it says that it is well.", "/health")
    title: Text = key("", "How users read its name.", "Bills", alias="name")
    description: Text = key("", "What it is for.", "Invoices and payments.")
    domains: Words = key([], "The domains that it serves.", ["billing"])
    keywords: Words = key([], "Words that send a message there.", ["invoice"])
    examples: Words = key([], "Messages that belong there.", ["My invoice is too high"])
    priority: Whole = key(100, "The lowest number wins when several match alike.", 10)
    enabled: Flag = key(True, "Whether messages are sent there.", True)
    default_agent_id: Text = key(
        "", "The profile that is asked for there when a message names none.", "bills"
    )
    metadata: Facts = key({}, "Further facts, kept as they are.", {"owner": "billing team"})


class BackendsFile(Entry):
    """The deployments behind a gateway."""

    default_backend: Text = key("", "Which of them gets what matches none.", "bills")
    backends: Named[BackendEntry] = key(
        {}, "The backends by their names.", {"bills": {"url": "http://bills:8000"}}
    )


class BackendFiles:
    name = "backends.yaml"
    named_by = "backends_config_path"
    model = BackendsFile

    def read(self, root: BackendsFile, plan: Plan) -> None:
        for name, entry in root.backends.items():
            entry.take(plan.row(name, entry))
            said = {path: getattr(entry, path) for path in PATHS if entry.says(path)}
            plan.outside.place("backends", name).update(said)
        if root.says("default_backend"):
            default = root.default_backend
            if default:
                root.require_known("default_backend", default, plan.rows("gateway", "backends"), _("backend"))
            plan.content["gateway"]["default"] = default

    def write(self, plan: Plan) -> Iterator[Written]:
        rows, places = plan.rows("gateway", "backends"), plan.outside.places["backends"]
        backends = {name: BackendEntry.from_row(rows[name], **places[name]) for name in sorted(rows)}
        yield self.name, {"default_backend": plan.content["gateway"]["default"], "backends": backends}
