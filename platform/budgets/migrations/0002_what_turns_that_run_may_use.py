"""What is reserved for turns that run, and how many turns used a model: added to rows of before as nothing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("budgets", "0001_initial")]

    operations = [
        migrations.AddField(
            "spent", "paid", models.PositiveIntegerField(db_default=0, default=0, editable=False)
        ),
        migrations.AddField(
            "spent", "reserved_tokens", models.BigIntegerField(db_default=0, default=0, editable=False)
        ),
        migrations.AddField(
            "spent", "reserved_micros", models.BigIntegerField(db_default=0, default=0, editable=False)
        ),
    ]
