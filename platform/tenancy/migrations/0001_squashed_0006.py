import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import language.spoken_languages
import tenancy.models
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("tenancy", "0001_initial"),
        ("tenancy", "0002_attempts"),
        ("tenancy", "0003_invitations_and_ended_sessions"),
        ("tenancy", "0004_languages_from_folders"),
        ("tenancy", "0005_api_key_made_by"),
        ("tenancy", "0006_example_names"),
    ]

    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.CreateModel(
            name="Tenant",
            fields=[
                (
                    "slug",
                    models.CharField(
                        max_length=64,
                        primary_key=True,
                        serialize=False,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="name",
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=120, verbose_name="title")),
                (
                    "default_agent_id",
                    models.CharField(
                        blank=True,
                        help_text="Answers when a request names no profile, for example customer_care.",
                        max_length=64,
                        verbose_name="default profile",
                    ),
                ),
                (
                    "default_language",
                    models.CharField(
                        choices=language.spoken_languages.choices,
                        default="pt",
                        max_length=5,
                        verbose_name="language",
                    ),
                ),
                (
                    "live_release",
                    models.PositiveIntegerField(editable=False, null=True, verbose_name="live release"),
                ),
                ("operational_version", models.PositiveBigIntegerField(default=0, editable=False)),
                ("token_epoch", models.PositiveIntegerField(default=0, editable=False)),
            ],
            options={
                "verbose_name": "company",
                "verbose_name_plural": "companies",
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("name", models.CharField(editable=False, max_length=32, primary_key=True, serialize=False)),
                ("earned_at", models.DateTimeField(db_index=True, editable=False)),
            ],
            options={
                "verbose_name": "attempt",
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="account",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("first_password", models.BooleanField(default=False)),
                ("ended_at", models.DateTimeField(editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Who uses it, for example: web shop.", max_length=80, verbose_name="name"
                    ),
                ),
                (
                    "prefix",
                    models.CharField(editable=False, max_length=8, unique=True, verbose_name="begins with"),
                ),
                ("digest", models.CharField(editable=False, max_length=64)),
                (
                    "scopes",
                    models.JSONField(
                        default=list,
                        help_text="The less the better. For example only “chat” for a web shop.",
                        validators=[tenancy.models.check_scopes],
                        verbose_name="may",
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="made"
                    ),
                ),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="valid until")),
                ("last_used", models.DateTimeField(editable=False, null=True, verbose_name="last used")),
                ("revoked_at", models.DateTimeField(editable=False, null=True, verbose_name="revoked")),
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
                    "sessions_ended_at",
                    models.DateTimeField(editable=False, null=True, verbose_name="its sessions ended"),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="made by",
                    ),
                ),
            ],
            options={
                "verbose_name": "API key",
                "verbose_name_plural": "API keys",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "viewer"),
                            ("editor", "editor"),
                            ("publisher", "publisher"),
                            ("operator", "operator"),
                            ("analyst", "analyst"),
                            ("admin", "administrator"),
                        ],
                        max_length=16,
                        verbose_name="role",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tenancy.tenant",
                        verbose_name="company",
                    ),
                ),
            ],
            options={
                "verbose_name": "member",
                "verbose_name_plural": "members",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "tenant"), name="one_role_a_company")
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "person",
                    models.CharField(
                        help_text="Whom you ask, as you call them. For example Ana Souza, sales.",
                        max_length=120,
                        verbose_name="for",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "viewer"),
                            ("editor", "editor"),
                            ("publisher", "publisher"),
                            ("operator", "operator"),
                            ("analyst", "analyst"),
                            ("admin", "administrator"),
                        ],
                        max_length=16,
                        verbose_name="role",
                    ),
                ),
                ("link_number", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="made"
                    ),
                ),
                ("expires_at", models.DateTimeField(editable=False, verbose_name="valid until")),
                ("accepted_at", models.DateTimeField(editable=False, null=True, verbose_name="accepted")),
                ("revoked_at", models.DateTimeField(editable=False, null=True, verbose_name="revoked")),
                (
                    "accepted_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="accepted by",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked by",
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
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ("-created_at",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="EndedUser",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("user_id", models.CharField(max_length=128, verbose_name="user")),
                ("ended_at", models.DateTimeField()),
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
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "user_id"), name="one_end_a_user")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
