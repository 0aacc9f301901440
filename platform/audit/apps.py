from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """The log of who changed and who read what: append-only, one hash chain a company."""

    name = "audit"
    verbose_name = _("Audit")

    def ready(self) -> None:
        from audit.watching import watch

        watch("tenancy.Tenant", but=("live_release", "operational_version"))
        watch("tenancy.Membership")
        watch("tenancy.GroupMapping")
        watch("tenancy.Invitation", but=("link_number",), people={"person": "person", "email": "person"})
        watch("tenancy.ApiKey", but=("digest", "last_used"))
