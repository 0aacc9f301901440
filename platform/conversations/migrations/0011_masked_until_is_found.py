"""The index is made while conversations are written: on PostgreSQL nobody waits for it, however many there are."""

from typing import Any

from django.db import migrations, models


class AddIndexBeside(migrations.AddIndex):
    """Concurrently where the database can; one that a run before left half made is made anew."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        at_once = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
        model = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.execute(
            f"DROP INDEX {'CONCURRENTLY ' if at_once else ''}IF EXISTS {schema_editor.quote_name(self.index.name)}"
        )
        schema_editor.add_index(model, self.index, **at_once)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("conversations", "0010_masked_until")]
    operations = [
        AddIndexBeside(
            model_name="conversation",
            index=models.Index(
                condition=models.Q(("masked_until__isnull", False)),
                fields=["masked_until"],
                name="conversation_masked",
            ),
        ),
    ]
