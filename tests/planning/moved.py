"""The demo's domains answered by a test's own server instead."""

from collections.abc import Callable
from typing import Any

from routing.planning.models import Domain
from tenancy.models import Tenant
from tenancy.operational import touch
from tests.parts.visiting import visit_now


def move(url: str, *names: str, tenant: str = "tenant_a") -> None:
    """From now on these domains of the demo are at `url`: an address acts at once."""

    def write() -> None:
        Domain.unscoped.filter(tenant_id=tenant, name__in=names).update(url=url)
        touch(Tenant.objects.get(pk=tenant))

    visit_now(write)


Body = dict[str, Any]


def quotes(
    prices: dict[str, float], meanwhile: Callable[[], Any] = lambda: None
) -> dict[str, Callable[[Body], Any]]:
    """A finance domain that knows these prices and nothing else; `meanwhile` is done before each is said."""

    def search(body: Body) -> Any:
        text = body["parameters"]["query"].upper()
        found = [{"symbol": symbol, "name": symbol} for symbol in prices if symbol.startswith(text)]
        return {"status": "success", "result": {"candidates": found}}

    def price(body: Body) -> Any:
        meanwhile()
        symbol = body["parameters"]["symbol"]
        said = f"{symbol} custa {prices[symbol]}"
        return {
            "status": "success",
            "result": {"symbol": symbol, "price": prices[symbol]},
            "explanation": said,
        }

    def send(body: Body) -> Any:
        return {"status": "success", "result": {"sent": True}, "explanation": "Enviado."}

    return {"search_symbol": search, "get_stock_price": price, "send_telegram_message": send}
