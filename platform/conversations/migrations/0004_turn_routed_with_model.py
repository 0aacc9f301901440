"""Whether a model was asked to route, from what the record has of it: the calls that the router and supervisors made."""

from django.db import migrations, models
from django.db.models import Exists, OuterRef


def from_the_record(apps, schema_editor):
    turns, steps = (apps.get_model("conversations", name) for name in ("Turn", "Step"))
    calls = steps._base_manager.filter(turn=OuterRef("pk"), kind="model", node="model", agent="")
    calls = calls.filter(detail__provider__isnull=False).exclude(detail__provider="offline")
    turns._base_manager.filter(Exists(calls)).update(routed_with_model=True)


class Migration(migrations.Migration):
    dependencies = [("conversations", "0003_figures")]

    operations = [
        migrations.AddField(
            "turn", "routed_with_model",
            models.BooleanField(default=False, editable=False, verbose_name="a model was asked to route"),
        ),
        migrations.RunPython(from_the_record, migrations.RunPython.noop),
        migrations.RemoveIndex("turn", "turn_figures"),
        migrations.AddIndex(
            "turn",
            models.Index(
                fields=[
                    "tenant", "created_at", "conversation", "method", "routed_with_model", "agent", "status",
                    "started_at", "finished_at",
                ],
                name="turn_figures",
            ),
        ),
    ]  # fmt: skip
