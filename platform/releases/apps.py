from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    """What is live: numbered, immutable snapshots of all that a tenant authored."""

    name = "releases"
    verbose_name = "Releases"
