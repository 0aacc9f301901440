from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BudgetsConfig(AppConfig):
    """What models cost and how much may be used: dated prices, limits, and what was used of them."""

    name = "budgets"
    verbose_name = _("Budgets")

    def ready(self) -> None:
        import budgets.personal  # noqa: F401  its import says what becomes of the rows
        from audit.watching import watch
        from budgets import snapshot
        from releases import operational

        operational.register("budgets", snapshot.load)
        watch("budgets.Price")
        watch("budgets.Limit")
