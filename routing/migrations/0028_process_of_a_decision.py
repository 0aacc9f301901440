from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("routing", "0027_intent_tools_that_are_assumed")]
    operations = [
        migrations.AddField(
            model_name="gatewaydecision",
            name="process",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
    ]
