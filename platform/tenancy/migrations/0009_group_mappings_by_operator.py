from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_what_acts(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where several companies are, only a superuser could write what acts today."""
    if apps.get_model("tenancy", "Tenant").objects.count() > 1:
        apps.get_model("tenancy", "GroupMapping")._base_manager.update(by_operator=True)


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0008_group_mappings")]

    operations = [
        migrations.AddField(
            model_name="groupmapping",
            name="by_operator",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunPython(keep_what_acts, migrations.RunPython.noop),
    ]
