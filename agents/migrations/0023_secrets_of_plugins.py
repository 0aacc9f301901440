from django.db import migrations

import outbound.fields


class Migration(migrations.Migration):
    dependencies = [("agents", "0022_answers_that_are_held")]

    operations = [
        migrations.AddField(
            model_name="plugin",
            name="secret",
            field=outbound.fields.EncryptedField(
                blank=True, db_default="", default="", editable=False, verbose_name="secrets"
            ),
        ),
    ]
