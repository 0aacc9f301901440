"""The kinds of files, in the order in which they are read: what is named before what names it."""

from studio.files.kinds import manifests
from studio.files.kinds.access import Access
from studio.files.kinds.backends import BackendFiles
from studio.files.kinds.base import Kind
from studio.files.kinds.budgets import Budgets
from studio.files.kinds.channels import Channels
from studio.files.kinds.collections import Collections
from studio.files.kinds.domains import Domains
from studio.files.kinds.identity import Identities
from studio.files.kinds.judges import Judges
from studio.files.kinds.mapping import Mappings
from studio.files.kinds.models import ModelFiles
from studio.files.kinds.plugins import Plugins
from studio.files.kinds.policies import FOLDER, Policies
from studio.files.kinds.profiles import Profiles
from studio.files.kinds.rails import Rails
from studio.files.kinds.rollout import Rollout
from studio.files.kinds.routing import Routing
from studio.files.kinds.servers import ServerFiles
from studio.files.kinds.slots import Slots
from studio.files.kinds.specialists import Specialists
from studio.files.kinds.tools import ToolFiles

KINDS: tuple[Kind, ...] = (
    Identities(), Slots(), ModelFiles(), Policies(), Rails(), Judges(), Plugins(), ServerFiles(),
    ToolFiles(), Mappings(), Specialists(), Collections(), Routing(), Profiles(), BackendFiles(),
    manifests.Manifests(), Domains(), Rollout(), Budgets(), Channels(),
    Access(),
)  # fmt: skip
DOCKER = "mcp_servers.docker.yaml"


def kind_of(path: str, named_by: str = "") -> Kind | None:
    """Which kind a file is: the one that a profile calls it, else what its name or folder says."""
    name = path.rsplit("/", 1)[-1]
    if not name.endswith(".json"):
        name = name.removesuffix(".yml").removesuffix(".yaml") + ".yaml"
    if name == DOCKER:
        name = ServerFiles.name
    if f"/{path}".split("/")[-2] == FOLDER:
        name = Policies.name
    if f"/{path}".split("/")[-2] == manifests.FOLDER:
        name = manifests.Manifests.name
    for kind in KINDS:
        if (named_by and kind.named_by == named_by) or (not named_by and kind.name == name):
            return kind
    return kind_of(path) if named_by else None
