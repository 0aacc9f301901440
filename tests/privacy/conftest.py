"""The small companies of the Studio's tests."""

from tests.studio.conftest import acme, rival

__all__ = ["acme", "rival"]
