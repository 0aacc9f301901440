import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import language.spoken_languages
import outbound.fields
import routing.decision.authored.business_keys
import routing.decision.authored.routing_case
import routing.decision.authored.validators
import routing.gateway.models
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("routing", "0001_initial"),
        ("routing", "0002_teams"),
        ("routing", "0003_synthesis_help"),
        ("routing", "0004_loops"),
        ("routing", "0005_llm_router"),
        ("routing", "0006_examples"),
        ("routing", "0007_stickiness"),
        ("routing", "0008_languages_and_texts"),
        ("routing", "0009_cases"),
        ("routing", "0010_aside"),
        ("routing", "0011_domains"),
        ("routing", "0012_backends"),
        ("routing", "0013_planner_mode"),
        ("routing", "0014_domain_looked_at"),
        ("routing", "0015_gateway_digest"),
        ("routing", "0016_business_keys"),
        ("routing", "0017_plan_by_model"),
        ("routing", "0018_handover_backend"),
        ("routing", "0019_languages_from_folders"),
        ("routing", "0020_person"),
        ("routing", "0021_remembers"),
        ("routing", "0022_intent_collection"),
        ("routing", "0023_profile_documents"),
    ]

    initial = True

    dependencies = [
        ("agents", "0001_squashed_0017"),
        ("auth", "__first__"),
        ("conversations", "0001_squashed_0007"),
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="AgentProfile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "agent_id",
                    models.CharField(
                        help_text="For example orders_team.",
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
                    "name",
                    models.CharField(
                        blank=True,
                        help_text="For example Opening hours.",
                        max_length=120,
                        verbose_name="title",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "domain",
                    models.CharField(
                        blank=True, help_text="For example office.", max_length=64, verbose_name="domain"
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "as the installation says"),
                            ("router", "router: one specialist a message"),
                            ("supervisor", "supervisor: several specialists at once"),
                            ("supervised", "supervised: one after the other until all is done"),
                            ("coordinator", "coordinator: one voice that calls in specialists"),
                            ("planner", "planner: goals become plans that domains carry out"),
                            ("single", "single: always the one generalist"),
                        ],
                        default="router",
                        help_text="Start with router. The rollout flag wins over this, for example during a trial.",
                        max_length=16,
                        verbose_name="mode",
                    ),
                ),
                (
                    "confidence_threshold",
                    models.FloatField(
                        default=0.65,
                        help_text="A model that decides must say that it is at least so sure, from 0 to 1, for example 0.65.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="sure enough from",
                    ),
                ),
                (
                    "allow_handoff",
                    models.BooleanField(default=True, verbose_name="specialists may hand over"),
                ),
                (
                    "review",
                    models.BooleanField(
                        default=True, help_text="Checks each answer for forbidden phrases, for example “com certeza”.", verbose_name="review answers"
                    ),
                ),
                (
                    "keep_raw_text",
                    models.BooleanField(
                        default=False,
                        help_text="Off: only the masked text is stored, for example without card numbers.",
                        verbose_name="keep the original text",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "fallback",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="answers when nothing matches",
                    ),
                ),
                (
                    "guardrails",
                    models.ManyToManyField(
                        blank=True, related_name="+", to="agents.guardrail", verbose_name="guardrails"
                    ),
                ),
                (
                    "judges",
                    models.ManyToManyField(
                        blank=True, related_name="+", to="agents.judge", verbose_name="judges"
                    ),
                ),
                (
                    "policy",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="agents.promptpolicy",
                        verbose_name="prompt policy",
                    ),
                ),
                (
                    "single",
                    models.ForeignKey(
                        blank=True,
                        help_text="Answers everything for users outside the rollout. For example single_agent.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="single agent",
                    ),
                ),
                (
                    "specialists",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Empty: all of the company. For example Opening hours and Visits.",
                        related_name="profiles",
                        to="agents.specialist",
                        verbose_name="specialists",
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
                    "max_branches",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Mode supervisor: how many may work on one message, for example 4. Empty: the installation's limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="specialists at once",
                    ),
                ),
                (
                    "max_handoffs",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="After so many the turn ends with what was found, for example 5. Empty: the installation's limit.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(20)],
                        verbose_name="handoffs in a turn",
                    ),
                ),
                (
                    "max_steps",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How often a specialist may ask its model in a turn, for example 10. Empty: the installation's limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(50),
                        ],
                        verbose_name="steps of a specialist",
                    ),
                ),
                (
                    "synthesis_prompt",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Read by the model that joins them, for example: Begin with what is urgent. Added to our own rules.",
                        verbose_name="how several answers are joined",
                    ),
                ),
                (
                    "coordinator",
                    models.ForeignKey(
                        blank=True,
                        help_text="Mode coordinator: who speaks first and calls in the others. Empty: who answers when nothing matches.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="coordinator",
                    ),
                ),
                (
                    "max_rounds",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Mode supervised: how many specialists may follow one another, for example 4. Empty: the installation's limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="rounds in a turn",
                    ),
                ),
                (
                    "share_memory",
                    models.BooleanField(
                        default=True,
                        help_text="Mode coordinator. Off: coordinator and specialists see only what was said to each of them.",
                        verbose_name="share the conversation",
                    ),
                ),
                (
                    "llm_router",
                    models.ForeignKey(
                        blank=True,
                        help_text="Asked where nothing else is sure: it names one of the intents. Empty: no model is asked.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="agents.llmprofile",
                        verbose_name="model that decides",
                    ),
                ),
                (
                    "quick_messages",
                    models.CharField(
                        choices=[
                            ("queue", "queue: each is answered on its own"),
                            ("coalesce", "coalesce: those that came while one was answered get one answer"),
                            ("debounce", "debounce: wait until the writer pauses, then give one answer"),
                        ],
                        default="queue",
                        help_text="For who writes “hi”, “my visit”, “tomorrow at nine” one after the other. For example coalesce.",
                        max_length=16,
                        verbose_name="several quick messages",
                    ),
                ),
                (
                    "wished_precision",
                    models.FloatField(
                        default=0.97,
                        help_text="Of a hundred messages that the examples decide, how many must be decided rightly: 0.97 for 97. Higher: fewer wrong ones, and more that are left to the other ways to decide.",
                        validators=[
                            django.core.validators.MinValueValidator(0.5),
                            django.core.validators.MaxValueValidator(0.999),
                        ],
                        verbose_name="wished precision",
                    ),
                ),
                (
                    "stickiness",
                    models.CharField(
                        choices=[
                            ("keep", "keep: it goes to whoever asked"),
                            ("reroute", "route: as if nothing had been asked"),
                            ("coordinator", "coordinator: it goes to the coordinator"),
                        ],
                        default="keep",
                        help_text="Where a message goes that answers no question of a specialist, and that nothing else is sure of. For example: keep.",
                        max_length=16,
                        verbose_name="after a question",
                    ),
                ),
                (
                    "languages",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="The first is spoken while a message does not show its language, for example A-100. Only these are spoken. Empty: all, the company's first.",
                        validators=[routing.decision.authored.validators.check_languages],
                        verbose_name="languages",
                    ),
                ),
                (
                    "plan_by_model",
                    models.BooleanField(
                        default=False,
                        help_text="Mode planner: the model that decides proposes the steps; what goes beyond the published domains and the user's words is refused, and the plan is made without it. Off: plans follow from the manifests alone.",
                        verbose_name="the model may propose the plan",
                    ),
                ),
                (
                    "person_closed",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Dates, one a line, for example 2026-12-25.",
                        validators=[routing.decision.authored.validators.check_dates],
                        verbose_name="days on which nobody is there",
                    ),
                ),
                (
                    "person_hours",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="For example 09:00-12:00, 13:00-18:00 on Monday. A day left empty: nobody. All empty: always.",
                        validators=[routing.decision.authored.validators.check_hours],
                        verbose_name="when people are there",
                    ),
                ),
                (
                    "person_reply",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Empty: ours. {when} stands for until when they are there, for example: today at 18:00.",
                        verbose_name="answer while people are there",
                    ),
                ),
                (
                    "person_reply_closed",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Empty: ours. {when} stands for when they are there again, for example: tomorrow at 09:00.",
                        verbose_name="answer while nobody is there",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="For example America/Sao_Paulo. Empty: the installation's.",
                        max_length=64,
                        validators=[routing.decision.authored.validators.check_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "remembers",
                    models.BooleanField(
                        default=False,
                        help_text="What users say of themselves (“call me Ana”, “answer in English”) is kept from one conversation to the next, for who is known by a user id. They can ask what is known, and have it forgotten.",
                        verbose_name="remember its users",
                    ),
                ),
                (
                    "documents",
                    models.ForeignKey(
                        blank=True,
                        help_text="A message that nothing else decides is looked for in this collection, before whoever answers when nothing matches does. For example Questions and answers. Empty: it is not.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="agents.collection",
                        verbose_name="documents before giving up",
                    ),
                ),
                (
                    "documents_threshold",
                    models.FloatField(
                        default=0.6,
                        help_text="How well a passage must fit such a message, 0 to 1, for example 0.6: more than for an intent's own.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="found there from",
                    ),
                ),
            ],
            options={
                "verbose_name": "profile",
                "verbose_name_plural": "profiles",
                "ordering": ("agent_id",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "agent_id"), name="profile_agent_id")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalAgentProfile",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "agent_id",
                    models.CharField(
                        help_text="For example orders_team.",
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
                    "name",
                    models.CharField(
                        blank=True,
                        help_text="For example Opening hours.",
                        max_length=120,
                        verbose_name="title",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "domain",
                    models.CharField(
                        blank=True, help_text="For example office.", max_length=64, verbose_name="domain"
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "as the installation says"),
                            ("router", "router: one specialist a message"),
                            ("supervisor", "supervisor: several specialists at once"),
                            ("supervised", "supervised: one after the other until all is done"),
                            ("coordinator", "coordinator: one voice that calls in specialists"),
                            ("planner", "planner: goals become plans that domains carry out"),
                            ("single", "single: always the one generalist"),
                        ],
                        default="router",
                        help_text="Start with router. The rollout flag wins over this, for example during a trial.",
                        max_length=16,
                        verbose_name="mode",
                    ),
                ),
                (
                    "confidence_threshold",
                    models.FloatField(
                        default=0.65,
                        help_text="A model that decides must say that it is at least so sure, from 0 to 1, for example 0.65.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="sure enough from",
                    ),
                ),
                (
                    "allow_handoff",
                    models.BooleanField(default=True, verbose_name="specialists may hand over"),
                ),
                (
                    "review",
                    models.BooleanField(
                        default=True, help_text="Checks each answer for forbidden phrases, for example “com certeza”.", verbose_name="review answers"
                    ),
                ),
                (
                    "keep_raw_text",
                    models.BooleanField(
                        default=False,
                        help_text="Off: only the masked text is stored, for example without card numbers.",
                        verbose_name="keep the original text",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "fallback",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="answers when nothing matches",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "policy",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.promptpolicy",
                        verbose_name="prompt policy",
                    ),
                ),
                (
                    "single",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Answers everything for users outside the rollout. For example single_agent.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="single agent",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "max_branches",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Mode supervisor: how many may work on one message, for example 4. Empty: the installation's limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(16),
                        ],
                        verbose_name="specialists at once",
                    ),
                ),
                (
                    "max_handoffs",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="After so many the turn ends with what was found, for example 5. Empty: the installation's limit.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(20)],
                        verbose_name="handoffs in a turn",
                    ),
                ),
                (
                    "max_steps",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How often a specialist may ask its model in a turn, for example 10. Empty: the installation's limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(50),
                        ],
                        verbose_name="steps of a specialist",
                    ),
                ),
                (
                    "synthesis_prompt",
                    models.TextField(
                        blank=True,
                        default="",
                        help_text="Read by the model that joins them, for example: Begin with what is urgent. Added to our own rules.",
                        verbose_name="how several answers are joined",
                    ),
                ),
                (
                    "coordinator",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Mode coordinator: who speaks first and calls in the others. Empty: who answers when nothing matches.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="coordinator",
                    ),
                ),
                (
                    "max_rounds",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Mode supervised: how many specialists may follow one another, for example 4. Empty: the installation's limit.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="rounds in a turn",
                    ),
                ),
                (
                    "share_memory",
                    models.BooleanField(
                        default=True,
                        help_text="Mode coordinator. Off: coordinator and specialists see only what was said to each of them.",
                        verbose_name="share the conversation",
                    ),
                ),
                (
                    "llm_router",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Asked where nothing else is sure: it names one of the intents. Empty: no model is asked.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.llmprofile",
                        verbose_name="model that decides",
                    ),
                ),
                (
                    "quick_messages",
                    models.CharField(
                        choices=[
                            ("queue", "queue: each is answered on its own"),
                            ("coalesce", "coalesce: those that came while one was answered get one answer"),
                            ("debounce", "debounce: wait until the writer pauses, then give one answer"),
                        ],
                        default="queue",
                        help_text="For who writes “hi”, “my visit”, “tomorrow at nine” one after the other. For example coalesce.",
                        max_length=16,
                        verbose_name="several quick messages",
                    ),
                ),
                (
                    "wished_precision",
                    models.FloatField(
                        default=0.97,
                        help_text="Of a hundred messages that the examples decide, how many must be decided rightly: 0.97 for 97. Higher: fewer wrong ones, and more that are left to the other ways to decide.",
                        validators=[
                            django.core.validators.MinValueValidator(0.5),
                            django.core.validators.MaxValueValidator(0.999),
                        ],
                        verbose_name="wished precision",
                    ),
                ),
                (
                    "stickiness",
                    models.CharField(
                        choices=[
                            ("keep", "keep: it goes to whoever asked"),
                            ("reroute", "route: as if nothing had been asked"),
                            ("coordinator", "coordinator: it goes to the coordinator"),
                        ],
                        default="keep",
                        help_text="Where a message goes that answers no question of a specialist, and that nothing else is sure of. For example: keep.",
                        max_length=16,
                        verbose_name="after a question",
                    ),
                ),
                (
                    "languages",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="The first is spoken while a message does not show its language, for example A-100. Only these are spoken. Empty: all, the company's first.",
                        validators=[routing.decision.authored.validators.check_languages],
                        verbose_name="languages",
                    ),
                ),
                (
                    "plan_by_model",
                    models.BooleanField(
                        default=False,
                        help_text="Mode planner: the model that decides proposes the steps; what goes beyond the published domains and the user's words is refused, and the plan is made without it. Off: plans follow from the manifests alone.",
                        verbose_name="the model may propose the plan",
                    ),
                ),
                (
                    "person_closed",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Dates, one a line, for example 2026-12-25.",
                        validators=[routing.decision.authored.validators.check_dates],
                        verbose_name="days on which nobody is there",
                    ),
                ),
                (
                    "person_hours",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="For example 09:00-12:00, 13:00-18:00 on Monday. A day left empty: nobody. All empty: always.",
                        validators=[routing.decision.authored.validators.check_hours],
                        verbose_name="when people are there",
                    ),
                ),
                (
                    "person_reply",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Empty: ours. {when} stands for until when they are there, for example: today at 18:00.",
                        verbose_name="answer while people are there",
                    ),
                ),
                (
                    "person_reply_closed",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Empty: ours. {when} stands for when they are there again, for example: tomorrow at 09:00.",
                        verbose_name="answer while nobody is there",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="For example America/Sao_Paulo. Empty: the installation's.",
                        max_length=64,
                        validators=[routing.decision.authored.validators.check_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "remembers",
                    models.BooleanField(
                        default=False,
                        help_text="What users say of themselves (“call me Ana”, “answer in English”) is kept from one conversation to the next, for who is known by a user id. They can ask what is known, and have it forgotten.",
                        verbose_name="remember its users",
                    ),
                ),
                (
                    "documents",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="A message that nothing else decides is looked for in this collection, before whoever answers when nothing matches does. For example Questions and answers. Empty: it is not.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.collection",
                        verbose_name="documents before giving up",
                    ),
                ),
                (
                    "documents_threshold",
                    models.FloatField(
                        default=0.6,
                        help_text="How well a passage must fit such a message, 0 to 1, for example 0.6: more than for an intent's own.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="found there from",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical profile",
                "verbose_name_plural": "historical profiles",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalIntent",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example opening_hours.",
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
                    "description",
                    models.CharField(
                        blank=True,
                        help_text="For example: asks when you are open.",
                        max_length=400,
                        verbose_name="what people want",
                    ),
                ),
                (
                    "domain",
                    models.CharField(
                        blank=True, help_text="For example office.", max_length=64, verbose_name="domain"
                    ),
                ),
                (
                    "priority",
                    models.PositiveIntegerField(
                        default=100,
                        help_text="The lowest number wins: for example, of two intents with the keyword hours, 10 before 100. An intent that shares its keywords with one of a lower number is never chosen.",
                        verbose_name="priority",
                    ),
                ),
                (
                    "next_state",
                    models.CharField(
                        blank=True,
                        help_text="What the conversation waits for afterwards, in capital letters: WAITING_CONFIRMATION. A state policy says who gets the reply.",
                        max_length=64,
                        verbose_name="state afterwards",
                    ),
                ),
                (
                    "state_question",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="For example: Posso abrir a contestação?",
                        verbose_name="question that goes with the state",
                    ),
                ),
                (
                    "reply",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Given without a model or tools, for example to a greeting.",
                        verbose_name="fixed answer",
                    ),
                ),
                (
                    "menu",
                    models.BooleanField(
                        default=False,
                        help_text="Adds what this profile can do as buttons under the fixed answer, for example to “oi”.",
                        verbose_name="show what we can do",
                    ),
                ),
                (
                    "offer",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="How the menu offers it; sent as the message: When are you open?",
                        verbose_name="button",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "specialist",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="For example Opening hours. Empty: whoever is speaking, for greetings and thanks.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="who answers",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "out_of_scope",
                    models.BooleanField(
                        default=False,
                        help_text="Its examples show what this company does not do, for example: conta uma piada. It needs no specialist and no keywords.",
                        verbose_name="what nobody serves",
                    ),
                ),
                (
                    "takes_text",
                    models.BooleanField(
                        default=False,
                        help_text="What stands behind a keyword, pasted, quoted or after a colon, asks for nothing itself. For example: Summarize this: ...",
                        verbose_name="a text follows its keywords",
                    ),
                ),
                (
                    "aside",
                    models.BooleanField(
                        default=False,
                        help_text="A short question afterwards belongs to what was spoken of before, for example after an outburst of anger.",
                        verbose_name="the matter before it goes on",
                    ),
                ),
                (
                    "handover_backend",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="When a gateway sends the message, it is passed on to this backend; otherwise the specialist answers. Its name as the gateway calls it, for example suporte. In the modes router and supervisor, where the message has one topic.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="backend that takes over",
                    ),
                ),
                (
                    "asks_for_person",
                    models.BooleanField(
                        default=False,
                        help_text="Whoever says this wants a person, for example: I want a person. The conversation is marked, the company is told, and the agents leave the matter alone. What people say everywhere is known: add your own words.",
                        verbose_name="asks for a person",
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Every message of this intent is looked for in this collection first, and answered from what is found. For example Opening hours. Empty: the specialist looks into documents by itself.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.collection",
                        verbose_name="answer from documents",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical intent",
                "verbose_name_plural": "historical intents",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalStatePolicy",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "state",
                    models.CharField(
                        help_text="Capital letters, for example WAITING_CONFIRMATION.",
                        max_length=64,
                        verbose_name="state",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=300, verbose_name="description")),
                (
                    "terminal",
                    models.BooleanField(
                        default=False,
                        help_text="The state is cleared after its turn, for example when the matter is closed.",
                        verbose_name="ends the state",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "specialist",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="who answers",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical state policy",
                "verbose_name_plural": "historical state policies",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Domain",
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
                        help_text="As its manifest calls it, for example finance.",
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
                    "kind",
                    models.CharField(
                        choices=[
                            ("remote_http", "HTTP service, at an address"),
                            ("mcp", "MCP server of this company"),
                        ],
                        default="remote_http",
                        max_length=16,
                        verbose_name="type",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Words that point to the domain, one a line, for example bolsa.",
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Messages for it, one a line, for example: como está a bolsa hoje?",
                        verbose_name="examples",
                    ),
                ),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        help_text="Acts at once. Without /manifest, for example https://office.example.com or ${ENV:TOOLS_URL}.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "secret",
                    outbound.fields.EncryptedField(
                        blank=True, default="", help_text="Sent as a bearer token, for example the one its operator gave you.", verbose_name="token"
                    ),
                ),
                (
                    "timeout",
                    models.FloatField(
                        default=10,
                        validators=[
                            django.core.validators.MinValueValidator(0.1),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="time limit of a step (seconds)",
                    ),
                ),
                (
                    "variables",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Names of the environment that its parameters may refer to as ${ENV:NAME}, one a line: REPORT_CHAT.",
                        verbose_name="variables it may be given",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "manifest",
                    models.JSONField(blank=True, editable=False, null=True, verbose_name="approved manifest"),
                ),
                (
                    "digest",
                    models.CharField(
                        blank=True,
                        editable=False,
                        max_length=64,
                        verbose_name="digest of the approved manifest",
                    ),
                ),
                (
                    "last_error",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=400, verbose_name="last error"
                    ),
                ),
                ("last_seen", models.DateTimeField(editable=False, null=True, verbose_name="last answer")),
                (
                    "server",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose tools are its capabilities, for example office.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="domains",
                        to="agents.mcpserver",
                        verbose_name="MCP server",
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
                ("looked_at", models.DateTimeField(editable=False, null=True, verbose_name="last asked")),
            ],
            options={
                "verbose_name": "domain",
                "verbose_name_plural": "domains",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="domain_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalDomain",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="As its manifest calls it, for example finance.",
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
                    "kind",
                    models.CharField(
                        choices=[
                            ("remote_http", "HTTP service, at an address"),
                            ("mcp", "MCP server of this company"),
                        ],
                        default="remote_http",
                        max_length=16,
                        verbose_name="type",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Words that point to the domain, one a line, for example bolsa.",
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Messages for it, one a line, for example: como está a bolsa hoje?",
                        verbose_name="examples",
                    ),
                ),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        help_text="Acts at once. Without /manifest, for example https://office.example.com or ${ENV:TOOLS_URL}.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "timeout",
                    models.FloatField(
                        default=10,
                        validators=[
                            django.core.validators.MinValueValidator(0.1),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="time limit of a step (seconds)",
                    ),
                ),
                (
                    "variables",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Names of the environment that its parameters may refer to as ${ENV:NAME}, one a line: REPORT_CHAT.",
                        verbose_name="variables it may be given",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "manifest",
                    models.JSONField(blank=True, editable=False, null=True, verbose_name="approved manifest"),
                ),
                (
                    "digest",
                    models.CharField(
                        blank=True,
                        editable=False,
                        max_length=64,
                        verbose_name="digest of the approved manifest",
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "server",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Whose tools are its capabilities, for example office.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.mcpserver",
                        verbose_name="MCP server",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical domain",
                "verbose_name_plural": "historical domains",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="GatewaySession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("session_id", models.CharField(max_length=260, verbose_name="session")),
                ("user_id", models.CharField(blank=True, default="", max_length=128, verbose_name="user")),
                ("owner", models.CharField(blank=True, default="", editable=False, max_length=80)),
                ("channel", models.CharField(default="web", max_length=32, verbose_name="channel")),
                ("language", models.CharField(blank=True, default="", max_length=5, verbose_name="language")),
                (
                    "active_backend",
                    models.CharField(blank=True, default="", max_length=64, verbose_name="active backend"),
                ),
                ("backend_sessions", models.JSONField(default=dict, editable=False)),
                ("seq", models.PositiveIntegerField(default=0, verbose_name="messages")),
                (
                    "started_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="started"),
                ),
                (
                    "last_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="last message"),
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
                "verbose_name": "session of the gateway",
                "verbose_name_plural": "sessions of the gateway",
                "ordering": ("-last_at",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [models.Index(fields=["tenant", "-last_at"], name="gateway_session_recent")],
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "session_id"), name="gateway_session_id")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalBackend",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example contas.",
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
                    "title",
                    models.CharField(
                        blank=True,
                        help_text="How users read its name, for example Contas.",
                        max_length=120,
                        verbose_name="title",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "domains",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.gateway.models.texts_in_a_list],
                        verbose_name="domains",
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.gateway.models.texts_in_a_list],
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.gateway.models.texts_in_a_list],
                        verbose_name="examples",
                    ),
                ),
                (
                    "priority",
                    models.PositiveIntegerField(
                        default=100,
                        help_text="The lowest number wins when several backends match alike, for example 10.",
                        verbose_name="priority",
                    ),
                ),
                (
                    "is_default",
                    models.BooleanField(
                        default=False,
                        help_text="Gets what matches no backend. One of them, for example contas.",
                        verbose_name="default",
                    ),
                ),
                (
                    "default_agent_id",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="The profile that is asked for when a message names none, for example orders_team.",
                        max_length=64,
                        verbose_name="profile there",
                    ),
                ),
                (
                    "metadata",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="further facts"),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Acts at once. For example https://contas.example.com or ${ENV:BACKEND_CONTAS_URL}.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "message_path",
                    models.CharField(
                        default="/gateway/message",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^/[^\\s?#]*\\Z",
                                "A path begins with / and has no spaces, for example /gateway/message.",
                            )
                        ],
                        verbose_name="path of messages",
                    ),
                ),
                (
                    "sse_message_path",
                    models.CharField(
                        blank=True,
                        default="/gateway/message/sse",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^/[^\\s?#]*\\Z",
                                "A path begins with / and has no spaces, for example /gateway/message.",
                            )
                        ],
                        verbose_name="path of streams",
                    ),
                ),
                (
                    "events_path_template",
                    models.CharField(
                        blank=True,
                        default="/gateway/events/{session_id}",
                        max_length=200,
                        verbose_name="path of events",
                    ),
                ),
                (
                    "health_path",
                    models.CharField(
                        default="/health",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^/[^\\s?#]*\\Z",
                                "A path begins with / and has no spaces, for example /gateway/message.",
                            )
                        ],
                        verbose_name="path of its health",
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical backend",
                "verbose_name_plural": "historical backends",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Backend",
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
                        help_text="For example contas.",
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
                    "title",
                    models.CharField(
                        blank=True,
                        help_text="How users read its name, for example Contas.",
                        max_length=120,
                        verbose_name="title",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "domains",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.gateway.models.texts_in_a_list],
                        verbose_name="domains",
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.gateway.models.texts_in_a_list],
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.gateway.models.texts_in_a_list],
                        verbose_name="examples",
                    ),
                ),
                (
                    "priority",
                    models.PositiveIntegerField(
                        default=100,
                        help_text="The lowest number wins when several backends match alike, for example 10.",
                        verbose_name="priority",
                    ),
                ),
                (
                    "is_default",
                    models.BooleanField(
                        default=False,
                        help_text="Gets what matches no backend. One of them, for example contas.",
                        verbose_name="default",
                    ),
                ),
                (
                    "default_agent_id",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="The profile that is asked for when a message names none, for example orders_team.",
                        max_length=64,
                        verbose_name="profile there",
                    ),
                ),
                (
                    "metadata",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="further facts"),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Acts at once. For example https://contas.example.com or ${ENV:BACKEND_CONTAS_URL}.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "secret",
                    outbound.fields.EncryptedField(
                        blank=True, default="", help_text="Sent as a bearer token: an API key of that installation, for example sb_live_...", verbose_name="token"
                    ),
                ),
                (
                    "message_path",
                    models.CharField(
                        default="/gateway/message",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^/[^\\s?#]*\\Z",
                                "A path begins with / and has no spaces, for example /gateway/message.",
                            )
                        ],
                        verbose_name="path of messages",
                    ),
                ),
                (
                    "sse_message_path",
                    models.CharField(
                        blank=True,
                        default="/gateway/message/sse",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^/[^\\s?#]*\\Z",
                                "A path begins with / and has no spaces, for example /gateway/message.",
                            )
                        ],
                        verbose_name="path of streams",
                    ),
                ),
                (
                    "events_path_template",
                    models.CharField(
                        blank=True,
                        default="/gateway/events/{session_id}",
                        max_length=200,
                        verbose_name="path of events",
                    ),
                ),
                (
                    "health_path",
                    models.CharField(
                        default="/health",
                        max_length=200,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^/[^\\s?#]*\\Z",
                                "A path begins with / and has no spaces, for example /gateway/message.",
                            )
                        ],
                        verbose_name="path of its health",
                    ),
                ),
                (
                    "last_error",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=400, verbose_name="last error"
                    ),
                ),
                ("last_seen", models.DateTimeField(editable=False, null=True, verbose_name="last answer")),
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
                "verbose_name": "backend",
                "verbose_name_plural": "backends",
                "ordering": ("priority", "name"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "name"), name="backend_name"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_default", True)),
                        fields=("tenant",),
                        name="backend_default",
                        violation_error_message="Another backend is the default already. Take it off there first.",
                    ),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalBusinessKey",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        choices=[
                            ("customer_key", "customer_key"),
                            ("contract_key", "contract_key"),
                            ("interaction_key", "interaction_key"),
                            ("account_key", "account_key"),
                            ("resource_key", "resource_key"),
                            ("session_key", "session_key"),
                        ],
                        max_length=32,
                        verbose_name="name",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "sources",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.decision.authored.business_keys.request_fields],
                        verbose_name="read from",
                    ),
                ),
                ("required", models.BooleanField(default=False, verbose_name="needed")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical business key",
                "verbose_name_plural": "historical business keys",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="BusinessKey",
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
                        choices=[
                            ("customer_key", "customer_key"),
                            ("contract_key", "contract_key"),
                            ("interaction_key", "interaction_key"),
                            ("account_key", "account_key"),
                            ("resource_key", "resource_key"),
                            ("session_key", "session_key"),
                        ],
                        max_length=32,
                        verbose_name="name",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "sources",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[routing.decision.authored.business_keys.request_fields],
                        verbose_name="read from",
                    ),
                ),
                ("required", models.BooleanField(default=False, verbose_name="needed")),
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
                "verbose_name": "business key",
                "verbose_name_plural": "business keys",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="business_key_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Intent",
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
                        help_text="For example opening_hours.",
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
                    "description",
                    models.CharField(
                        blank=True,
                        help_text="For example: asks when you are open.",
                        max_length=400,
                        verbose_name="what people want",
                    ),
                ),
                (
                    "domain",
                    models.CharField(
                        blank=True, help_text="For example office.", max_length=64, verbose_name="domain"
                    ),
                ),
                (
                    "priority",
                    models.PositiveIntegerField(
                        default=100,
                        help_text="The lowest number wins: for example, of two intents with the keyword hours, 10 before 100. An intent that shares its keywords with one of a lower number is never chosen.",
                        verbose_name="priority",
                    ),
                ),
                (
                    "next_state",
                    models.CharField(
                        blank=True,
                        help_text="What the conversation waits for afterwards, in capital letters: WAITING_CONFIRMATION. A state policy says who gets the reply.",
                        max_length=64,
                        verbose_name="state afterwards",
                    ),
                ),
                (
                    "state_question",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="For example: Posso abrir a contestação?",
                        verbose_name="question that goes with the state",
                    ),
                ),
                (
                    "reply",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="Given without a model or tools, for example to a greeting.",
                        verbose_name="fixed answer",
                    ),
                ),
                (
                    "menu",
                    models.BooleanField(
                        default=False,
                        help_text="Adds what this profile can do as buttons under the fixed answer, for example to “oi”.",
                        verbose_name="show what we can do",
                    ),
                ),
                (
                    "offer",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="How the menu offers it; sent as the message: When are you open?",
                        verbose_name="button",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "profiles",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Empty: every profile. For example only orders_team.",
                        related_name="intents",
                        to="routing.agentprofile",
                        verbose_name="only for",
                    ),
                ),
                (
                    "specialist",
                    models.ForeignKey(
                        blank=True,
                        help_text="For example Opening hours. Empty: whoever is speaking, for greetings and thanks.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="intents",
                        to="agents.specialist",
                        verbose_name="who answers",
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
                    "out_of_scope",
                    models.BooleanField(
                        default=False,
                        help_text="Its examples show what this company does not do, for example: conta uma piada. It needs no specialist and no keywords.",
                        verbose_name="what nobody serves",
                    ),
                ),
                (
                    "takes_text",
                    models.BooleanField(
                        default=False,
                        help_text="What stands behind a keyword, pasted, quoted or after a colon, asks for nothing itself. For example: Summarize this: ...",
                        verbose_name="a text follows its keywords",
                    ),
                ),
                (
                    "aside",
                    models.BooleanField(
                        default=False,
                        help_text="A short question afterwards belongs to what was spoken of before, for example after an outburst of anger.",
                        verbose_name="the matter before it goes on",
                    ),
                ),
                (
                    "handover_backend",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="When a gateway sends the message, it is passed on to this backend; otherwise the specialist answers. Its name as the gateway calls it, for example suporte. In the modes router and supervisor, where the message has one topic.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="backend that takes over",
                    ),
                ),
                (
                    "asks_for_person",
                    models.BooleanField(
                        default=False,
                        help_text="Whoever says this wants a person, for example: I want a person. The conversation is marked, the company is told, and the agents leave the matter alone. What people say everywhere is known: add your own words.",
                        verbose_name="asks for a person",
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        blank=True,
                        help_text="Every message of this intent is looked for in this collection first, and answered from what is found. For example Opening hours. Empty: the specialist looks into documents by itself.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="agents.collection",
                        verbose_name="answer from documents",
                    ),
                ),
            ],
            options={
                "verbose_name": "intent",
                "verbose_name_plural": "intents",
                "ordering": ("priority", "name"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="intent_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="StatePolicy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        help_text="Capital letters, for example WAITING_CONFIRMATION.",
                        max_length=64,
                        verbose_name="state",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=300, verbose_name="description")),
                (
                    "terminal",
                    models.BooleanField(
                        default=False,
                        help_text="The state is cleared after its turn, for example when the matter is closed.",
                        verbose_name="ends the state",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "profiles",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Empty: every profile. For example only orders_team.",
                        related_name="policies",
                        to="routing.agentprofile",
                        verbose_name="only for",
                    ),
                ),
                (
                    "specialist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="who answers",
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
                "verbose_name": "state policy",
                "verbose_name_plural": "state policies",
                "ordering": ("state",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "state"), name="policy_state")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Capability",
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
                        help_text="As the manifest calls it: get_stock_price.",
                        max_length=64,
                        verbose_name="name",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "schema",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="parameters"),
                ),
                (
                    "metadata",
                    models.JSONField(
                        blank=True, default=dict, editable=False, verbose_name="how it is planned"
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Words that ask for it, one a line, for example: me avise.",
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Messages that ask for it, one a line: manda no telegram",
                        verbose_name="examples",
                    ),
                ),
                (
                    "read_only",
                    models.BooleanField(
                        default=False,
                        help_text="Off: it changes something and is never repeated on its own, for example a message.",
                        verbose_name="only reads",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
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
                    "domain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="capabilities",
                        to="routing.domain",
                        verbose_name="domain",
                    ),
                ),
            ],
            options={
                "verbose_name": "capability",
                "verbose_name_plural": "capabilities",
                "ordering": ("domain", "name"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("domain", "name"), name="capability_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Goal",
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
                        help_text="As the manifest calls it: GET_QUOTE.", max_length=64, verbose_name="name"
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "capabilities",
                    models.JSONField(blank=True, default=list, editable=False, verbose_name="capabilities"),
                ),
                (
                    "requires_domains",
                    models.JSONField(
                        blank=True, default=list, editable=False, verbose_name="needs the domains"
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Words that mean it, one a line, for example cotação.",
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Messages that mean it, one a line: qual o preço da Nordea?",
                        verbose_name="examples",
                    ),
                ),
                (
                    "entities",
                    models.JSONField(
                        blank=True, default=dict, editable=False, verbose_name="what is read from a message"
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "domain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="goals",
                        to="routing.domain",
                        verbose_name="domain",
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
                "verbose_name": "goal",
                "verbose_name_plural": "goals",
                "ordering": ("domain", "name"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("domain", "name"), name="goal_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalCapability",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="As the manifest calls it: get_stock_price.",
                        max_length=64,
                        verbose_name="name",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "schema",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="parameters"),
                ),
                (
                    "metadata",
                    models.JSONField(
                        blank=True, default=dict, editable=False, verbose_name="how it is planned"
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Words that ask for it, one a line, for example: me avise.",
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Messages that ask for it, one a line: manda no telegram",
                        verbose_name="examples",
                    ),
                ),
                (
                    "read_only",
                    models.BooleanField(
                        default=False,
                        help_text="Off: it changes something and is never repeated on its own, for example a message.",
                        verbose_name="only reads",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "domain",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.domain",
                        verbose_name="domain",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical capability",
                "verbose_name_plural": "historical capabilities",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalGoal",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="As the manifest calls it: GET_QUOTE.", max_length=64, verbose_name="name"
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=400, verbose_name="description")),
                (
                    "capabilities",
                    models.JSONField(blank=True, default=list, editable=False, verbose_name="capabilities"),
                ),
                (
                    "requires_domains",
                    models.JSONField(
                        blank=True, default=list, editable=False, verbose_name="needs the domains"
                    ),
                ),
                (
                    "keywords",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Words that mean it, one a line, for example cotação.",
                        verbose_name="keywords",
                    ),
                ),
                (
                    "examples",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Messages that mean it, one a line: qual o preço da Nordea?",
                        verbose_name="examples",
                    ),
                ),
                (
                    "entities",
                    models.JSONField(
                        blank=True, default=dict, editable=False, verbose_name="what is read from a message"
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "domain",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.domain",
                        verbose_name="domain",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical goal",
                "verbose_name_plural": "historical goals",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="ProposedManifest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("manifest", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("found_at", models.DateTimeField()),
                (
                    "domain",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposed",
                        to="routing.domain",
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
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="GatewayDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField(verbose_name="message")),
                ("key", models.CharField(editable=False, max_length=24, null=True)),
                ("backend", models.CharField(max_length=64, verbose_name="chosen")),
                (
                    "answered_by",
                    models.CharField(blank=True, default="", max_length=64, verbose_name="answered by"),
                ),
                ("mode", models.CharField(max_length=16, verbose_name="mode")),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("forced", "named in the request"),
                            ("sticky", "a follow-up"),
                            ("closing", "closing words"),
                            ("rules", "keywords, domains and examples"),
                            ("model", "a model"),
                            ("active", "nothing else matched"),
                            ("default", "the default"),
                        ],
                        max_length=12,
                        verbose_name="decided by",
                    ),
                ),
                ("confidence", models.FloatField(default=0, verbose_name="sure")),
                ("reason", models.CharField(blank=True, default="", max_length=400, verbose_name="reason")),
                ("candidates", models.JSONField(default=list, verbose_name="candidates")),
                ("used_llm", models.BooleanField(default=False, verbose_name="a model was asked")),
                ("handovers", models.JSONField(default=list, verbose_name="handed over")),
                ("failures", models.JSONField(default=list, verbose_name="failed")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("sent", "on its way"),
                            ("answered", "answered"),
                            ("refused", "refused by the backend"),
                            ("failed", "nobody answered"),
                        ],
                        default="sent",
                        max_length=12,
                        verbose_name="what became of it",
                    ),
                ),
                ("milliseconds", models.FloatField(null=True, verbose_name="ms")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="routing.gatewaysession",
                        verbose_name="session",
                    ),
                ),
                ("digest", models.CharField(blank=True, default="", editable=False, max_length=64)),
            ],
            options={
                "verbose_name": "decision of the gateway",
                "verbose_name_plural": "decisions of the gateway",
                "ordering": ("-at", "-id"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [models.Index(fields=["tenant", "-at"], name="gateway_decision_recent")],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "seq"), name="gateway_decision_seq"),
                    models.UniqueConstraint(fields=("tenant", "key"), name="gateway_decision_key"),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalKeyword",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "text",
                    models.CharField(
                        help_text="For example opening hours.", max_length=120, verbose_name="keyword"
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "intent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.intent",
                        verbose_name="intent",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical keyword",
                "verbose_name_plural": "historical keywords",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalIntentTool",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "use",
                    models.CharField(
                        choices=[("prefetch", "call at once"), ("offer", "the model may call it")],
                        default="prefetch",
                        max_length=12,
                        verbose_name="use",
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0, verbose_name="order")),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "tool",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.mcptool",
                        verbose_name="tool",
                    ),
                ),
                (
                    "intent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.intent",
                        verbose_name="intent",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical tool of an intent",
                "verbose_name_plural": "historical tools of an intent",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalExample",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "text",
                    models.CharField(
                        help_text="A whole message as people write it. What is like it is routed alike. Are you open on Sunday?",
                        max_length=400,
                        verbose_name="example",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=language.spoken_languages.choices,
                        default="pt",
                        max_length=5,
                        verbose_name="language",
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "intent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.intent",
                        verbose_name="intent",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical example",
                "verbose_name_plural": "historical examples",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Example",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "text",
                    models.CharField(
                        help_text="A whole message as people write it. What is like it is routed alike. Are you open on Sunday?",
                        max_length=400,
                        verbose_name="example",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=language.spoken_languages.choices,
                        default="pt",
                        max_length=5,
                        verbose_name="language",
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
                    "intent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="examples",
                        to="routing.intent",
                        verbose_name="intent",
                    ),
                ),
            ],
            options={
                "verbose_name": "example",
                "verbose_name_plural": "examples",
                "ordering": ("intent", "id"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("intent", "text"), name="example_text")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="IntentTool",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "use",
                    models.CharField(
                        choices=[("prefetch", "call at once"), ("offer", "the model may call it")],
                        default="prefetch",
                        max_length=12,
                        verbose_name="use",
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0, verbose_name="order")),
                (
                    "intent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tools",
                        to="routing.intent",
                        verbose_name="intent",
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
                    "tool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="intents",
                        to="agents.mcptool",
                        verbose_name="tool",
                    ),
                ),
            ],
            options={
                "verbose_name": "tool of an intent",
                "verbose_name_plural": "tools of an intent",
                "ordering": ("intent", "position", "id"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("intent", "tool"), name="intent_tool")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Keyword",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "text",
                    models.CharField(
                        help_text="For example opening hours.", max_length=120, verbose_name="keyword"
                    ),
                ),
                (
                    "intent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keywords",
                        to="routing.intent",
                        verbose_name="intent",
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
                "verbose_name": "keyword",
                "verbose_name_plural": "keywords",
                "ordering": ("intent", "text"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("intent", "text"), name="keyword_text")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalRoutingCase",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "key",
                    models.CharField(
                        default=routing.decision.authored.routing_case.case_key,
                        editable=False,
                        max_length=12,
                        verbose_name="key",
                    ),
                ),
                (
                    "text",
                    models.CharField(
                        help_text="A whole message that begins a conversation, for example: conta pra mim uma piada. Numbers of people are masked when it is saved, as in the record.",
                        max_length=4000,
                        verbose_name="message",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        blank=True,
                        help_text="What the conversation waits for, for example WAITING_CONFIRMATION. Usually empty.",
                        max_length=64,
                        verbose_name="state",
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("written", "written"),
                            ("file", "from a file"),
                            ("correction", "a correction"),
                        ],
                        default="written",
                        editable=False,
                        max_length=12,
                        verbose_name="comes from",
                    ),
                ),
                ("author", models.CharField(blank=True, editable=False, max_length=150, verbose_name="by")),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="since"
                    ),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="conversations.conversation",
                    ),
                ),
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "intent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="For example opening_hours. Empty: nobody serves it.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.intent",
                        verbose_name="belongs to",
                    ),
                ),
                (
                    "profile",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Where the message is written, for example orders_team.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="routing.agentprofile",
                        verbose_name="profile",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tenancy.tenant",
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="conversations.turn",
                        verbose_name="corrects",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical message that must be routed right",
                "verbose_name_plural": "historical messages that must be routed right",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="RoutingCase",
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
                        default=routing.decision.authored.routing_case.case_key,
                        editable=False,
                        max_length=12,
                        verbose_name="key",
                    ),
                ),
                (
                    "text",
                    models.CharField(
                        help_text="A whole message that begins a conversation, for example: conta pra mim uma piada. Numbers of people are masked when it is saved, as in the record.",
                        max_length=4000,
                        verbose_name="message",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        blank=True,
                        help_text="What the conversation waits for, for example WAITING_CONFIRMATION. Usually empty.",
                        max_length=64,
                        verbose_name="state",
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("written", "written"),
                            ("file", "from a file"),
                            ("correction", "a correction"),
                        ],
                        default="written",
                        editable=False,
                        max_length=12,
                        verbose_name="comes from",
                    ),
                ),
                ("author", models.CharField(blank=True, editable=False, max_length=150, verbose_name="by")),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="since"
                    ),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="conversations.conversation",
                    ),
                ),
                (
                    "intent",
                    models.ForeignKey(
                        blank=True,
                        help_text="For example opening_hours. Empty: nobody serves it.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cases",
                        to="routing.intent",
                        verbose_name="belongs to",
                    ),
                ),
                (
                    "profile",
                    models.ForeignKey(
                        help_text="Where the message is written, for example orders_team.",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cases",
                        to="routing.agentprofile",
                        verbose_name="profile",
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
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="conversations.turn",
                        verbose_name="corrects",
                    ),
                ),
            ],
            options={
                "verbose_name": "message that must be routed right",
                "verbose_name_plural": "messages that must be routed right",
                "ordering": ("-created_at", "-id"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "key"), name="case_key"),
                    models.UniqueConstraint(fields=("turn",), name="case_turn"),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
