import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import outbound.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("egress", "0001_who_may_say_where_data_goes"), ("egress", "0002_several_secrets")]

    initial = True

    dependencies = [
        ("auth", "__first__"),
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("model", models.CharField(editable=False, max_length=64, verbose_name="kind")),
                ("row", models.CharField(editable=False, max_length=64)),
                ("name", models.CharField(max_length=200, verbose_name="what")),
                (
                    "before",
                    models.CharField(blank=True, default="", max_length=300, verbose_name="address before"),
                ),
                ("after", models.CharField(max_length=300, verbose_name="new address")),
                ("values", models.JSONField(default=dict, editable=False)),
                ("secret", outbound.fields.EncryptedField(blank=True, default="", editable=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits for a second person"),
                            ("taken", "in use"),
                            ("refused", "refused"),
                            ("withdrawn", "taken back"),
                        ],
                        default="waiting",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="entered")),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="entered by",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="decided by",
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
                "verbose_name": "new address",
                "verbose_name_plural": "new addresses",
                "ordering": ("-asked_at", "-id"),
                "permissions": [("set_addresses", "Can say where data goes")],
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")),
                        fields=("tenant", "model", "row"),
                        name="one_address_waits",
                    )
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
