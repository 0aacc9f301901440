import conversations.models
import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("conversations", "0001_initial"),
        ("conversations", "0002_feedback"),
        ("conversations", "0003_figures"),
        ("conversations", "0004_turn_routed_with_model"),
        ("conversations", "0005_web_processes"),
        ("conversations", "0006_person"),
        ("conversations", "0007_user_facts"),
    ]

    initial = True

    dependencies = [
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="Conversation",
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
                ("key", models.CharField(max_length=260, unique=True, verbose_name="conversation")),
                ("agent_id", models.CharField(max_length=64, verbose_name="profile")),
                ("session_id", models.CharField(max_length=128, verbose_name="session")),
                (
                    "user_id",
                    models.CharField(
                        blank=True, db_index=True, default="", max_length=128, verbose_name="user"
                    ),
                ),
                ("owner", models.CharField(blank=True, default="", editable=False, max_length=80)),
                ("channel", models.CharField(default="web", max_length=32, verbose_name="channel")),
                ("title", models.CharField(blank=True, default="", max_length=160, verbose_name="title")),
                ("state", models.JSONField(blank=True, default=dict, verbose_name="state")),
                ("options", models.JSONField(blank=True, default=dict)),
                ("seq", models.PositiveIntegerField(default=0, editable=False)),
                ("turn_count", models.PositiveIntegerField(default=0, editable=False, verbose_name="turns")),
                (
                    "message_count",
                    models.PositiveIntegerField(default=0, editable=False, verbose_name="messages"),
                ),
                (
                    "handoff_count",
                    models.PositiveIntegerField(default=0, editable=False, verbose_name="handoffs"),
                ),
                (
                    "active_agent",
                    models.CharField(blank=True, default="", max_length=64, verbose_name="specialist"),
                ),
                ("history_from", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "started_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="started"),
                ),
                (
                    "last_activity",
                    models.DateTimeField(
                        db_index=True, default=django.utils.timezone.now, verbose_name="last activity"
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
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
                    "person_since",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="waits for a person since"
                    ),
                ),
            ],
            options={
                "verbose_name": "conversation",
                "verbose_name_plural": "conversations",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(fields=["tenant", "-last_activity"], name="conversation_recent"),
                    models.Index(
                        condition=models.Q(("person_since__isnull", False)),
                        fields=["tenant", "person_since"],
                        name="conversation_person",
                    ),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="WebProcess",
            fields=[
                ("name", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("beat", models.BigIntegerField(default=0)),
            ],
            options={
                "verbose_name": "web process",
                "verbose_name_plural": "web processes",
            },
        ),
        migrations.CreateModel(
            name="UserFact",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("user_id", models.CharField(max_length=128, verbose_name="user")),
                (
                    "key",
                    models.CharField(
                        help_text="For example name, language or preferred_market.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="about",
                    ),
                ),
                (
                    "value",
                    models.CharField(
                        help_text="For example Ana. Acts at once, in their next message.", max_length=200, verbose_name="what is remembered"
                    ),
                ),
                ("confidence", models.FloatField(default=1.0, editable=False, verbose_name="how sure")),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("stated", "the user said it"),
                            ("learned", "a model understood it"),
                            ("corrected", "written by a person"),
                        ],
                        default="corrected",
                        editable=False,
                        max_length=12,
                        verbose_name="from",
                    ),
                ),
                ("turn", models.CharField(blank=True, default="", editable=False, max_length=36)),
                (
                    "learned_at",
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
                "verbose_name": "what is remembered of a user",
                "verbose_name_plural": "what is remembered of users",
                "ordering": ("user_id", "-learned_at"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "user_id", "key"), name="user_fact")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Turn",
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
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("running", "running"),
                            ("answered", "answered"),
                            ("waiting", "waiting for a person"),
                            ("blocked", "blocked"),
                            ("failed", "failed"),
                            ("cancelled", "stopped"),
                        ],
                        default="queued",
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                ("received", models.TextField(blank=True, default="", editable=False)),
                ("request", models.JSONField(default=dict, editable=False)),
                ("release", models.PositiveIntegerField(null=True, verbose_name="release")),
                ("mode", models.CharField(blank=True, default="", max_length=16, verbose_name="mode")),
                ("route", models.CharField(blank=True, default="", max_length=64, verbose_name="route")),
                ("agent", models.CharField(blank=True, default="", max_length=64, verbose_name="specialist")),
                ("intent", models.CharField(blank=True, default="", max_length=128, verbose_name="intent")),
                (
                    "method",
                    models.CharField(blank=True, default="", max_length=16, verbose_name="decided by"),
                ),
                ("outcome", models.CharField(blank=True, default="", max_length=40)),
                ("answer", models.TextField(blank=True, default="", verbose_name="answer")),
                ("result", models.JSONField(default=dict, editable=False)),
                ("usage", models.JSONField(default=dict, verbose_name="usage")),
                ("error", models.CharField(blank=True, default="", max_length=400, verbose_name="error")),
                ("process", models.CharField(blank=True, default="", editable=False, max_length=64)),
                ("lease_until", models.DateTimeField(editable=False, null=True)),
                ("stop_requested", models.BooleanField(default=False, editable=False)),
                ("side_effects", models.JSONField(default=list, editable=False)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_index=True, default=django.utils.timezone.now, verbose_name="received"
                    ),
                ),
                ("started_at", models.DateTimeField(null=True, verbose_name="started")),
                ("finished_at", models.DateTimeField(null=True, verbose_name="finished")),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
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
                    "routed_with_model",
                    models.BooleanField(
                        default=False, editable=False, verbose_name="a model was asked to route"
                    ),
                ),
            ],
            options={
                "verbose_name": "turn",
                "verbose_name_plural": "turns",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("queued", "running"))),
                        fields=["lease_until"],
                        name="turn_lease",
                    ),
                    models.Index(fields=["tenant", "-created_at"], name="turn_recent"),
                    models.Index(
                        fields=[
                            "tenant",
                            "created_at",
                            "conversation",
                            "method",
                            "routed_with_model",
                            "agent",
                            "status",
                            "started_at",
                            "finished_at",
                        ],
                        name="turn_figures",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("conversation", "number"), name="turn_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "running")),
                        fields=("conversation",),
                        name="one_running_turn",
                    ),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("node", models.CharField(max_length=64, verbose_name="step")),
                ("kind", models.CharField(max_length=12, verbose_name="kind")),
                ("agent", models.CharField(blank=True, default="", max_length=64, verbose_name="specialist")),
                ("outcome", models.CharField(max_length=12, verbose_name="outcome")),
                (
                    "summary",
                    models.CharField(blank=True, default="", max_length=400, verbose_name="what happened"),
                ),
                ("detail", models.JSONField(default=dict, verbose_name="detail")),
                ("started_at", models.DateTimeField(verbose_name="at")),
                ("milliseconds", models.FloatField(default=0, verbose_name="ms")),
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
                        related_name="steps",
                        to="conversations.turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "step",
                "verbose_name_plural": "steps",
                "ordering": ("turn", "position"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(
                        condition=models.Q(("kind", "tool")),
                        fields=["tenant", "started_at", "outcome", "turn"],
                        name="step_tools",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("turn", "position"), name="step_position")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Message",
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
                ("seq", models.PositiveIntegerField()),
                (
                    "role",
                    models.CharField(
                        choices=[("user", "user"), ("agent", "specialist")], max_length=8, verbose_name="who"
                    ),
                ),
                ("agent", models.CharField(blank=True, default="", max_length=64, verbose_name="specialist")),
                ("text", models.TextField(blank=True, default="", verbose_name="text")),
                ("metadata", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "conversation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
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
                        related_name="messages",
                        to="conversations.turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(fields=["tenant", "created_at", "conversation"], name="message_said")
                ],
                "constraints": [models.UniqueConstraint(fields=("conversation", "seq"), name="message_seq")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("credential", models.CharField(max_length=80)),
                ("door", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=200)),
                ("digest", models.CharField(max_length=64)),
                ("response", models.JSONField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
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
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "credential", "door", "key"), name="idempotency_key"
                    )
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Feedback",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("user_id", models.CharField(blank=True, default="", max_length=128, verbose_name="user")),
                ("owner", models.CharField(blank=True, default="", editable=False, max_length=80)),
                (
                    "value",
                    models.CharField(
                        choices=[("helpful", "helpful"), ("unhelpful", "not helpful")],
                        max_length=12,
                        verbose_name="feedback",
                    ),
                ),
                (
                    "comment",
                    models.TextField(blank=True, default="", max_length=2000, verbose_name="comment"),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="given")),
                (
                    "updated_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="changed"),
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
                        related_name="feedback",
                        to="conversations.turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "feedback",
                "verbose_name_plural": "feedback",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(fields=["tenant", "value", "-created_at"], name="feedback_by_value")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "user_id", "owner"), name="one_feedback_a_writer")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
