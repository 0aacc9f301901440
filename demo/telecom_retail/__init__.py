"""The first world of the demo: a telecom operator that also sells things, in Portuguese."""

from demo.telecom_retail.world import WORLD

__all__ = ["WORLD"]
