"""Settings, all from the environment (or `.env`); with nothing set, one process on SQLite.

Every variable is listed with its meaning in `.env.example`.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.templatetags.static import static
from django.urls import reverse_lazy

from config import enum_names, local_secrets, sidebar
from config.version import VERSION
from language.spoken_languages import pages
from telemetry import logs

BASE_DIR = Path(__file__).resolve().parent.parent.parent
HOME_DIR = BASE_DIR if (BASE_DIR / "pyproject.toml").is_file() else Path.cwd()  # a wheel's: where it starts
env = environ.Env()
environ.Env.read_env(HOME_DIR / ".env")
VAR_DIR = Path(env.str("SWITCHBOARD_VAR_DIR", str(HOME_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)
PARTS_DIR = Path(env.str("SWITCHBOARD_PARTS_DIR", str(VAR_DIR / "parts")))  # releases.part_files

APP_ENV = env.str("APP_ENV", "local")
PRODUCTION = APP_ENV == "production"
DEBUG = env.bool("DEBUG", False)
DEMO = env.bool("SWITCHBOARD_DEMO", False)
DEMO_TENANTS = tuple(env.list("SWITCHBOARD_DEMO_TENANTS", default=["tenant_a"]))  # where visitors get in
# Production makes no key of its own: a second container would make another (config/checks.py asks for them).
SECRET_KEY = env.str("SECRET_KEY", "") or ("" if PRODUCTION else local_secrets.secret_key(VAR_DIR))
# Keys of before, the newest first: what they signed holds until it lapses, nothing new is signed.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
FIELD_KEYS = env.list("SWITCHBOARD_FIELD_KEYS", default=[]) or (
    [] if PRODUCTION else [local_secrets.field_key(VAR_DIR)]
)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # probes come over plain http
BEHIND_TLS_PROXY = env.bool("BEHIND_TLS_PROXY", False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS_PROXY else None
PROXY_HOPS = max(0, env.int("PROXY_HOPS", int(BEHIND_TLS_PROXY)))  # tenancy.rates
# These look for Django's own classes by name: ours are subclasses of them.
SILENCED_SYSTEM_CHECKS = ["security.W001", "security.W002", "security.W003"]
WEB_CONCURRENCY = env.int("WEB_CONCURRENCY", 1)  # uvicorn reads it too

# --- parts -------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "unfold.contrib.simple_history",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "simple_history",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "allauth.usersessions",
    "tenancy",
    "outbound",
    "language",
    "conversations",
    "releases",
    "audit",
    "egress",
    "rollout",
    "work",
    "privacy",
    "budgets",
    "delivery",
    "handoffs",
    "agents",
    "routing",
    "analytics",
    "studio",
    *(("demo",) if find_spec("demo") else ()),  # an installation without its folder has none of it
    *(EXTRA_APPS := env.list("EXTRA_APPS", default=[])),
    "config",
]
EXTRA_MIDDLEWARE = env.list("EXTRA_MIDDLEWARE", default=[])
MIDDLEWARE = [
    "config.middleware.RequestId",
    "config.middleware.Security",
    "config.middleware.StaticFiles",
    "config.middleware.SilentDatabase",
    "config.middleware.Sessions",
    "config.middleware.Locale",
    "config.middleware.Common",
    "config.middleware.Csrf",
    "config.middleware.Authentication",
    "config.middleware.Acting",
    "allauth.account.middleware.AccountMiddleware",  # keeps what is known of somebody who is signing in
    "config.middleware.Messages",
    "config.middleware.Frames",
    "config.middleware.Csp",
    *EXTRA_MIDDLEWARE,
]
# Doors answer without cookies: site middleware skip these prefixes (2.7 ms a request against 4.1). The rest
# of /api/ (analytics, the schema) also knows people who are logged in.
DOOR_PREFIXES = (
    "/api/chat", "/api/turns", "/api/config/", "/api/releases", "/api/jobs/", "/api/audit", "/api/privacy/",
    "/api/rollout/", "/api/admin/",
    "/gateway/", "/sessions", "/debug/", "/agents", "/backends", "/health", "/readyz", "/metrics", "/v1/",
    "/channels/",
)  # fmt: skip
FILE_PREFIXES = ("/api/config/",)  # doors that take whole files: as much as a form, not as a message
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
AUTHENTICATION_BACKENDS = [
    *env.list("AUTHENTICATION_BACKENDS", default=["django.contrib.auth.backends.ModelBackend"]),
    "tenancy.standing.RoleBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        "UserAttributeSimilarityValidator": {},
        "MinimumLengthValidator": {"min_length": env.int("PASSWORD_MIN_LENGTH", 8)},
        "CommonPasswordValidator": {},
        "NumericPasswordValidator": {},
    }.items()
]
from config.signing_in import *  # noqa: E402, F403  # after .env was read
from config.streaming import *  # noqa: E402, F403

LOGIN_URL = reverse_lazy("admin:login")
CSRF_FAILURE_VIEW = "routing.api.problems.refuse_forged"
LOGIN_REDIRECT_URL = reverse_lazy("admin:index")
INVITATION_DAYS = env.int("INVITATION_DAYS", 7)  # that a link to join a company may be used
PASSWORD_RESET_TIMEOUT = 60 * env.int("PASSWORD_RESET_MINUTES", 60)  # seconds
# Where people open the Studio's pages, for links in e-mails and webhooks: https://chat.example.com
SITE_URL = env.str("SITE_URL", "").rstrip("/")
EMAIL_URL = env.str("EMAIL_URL", "")  # without it links are shown once, to who asks for them
vars().update(environ.Env.email_url_config(EMAIL_URL or "dummymail://"))
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", "switchboard@localhost")

# --- database ----------------------------------------------------------------------------------
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_database_url = env.str("DATABASE_URL", "") or f"sqlite:///{VAR_DIR / 'switchboard.sqlite3'}"
DATABASES = {"default": {**environ.Env.db_url_config(_database_url), "CONN_MAX_AGE": 0}}
STATEMENT_SECONDS = env.int("STATEMENT_SECONDS", 60)
SQLITE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
if SQLITE:
    # Without BEGIN IMMEDIATE 717 of 1 000 concurrent writers met "database is locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": env.int("SQLITE_BUSY_SECONDS", 15),
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;",
    }
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    local_secrets.make_private(Path(DATABASES["default"]["NAME"]), make=not PRODUCTION)
else:  # a server that does not answer must not hold the few threads that visit it
    own = {"options": f"-c statement_timeout={STATEMENT_SECONDS}s"} if STATEMENT_SECONDS else {}
    DATABASES["default"]["OPTIONS"] = {"connect_timeout": 4, **own, **DATABASES["default"].get("OPTIONS", {})}
    DATABASES["default"]["ENGINE"] = "tenancy.postgresql_engine"

# --- conversation: the numbers -----------------------------------------------------------------
ROUTING_MODE = env.str("ROUTING_MODE", "router")
TURN_DEADLINE = env.float("TURN_DEADLINE", 60)  # seconds
LEASE_MARGIN = env.float("LEASE_MARGIN", 15)  # seconds a lease outlives the deadline
# Seconds after which others take over what a process had that died.
DEAD_AFTER_SECONDS = env.float("DEAD_AFTER_SECONDS", 10)
MODEL_DEADLINE = env.float("MODEL_DEADLINE", 30)  # seconds
LLM_ROUTER_SECONDS = env.float("LLM_ROUTER_SECONDS", 5)  # a model may take to say who answers
LLM_ROUTER_TOKENS = env.int("LLM_ROUTER_TOKENS", 6000)  # of one such decision, question and answer
TOOL_DEADLINE = env.float("TOOL_DEADLINE", 10)  # seconds
WAIT_LIMIT = env.float("WAIT_LIMIT", 90)  # seconds a JSON door waits before it answers 202
MCP_RESULT_BYTES = env.int("MCP_RESULT_BYTES", 256 * 1024)
MCP_CALLS_AT_ONCE = env.int("MCP_CALLS_AT_ONCE", 16)
QUEUED_TURNS = env.int("QUEUED_TURNS", 5)
# Of one process: one more could not be answered before its deadline.
TURNS_AT_ONCE = env.int("TURNS_AT_ONCE", 1_000)
DEBOUNCE_SECONDS = env.float("DEBOUNCE_SECONDS", 1.5)  # a writer's pause, where a profile waits for it
MESSAGE_CHARACTERS = env.int("MESSAGE_CHARACTERS", 32_000)
POLITE_CHARACTERS = env.int("POLITE_CHARACTERS", 16_384)
BODY_BYTES = env.int("BODY_BYTES", 256 * 1024)
MESSAGE_FILES = env.int("MESSAGE_FILES", 4)  # pictures and documents that one message may bring
MESSAGE_FILE_BYTES = env.int("MESSAGE_FILE_BYTES", 10 * 2**20)  # of all of them together
FORM_BYTES = env.int("FORM_BYTES", 4 * 1024 * 1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = FORM_BYTES
BODY_SECONDS = env.float("BODY_SECONDS", 20)  # less than the server waits for requests when it stops
SOCKET_HELLO_SECONDS = env.float("SOCKET_HELLO_SECONDS", 10)  # in which a socket says who it is
# How often a door may be used: so many in a second, minute, hour; 0 is no limit. The demo holds nobody up.
RATE_CREDENTIAL = env.str("RATE_CREDENTIAL", "60000/m" if DEMO else "1200/m")
RATE_COMPANY = env.str("RATE_COMPANY", "60000/m" if DEMO else "6000/m")
RATE_STRANGER = env.str("RATE_STRANGER", "60000/m" if DEMO else "600/m")  # of an unknown credential, or none
RATE_LOGIN = env.str("RATE_LOGIN", "10/15m")  # failed logins to one account from one address
HISTORY_MESSAGES = env.int("HISTORY_MESSAGES", 20)
MEMORY_TOKENS = env.int("MEMORY_TOKENS", 300)  # of a prompt, for what is remembered of its user
AGENT_STEPS = env.int("AGENT_STEPS", 10)
BRANCHES = env.int("BRANCHES", 4)  # specialists at once on one message
ROUNDS = env.int("ROUNDS", 4)  # specialists one after the other on one message (mode supervised)
PLAN_CONFIDENCE = env.float("PLAN_CONFIDENCE", 0.94)  # mode planner: below it the user is asked first
PLAN_STEPS = env.int("PLAN_STEPS", 200)  # of one plan
PLAN_NAMES = env.int("PLAN_NAMES", 20)  # that one step looks up
PLAN_CONCURRENCY = env.int("PLAN_CONCURRENCY", 4)  # steps at once, where a manifest does not say
PLAN_LOCAL_STEPS = env.int("PLAN_LOCAL_STEPS", 20)  # with a broker, longer plans are done by workers
PLAN_RETRIES = env.int("PLAN_RETRIES", 1)  # of a step that only reads
PLAN_MODEL_SECONDS = env.float("PLAN_MODEL_SECONDS", 8)  # a model may take to propose a plan
PLAN_MODEL_TOKENS = env.int("PLAN_MODEL_TOKENS", 2000)  # of such a proposal
PLAN_MARGIN = env.float("PLAN_MARGIN", 2)  # seconds before the turn's deadline at which steps end
BRANCH_MARGIN = env.float("BRANCH_MARGIN", 5)  # seconds before the turn's deadline at which branches end
HANDOFFS_A_TURN = env.int("HANDOFFS_A_TURN", 5)
PIECE_SECONDS = env.float("PIECE_SECONDS", 0.05)
SWEEP_SECONDS = env.float("SWEEP_SECONDS", 5)
STOP_NOTICE_SECONDS = env.float("STOP_NOTICE_SECONDS", 5)  # from the signal to stop to the end of the socket
DRAIN_SECONDS = env.float("DRAIN_SECONDS", 20)  # running turns are given after that
CLOSING_SECONDS = 4  # what goes out (deliveries, sessions of tools) is given to close after those
DISK_FREE_BYTES = env.int("DISK_FREE_BYTES", 64 * 1024 * 1024)  # with less the process is not ready
DOCUMENT_BYTES = env.int("DOCUMENT_BYTES", 25 * 2**20)  # of one file that is uploaded as a document
ATTACHMENT_BYTES = env.int("ATTACHMENT_BYTES", 10 * 2**20)  # of one file that a user attaches in the chat
ATTACHMENT_BYTES_OF_USER = env.int("ATTACHMENT_BYTES_OF_USER", 100 * 2**20)  # of all that one user attached
DOCUMENT_SECONDS = env.int("DOCUMENT_SECONDS", 120)  # for which a document is read
DOCUMENT_MEGABYTES_OF_MEMORY = env.int("DOCUMENT_MEGABYTES_OF_MEMORY", 768)  # that reading one may take
AUDIT_LEAST_DAYS = env.int("AUDIT_LEAST_DAYS", 180)  # no company keeps its audit log for less
JOB_RESULT_DAYS = env.int("JOB_RESULT_DAYS", 30)  # after which what people wrote leaves the results of jobs
# Seconds between two looks at domains' manifests; 0: none.
DOMAIN_SYNC_SECONDS = env.float("DOMAIN_SYNC_SECONDS", 21600)
DOMAINS_BOOTSTRAP = env("DOMAINS_BOOTSTRAP", default="")  # a file of domains that a company begins with
DELIVERY_DAYS = env.int("DELIVERY_DAYS", 30)  # that the log of what was sent is kept
TELEGRAM_API = env.str("TELEGRAM_API", "https://api.telegram.org")
LEARN_AT_ONCE = env.int("LEARN_AT_ONCE", 400)  # examples; more of them are learnt by a job
STATE_SECONDS = env.float("STATE_SECONDS", 3600)  # a question nobody answered lapses

# --- gateway: messages are passed on to backends (routing/gateway) --------------------
GATEWAY = env.bool("SWITCHBOARD_GATEWAY", False)
GLOBAL_ROUTING_MODE = env.str("GLOBAL_ROUTING_MODE", "hybrid")
GLOBAL_KEEP_ACTIVE_BACKEND = env.bool("GLOBAL_KEEP_ACTIVE_BACKEND", True)
GLOBAL_USE_SUPERVISOR_ON_CONFLICT = env.bool("GLOBAL_USE_SUPERVISOR_ON_CONFLICT", True)
GLOBAL_MIN_ROUTER_CONFIDENCE = env.float("GLOBAL_MIN_ROUTER_CONFIDENCE", 0.55)
GLOBAL_SESSION_TTL_SECONDS = env.float("GLOBAL_SESSION_TTL_SECONDS", 3600)
BACKEND_TIMEOUT_SECONDS = env.float("BACKEND_TIMEOUT_SECONDS", 60)

# Sites whose pages may hold the chat: https://shop.example.com. Their pages need a session token.
CHAT_ORIGINS = [origin.rstrip("/").lower() for origin in env.list("CHAT_ORIGINS", default=[])]

# Whom the chat page offers as "who is writing", where an app names some: `demo.customers.Customer`s.
CHAT_CUSTOMERS: tuple[Any, ...] = ()

# --- broker and cache --------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", "")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "")
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # with a result backend a frozen broker held a caller for over 45 s
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # what one worker hoards the other cannot run
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker, however long it is away
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "visibility_timeout": int(TURN_DEADLINE) + 30,  # a last net: a turn sends silent branches again itself
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- models and tools --------------------------------------------------------------------------
OPENAI_API_KEY = env.str("OPENAI_API_KEY", "")
OPENAI_BASE_URL = env.str("OPENAI_BASE_URL", "")
MODEL = env.str("MODEL", "")
MODEL_READS = env.list("MODEL_READS", default=[])  # what MODEL reads beside text: pictures, documents
MCP_STDIO_SERVERS = env.str("MCP_STDIO_SERVERS", "")  # JSON, read by agents.commands
LANGCHAIN_MODELS = env.str("LANGCHAIN_MODELS", "")  # JSON, read by agents.langchain_models
AZURE_API_VERSION = env.str("AZURE_API_VERSION", "2024-10-21")
EMBEDDER = env.str("EMBEDDER", "bundled")  # or openai, none; read by language.embedder
EXAMPLES_TWICE = env.bool("EXAMPLES_TWICE", True)  # read by language.embedder.choose
EMBEDDINGS_BASE_URL = env.str("EMBEDDINGS_BASE_URL", "")
EMBEDDINGS_API_KEY = env.str("EMBEDDINGS_API_KEY", "")
EMBEDDINGS_MODEL = env.str("EMBEDDINGS_MODEL", "")
EMBEDDINGS_SECONDS = env.float("EMBEDDINGS_SECONDS", 2)  # for all vectors of one decision, from an endpoint
ENABLE_MCP_TOOLS = env.bool("ENABLE_MCP_TOOLS", True)
ENABLE_JUDGES = env.bool("ENABLE_JUDGES", True)
ENABLE_ANSWER_CACHE = env.bool("ENABLE_ANSWER_CACHE", True)
ANSWER_CACHE_ROWS = env.int("ANSWER_CACHE_ROWS", 2000)  # of one company
ENABLE_INPUT_GUARDRAILS = env.bool("ENABLE_INPUT_GUARDRAILS", True)
ENABLE_OUTPUT_GUARDRAILS = env.bool("ENABLE_OUTPUT_GUARDRAILS", True)
# Names that a row may use as ${ENV:NAME} in a base URL.
ROW_ENVIRONMENT = env.list("SWITCHBOARD_ROW_ENVIRONMENT", default=[])
OUTBOUND_ALLOWED_HOSTS = env.list("OUTBOUND_ALLOWED_HOSTS", default=[])
OUTBOUND_ALLOW_LOOPBACK = env.bool("OUTBOUND_ALLOW_LOOPBACK", not PRODUCTION)

# --- language, static, pages -------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = pages()
# Ours, then what the packages under the Studio say and have no Portuguese or Spanish for.
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "platform" / "config" / "package_words"]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PRODUCTION
USE_I18N = USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", "UTC")
STATIC_URL = "/static/"
STATIC_ROOT = HOME_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
_manifest = "whitenoise.storage.CompressedManifestStaticFilesStorage"
_plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _manifest if PRODUCTION else _plain},
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = DEBUG
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Switchboard",
    "VERSION": VERSION,
    "DESCRIPTION": (
        "A team of AI agents behind one chat API. The WebSocket is described in docs/protocols/websocket.md."
    ),
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "routing.api.endpoint_schema.complete",
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    "APPEND_COMPONENTS": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    "SECURITY": [{"bearer": []}],
    "ENUM_NAME_OVERRIDES": enum_names.NAMES,
}
UNFOLD = {
    "SITE_TITLE": "Switchboard",
    "SITE_HEADER": "Switchboard",
    "SITE_SYMBOL": "hub",
    "SHOW_HISTORY": True,
    "SHOW_LANGUAGES": True,
    "LANGUAGES": {"navigation": [{"code": code, "name_local": name} for code, name in LANGUAGES]},
    "SHOW_VIEW_ON_SITE": False,
    "ACCOUNT": {"navigation": sidebar.account},
    "STYLES": [lambda request: static("studio/studio.css")],
    "SCRIPTS": [lambda request: static("studio/studio.js")],
    "SIDEBAR": {"show_search": True, "navigation": sidebar.navigation},
}
# --- seen from outside (platform/telemetry) ------------------------------------------------------
LOG_FORMAT = env.str("LOG_FORMAT", "line")  # line or json
ACCESS_LOG = env.bool("ACCESS_LOG", LOG_FORMAT == "json")  # a line for each request
LOGGING = logs.config(LOG_FORMAT == "json", LOG_LEVEL := env.str("LOG_LEVEL", "INFO").upper())
METRICS_TOKEN = env.str("METRICS_TOKEN", "")  # the bearer token of /metrics; empty: nothing is counted
SENTRY_DSN = env.str("SENTRY_DSN", "")
_endpoint = env.str("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", env.str("OTEL_EXPORTER_OTLP_ENDPOINT", ""))
TELEMETRY_ENABLED = (
    bool(_endpoint) and env.bool("TELEMETRY_ENABLED", True) and not env.bool("OTEL_SDK_DISABLED", False)
)
LANGFUSE_HOST = env.str("LANGFUSE_HOST", "https://cloud.langfuse.com")
LANGFUSE_PUBLIC_KEY = env.str("LANGFUSE_PUBLIC_KEY", "")
LANGFUSE_SECRET_KEY = env.str("LANGFUSE_SECRET_KEY", "")
ENABLE_LANGFUSE = env.bool("ENABLE_LANGFUSE", True) and bool(LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY)
