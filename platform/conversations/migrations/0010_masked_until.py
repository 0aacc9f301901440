from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0009_what_rails_made_of_a_turn")]
    operations = [
        migrations.AddField(
            model_name="conversation",
            name="masked_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
