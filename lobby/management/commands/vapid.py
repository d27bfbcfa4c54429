"""Makes the key with which the site signs push messages. A new key ends all subscriptions, so an existing one is never replaced."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import private
from lobby.notices import web_push


class Command(BaseCommand):
    help = "Make the key for push messages: the line for the settings of a host; on a laptop a file that is used from the next start on."

    def handle(self, *args: Any, **options: Any) -> None:
        if web_push.private_key():
            self.stdout.write(f"This site has a key. Its public half: {web_push.public_key()}")
        elif settings.PRODUCTION:
            self.stdout.write(f"FOGBOUND_VAPID_KEY={web_push.new_key()}")
        else:
            private.make_file(web_push.key_file(), web_push.new_key())
            self.stdout.write(f"{web_push.key_file()} has the key.")
