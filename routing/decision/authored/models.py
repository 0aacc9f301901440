"""What business users author about routing: profiles, intents, keywords, examples."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored, texts
from agents.models import Collection, Guardrail, Judge, LLMProfile, PromptPolicy, Specialist
from language.spoken_languages import choices
from routing.decision.authored.validators import check_dates, check_hours, check_languages, check_zone
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.mode_names import Modes
from tenancy.models import slug

LONGEST_KEPT = 2_592_000  # seconds, 30 days: how long an answer may stay good


class AgentProfile(Authored):
    """One team behind one agent_id: who belongs to it, how it decides, what checks it."""

    named_by = ("agent_id",)

    class QuickMessages(models.TextChoices):
        QUEUE = "queue", _("queue: each is answered on its own")
        COALESCE = "coalesce", _("coalesce: those that came while one was answered get one answer")
        DEBOUNCE = "debounce", _("debounce: wait until the writer pauses, then give one answer")

    class Stickiness(models.TextChoices):
        KEEP = "keep", _("keep: it goes to whoever asked")
        REROUTE = "reroute", _("route: as if nothing had been asked")
        COORDINATOR = "coordinator", _("coordinator: it goes to the coordinator")

    agent_id = models.CharField(
        _("name"), max_length=64, validators=[slug], help_text=_("For example orders_team.")
    )
    name = models.CharField(_("title"), max_length=120, blank=True, help_text=_("For example Opening hours."))
    description = models.CharField(_("description"), max_length=400, blank=True)
    domain = models.CharField(_("domain"), max_length=64, blank=True, help_text=_("For example office."))
    mode = models.CharField(
        _("mode"), max_length=16, blank=True, default=Modes.ROUTER,
        choices=[("", _("as the installation says")), *Modes.choices],
        help_text=_("Start with router. The rollout flag wins over this, for example during a trial."),
    )  # fmt: skip
    languages = models.JSONField(
        _("languages"), blank=True, default=list, validators=[check_languages],
        help_text=_(
            "The first is spoken while a message does not show its language, for example A-100. Only these "
            "are spoken. Empty: all, the company's first."
        ),
    )  # fmt: skip
    fallback = models.ForeignKey(
        Specialist, models.RESTRICT, related_name="+", verbose_name=_("answers when nothing matches")
    )
    single = models.ForeignKey(
        Specialist, models.RESTRICT, related_name="+", null=True, blank=True, verbose_name=_("single agent"),
        help_text=_("Answers everything for users outside the rollout. For example single_agent."),
    )  # fmt: skip
    coordinator = models.ForeignKey(
        Specialist, models.RESTRICT, related_name="+", null=True, blank=True, verbose_name=_("coordinator"),
        help_text=_(
            "Mode coordinator: who speaks first and calls in the others. Empty: who answers when nothing "
            "matches."
        ),
    )  # fmt: skip
    specialists = models.ManyToManyField(
        Specialist, blank=True, related_name="profiles", verbose_name=_("specialists"),
        help_text=_("Empty: all of the company. For example Opening hours and Visits."),
    )  # fmt: skip
    wished_precision = models.FloatField(
        _("wished precision"), default=0.97, validators=[MinValueValidator(0.5), MaxValueValidator(0.999)],
        help_text=_(
            "Of a hundred messages that the examples decide, how many must be decided rightly: 0.97 for 97. "
            "Higher: fewer wrong ones, and more that are left to the other ways to decide."
        ),
    )  # fmt: skip
    confidence_threshold = models.FloatField(
        _("sure enough from"), default=0.65, validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_(
            "A model that decides must say that it is at least so sure, from 0 to 1, for example 0.65."
        ),
    )  # fmt: skip
    llm_router = models.ForeignKey(
        LLMProfile, models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("model that decides"),
        help_text=_(
            "Asked where nothing else is sure: it names one of the intents. Empty: no model is asked."
        ),
    )  # fmt: skip
    plan_by_model = models.BooleanField(
        _("the model may propose the plan"), default=False, help_text=_(
            "Mode planner: the model that decides proposes the steps; what goes beyond the published "
            "domains and the user's words is refused, and the plan is made without it. Off: plans follow "
            "from the manifests alone."
        ),
    )  # fmt: skip
    quick_messages = models.CharField(
        _("several quick messages"), max_length=16, choices=QuickMessages.choices,
        default=QuickMessages.QUEUE,
        help_text=_(
            "For who writes “hi”, “my visit”, “tomorrow at nine” one after the other. For example coalesce."
        ),
    )  # fmt: skip
    stickiness = models.CharField(
        _("after a question"), max_length=16, choices=Stickiness.choices, default=Stickiness.KEEP,
        help_text=_(
            "Where a message goes that answers no question of a specialist, and that nothing else is sure "
            "of. For example: keep."
        ),
    )  # fmt: skip
    allow_handoff = models.BooleanField(_("specialists may hand over"), default=True)
    review = models.BooleanField(
        _("review answers"), default=True,
        help_text=_("Checks each answer for forbidden phrases, for example “com certeza”."),
    )  # fmt: skip
    keep_raw_text = models.BooleanField(
        _("keep the original text"), default=False,
        help_text=_("Off: only the masked text is stored, for example without card numbers."),
    )  # fmt: skip
    max_branches = models.PositiveSmallIntegerField(
        _("specialists at once"), null=True, blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(16)],
        help_text=_(
            "Mode supervisor: how many may work on one message, for example 4. Empty: the installation's "
            "limit."
        ),
    )  # fmt: skip
    max_handoffs = models.PositiveSmallIntegerField(
        _("handoffs in a turn"), null=True, blank=True, validators=[MaxValueValidator(20)],
        help_text=_(
            "After so many the turn ends with what was found, for example 5. Empty: the installation's "
            "limit."
        ),
    )  # fmt: skip
    max_steps = models.PositiveSmallIntegerField(
        _("steps of a specialist"), null=True, blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
        help_text=_(
            "How often a specialist may ask its model in a turn, for example 10. Empty: the installation's "
            "limit."
        ),
    )  # fmt: skip
    max_rounds = models.PositiveSmallIntegerField(
        _("rounds in a turn"), null=True, blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(10)],
        help_text=_(
            "Mode supervised: how many specialists may follow one another, for example 4. Empty: the "
            "installation's limit."
        ),
    )  # fmt: skip
    history_messages = models.PositiveSmallIntegerField(
        _("messages a model sees"), null=True, blank=True, validators=[MaxValueValidator(200)],
        help_text=_("Of what was said before, the newest, for example 20. Empty: the installation's."),
    )  # fmt: skip
    history_tokens = models.PositiveIntegerField(
        _("tokens of these"), null=True, blank=True, validators=[MaxValueValidator(1_000_000)],
        help_text=_(
            "Older messages go first, for example 4000; a token is about four letters. Empty: no limit."
        ),
    )  # fmt: skip
    share_memory = models.BooleanField(
        _("share the conversation"), default=True,
        help_text=_(
            "Mode coordinator. Off: coordinator and specialists see only what was said to each of them."
        ),
    )  # fmt: skip
    documents = models.ForeignKey(
        Collection, models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("documents before giving up"),
        help_text=_(
            "A message that nothing else decides is looked for in this collection, before whoever answers "
            "when nothing matches does. For example Questions and answers. Empty: it is not."
        ),
    )  # fmt: skip
    documents_threshold = models.FloatField(
        _("found there from"), default=0.6, validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_(
            "How well a passage must fit such a message, 0 to 1, for example 0.6: more than for an intent's "
            "own."
        ),
    )  # fmt: skip
    attachments = models.ForeignKey(
        Collection, models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("documents of its users"), limit_choices_to={"kind": Collection.Kinds.PERSONAL},
        help_text=_(
            "Users may attach documents in the chat. They are kept in this collection, whose documents are "
            "what each user uploads, and found for that user alone. For example Attached documents. Empty: "
            "nothing can be attached."
        ),
    )  # fmt: skip
    remembers = models.BooleanField(
        _("remember its users"), default=False,
        help_text=_(
            "What users say of themselves (“call me Ana”, “answer in English”) is kept from one "
            "conversation to the next, for who is known by a user id. They can ask what is known, and have "
            "it forgotten."
        ),
    )  # fmt: skip
    synthesis_prompt = models.TextField(
        _("how several answers are joined"), blank=True, default="",
        help_text=_(
            "Read by the model that joins them, for example: Begin with what is urgent. Added to our own "
            "rules."
        ),
    )  # fmt: skip
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, default="", validators=[check_zone],
        help_text=_("For example America/Sao_Paulo. Empty: the company's."),
    )  # fmt: skip
    person_hours = models.JSONField(
        _("when people are there"), default=dict, blank=True, validators=[check_hours],
        help_text=_(
            "For example 09:00-12:00, 13:00-18:00 on Monday. A day left empty: nobody. All empty: always."
        ),
    )  # fmt: skip
    person_closed = models.JSONField(
        _("days on which nobody is there"), default=list, blank=True, validators=[check_dates],
        help_text=_("Dates, one a line, for example 2026-12-25."),
    )  # fmt: skip
    person_reply = texts(
        _("answer while people are there"),
        _("Empty: ours. {when} stands for until when they are there, for example: today at 18:00."),
    )
    person_reply_closed = texts(
        _("answer while nobody is there"),
        _("Empty: ours. {when} stands for when they are there again, for example: tomorrow at 09:00."),
    )
    policy = models.ForeignKey(
        PromptPolicy, models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("prompt policy"),
    )  # fmt: skip
    guardrails = models.ManyToManyField(Guardrail, blank=True, related_name="+", verbose_name=_("guardrails"))
    judges = models.ManyToManyField(Judge, blank=True, related_name="+", verbose_name=_("judges"))
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        ordering = ("agent_id",)
        constraints = [models.UniqueConstraint(fields=["tenant", "agent_id"], name="profile_agent_id")]

    def __str__(self) -> str:
        return self.name or self.agent_id


class Intent(Authored):
    """What people ask for, who answers it, and with which tools."""

    name = models.CharField(
        _("name"), max_length=64, validators=[slug], help_text=_("For example opening_hours.")
    )
    description = models.CharField(
        _("what people want"), max_length=400, blank=True,
        help_text=_("For example: asks when you are open."),
    )  # fmt: skip
    domain = models.CharField(_("domain"), max_length=64, blank=True, help_text=_("For example office."))
    specialist = models.ForeignKey(
        Specialist, models.RESTRICT, null=True, blank=True, related_name="intents",
        verbose_name=_("who answers"),
        help_text=_("For example Opening hours. Empty: whoever is speaking, for greetings and thanks."),
    )  # fmt: skip
    priority = models.PositiveIntegerField(
        _("priority"), default=100,
        help_text=_(
            "The lowest number wins: for example, of two intents with the keyword hours, 10 before 100. "
            "An intent that shares its keywords with one of a lower number is never chosen."
        ),
    )  # fmt: skip
    next_state = models.CharField(
        _("state afterwards"), max_length=64, blank=True,
        help_text=_(
            "What the conversation waits for afterwards, in capital letters: WAITING_CONFIRMATION. "
            "A state policy says who gets the reply."
        ),
    )  # fmt: skip
    state_question = texts(
        _("question that goes with the state"), _("For example: Posso abrir a contestação?")
    )
    reply = texts(_("fixed answer"), _("Given without a model or tools, for example to a greeting."))
    menu = models.BooleanField(
        _("show what we can do"), default=False,
        help_text=_("Adds what this profile can do as buttons under the fixed answer, for example to “oi”."),
    )  # fmt: skip
    offer = texts(_("button"), _("How the menu offers it; sent as the message: When are you open?"))
    takes_text = models.BooleanField(
        _("a text follows its keywords"), default=False,
        help_text=_(
            "What stands behind a keyword, pasted, quoted or after a colon, asks for nothing itself. For "
            "example: Summarize this: ..."
        ),
    )  # fmt: skip
    aside = models.BooleanField(
        _("the matter before it goes on"), default=False,
        help_text=_(
            "A short question afterwards belongs to what was spoken of before, for example after an "
            "outburst of anger."
        ),
    )  # fmt: skip
    asks_for_person = models.BooleanField(
        _("asks for a person"), default=False, help_text=_(
            "Whoever says this wants a person, for example: I want a person. The conversation "
            "is marked, the company is told, and the agents leave the matter alone. What people say "
            "everywhere is known: add your own words."
        ),
    )  # fmt: skip
    collection = models.ForeignKey(
        Collection, models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("answer from documents"),
        help_text=_(
            "Every message of this intent is looked for in this collection first, and answered from what is "
            "found. For example Opening hours. Empty: the specialist looks into documents by itself."
        ),
    )  # fmt: skip
    cache_seconds = models.PositiveIntegerField(
        _("answers stay good for (seconds)"), default=0, blank=True,
        validators=[MaxValueValidator(LONGEST_KEPT)],
        help_text=_(
            "0: every question is answered anew. Only for questions whose answer is the same for everybody, "
            "for example 86400 (a day) for “how do I exchange a product?”."
        ),
    )  # fmt: skip
    handover_backend = models.CharField(
        _("backend that takes over"), max_length=64, blank=True, default="", validators=[slug],
        help_text=_(
            "When a gateway sends the message, it is passed on to this backend; otherwise the specialist "
            "answers. Its name as the gateway calls it, for example suporte. In the modes router and "
            "supervisor, where the message has one topic."
        ),
    )  # fmt: skip
    profiles = models.ManyToManyField(
        AgentProfile, blank=True, related_name="intents", verbose_name=_("only for"),
        help_text=_("Empty: every profile. For example only orders_team."),
    )  # fmt: skip
    out_of_scope = models.BooleanField(
        _("what nobody serves"), default=False,
        help_text=_(
            "Its examples show what this company does not do, for example: conta uma piada. "
            "It needs no specialist and no keywords."
        ),
    )  # fmt: skip
    enabled = models.BooleanField(_("in use"), default=True)

    class Meta(Authored.Meta):
        verbose_name = _("intent")
        verbose_name_plural = _("intents")
        ordering = ("priority", "name")
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="intent_name")]

    specialist_id: int | None

    def clean(self) -> None:
        nobodys = _("Nobody answers what nobody serves: leave it empty.")
        if self.out_of_scope and self.specialist_id is not None:
            raise ValidationError({"specialist": nobodys})
        if self.out_of_scope and self.handover_backend:
            raise ValidationError({"handover_backend": nobodys})
        if self.asks_for_person and (self.out_of_scope or self.specialist_id is not None):
            raise ValidationError({"specialist": _("A person answers this: leave it empty.")})
        if not self.out_of_scope and self.name == OUT_OF_SCOPE:
            raise ValidationError(
                {"name": _("This name is kept for what nobody serves. Choose another one.")}
            )


class Keyword(Authored):
    """A word or phrase that points to an intent; case, accents and plurals do not matter."""

    intent = models.ForeignKey(Intent, models.CASCADE, related_name="keywords", verbose_name=_("intent"))
    text = models.CharField(_("keyword"), max_length=120, help_text=_("For example opening hours."))

    class Meta(Authored.Meta):
        verbose_name = _("keyword")
        verbose_name_plural = _("keywords")
        ordering = ("intent", "text")
        constraints = [models.UniqueConstraint(fields=["intent", "text"], name="keyword_text")]

    def __str__(self) -> str:
        return self.text


class Example(Authored):
    """A sentence people say for an intent."""

    intent = models.ForeignKey(Intent, models.CASCADE, related_name="examples", verbose_name=_("intent"))
    text = models.CharField(
        _("example"), max_length=400,
        help_text=_(
            "A whole message as people write it. What is like it is routed alike. Are you open on Sunday?"
        ),
    )  # fmt: skip
    language = models.CharField(_("language"), max_length=5, choices=choices, default="pt")

    class Meta(Authored.Meta):
        verbose_name = _("example")
        verbose_name_plural = _("examples")
        ordering = ("intent", "id")
        constraints = [models.UniqueConstraint(fields=["intent", "text"], name="example_text")]

    def __str__(self) -> str:
        return self.text
