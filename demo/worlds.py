"""The demo's worlds by their tenant. `make run` loads the first; the second must be asked for."""

from demo import clinic, telecom_retail
from demo.shape import World

WORLDS: dict[str, World] = {world.tenant: world for world in (telecom_retail.WORLD, clinic.WORLD)}
DEFAULT = telecom_retail.WORLD.tenant
SERVERS = (  # that it needs, by name
    *(server.name for server in telecom_retail.WORLD.servers),
    *(domain.name for domain in telecom_retail.WORLD.domains),
)
