"""The world of seed 000: a telecom operator that also sells things, in Portuguese."""

from demo.telecom_retail.world import WORLD

__all__ = ["WORLD"]
