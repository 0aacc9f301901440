"""Found by Django's autodiscovery: registers every page of the Studio on its own site."""

from studio import rows
from studio.site import site

__all__ = ["rows", "site"]
