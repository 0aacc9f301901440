"""The channels that a program with a key speaks for.

One line each, or an entry point `switchboard.channels`.
"""

from collections.abc import Mapping

from agents import plugins
from routing.api.adapters.base import Adapter, GuardedChannel
from routing.api.adapters.voice import Voice
from routing.api.adapters.web import Web
from routing.api.adapters.whatsapp import WhatsApp

_OURS: Mapping[str, Adapter] = {each.channel: each for each in (Web(), WhatsApp(), Voice())}
_GUARDED = {name: GuardedChannel(each) for name, each in plugins.plug_in("channels", _OURS).items()}
ADAPTERS: Mapping[str, Adapter] = {**_OURS, **_GUARDED}
