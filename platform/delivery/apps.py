from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeliveryConfig(AppConfig):
    """What leaves by itself: channels of a company, and the outbox of what is to be sent through them."""

    name = "delivery"
    verbose_name = _("Delivery")

    def ready(self) -> None:
        # Each import registers one thing: what acts at once, how a webhook is sent.
        import delivery.listeners
        import delivery.mail
        import delivery.personal
        import delivery.stream
        import delivery.webhook  # noqa: F401
        from audit.watching import watch
        from conversations import deleting
        from delivery import outbox

        watch(
            "delivery.Channel",
            but=("problem", "failing_since", "heard_at", "sent_at"),
            people={"email": "person"},
            hidden=("allowed",),  # ids of chats
        )
        deleting.also(outbox.erase)
