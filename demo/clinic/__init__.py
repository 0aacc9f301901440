"""A second small world, in Spanish and English, to show that nothing in the product knows the first."""

from demo.clinic.world import WORLD

__all__ = ["WORLD"]
