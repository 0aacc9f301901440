"""Turns of mode planner on the demo's world, with its real domain servers."""

from tests.api.conftest import web
from tests.turns.conftest import talk

__all__ = ["talk", "web"]
