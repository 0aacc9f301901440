"""`budgets.yaml`: what models cost from which day on, and how much may be used. It acts at once."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from budgets.models import Limit, Price
from studio.files.entry import Entry, Listed, MaybeNumber, MaybeWhole, Number, Text, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan
from tenancy.models import ApiKey

PLACES = Decimal("0.000001")


class PriceEntry(Entry):
    """What a million tokens of a model cost from a day on."""

    model: Text = key(..., "As its provider calls it.", "gpt-5-mini")
    since: Text = key(..., "The first day of this price.", "2027-01-01")
    currency: Text = key("USD", "Three capital letters.", "BRL")
    per_dollar: Number = key(1, "How much of it one US dollar is.", 5.4)
    prompt: Number = key(..., "A million tokens in.", 0.25)
    cached: MaybeNumber = key(None, "A million cached tokens in; empty: as all that goes in.", 0.025)
    completion: Number = key(..., "A million tokens out.", 2)


class LimitEntry(Entry):
    """How much may be used; figures that are left out are no limit."""

    kind: Text = key("company", "company, key (each API key) or user (each user).", "company", alias="for")
    key_: Text = key("", "Of one API key: its name.", "web shop", alias="key")
    turns_a_day: MaybeWhole = key(None, "Messages a day.", 5000)
    tokens_a_day: MaybeWhole = key(None, "Tokens a day.", 2000000)
    money_a_day: MaybeNumber = key(None, "US dollars a day.", 20)
    money_a_month: MaybeNumber = key(None, "US dollars a month.", 400)
    when_spent: Text = key("save", "When the money is used up: save or refuse.", "save")


class BudgetsFile(Entry):
    """Dated prices, limits and budgets."""

    prices: Listed[PriceEntry] = key(
        [], "Prices of models.",
        [{"model": "gpt-5-mini", "since": "2027-01-01", "prompt": 0.25, "completion": 2}],
    )  # fmt: skip
    limits: Listed[LimitEntry] = key([], "Limits and budgets.", [{"for": "company", "money_a_day": 20}])


class Budgets:
    name = "budgets.yaml"
    named_by = ""
    needs = "budgets.view_limit"  # what an export of it needs: it is an operator's, too
    model = BudgetsFile

    def read(self, root: BudgetsFile, plan: Plan) -> None:
        if not plan.outside.rollout:
            sentence = _("Prices and limits are an operator's to change: they stay as they are.")
            plan.note("left", root.file, root.line, sentence)
            return
        for price in root.prices:
            with plan.telling():
                self._read_price(price, plan)
        for limit in root.limits:
            with plan.telling():
                self._read_limit(limit, plan)
        self._tell_staying(root, plan)

    def _tell_staying(self, root: BudgetsFile, plan: Plan) -> None:
        """Nothing that holds money back goes with a line that is missing: it is told, with where it goes."""
        rows, brought = Limit.objects.of(plan.tenant).select_related("key"), plan.outside.budgets.limits
        staying = [str(row) for row in rows if (row.kind, row.key_id) not in brought]
        if root.says("limits") and staying:
            sentence = _(
                "Limits that this file does not name stay in force: %(names)s. Delete them on their page."
            )
            plan.note("left", root.file, root.line, sentence % {"names": "; ".join(staying)})

    def _read_price(self, entry: PriceEntry, plan: Plan) -> None:
        try:
            since = date.fromisoformat(entry.since)
        except ValueError:
            raise entry.fault("since", _("A day is expected here, for example 2027-01-01.")) from None
        values = {
            "currency": entry.currency,
            "per_dollar": _exact(entry.per_dollar),
            "prompt": _exact(entry.prompt),
            "cached": None if entry.cached is None else _exact(entry.cached),
            "completion": _exact(entry.completion),
        }
        _check(Price(tenant_id=plan.tenant.pk, model=entry.model, since=since, **values), entry, "model")
        plan.outside.budgets.prices[entry.model, since] = values

    def _read_limit(self, entry: LimitEntry, plan: Plan) -> None:
        keys = ApiKey.objects.of(plan.tenant).filter(name=entry.key_, revoked_at=None) if entry.key_ else ()
        found = [row.pk for row in keys]
        if entry.key_ and len(found) != 1:
            sentence = (
                _("There is no single API key '%s' that works: choose it on the limit's page.")
                % entry.key_[:80]
            )
            plan.note("left", entry.file, entry.line, sentence)
            return
        values = {
            "turns_a_day": entry.turns_a_day,
            "tokens_a_day": entry.tokens_a_day,
            "money_a_day": None if entry.money_a_day is None else _exact(entry.money_a_day),
            "money_a_month": None if entry.money_a_month is None else _exact(entry.money_a_month),
            "when_spent": entry.when_spent,
        }
        pk = found[0] if found else None
        _check(Limit(tenant_id=plan.tenant.pk, kind=entry.kind, key_id=pk, **values), entry, "kind")
        plan.outside.budgets.limits[entry.kind, pk] = values

    def write(self, plan: Plan) -> Iterator[Written]:
        prices = Price.objects.of(plan.tenant).order_by("model", "since")
        limits = Limit.objects.of(plan.tenant).select_related("key").order_by("kind", "key__name", "pk")
        yield (
            self.name,
            {
                "prices": [
                    PriceEntry.from_row({
                        "model": row.model, "since": row.since.isoformat(), "currency": row.currency,
                        "per_dollar": float(row.per_dollar), "prompt": float(row.prompt),
                        "cached": None if row.cached is None else float(row.cached),
                        "completion": float(row.completion),
                    })
                    for row in prices
                ],
                "limits": [
                    LimitEntry.from_row({
                        "kind": row.kind, "key": row.key.name if row.key else "",
                        "turns_a_day": row.turns_a_day, "tokens_a_day": row.tokens_a_day,
                        "money_a_day": None if row.money_a_day is None else float(row.money_a_day),
                        "money_a_month": None if row.money_a_month is None else float(row.money_a_month),
                        "when_spent": row.when_spent,
                    })
                    for row in limits
                ],
            },
        )  # fmt: skip


def _exact(value: float) -> Decimal:
    return Decimal(str(value)).quantize(PLACES).normalize() + 0


def _check(row: Price | Limit, entry: Entry, name: str) -> None:
    """What the page of such a row would say of it."""
    try:
        row.full_clean(exclude=["tenant"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise entry.fault(name, "; ".join(error.messages)) from None
