import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("rollout", "0001_initial"),
        ("rollout", "0002_tier_switch"),
        ("rollout", "0003_backend_switch"),
        ("rollout", "0004_domain_switch"),
        ("rollout", "0005_example_names"),
    ]

    initial = True

    dependencies = [
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="Flag",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default="multi_agent",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="flag",
                    ),
                ),
                (
                    "percentage",
                    models.DecimalField(
                        decimal_places=2,
                        default=Decimal("100"),
                        help_text="How many users get the team of specialists, for example 12.5. The same users stay in.",
                        max_digits=5,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="percentage",
                    ),
                ),
                (
                    "off_variant",
                    models.CharField(
                        default="single",
                        help_text="What users outside get. For example single: the one specialist.",
                        max_length=16,
                        verbose_name="mode outside the rollout",
                    ),
                ),
                (
                    "on_variant",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="What users inside get. For example as the profile says.",
                        max_length=16,
                        verbose_name="mode inside the rollout",
                    ),
                ),
                (
                    "salt",
                    models.CharField(
                        default="multi_agent:1",
                        help_text="Another salt draws other users for the same percentage, for example multi_agent:2.",
                        max_length=64,
                        verbose_name="salt",
                    ),
                ),
                (
                    "agent_ids",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One profile a line; empty: every profile. For example orders_team.",
                        verbose_name="only for profiles",
                    ),
                ),
                (
                    "killed",
                    models.BooleanField(
                        default=False,
                        help_text="Everybody is outside at once, but overrides. For example when answers go wrong.",
                        verbose_name="switched off",
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
            ],
            options={
                "verbose_name": "rollout flag",
                "verbose_name_plural": "rollout flags",
                "ordering": ("tenant", "key"),
                "permissions": [("change_rollout", "Can change the rollout")],
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "key"), name="flag_key"),
                    models.CheckConstraint(
                        condition=models.Q(("percentage__gte", 0), ("percentage__lte", 100)),
                        name="flag_percentage",
                    ),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="FlagChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("subject", models.CharField(max_length=340, verbose_name="what")),
                ("old", models.CharField(blank=True, default="", max_length=400, verbose_name="before")),
                ("new", models.CharField(blank=True, default="", max_length=400, verbose_name="after")),
                ("who", models.CharField(blank=True, default="", max_length=150, verbose_name="who")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="when")),
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
                "verbose_name": "rollout change",
                "verbose_name_plural": "rollout changes",
                "ordering": ("-at", "-id"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [models.Index(fields=["tenant", "-at"], name="flag_change_recent")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="KillSwitch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("tool", "tool"),
                            ("server", "MCP server"),
                            ("model", "model"),
                            ("intent", "intent"),
                            ("backend", "backend"),
                            ("domain", "domain"),
                            ("tier", "decision tier"),
                            ("input_rail", "check of what comes in"),
                            ("output_rail", "check of what goes out"),
                            ("judge", "judge"),
                            ("flag", "rollout flag"),
                        ],
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        default="*",
                        help_text="* for all of the kind, or one name, for example look_up.",
                        max_length=128,
                        verbose_name="name",
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        blank=True, help_text="Shown to colleagues.", max_length=300, verbose_name="reason"
                    ),
                ),
                (
                    "since",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="since"
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
            ],
            options={
                "verbose_name": "kill switch",
                "verbose_name_plural": "kill switches",
                "ordering": ("kind", "name"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "kind", "name"), name="kill_switch")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="FlagOverride",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "subject",
                    models.CharField(
                        help_text="A user_id, for example u-1001.", max_length=260, verbose_name="user"
                    ),
                ),
                ("value", models.BooleanField(default=True, verbose_name="inside")),
                (
                    "flag",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="overrides",
                        to="rollout.flag",
                        verbose_name="flag",
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
            ],
            options={
                "verbose_name": "override",
                "verbose_name_plural": "overrides",
                "ordering": ("flag", "subject"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("flag", "subject"), name="override_subject")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
