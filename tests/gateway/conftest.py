"""A gateway with stand-ins behind it: the demo's backends, at addresses of this test."""

from collections.abc import Iterator

import pytest

from routing.gateway import operational
from routing.gateway.models import Backend
from tenancy.operational import touch
from tests.api.conftest import key, stranger, web
from tests.gateway.stand_in import StandIn
from tests.parts.visiting import visit_now

__all__ = ["key", "stranger", "web"]
NAMES = ("contas", "ofertas", "suporte", "cobranca")


@pytest.fixture
def backends(transactional_db: None, settings) -> Iterator[dict[str, StandIn]]:
    """The demo's four backends, each a stand-in, and this process a gateway in front of them."""
    settings.GATEWAY = True
    settings.MODEL = ""
    settings.BACKEND_TIMEOUT_SECONDS = 3
    _forget_circuits()
    stands = {name: StandIn(name).start() for name in NAMES}
    visit_now(lambda: place({name: stand.url for name, stand in stands.items()}))
    yield stands
    for stand in stands.values():
        stand.stop()
    _forget_circuits()


def _forget_circuits() -> None:
    operational._circuits.clear()
    operational._noted.clear()


def place(urls: dict[str, str], **more: object) -> None:
    """Gives backends of the demo's company their addresses, which act at once."""
    for name, url in urls.items():
        Backend.objects.of("tenant_a").filter(name=name).update(url=url, **more)
    touch("tenant_a")
