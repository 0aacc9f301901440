"""What conversations count as handoffs is what figures count: sub-conversations are counted by themselves."""

from typing import Any

from django.db import migrations
from django.db.models import Count, Q


def count_again(apps: Any, schema_editor: Any) -> None:
    """Conversations in which somebody was called in, a thousand at a time."""
    Conversation = apps.get_model("conversations", "Conversation")
    handoff = Q(handoffs__kind="agent_to_agent", handoffs__blocked=False)
    found = Conversation._base_manager.filter(handoffs__kind="delegation").annotate(
        counted=Count("handoffs", filter=handoff, distinct=True)
    )
    rows = list(found.only("pk", "handoff_count"))
    for row in rows:
        row.handoff_count = row.counted
    Conversation._base_manager.bulk_update(rows, ["handoff_count"], batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [
        ("handoffs", "0003_delegation_ends"),
        ("conversations", "0003_figures"),
    ]
    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
