import conversations.models
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("work", "0001_initial"), ("work", "0002_teams_branches")]

    initial = True

    dependencies = [
        ("conversations", "0001_squashed_0007"),
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=conversations.models.new_id,
                        editable=False,
                        max_length=36,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("kind", models.CharField(max_length=64, verbose_name="kind")),
                ("payload", models.JSONField(default=dict, editable=False)),
                (
                    "author",
                    models.CharField(blank=True, default="", max_length=150, verbose_name="started by"),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="queued",
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0, verbose_name="progress (%)")),
                ("note", models.CharField(blank=True, default="", max_length=200, verbose_name="doing")),
                ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
                ("error", models.CharField(blank=True, default="", max_length=400, verbose_name="error")),
                ("cancel_requested", models.BooleanField(default=False, editable=False)),
                ("attempt", models.PositiveSmallIntegerField(default=0, verbose_name="attempt")),
                ("alive_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="asked for"),
                ),
                ("started_at", models.DateTimeField(null=True, verbose_name="started")),
                ("finished_at", models.DateTimeField(null=True, verbose_name="finished")),
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
                "verbose_name": "job",
                "verbose_name_plural": "running work",
                "ordering": ("-created_at",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=["alive_at"],
                        name="job_alive",
                    ),
                    models.Index(fields=["tenant", "-created_at"], name="job_recent"),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Branch",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=conversations.models.new_id,
                        editable=False,
                        max_length=36,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("attempt", models.PositiveSmallIntegerField()),
                ("step", models.CharField(max_length=128)),
                ("kind", models.CharField(max_length=64)),
                ("payload", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("late", "late"),
                            ("cancelled", "cancelled"),
                        ],
                        default="queued",
                        max_length=12,
                    ),
                ),
                ("sent", models.PositiveSmallIntegerField(default=1)),
                ("run", models.CharField(blank=True, default="", max_length=36)),
                ("process", models.CharField(max_length=64)),
                ("worker", models.CharField(blank=True, default="", max_length=64)),
                ("result", models.JSONField(null=True)),
                ("error", models.CharField(blank=True, default="", max_length=400)),
                ("ms", models.FloatField(default=0)),
                ("deadline", models.DateTimeField()),
                ("alive_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "tenant",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="conversations.turn"
                    ),
                ),
            ],
            options={
                "verbose_name": "branch",
                "verbose_name_plural": "branches",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)),
                        fields=["deadline"],
                        name="branch_unread",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "step", "attempt"), name="branch_once")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
