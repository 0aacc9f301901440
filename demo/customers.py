"""The demo's customers, as the chat page offers them: what a front end that knows them would send."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Customer:
    """Someone to be while trying the demo; `context` goes out with every message."""

    name: str
    user_id: str
    context: Mapping[str, str] = field(default_factory=dict)


CUSTOMERS = (
    Customer(
        "Ana Souza", "ana",
        {"msisdn": "5511999999999", "invoice_id": "INV001", "order_id": "P100", "customer_id": "C001"},
    ),
    Customer(
        "Bruno Lima", "bruno",
        {
            "msisdn": "11999999999", "invoice_id": "INV-CERT-001", "order_id": "PED-CERT-001",
            "customer_id": "CLIENTE-CERT",
        },
    ),
    Customer("Carla Dias", "carla", {"msisdn": "3000131180", "order_id": "PED-1001", "customer_id": "C1001"}),
)  # fmt: skip
