"""Addresses and tokens of backends: read with their tenant's counter, acting at once."""

from collections.abc import Mapping

from egress import places
from egress.places import Destination
from outbound.addresses import resolve_row_url
from outbound.errors import UnknownVariable
from releases import operational
from routing.gateway.models import Backend
from routing.gateway.specs import BackendAddress

Addresses = Mapping[str, BackendAddress]
FIELDS = (
    "name", "url", "secret", "message_path", "sse_message_path", "events_path_template", "health_path",
)  # fmt: skip


def load(tenant_slug: str) -> Addresses:
    """Every backend's address: one query. One that cannot be resolved says why and harms no other."""
    return {row.name: address_of(row) for row in Backend.objects.of(tenant_slug).only(*FIELDS)}


def address_of(row: Backend) -> BackendAddress:
    """Where a backend's row points now, with the variables of the environment filled in."""
    try:
        url, problem = resolve_row_url(row.url).rstrip("/"), ""
    except UnknownVariable as error:
        url, problem = "", str(error)
    return BackendAddress(
        url, str(row.secret), row.message_path, row.sse_message_path, row.events_path_template,
        row.health_path, problem,
    )  # fmt: skip


operational.register("gateway", load)
places.register(Destination(Backend, FIELDS[1:], lambda row: row.url, {"url": "", "secret": ""}))
