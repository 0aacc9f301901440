"""Sentences people say, by topic and language: what the example tier learns from.

Each topic has them plain and mistyped, short and long, spoken and as an e-mail, and some that name the matter by
none of its words ("they came while I was out").
"""

from demo.telecom_retail.examples.billing import EXAMPLES as BILLING
from demo.telecom_retail.examples.contest import EXAMPLES as CONTEST
from demo.telecom_retail.examples.courtesy import CAPABILITIES, GOODBYE, GREETING, THANKS
from demo.telecom_retail.examples.out_of_scope import EXAMPLES as OUT_OF_SCOPE
from demo.telecom_retail.examples.product import EXAMPLES as PRODUCT
from demo.telecom_retail.examples.support import EXAMPLES as SUPPORT
from demo.telecom_retail.examples.tracking import EXAMPLES as TRACKING

__all__ = [
    "BILLING",
    "CAPABILITIES",
    "CONTEST",
    "GOODBYE",
    "GREETING",
    "OUT_OF_SCOPE",
    "PRODUCT",
    "SUPPORT",
    "THANKS",
    "TRACKING",
]
