import conversations.models
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("privacy", "0001_erasures"), ("privacy", "0002_retention")]

    initial = True

    dependencies = [
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=conversations.models.new_id,
                        editable=False,
                        max_length=36,
                        primary_key=True,
                        serialize=False,
                        verbose_name="receipt",
                    ),
                ),
                ("subject", models.CharField(db_index=True, editable=False, max_length=64)),
                (
                    "alias",
                    models.CharField(editable=False, max_length=40, verbose_name="stands in the record as"),
                ),
                (
                    "asked_by",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=150, verbose_name="asked by"
                    ),
                ),
                (
                    "asked_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="asked"
                    ),
                ),
                ("finished_at", models.DateTimeField(editable=False, null=True, verbose_name="finished")),
                ("job", models.CharField(blank=True, default="", editable=False, max_length=36)),
                ("counts", models.JSONField(default=dict, editable=False, verbose_name="what was touched")),
                (
                    "tenant",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "receipt of an erasure",
                "verbose_name_plural": "receipts of erasures",
                "ordering": ("-asked_at",),
                "permissions": [("export_person", "Can export what is kept of a person")],
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [models.Index(fields=["tenant", "-asked_at"], name="erasure_recent")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Retention",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32, verbose_name="kind")),
                ("days", models.PositiveIntegerField(blank=True, null=True, verbose_name="days")),
                ("reached", models.JSONField(default=dict, editable=False)),
                (
                    "cleared",
                    models.PositiveBigIntegerField(default=0, editable=False, verbose_name="emptied so far"),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "retention",
                "verbose_name_plural": "retention",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "kind"), name="retention_kind")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
