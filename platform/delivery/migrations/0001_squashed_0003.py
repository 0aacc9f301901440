import conversations.models
import delivery.models
import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import outbound.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("delivery", "0001_initial"), ("delivery", "0002_example_names"), ("delivery", "0003_person")]

    initial = True

    dependencies = [
        ("conversations", "0001_squashed_0007"),
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="Channel",
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
                (
                    "kind",
                    models.CharField(
                        choices=[("webhook", "webhook"), ("telegram", "Telegram bot"), ("email", "e-mail")],
                        default="webhook",
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example crm.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="name",
                    ),
                ),
                (
                    "agent_id",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Who answers its messages. Empty: the company's default, for example customer_care.",
                        max_length=64,
                        verbose_name="profile",
                    ),
                ),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Where events and answers are sent, for example https://crm.example.com/hooks/chat. Empty: answers come in the response; for Telegram its own address.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "token",
                    outbound.fields.EncryptedField(
                        blank=True,
                        default="",
                        help_text="From @BotFather, for example 123456789:AA... Kept encrypted, never shown again.",
                        verbose_name="bot token",
                    ),
                ),
                ("secret", outbound.fields.EncryptedField(blank=True, default="", editable=False)),
                ("former", outbound.fields.EncryptedField(blank=True, default="", editable=False)),
                ("former_until", models.DateTimeField(editable=False, null=True)),
                (
                    "events",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[delivery.models.check_events],
                        verbose_name="events",
                    ),
                ),
                (
                    "allowed",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Ids of Telegram chats, one a line; empty: everybody. For example 123456789.",
                        verbose_name="who may write",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="on")),
                (
                    "problem",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=400, verbose_name="problem"
                    ),
                ),
                (
                    "failing_since",
                    models.DateTimeField(editable=False, null=True, verbose_name="failing since"),
                ),
                ("heard_at", models.DateTimeField(editable=False, null=True, verbose_name="last message")),
                ("sent_at", models.DateTimeField(editable=False, null=True, verbose_name="last sent")),
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
                    "email",
                    models.EmailField(
                        blank=True,
                        default="",
                        help_text="Who is told of its events, for example help@example.com.",
                        max_length=254,
                        verbose_name="e-mail address",
                    ),
                ),
            ],
            options={
                "verbose_name": "channel",
                "verbose_name_plural": "channels",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="channel_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
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
                ("event", models.CharField(max_length=32, verbose_name="event")),
                ("target", models.CharField(blank=True, default="", max_length=64, verbose_name="to")),
                ("payload", models.JSONField(default=dict, verbose_name="content")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "to be sent"),
                            ("sent", "sent"),
                            ("failed", "given up"),
                            ("cancelled", "erased"),
                        ],
                        default="pending",
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                (
                    "next_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt"),
                ),
                ("lease_until", models.DateTimeField(editable=False, null=True)),
                ("answered", models.PositiveSmallIntegerField(null=True, verbose_name="answer")),
                ("error", models.CharField(blank=True, default="", max_length=400, verbose_name="error")),
                ("log", models.JSONField(default=list, verbose_name="attempts so far")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made")),
                ("sent_at", models.DateTimeField(null=True, verbose_name="sent")),
                (
                    "channel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="delivery.channel",
                        verbose_name="channel",
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
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="conversations.turn",
                        verbose_name="turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
                "ordering": ("-created_at",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "pending")), fields=["next_at"], name="delivery_due"
                    ),
                    models.Index(
                        condition=models.Q(("status", "pending")),
                        fields=["channel", "target"],
                        name="delivery_order",
                    ),
                    models.Index(fields=["tenant", "-created_at"], name="delivery_recent"),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
