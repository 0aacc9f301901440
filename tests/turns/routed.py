"""What the record says of the newest turn of the demo's company."""

from conversations.models import Turn
from conversations.visits import visit


async def with_model() -> bool:
    """Whether a model was asked to route it."""
    return await visit(lambda: Turn.objects.of("tenant_a").latest("created_at").routed_with_model)
