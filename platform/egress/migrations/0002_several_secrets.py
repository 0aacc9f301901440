"""A row may have several secrets: what waits holds them by their names."""

import json

from django.db import migrations

NAMES = {"agents.llmprofile": "api_key", "delivery.channel": "token"}  # all others: secret


def name_them(apps, schema_editor):
    for change in apps.get_model("egress", "AddressChange")._base_manager.exclude(secret=""):
        change.secret = json.dumps({NAMES.get(change.model, "secret"): change.secret})
        change.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [("egress", "0001_who_may_say_where_data_goes")]
    operations = [migrations.RunPython(name_them, migrations.RunPython.noop)]
