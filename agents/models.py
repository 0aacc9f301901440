"""What business users author about specialists, models, tools, guardrails and judges."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents import prompt_variables
from agents.authored_row import NAME_HELP, Authored, texts
from agents.guardrail_row import Guardrail as Guardrail
from agents.knowledge.evaluation_models import CollectionEvaluation as CollectionEvaluation
from agents.knowledge.evaluation_models import CollectionQuestion as CollectionQuestion
from agents.knowledge.models import Collection as Collection
from agents.knowledge.models import Document as Document
from agents.knowledge.models import DocumentFile as DocumentFile
from agents.knowledge.models import DocumentIndex as DocumentIndex
from agents.knowledge.models import Passage as Passage
from agents.knowledge.models import TermCount as TermCount
from agents.knowledge.models import WebSource as WebSource
from agents.llm_profile import LLMProfile as LLMProfile
from agents.mcp_server import MCPServer as MCPServer
from agents.mcp_server import ServerSignIn as ServerSignIn
from agents.plugin_row import Plugin as Plugin
from agents.tool_names import why_not
from agents.turn_file import TurnFile as TurnFile
from language import slots
from language.errors import SlotPatternError
from tenancy.models import slug


class Slot(Authored):
    """A value a user can be asked for: an order number, an invoice number."""

    name = models.CharField(
        _("name"), max_length=64, validators=[slug], help_text=_("For example reference.")
    )
    pattern = models.CharField(
        _("looks like"),
        max_length=200,
        help_text=_("A regular expression that recognises it in a message, for example P\\d{3,}."),
    )
    label = texts(_("is called"), _("How a question names it, for example: the reference."))
    example = models.CharField(_("example"), max_length=64, blank=True, help_text=_("For example A-100."))

    class Meta(Authored.Meta):
        verbose_name = _("value to ask for")
        verbose_name_plural = _("values to ask for")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="slot_name")]

    def clean(self) -> None:
        try:
            slots.check(self.pattern)
        except SlotPatternError as error:
            raise ValidationError({"pattern": _("This pattern cannot be read: %s.") % error}) from error


class PromptPolicy(Authored):
    """What every specialist's prompt begins with, and what no answer may say."""

    name = models.CharField(
        _("name"), max_length=64, validators=[slug], help_text=_("For example formal_tone.")
    )
    version = models.CharField(_("version"), max_length=32, default="1")
    system_prefix = models.TextField(
        validators=[prompt_variables.check],
        verbose_name=_("every prompt begins with"),
        blank=True,
        help_text=_("For example: You work for Example Ltd."),
    )
    style = models.CharField(
        _("tone"),
        validators=[prompt_variables.check],
        max_length=200,
        blank=True,
        help_text=_("For example: cordial, short sentences."),
    )
    forbidden_phrases = models.JSONField(
        _("never say"), default=list, blank=True,
        help_text=_(
            "One a line. Models are told, and the turn notes an answer that says one. "
            "For example: com certeza absoluta."
        ),
    )  # fmt: skip
    preferred = models.JSONField(
        _("say instead"), default=dict, blank=True,
        help_text=_("One pair a line. For example: problem = situation."),
    )  # fmt: skip

    class Meta(Authored.Meta):
        verbose_name = _("prompt policy")
        verbose_name_plural = _("prompt policies")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="policy_name")]


class MCPTool(Authored):
    """A tool of an MCP server; its schema is discovered and kept, its argument sources are authored."""

    server = models.ForeignKey(MCPServer, models.CASCADE, related_name="tools", verbose_name=_("server"))
    name = models.CharField(_("name"), max_length=64, help_text=_("As the server calls it: read_calendar."))
    title = texts(
        _("title"), _(
            "What people read while it works, and in “Next step: … Shall I go ahead?” where it has no "
            "question of its own. For example: reading the calendar."
        ),
    )  # fmt: skip
    description = models.TextField(_("description"), blank=True)
    schema = models.JSONField(_("arguments"), default=dict, blank=True, editable=False)
    read_only = models.BooleanField(
        _("only reads"), default=False,
        help_text=_(
            "Off: it changes something and is never repeated on its own, for example a cancellation."
        ),
    )  # fmt: skip
    undeclared = models.BooleanField(
        _("needs your word"), default=False, editable=False
    )  # whether it only reads
    confirm = models.BooleanField(
        _("ask first"), default=False,
        help_text=_(
            "The user must say yes before it is called, for example before an exchange is requested."
        ),
    )  # fmt: skip
    confirm_text = texts(_("question before"), _("For example: Shall I move your visit to {day}?"))
    permission = models.CharField(
        _("needs permission"), max_length=64, blank=True, default="", validators=[slug],
        help_text=_(
            "Asked once a conversation; tools that need the same permission share the answer: live_instance."
        ),
    )  # fmt: skip
    say = texts(
        _("how to say its result"), _(
            "With fields of the result: On {day} we open at {opens}."
        ),
    )  # fmt: skip
    next_state = models.CharField(_("state afterwards"), max_length=64, blank=True)
    enabled = models.BooleanField(_("in use"), default=True)

    cache_seconds = models.PositiveIntegerField(
        _("result stays good for (seconds)"), default=0, validators=[MaxValueValidator(86_400)],
        help_text=_(
            "0: it is asked each time. Only of tools that only read; nobody gets what another was told."
        ),
    )  # fmt: skip

    class Meta(Authored.Meta):
        verbose_name = _("tool")
        verbose_name_plural = _("tools")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="tool_name")]

    def clean(self) -> None:
        if why := why_not(self.name):
            raise ValidationError({"name": _("A tool cannot be called so: %s.") % why})
        if self.cache_seconds and not self.read_only:
            raise ValidationError(
                {"cache_seconds": _("A tool that changes something is asked each time: write 0.")}
            )


class ToolParameter(Authored):
    """Where one argument of a tool comes from."""

    class Sources(models.TextChoices):
        IDENTITY = "identity", _("who writes (credential or trusted context)")
        CLAIMED = "claimed", _("who writes, and asked in the chat where nobody proved it")
        RESOURCE = "resource", _("what it is about (context, the user's words, or asked)")
        FREE = "free", _("the model decides")
        DEFAULT = "default", _("always this value")

    tool = models.ForeignKey(MCPTool, models.CASCADE, related_name="parameters", verbose_name=_("tool"))
    name = models.CharField(_("argument"), max_length=64, help_text=_("For example customer_id."))
    source = models.CharField(_("comes from"), max_length=12, choices=Sources.choices, default=Sources.FREE)
    key = models.CharField(
        _("known as"), max_length=64, blank=True,
        help_text=_("The identity key or value to ask for, when named otherwise; for example customer_key."),
    )  # fmt: skip
    required = models.BooleanField(_("required"), default=True)
    type = models.CharField(_("type"), max_length=16, default="string")
    description = models.CharField(_("description"), max_length=300, blank=True)
    label = models.JSONField(
        _("is called"), default=dict, blank=True, db_default=models.Value({}, models.JSONField()),
        help_text=_("How a question names it, for example: the reference."),
    )  # fmt: skip
    default = models.JSONField(_("value"), null=True, blank=True)

    class Meta(Authored.Meta):
        verbose_name = _("argument")
        verbose_name_plural = _("arguments")
        ordering = ("tool", "id")
        constraints = [models.UniqueConstraint(fields=["tool", "name"], name="parameter_name")]


class Specialist(Authored):
    """One of the team: what it is for, its prompt in versions, and whom it may hand over to."""

    name = models.CharField(_("name"), max_length=64, validators=[slug], help_text=NAME_HELP)
    display_name = models.CharField(
        _("shown as"), max_length=80, blank=True, help_text=_("For example Opening hours.")
    )
    purpose = models.CharField(
        _("choose it when"),
        max_length=300,
        blank=True,
        help_text=_("For example: questions about opening hours."),
    )
    llm = models.ForeignKey(
        LLMProfile, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("model"),
        help_text=_("Empty: the model used for every specialist. For example fast_model."),
    )  # fmt: skip
    targets = models.ManyToManyField(
        "self", symmetrical=False, blank=True, verbose_name=_("may hand over to")
    )
    tools = models.ManyToManyField(
        MCPTool, blank=True, related_name="+", verbose_name=_("always has"),
        help_text=_(
            "Tools it may call whatever the intent, for one who serves everything. For example read_calendar."
        ),
    )  # fmt: skip
    forward = models.BooleanField(
        _("its words stay as they are"), default=False,
        help_text=_("When several answer at once, this part is not rewritten; for example legal texts."),
    )  # fmt: skip
    max_runs = models.PositiveSmallIntegerField(
        _("runs in a turn"), default=1, validators=[MinValueValidator(1), MaxValueValidator(10)],
        help_text=_("Mode supervised: how often it may be called in one turn, for example 2 for a search."),
    )  # fmt: skip
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("specialist")
        verbose_name_plural = _("specialists")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="specialist_name")]

    def __str__(self) -> str:
        return self.display_name or self.name


class SpecialistPrompt(Authored):
    """A version of a specialist's prompt; the highest number is the one that a publish takes."""

    specialist = models.ForeignKey(Specialist, models.CASCADE, related_name="prompts")
    number = models.PositiveIntegerField(_("version"), default=1)
    role = models.TextField(
        validators=[prompt_variables.check],
        verbose_name=_("role"),
        help_text=_("For example: You are the specialist for opening hours."),
    )
    objective = models.TextField(
        validators=[prompt_variables.check],
        verbose_name=_("objective"),
        blank=True,
        help_text=_("For example: Explain each answer."),
    )
    context = models.TextField(
        validators=[prompt_variables.check],
        verbose_name=_("context"),
        blank=True,
        help_text=_("What it must know, for example opening hours."),
    )

    class Meta(Authored.Meta):
        verbose_name = _("prompt")
        verbose_name_plural = _("prompts")
        ordering = ("specialist", "-number")
        constraints = [models.UniqueConstraint(fields=["specialist", "number"], name="prompt_number")]

    def __str__(self) -> str:
        return f"{self.specialist} {self.number}"


class Judge(Authored):
    """Scores an answer once given, or before it leaves where it must not fail; a `prompt` by a model."""

    name = models.CharField(
        _("name"), max_length=64,
        help_text=_(
            "For example groundedness: are the answer's figures from a tool? It is by rule; "
            "response_quality, sentiment and tone ask a model; any other name is a judge of your own, with "
            "what it looks at."
        ),
    )  # fmt: skip
    threshold = models.FloatField(
        _("passes from"), default=0.6, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    fail_closed = models.BooleanField(_("hold the answer back when it fails"), default=False)
    person = models.BooleanField(_("then pass on to a person"), default=False)
    prompt = models.TextField(_("what it looks at"), blank=True, max_length=4000)
    scale = models.PositiveSmallIntegerField(
        _("best score"), default=10, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    share = models.PositiveSmallIntegerField(
        _("share of answers (%)"), default=100, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    seconds = models.FloatField(
        _("time limit (s)"), default=10, validators=[MinValueValidator(0.1), MaxValueValidator(60)]
    )
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("judge")
        verbose_name_plural = _("judges")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="judge_name")]
