"""Connects a Telegram bot: asks for its updates, or tells Telegram where to bring them.

python manage.py telegram shop_bot                                   # asks, until Ctrl-C
python manage.py telegram shop_bot --webhook https://chat.example.com
"""

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from conversations.visits import visit
from delivery.models import Channel
from outbound import runtime
from routing.api import telegram
from routing.api.adapters.bot_api import call
from routing.api.channels import Proven
from routing.errors import BotError
from routing.turns import life

HELD = 25  # seconds that Telegram holds a question for updates
REST = 3.0
KINDS = ["message", "callback_query"]
FOR_EVER = 10.0 * 365 * 24 * 3600


class Command(BaseCommand):
    help = (
        "Answers a Telegram bot's messages by asking for them, or (--webhook) tells Telegram where to bring "
        "them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the channel's name in the Studio")
        parser.add_argument("--tenant", default="", help="the company, where several have such a channel")
        parser.add_argument(
            "--webhook", metavar="URL", default="", help="this installation as Telegram reaches it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rows = Channel.unscoped.select_related("tenant").filter(
            kind=Channel.Kinds.TELEGRAM, name=options["name"]
        )
        rows = rows.filter(tenant=options["tenant"]) if options["tenant"] else rows
        found = list(rows[:2])
        if len(found) != 1:
            many = (
                "several; name the company with --tenant"
                if found
                else "none; make it under Channels in the Studio"
            )
            raise CommandError(f"Channels of kind Telegram with the name {options['name']!r}: {many}.")
        try:
            if options["webhook"]:
                address = options["webhook"].rstrip("/") + reverse("channel-telegram", args=[found[0].pk])
                runtime.run(self._announce(found[0], address), 30)
            else:
                runtime.run(self._ask(found[0]), FOR_EVER)
        except BotError as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            runtime.run(life.finish(), 60)

    async def _announce(self, channel: Channel, address: str) -> None:
        await call(
            channel,
            "setWebhook",
            {"url": address, "secret_token": str(channel.secret), "allowed_updates": KINDS},
        )
        self.stdout.write(f"Telegram brings the messages of {channel.name} to {address}.")

    async def _ask(self, channel: Channel) -> None:
        """Updates one after the other: one that is not stored is asked for again."""
        await life.begin()
        about = await call(channel, "getMe", {})
        await call(channel, "deleteWebhook", {})
        self.stdout.write(f"@{about.get('username')} is answered; Ctrl-C ends it.")
        after = 0
        while True:
            body = {"offset": after, "timeout": HELD, "allowed_updates": KINDS}
            try:
                for update in await call(channel, "getUpdates", body, seconds=HELD):
                    now = await visit(lambda: Channel.unscoped.select_related("tenant").get(pk=channel.pk))
                    await telegram.take(Proven(now, now.tenant), update)
                    after = int(update["update_id"]) + 1
            except Exception as error:
                if isinstance(error, BotError) and error.status in (401, 404, 409):
                    raise
                self.stderr.write(f"{error} Trying again in {REST:g} s.")
                await asyncio.sleep(REST)
