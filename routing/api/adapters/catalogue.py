"""The channels that a program with a key speaks for: one line each."""

from collections.abc import Mapping

from routing.api.adapters.base import Adapter
from routing.api.adapters.voice import Voice
from routing.api.adapters.web import Web
from routing.api.adapters.whatsapp import WhatsApp

ADAPTERS: Mapping[str, Adapter] = {each.channel: each for each in (Web(), WhatsApp(), Voice())}
