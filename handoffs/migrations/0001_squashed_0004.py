import conversations.models
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import handoffs.models
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("handoffs", "0001_initial"),
        ("handoffs", "0002_teams_handoffs"),
        ("handoffs", "0003_delegation_ends"),
        ("handoffs", "0004_counted"),
    ]

    initial = True

    dependencies = [
        ("conversations", "0001_squashed_0007"),
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="AgentHandoff",
            fields=[
                (
                    "handoff_id",
                    models.CharField(
                        default=conversations.models.new_id,
                        editable=False,
                        max_length=36,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("from_agent", models.CharField(max_length=64, verbose_name="from")),
                ("to_agent", models.CharField(max_length=64, verbose_name="to")),
                ("reason", models.TextField(blank=True, default="", verbose_name="reason")),
                (
                    "context_summary",
                    models.TextField(blank=True, default="", verbose_name="what was handed over"),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("agent_to_agent", "specialist to specialist"),
                            ("delegation", "delegation"),
                            ("delegation_end", "end of a delegation"),
                            ("agent_to_person", "to a person"),
                            ("person_to_agent", "back from a person"),
                            ("backend", "to another backend"),
                        ],
                        default="agent_to_agent",
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                (
                    "category",
                    models.CharField(blank=True, default="", max_length=40, verbose_name="category"),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("helped", "helped"),
                            ("came_back", "came back"),
                            ("stopped_by_guard", "stopped by the loop guard"),
                            ("out_of_scope", "out of scope"),
                            ("abandoned", "abandoned"),
                        ],
                        default="",
                        max_length=20,
                        verbose_name="outcome",
                    ),
                ),
                ("blocked", models.BooleanField(default=False, verbose_name="stopped")),
                ("timestamp", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="handoffs",
                        to="conversations.conversation",
                    ),
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
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="handoffs",
                        to="conversations.turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "handoff",
                "verbose_name_plural": "handoffs",
                "db_table": "agent_handoffs",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    handoffs.models.NamedIndex(
                        fields=["conversation"], name="idx_agent_handoffs_conversation"
                    ),
                    handoffs.models.NamedIndex(fields=["timestamp"], name="idx_agent_handoffs_timestamp"),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
