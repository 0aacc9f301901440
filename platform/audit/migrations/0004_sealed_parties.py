from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_called")]
    operations = [
        migrations.AddField(
            model_name="auditparty",
            name="salt",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="auditparty",
            name="seal",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=80),
        ),
    ]
