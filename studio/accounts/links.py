"""Links with which somebody chooses a new password.

Each ends with the next log-in, also one in the same second.
"""

from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator


class PasswordLinks(PasswordResetTokenGenerator):
    """Django's generator, which counts log-ins by whole seconds for databases that keep no more."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        fraction = user.last_login.microsecond if user.last_login else ""
        return f"{super()._make_hash_value(user, timestamp)}{fraction}"


password_links = PasswordLinks()
