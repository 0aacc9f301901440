import agents.model_settings
import agents.prompt_variables
import conversations.models
import django.core.validators
import django.db.models.deletion
import django.db.models.manager
import django.utils.timezone
import outbound.fields
import outbound.headers
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("agents", "0001_initial"),
        ("agents", "0002_stdio_servers"),
        ("agents", "0003_teams"),
        ("agents", "0004_loops"),
        ("agents", "0005_supervisor_point"),
        ("agents", "0006_words_of_permission"),
        ("agents", "0007_transports"),
        ("agents", "0008_langchain_models"),
        ("agents", "0009_model_settings"),
        ("agents", "0010_fallback"),
        ("agents", "0011_tool_needs_word"),
        ("agents", "0012_knowledge"),
        ("agents", "0013_prompt_variables"),
        ("agents", "0014_server_headers"),
        ("agents", "0015_results_that_stay_good"),
        ("agents", "0016_words_a_rail_looks_for"),
        ("agents", "0017_a_list_a_rail_reads"),
    ]

    initial = True

    dependencies = [
        ("auth", "__first__"),
        ("tenancy", "0001_squashed_0006"),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoricalGuardrail",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "code",
                    models.CharField(
                        help_text="For example MSK masks personal numbers.",
                        max_length=32,
                        verbose_name="check",
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        choices=[("input", "what the user writes"), ("output", "what we answer")],
                        max_length=8,
                        verbose_name="looks at",
                    ),
                ),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("sanitize", "mask it"),
                            ("block", "refuse politely"),
                            ("retry", "ask again"),
                            ("observe", "only note it"),
                        ],
                        default="sanitize",
                        max_length=12,
                        verbose_name="then",
                    ),
                ),
                ("polite", models.JSONField(blank=True, default=dict, verbose_name="polite refusal")),
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
                    "phrases",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line. MSK lets these kinds of personal data pass, for example email or phone; DLEX looks for these words, for example a competitor's name; LINKS lets links to these hosts be opened, for example pay.example.com; PROMPT_LEAK lets these parts of a prompt be told word for word; AOFERTA takes these words for an offer; CMP wants a sentence or a /pattern/ in an answer, and in front of a colon the intents, tools or words that it goes with, for example “cancel_visit: /A-\\d{3,}/”; MODERATION counts these categories, for example “harassment: 0.3”, and GUARD_MODEL these classes, for example “S1: violent crimes”.",
                        verbose_name="its list",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical guardrail",
                "verbose_name_plural": "historical guardrails",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalJudge",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example groundedness: are the answer's figures from a tool? It is by rule; response_quality, sentiment and tone ask a model; any other name is a judge of your own, with what it looks at.", max_length=64, verbose_name="name"
                    ),
                ),
                (
                    "threshold",
                    models.FloatField(
                        default=0.6,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="passes from",
                    ),
                ),
                (
                    "fail_closed",
                    models.BooleanField(default=False, verbose_name="hold the answer back when it fails"),
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
                "verbose_name": "historical judge",
                "verbose_name_plural": "historical judges",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalMCPServer",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example office.",
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
                ("description", models.CharField(blank=True, max_length=300, verbose_name="description")),
                (
                    "transport",
                    models.CharField(
                        choices=[
                            ("streamable_http", "Streamable HTTP, at an address"),
                            ("fastmcp", "Streamable HTTP, named fastmcp"),
                            ("sse", "server-sent events, of servers from before 2025"),
                            ("http", "plain HTTP with /tools/list and /tools/call, without MCP"),
                            ("stdio", "stdio, a command of this installation"),
                        ],
                        default="streamable_http",
                        max_length=24,
                        verbose_name="transport",
                    ),
                ),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        help_text="Acts at once. For example https://tools.example.com/mcp or ${ENV:TOOLS_URL}.",
                        max_length=300,
                        verbose_name="address",
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
                    "command",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Acts at once. A name from MCP_STDIO_SERVERS, for example clock; who runs this installation adds them.",
                        max_length=64,
                        verbose_name="command",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical MCP server",
                "verbose_name_plural": "historical MCP servers",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalPromptPolicy",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example formal_tone.",
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
                ("version", models.CharField(default="1", max_length=32, verbose_name="version")),
                (
                    "system_prefix",
                    models.TextField(
                        blank=True,
                        help_text="For example: You work for Example Ltd.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="every prompt begins with",
                    ),
                ),
                (
                    "style",
                    models.CharField(
                        blank=True,
                        help_text="For example: cordial, short sentences.",
                        max_length=200,
                        validators=[agents.prompt_variables.check],
                        verbose_name="tone",
                    ),
                ),
                (
                    "forbidden_phrases",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line. Models are told, and the turn notes an answer that says one. For example: com certeza absoluta.",
                        verbose_name="never say",
                    ),
                ),
                (
                    "preferred",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="One pair a line. For example: problem = situation.",
                        verbose_name="say instead",
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
                "verbose_name": "historical prompt policy",
                "verbose_name_plural": "historical prompt policies",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalSlot",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example reference.",
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
                    "pattern",
                    models.CharField(
                        help_text="A regular expression that recognises it in a message, for example P\\d{3,}.",
                        max_length=200,
                        verbose_name="looks like",
                    ),
                ),
                (
                    "label",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="How a question names it, for example: the reference.",
                        verbose_name="is called",
                    ),
                ),
                (
                    "example",
                    models.CharField(
                        blank=True, help_text="For example A-100.", max_length=64, verbose_name="example"
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
                "verbose_name": "historical value to ask for",
                "verbose_name_plural": "historical values to ask for",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="LLMProfile",
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
                        help_text="For example fast_model.",
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
                    "point",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "only where a specialist names it"),
                            ("default", "every specialist without its own"),
                            ("synthesis", "joining the answers of several specialists"),
                            ("supervisor", "the supervisor's decisions"),
                            ("judge", "judges"),
                        ],
                        max_length=16,
                        verbose_name="used for",
                    ),
                ),
                (
                    "provider",
                    models.CharField(
                        choices=[
                            ("openai", "OpenAI"),
                            ("gemini", "Gemini"),
                            ("anthropic", "Anthropic"),
                            ("azure", "Azure OpenAI"),
                            ("oci", "OCI"),
                            ("ollama", "Ollama"),
                            ("langchain", "LangChain"),
                            ("offline", "offline model"),
                        ],
                        default="openai",
                        max_length=24,
                        verbose_name="provider",
                    ),
                ),
                (
                    "model",
                    models.CharField(
                        blank=True, help_text="For example gpt-5-mini.", max_length=120, verbose_name="model"
                    ),
                ),
                (
                    "base_url",
                    models.CharField(
                        blank=True,
                        help_text="Acts at once. Empty: the provider's own, for example https://api.openai.com/v1.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "api_key",
                    outbound.fields.EncryptedField(
                        blank=True,
                        default="",
                        help_text="Kept encrypted and never shown again, for example sk-...",
                        verbose_name="key",
                    ),
                ),
                (
                    "temperature",
                    models.FloatField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(2),
                        ],
                        verbose_name="temperature",
                    ),
                ),
                (
                    "top_p",
                    models.FloatField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="top_p",
                    ),
                ),
                (
                    "max_tokens",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="longest answer (tokens)"
                    ),
                ),
                (
                    "timeout_seconds",
                    models.FloatField(
                        default=30,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="time limit (seconds)",
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
                    "can_force_tools",
                    models.BooleanField(default=True, verbose_name="can be made to call a tool"),
                ),
                (
                    "extra_body",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        validators=[agents.model_settings.check_extra_body],
                        verbose_name="extra fields",
                    ),
                ),
                (
                    "extra_headers",
                    outbound.headers.HeadersField(
                        blank=True,
                        default="",
                        help_text="One a line, for what the address wants beside the key. For example X-Api-Version: 2. Kept encrypted; Authorization here is sent instead of the key.",
                        verbose_name="extra headers",
                    ),
                ),
                (
                    "limit_name",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "as usual at this provider"),
                            ("max_tokens", "max_tokens"),
                            ("max_completion_tokens", "max_completion_tokens"),
                        ],
                        default="",
                        max_length=24,
                        verbose_name="the limit is called",
                    ),
                ),
                (
                    "organization",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=120,
                        validators=[agents.model_settings.check_organization],
                        verbose_name="organisation",
                    ),
                ),
                (
                    "parallel_tool_calls",
                    models.BooleanField(
                        blank=True,
                        choices=[(None, "as the model does"), (True, "yes"), (False, "no")],
                        null=True,
                        verbose_name="several tool calls at once",
                    ),
                ),
                (
                    "reasoning_effort",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "as the model does"),
                            ("none", "none"),
                            ("minimal", "minimal"),
                            ("low", "low"),
                            ("medium", "medium"),
                            ("high", "high"),
                            ("xhigh", "xhigh"),
                        ],
                        default="",
                        max_length=16,
                        verbose_name="reasoning effort",
                    ),
                ),
                (
                    "response_format",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        validators=[agents.model_settings.check_response_format],
                        verbose_name="form of the answer",
                    ),
                ),
                ("seed", models.IntegerField(blank=True, null=True, verbose_name="seed")),
                (
                    "stop",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[agents.model_settings.check_stop],
                        verbose_name="stops at",
                    ),
                ),
                (
                    "fallback",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="agents.llmprofile",
                        verbose_name="answers when it fails",
                    ),
                ),
            ],
            options={
                "verbose_name": "model",
                "verbose_name_plural": "models",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "name"), name="llm_name"),
                    models.UniqueConstraint(
                        condition=models.Q(("point", ""), _negated=True),
                        fields=("tenant", "point"),
                        name="llm_point",
                    ),
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="MCPServer",
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
                        help_text="For example office.",
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
                ("description", models.CharField(blank=True, max_length=300, verbose_name="description")),
                (
                    "transport",
                    models.CharField(
                        choices=[
                            ("streamable_http", "Streamable HTTP, at an address"),
                            ("fastmcp", "Streamable HTTP, named fastmcp"),
                            ("sse", "server-sent events, of servers from before 2025"),
                            ("http", "plain HTTP with /tools/list and /tools/call, without MCP"),
                            ("stdio", "stdio, a command of this installation"),
                        ],
                        default="streamable_http",
                        max_length=24,
                        verbose_name="transport",
                    ),
                ),
                (
                    "url",
                    models.CharField(
                        blank=True,
                        help_text="Acts at once. For example https://tools.example.com/mcp or ${ENV:TOOLS_URL}.",
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
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
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
                (
                    "command",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Acts at once. A name from MCP_STDIO_SERVERS, for example clock; who runs this installation adds them.",
                        max_length=64,
                        verbose_name="command",
                    ),
                ),
                (
                    "extra_headers",
                    outbound.headers.HeadersField(
                        blank=True,
                        default="",
                        help_text="One a line, for a server that wants another header than a bearer token. For example X-Api-Key: 4f2c... Kept encrypted; Authorization here is sent instead of the token.",
                        verbose_name="extra headers",
                    ),
                ),
            ],
            options={
                "verbose_name": "MCP server",
                "verbose_name_plural": "MCP servers",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="server_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="PromptPolicy",
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
                        help_text="For example formal_tone.",
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
                ("version", models.CharField(default="1", max_length=32, verbose_name="version")),
                (
                    "system_prefix",
                    models.TextField(
                        blank=True,
                        help_text="For example: You work for Example Ltd.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="every prompt begins with",
                    ),
                ),
                (
                    "style",
                    models.CharField(
                        blank=True,
                        help_text="For example: cordial, short sentences.",
                        max_length=200,
                        validators=[agents.prompt_variables.check],
                        verbose_name="tone",
                    ),
                ),
                (
                    "forbidden_phrases",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line. Models are told, and the turn notes an answer that says one. For example: com certeza absoluta.",
                        verbose_name="never say",
                    ),
                ),
                (
                    "preferred",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="One pair a line. For example: problem = situation.",
                        verbose_name="say instead",
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
                "verbose_name": "prompt policy",
                "verbose_name_plural": "prompt policies",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="policy_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Slot",
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
                        help_text="For example reference.",
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
                    "pattern",
                    models.CharField(
                        help_text="A regular expression that recognises it in a message, for example P\\d{3,}.",
                        max_length=200,
                        verbose_name="looks like",
                    ),
                ),
                (
                    "label",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="How a question names it, for example: the reference.",
                        verbose_name="is called",
                    ),
                ),
                (
                    "example",
                    models.CharField(
                        blank=True, help_text="For example A-100.", max_length=64, verbose_name="example"
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
                "verbose_name": "value to ask for",
                "verbose_name_plural": "values to ask for",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="slot_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Guardrail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        help_text="For example MSK masks personal numbers.",
                        max_length=32,
                        verbose_name="check",
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        choices=[("input", "what the user writes"), ("output", "what we answer")],
                        max_length=8,
                        verbose_name="looks at",
                    ),
                ),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("sanitize", "mask it"),
                            ("block", "refuse politely"),
                            ("retry", "ask again"),
                            ("observe", "only note it"),
                        ],
                        default="sanitize",
                        max_length=12,
                        verbose_name="then",
                    ),
                ),
                ("polite", models.JSONField(blank=True, default=dict, verbose_name="polite refusal")),
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
                    "phrases",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="One a line. MSK lets these kinds of personal data pass, for example email or phone; DLEX looks for these words, for example a competitor's name; LINKS lets links to these hosts be opened, for example pay.example.com; PROMPT_LEAK lets these parts of a prompt be told word for word; AOFERTA takes these words for an offer; CMP wants a sentence or a /pattern/ in an answer, and in front of a colon the intents, tools or words that it goes with, for example “cancel_visit: /A-\\d{3,}/”; MODERATION counts these categories, for example “harassment: 0.3”, and GUARD_MODEL these classes, for example “S1: violent crimes”.",
                        verbose_name="its list",
                    ),
                ),
            ],
            options={
                "verbose_name": "guardrail",
                "verbose_name_plural": "guardrails",
                "ordering": ("phase", "code"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "code", "phase"), name="rail_code")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Judge",
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
                        help_text="For example groundedness: are the answer's figures from a tool? It is by rule; response_quality, sentiment and tone ask a model; any other name is a judge of your own, with what it looks at.", max_length=64, verbose_name="name"
                    ),
                ),
                (
                    "threshold",
                    models.FloatField(
                        default=0.6,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="passes from",
                    ),
                ),
                (
                    "fail_closed",
                    models.BooleanField(default=False, verbose_name="hold the answer back when it fails"),
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
            ],
            options={
                "verbose_name": "judge",
                "verbose_name_plural": "judges",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="judge_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalCollection",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example price_list.",
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
                        help_text="For example: Plans and prices.",
                        max_length=120,
                        verbose_name="title",
                    ),
                ),
                (
                    "description",
                    models.CharField(
                        blank=True,
                        help_text="What the model reads about it. For example: prices of all plans, with taxes and discounts.",
                        max_length=300,
                        verbose_name="what is in it",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("company", "the company's own"),
                            ("public", "public documentation"),
                            ("personal", "what each user uploads, for that user alone"),
                        ],
                        default="company",
                        max_length=12,
                        verbose_name="documents are",
                    ),
                ),
                (
                    "threshold",
                    models.FloatField(
                        default=0.5,
                        help_text="How well a passage must fit a question, 0 to 1. Below it, nothing was found. For example 0.5.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="counts as found from",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("revision", models.PositiveIntegerField(default=0, editable=False, verbose_name="revision")),
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
                "verbose_name": "historical collection",
                "verbose_name_plural": "historical collections",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalLLMProfile",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example fast_model.",
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
                    "point",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "only where a specialist names it"),
                            ("default", "every specialist without its own"),
                            ("synthesis", "joining the answers of several specialists"),
                            ("supervisor", "the supervisor's decisions"),
                            ("judge", "judges"),
                        ],
                        max_length=16,
                        verbose_name="used for",
                    ),
                ),
                (
                    "provider",
                    models.CharField(
                        choices=[
                            ("openai", "OpenAI"),
                            ("gemini", "Gemini"),
                            ("anthropic", "Anthropic"),
                            ("azure", "Azure OpenAI"),
                            ("oci", "OCI"),
                            ("ollama", "Ollama"),
                            ("langchain", "LangChain"),
                            ("offline", "offline model"),
                        ],
                        default="openai",
                        max_length=24,
                        verbose_name="provider",
                    ),
                ),
                (
                    "model",
                    models.CharField(
                        blank=True, help_text="For example gpt-5-mini.", max_length=120, verbose_name="model"
                    ),
                ),
                (
                    "base_url",
                    models.CharField(
                        blank=True,
                        help_text="Acts at once. Empty: the provider's own, for example https://api.openai.com/v1.",
                        max_length=300,
                        verbose_name="address",
                    ),
                ),
                (
                    "temperature",
                    models.FloatField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(2),
                        ],
                        verbose_name="temperature",
                    ),
                ),
                (
                    "top_p",
                    models.FloatField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="top_p",
                    ),
                ),
                (
                    "max_tokens",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="longest answer (tokens)"
                    ),
                ),
                (
                    "timeout_seconds",
                    models.FloatField(
                        default=30,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="time limit (seconds)",
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
                    "can_force_tools",
                    models.BooleanField(default=True, verbose_name="can be made to call a tool"),
                ),
                (
                    "extra_body",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        validators=[agents.model_settings.check_extra_body],
                        verbose_name="extra fields",
                    ),
                ),
                (
                    "limit_name",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "as usual at this provider"),
                            ("max_tokens", "max_tokens"),
                            ("max_completion_tokens", "max_completion_tokens"),
                        ],
                        default="",
                        max_length=24,
                        verbose_name="the limit is called",
                    ),
                ),
                (
                    "organization",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=120,
                        validators=[agents.model_settings.check_organization],
                        verbose_name="organisation",
                    ),
                ),
                (
                    "parallel_tool_calls",
                    models.BooleanField(
                        blank=True,
                        choices=[(None, "as the model does"), (True, "yes"), (False, "no")],
                        null=True,
                        verbose_name="several tool calls at once",
                    ),
                ),
                (
                    "reasoning_effort",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "as the model does"),
                            ("none", "none"),
                            ("minimal", "minimal"),
                            ("low", "low"),
                            ("medium", "medium"),
                            ("high", "high"),
                            ("xhigh", "xhigh"),
                        ],
                        default="",
                        max_length=16,
                        verbose_name="reasoning effort",
                    ),
                ),
                (
                    "response_format",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        validators=[agents.model_settings.check_response_format],
                        verbose_name="form of the answer",
                    ),
                ),
                ("seed", models.IntegerField(blank=True, null=True, verbose_name="seed")),
                (
                    "stop",
                    models.JSONField(
                        blank=True,
                        default=list,
                        validators=[agents.model_settings.check_stop],
                        verbose_name="stops at",
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
                        to="agents.llmprofile",
                        verbose_name="answers when it fails",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical model",
                "verbose_name_plural": "historical models",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalSpecialist",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Small letters, digits and underscores, for example hours_agent.",
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
                    "display_name",
                    models.CharField(
                        blank=True,
                        help_text="For example Opening hours.",
                        max_length=80,
                        verbose_name="shown as",
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        blank=True,
                        help_text="For example: questions about opening hours.",
                        max_length=300,
                        verbose_name="choose it when",
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
                    "llm",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="Empty: the model used for every specialist. For example fast_model.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.llmprofile",
                        verbose_name="model",
                    ),
                ),
                (
                    "forward",
                    models.BooleanField(
                        default=False,
                        help_text="When several answer at once, this part is not rewritten; for example legal texts.",
                        verbose_name="its words stay as they are",
                    ),
                ),
                (
                    "max_runs",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Mode supervised: how often it may be called in one turn, for example 2 for a search.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="runs in a turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical specialist",
                "verbose_name_plural": "historical specialists",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalMCPTool",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="As the server calls it: read_calendar.", max_length=64, verbose_name="name"
                    ),
                ),
                (
                    "title",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="What people read while it works, for example: reading the calendar.",
                        verbose_name="title",
                    ),
                ),
                ("description", models.TextField(blank=True, verbose_name="description")),
                (
                    "schema",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="arguments"),
                ),
                (
                    "read_only",
                    models.BooleanField(
                        default=False,
                        help_text="Off: it changes something and is never repeated on its own, for example a cancellation.",
                        verbose_name="only reads",
                    ),
                ),
                (
                    "confirm",
                    models.BooleanField(
                        default=False,
                        help_text="The user must say yes before it is called, for example before an exchange is requested.",
                        verbose_name="ask first",
                    ),
                ),
                (
                    "confirm_text",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="For example: Shall I move your visit to {day}?",
                        verbose_name="question before",
                    ),
                ),
                (
                    "say",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="With fields of the result: On {day} we open at {opens}.",
                        verbose_name="how to say its result",
                    ),
                ),
                ("next_state", models.CharField(blank=True, max_length=64, verbose_name="state afterwards")),
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
                    "server",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.mcpserver",
                        verbose_name="server",
                    ),
                ),
                (
                    "permission",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Asked once a conversation; tools that need the same permission share the answer: live_instance.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="needs permission",
                    ),
                ),
                (
                    "undeclared",
                    models.BooleanField(default=False, editable=False, verbose_name="needs your word"),
                ),
                (
                    "cache_seconds",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="0: it is asked each time. Only of tools that only read; nobody gets what another was told.",
                        validators=[django.core.validators.MaxValueValidator(86400)],
                        verbose_name="result stays good for (seconds)",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical tool",
                "verbose_name_plural": "historical tools",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="MCPTool",
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
                        help_text="As the server calls it: read_calendar.", max_length=64, verbose_name="name"
                    ),
                ),
                (
                    "title",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="What people read while it works, for example: reading the calendar.",
                        verbose_name="title",
                    ),
                ),
                ("description", models.TextField(blank=True, verbose_name="description")),
                (
                    "schema",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="arguments"),
                ),
                (
                    "read_only",
                    models.BooleanField(
                        default=False,
                        help_text="Off: it changes something and is never repeated on its own, for example a cancellation.",
                        verbose_name="only reads",
                    ),
                ),
                (
                    "confirm",
                    models.BooleanField(
                        default=False,
                        help_text="The user must say yes before it is called, for example before an exchange is requested.",
                        verbose_name="ask first",
                    ),
                ),
                (
                    "confirm_text",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="For example: Shall I move your visit to {day}?",
                        verbose_name="question before",
                    ),
                ),
                (
                    "say",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="With fields of the result: On {day} we open at {opens}.",
                        verbose_name="how to say its result",
                    ),
                ),
                ("next_state", models.CharField(blank=True, max_length=64, verbose_name="state afterwards")),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "server",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tools",
                        to="agents.mcpserver",
                        verbose_name="server",
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
                    "permission",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Asked once a conversation; tools that need the same permission share the answer: live_instance.",
                        max_length=64,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9_]+\\Z",
                                "Use small letters, digits and underscores, for example new_customer.",
                            )
                        ],
                        verbose_name="needs permission",
                    ),
                ),
                (
                    "undeclared",
                    models.BooleanField(default=False, editable=False, verbose_name="needs your word"),
                ),
                (
                    "cache_seconds",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="0: it is asked each time. Only of tools that only read; nobody gets what another was told.",
                        validators=[django.core.validators.MaxValueValidator(86400)],
                        verbose_name="result stays good for (seconds)",
                    ),
                ),
            ],
            options={
                "verbose_name": "tool",
                "verbose_name_plural": "tools",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="tool_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalToolParameter",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="For example customer_id.", max_length=64, verbose_name="argument"
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("identity", "who writes (credential or trusted context)"),
                            ("resource", "what it is about (context, the user's words, or asked)"),
                            ("free", "the model decides"),
                            ("default", "always this value"),
                        ],
                        default="free",
                        max_length=12,
                        verbose_name="comes from",
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        blank=True,
                        help_text="The identity key or value to ask for, when named otherwise; for example customer_key.",
                        max_length=64,
                        verbose_name="known as",
                    ),
                ),
                ("required", models.BooleanField(default=True, verbose_name="required")),
                ("type", models.CharField(default="string", max_length=16, verbose_name="type")),
                ("description", models.CharField(blank=True, max_length=300, verbose_name="description")),
                ("default", models.JSONField(blank=True, null=True, verbose_name="value")),
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
            ],
            options={
                "verbose_name": "historical argument",
                "verbose_name_plural": "historical arguments",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Specialist",
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
                        help_text="Small letters, digits and underscores, for example hours_agent.",
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
                    "display_name",
                    models.CharField(
                        blank=True,
                        help_text="For example Opening hours.",
                        max_length=80,
                        verbose_name="shown as",
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        blank=True,
                        help_text="For example: questions about opening hours.",
                        max_length=300,
                        verbose_name="choose it when",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                (
                    "llm",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: the model used for every specialist. For example fast_model.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="agents.llmprofile",
                        verbose_name="model",
                    ),
                ),
                (
                    "targets",
                    models.ManyToManyField(
                        blank=True, to="agents.specialist", verbose_name="may hand over to"
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
                    "tools",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Tools it may call whatever the intent, for one who serves everything. For example read_calendar.",
                        related_name="+",
                        to="agents.mcptool",
                        verbose_name="always has",
                    ),
                ),
                (
                    "forward",
                    models.BooleanField(
                        default=False,
                        help_text="When several answer at once, this part is not rewritten; for example legal texts.",
                        verbose_name="its words stay as they are",
                    ),
                ),
                (
                    "max_runs",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Mode supervised: how often it may be called in one turn, for example 2 for a search.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10),
                        ],
                        verbose_name="runs in a turn",
                    ),
                ),
            ],
            options={
                "verbose_name": "specialist",
                "verbose_name_plural": "specialists",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="specialist_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="ToolParameter",
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
                        help_text="For example customer_id.", max_length=64, verbose_name="argument"
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("identity", "who writes (credential or trusted context)"),
                            ("resource", "what it is about (context, the user's words, or asked)"),
                            ("free", "the model decides"),
                            ("default", "always this value"),
                        ],
                        default="free",
                        max_length=12,
                        verbose_name="comes from",
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        blank=True,
                        help_text="The identity key or value to ask for, when named otherwise; for example customer_key.",
                        max_length=64,
                        verbose_name="known as",
                    ),
                ),
                ("required", models.BooleanField(default=True, verbose_name="required")),
                ("type", models.CharField(default="string", max_length=16, verbose_name="type")),
                ("description", models.CharField(blank=True, max_length=300, verbose_name="description")),
                ("default", models.JSONField(blank=True, null=True, verbose_name="value")),
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
                        related_name="parameters",
                        to="agents.mcptool",
                        verbose_name="tool",
                    ),
                ),
            ],
            options={
                "verbose_name": "argument",
                "verbose_name_plural": "arguments",
                "ordering": ("tool", "id"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tool", "name"), name="parameter_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="HistoricalSpecialistPrompt",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("number", models.PositiveIntegerField(default=1, verbose_name="version")),
                (
                    "role",
                    models.TextField(
                        help_text="For example: You are the specialist for opening hours.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="role",
                    ),
                ),
                (
                    "objective",
                    models.TextField(
                        blank=True,
                        help_text="For example: Explain each answer.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="objective",
                    ),
                ),
                (
                    "context",
                    models.TextField(
                        blank=True,
                        help_text="What it must know, for example opening hours.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="context",
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
                    "specialist",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="agents.specialist",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical prompt",
                "verbose_name_plural": "historical prompts",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="SpecialistPrompt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(default=1, verbose_name="version")),
                (
                    "role",
                    models.TextField(
                        help_text="For example: You are the specialist for opening hours.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="role",
                    ),
                ),
                (
                    "objective",
                    models.TextField(
                        blank=True,
                        help_text="For example: Explain each answer.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="objective",
                    ),
                ),
                (
                    "context",
                    models.TextField(
                        blank=True,
                        help_text="What it must know, for example opening hours.",
                        validators=[agents.prompt_variables.check],
                        verbose_name="context",
                    ),
                ),
                (
                    "specialist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prompts",
                        to="agents.specialist",
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
                "verbose_name": "prompt",
                "verbose_name_plural": "prompts",
                "ordering": ("specialist", "-number"),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [
                    models.UniqueConstraint(fields=("specialist", "number"), name="prompt_number")
                ],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Collection",
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
                        help_text="For example price_list.",
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
                        help_text="For example: Plans and prices.",
                        max_length=120,
                        verbose_name="title",
                    ),
                ),
                (
                    "description",
                    models.CharField(
                        blank=True,
                        help_text="What the model reads about it. For example: prices of all plans, with taxes and discounts.",
                        max_length=300,
                        verbose_name="what is in it",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("company", "the company's own"),
                            ("public", "public documentation"),
                            ("personal", "what each user uploads, for that user alone"),
                        ],
                        default="company",
                        max_length=12,
                        verbose_name="documents are",
                    ),
                ),
                (
                    "threshold",
                    models.FloatField(
                        default=0.5,
                        help_text="How well a passage must fit a question, 0 to 1. Below it, nothing was found. For example 0.5.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                        verbose_name="counts as found from",
                    ),
                ),
                ("enabled", models.BooleanField(default=True, verbose_name="in use")),
                ("revision", models.PositiveIntegerField(default=0, editable=False, verbose_name="revision")),
                (
                    "specialists",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Empty: every specialist may look into it. For example only Opening hours.",
                        related_name="+",
                        to="agents.specialist",
                        verbose_name="for these specialists",
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
                "verbose_name": "collection",
                "verbose_name_plural": "collections",
                "ordering": ("name",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("tenant", "name"), name="collection_name")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Document",
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
                    "owner",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=200, verbose_name="uploaded for"
                    ),
                ),
                ("title", models.CharField(max_length=200, verbose_name="title")),
                ("source", models.CharField(max_length=300, verbose_name="file")),
                ("kind", models.CharField(blank=True, default="", max_length=12, verbose_name="format")),
                ("language", models.CharField(blank=True, default="", max_length=8, verbose_name="language")),
                (
                    "dated",
                    models.DateField(
                        blank=True, help_text="For example 2026-03-01.", null=True, verbose_name="as of"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("reading", "being read"),
                            ("ready", "ready"),
                            ("failed", "could not be read"),
                        ],
                        default="waiting",
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                (
                    "error",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=400, verbose_name="what went wrong"
                    ),
                ),
                ("size", models.PositiveIntegerField(default=0, verbose_name="size (bytes)")),
                ("digest", models.CharField(blank=True, default="", editable=False, max_length=64)),
                ("pages", models.PositiveIntegerField(default=0, verbose_name="pages")),
                ("passages", models.PositiveIntegerField(default=0, verbose_name="passages")),
                ("embedder", models.CharField(blank=True, default="", editable=False, max_length=80)),
                ("job", models.CharField(blank=True, default="", editable=False, max_length=36)),
                ("added_in", models.PositiveIntegerField(editable=False, null=True)),
                ("removed_in", models.PositiveIntegerField(editable=False, null=True)),
                (
                    "author",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=150, verbose_name="uploaded by"
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="uploaded"
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="documents",
                        to="agents.collection",
                        verbose_name="collection",
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
                "verbose_name": "document",
                "verbose_name_plural": "documents",
                "ordering": ("-created_at",),
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "indexes": [models.Index(fields=["collection", "owner", "added_in"], name="document_found")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="TermCount",
            fields=[
                ("term", models.CharField(max_length=96, primary_key=True, serialize=False)),
                ("passages", models.PositiveIntegerField()),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="agents.collection"
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
                "verbose_name": "word of a collection",
                "verbose_name_plural": "words of a collection",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="DocumentFile",
            fields=[
                (
                    "document",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="file",
                        serialize=False,
                        to="agents.document",
                    ),
                ),
                ("content", models.BinaryField()),
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
                "verbose_name": "file of a document",
                "verbose_name_plural": "files of documents",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="DocumentIndex",
            fields=[
                (
                    "document",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="index",
                        serialize=False,
                        to="agents.document",
                    ),
                ),
                ("passages", models.BinaryField()),
                ("signatures", models.BinaryField()),
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
                "verbose_name": "index of a document",
                "verbose_name_plural": "indexes of documents",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Passage",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("section", models.CharField(blank=True, default="", max_length=200)),
                ("page", models.PositiveIntegerField(null=True)),
                ("text", models.TextField()),
                ("vector", models.BinaryField(default=bytes)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="agents.document"
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
                "verbose_name": "passage",
                "verbose_name_plural": "passages",
                "abstract": False,
                "base_manager_name": "unscoped",
                "default_manager_name": "unscoped",
                "constraints": [models.UniqueConstraint(fields=("document", "number"), name="passage_place")],
            },
            managers=[
                ("unscoped", django.db.models.manager.Manager()),
            ],
        ),
    ]
