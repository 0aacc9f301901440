import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("releases", "0001_initial"), ("releases", "0002_parts")]

    initial = True

    dependencies = [
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="Release",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("content", models.JSONField(verbose_name="content")),
                ("note", models.CharField(blank=True, default="", max_length=400, verbose_name="note")),
                (
                    "author",
                    models.CharField(blank=True, default="", max_length=150, verbose_name="published by"),
                ),
                (
                    "published_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="published"),
                ),
                (
                    "restored_from",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="restored from"),
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
                "verbose_name": "release",
                "verbose_name_plural": "releases",
                "ordering": ("tenant", "-number"),
                "permissions": [("publish_release", "Can publish and roll back")],
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "number"), name="release_number")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="ReleasePart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, verbose_name="key")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made")),
                (
                    "kept_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="last published"),
                ),
                ("content", models.BinaryField(verbose_name="content")),
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
                "verbose_name": "part of a release",
                "verbose_name_plural": "parts of releases",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "key"), name="release_part_key")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
