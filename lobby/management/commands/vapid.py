"""Makes the key with which the site signs push messages. A new key ends all subscriptions, so an existing one is never replaced."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import private
from lobby.notices import pushing


class Command(BaseCommand):
    help = "Make the key for push messages: the line for the settings of a host; on a laptop a file that is used from the next start on."

    def handle(self, *args: Any, **options: Any) -> None:
        if pushing.private_key():
            self.stdout.write(f"This site has a key. Its public half: {pushing.public_key()}")
        elif settings.PRODUCTION:
            self.stdout.write(f"FOGBOUND_VAPID_KEY={pushing.new_key()}")
        else:
            private.make_file(pushing.key_file(), pushing.new_key())
            self.stdout.write(f"{pushing.key_file()} has the key.")
