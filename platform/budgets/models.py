"""What a company says about money, which acts at once, and what was used day by day."""

from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tenancy.models import ApiKey
from tenancy.tenant_rows import TenantModel

NOT_NEGATIVE = MinValueValidator(0)
DOLLAR = "USD"
currency = RegexValidator(r"^[A-Z]{3}\Z", _("Three capital letters, for example USD."))


def amount(places: int, label: Any, example: Any, **more: Any) -> "models.DecimalField[Any, Any]":
    """An amount of money with so many decimals, not below 0 unless `more` says otherwise."""
    checks = {"validators": [NOT_NEGATIVE], **more}
    return models.DecimalField(label, max_digits=12, decimal_places=places, help_text=example, **checks)


class Price(TenantModel):
    """What a million tokens of a model cost this company from a day on. It stands over the library's own
    price; a turn keeps the price that it was counted with."""

    model = models.CharField(
        _("model"), max_length=120, help_text=_("As its provider calls it, for example gpt-5-mini.")
    )
    since = models.DateField(
        _("from"),
        default=timezone.localdate,
        help_text=_("The first day of this price, for example 2027-01-01."),
    )
    currency = models.CharField(
        _("currency"), max_length=3, default=DOLLAR, validators=[currency], help_text=_("For example USD.")
    )
    per_dollar = amount(
        6,
        _("for one US dollar"),
        _("How much of this currency one US dollar is, for example 5.40. 1 for US dollars."),
        default=Decimal(1),
        validators=[MinValueValidator(Decimal("0.000001"))],
    )
    prompt = amount(6, _("a million tokens in"), _("For example 0.25."))
    cached = amount(
        6,
        _("a million cached tokens in"),
        _("For example 0.025. Empty: as all that goes in."),
        null=True,
        blank=True,
    )
    completion = amount(6, _("a million tokens out"), _("For example 2."))

    class Meta(TenantModel.Meta):
        verbose_name = _("price of a model")
        verbose_name_plural = _("prices of models")
        ordering = ("model", "-since")
        constraints = [models.UniqueConstraint(fields=["tenant", "model", "since"], name="price_since")]

    def __str__(self) -> str:
        return f"{self.model} · {self.since}"

    def clean(self) -> None:
        if self.currency == DOLLAR and self.per_dollar != 1:
            raise ValidationError({"per_dollar": _("One US dollar is 1. Name another currency, or write 1.")})


class Limit(TenantModel):
    """How much may be used a day, by the company, by a key, or by each user. Empty figures are no limit.

    Turns and tokens are refused when they are used up; of money the route changes instead, unless it says
    otherwise."""

    class Kinds(models.TextChoices):
        COMPANY = "company", _("the company")
        KEY = "key", _("an API key")
        USER = "user", _("each user")

    class Ways(models.TextChoices):
        SAVE = "save", _("answer without the model, or with the one for this")
        REFUSE = "refuse", _("refuse messages until it is new")

    kind = models.CharField(_("for"), max_length=8, choices=Kinds.choices, default=Kinds.COMPANY)
    key = models.ForeignKey(
        ApiKey,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("API key"),
        help_text=_(
            "Only for an API key, for example a partner's that may use more. Empty: every key alike."
        ),
    )
    turns_a_day = models.PositiveIntegerField(
        _("messages a day"), null=True, blank=True, help_text=_("For example 5000.")
    )
    tokens_a_day = models.PositiveBigIntegerField(
        _("tokens a day"), null=True, blank=True, help_text=_("For example 2000000.")
    )
    money_a_day = amount(4, _("US dollars a day"), _("For example 20."), null=True, blank=True)
    money_a_month = amount(4, _("US dollars a month"), _("For example 400."), null=True, blank=True)
    when_spent = models.CharField(
        _("when the money is used up"), max_length=8, choices=Ways.choices, default=Ways.SAVE
    )

    class Meta(TenantModel.Meta):
        verbose_name = _("limit")
        verbose_name_plural = _("limits and budgets")
        ordering = ("kind", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "kind"], condition=models.Q(key=None), name="one_limit_a_kind"
            ),
            models.UniqueConstraint(
                fields=["tenant", "key"], condition=~models.Q(key=None), name="one_limit_a_key"
            ),
        ]

    def __str__(self) -> str:
        return str(self.key.name if self.key else self.get_kind_display())

    def clean(self) -> None:
        if self.key_id and self.kind != self.Kinds.KEY:
            raise ValidationError({"key": _("Choose “an API key” above, or leave the key empty.")})
        if all(
            figure is None
            for figure in (self.turns_a_day, self.tokens_a_day, self.money_a_day, self.money_a_month)
        ):
            raise ValidationError(_("Write at least one figure: messages, tokens or money."))

    get_kind_display: Any
    key_id: int | None


class Spent(TenantModel):
    """What somebody used on a day: the company, a key, or a user by a name that only this installation can
    make.

    Each is counted in a few rows (`slot`), so that turns that end at once do not wait for one another; their
    sum is it. `paid` counts the turns whose models used something; what turns that run are taken to use is
    reserved until they end, and a row's may be below zero. `told_day` and `told_month` are the percentages of
    the budgets that were told of."""

    subject = models.CharField(max_length=48, editable=False)
    day = models.DateField(editable=False)
    slot = models.PositiveSmallIntegerField(default=0, editable=False)
    turns = models.PositiveIntegerField(default=0, editable=False)
    tokens = models.PositiveBigIntegerField(default=0, editable=False)
    micros = models.PositiveBigIntegerField(default=0, editable=False)  # millionths of a US dollar
    paid = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    reserved_tokens = models.BigIntegerField(default=0, db_default=0, editable=False)
    reserved_micros = models.BigIntegerField(default=0, db_default=0, editable=False)
    told_day = models.PositiveSmallIntegerField(default=0, editable=False)
    told_month = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = "spent"
        constraints = [
            models.UniqueConstraint(fields=["tenant", "subject", "day", "slot"], name="spent_once")
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.day}"
