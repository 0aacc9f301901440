from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_refuse_changes_on_postgresql")]
    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="action",
            field=models.CharField(
                choices=[
                    ("add", "added"),
                    ("change", "changed"),
                    ("delete", "deleted"),
                    ("read", "read"),
                    ("export", "exported"),
                    ("erase", "erased"),
                    ("import", "imported"),
                    ("publish", "published"),
                    ("restore", "restored"),
                    ("call", "called"),
                ],
                editable=False,
                max_length=12,
                verbose_name="what was done",
            ),
        ),
    ]
