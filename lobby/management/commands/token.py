"""Makes a token for a program without a browser: for a person, or for a bot account, which is created if it does not exist.

    manage.py token Flora --scopes read,play,tables              acts for Flora
    manage.py token Flora --bot Flora-bot --scopes read,play     acts for the bot account of that name

Prints only the token. It is not shown again.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from lobby.accounts import bot_accounts, services, tokens
from lobby.accounts.models import User
from lobby.accounts.tokens import Scope


class Command(BaseCommand):
    help = "Make a token for a program of a person, or for a bot account of theirs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("person", help="the name that others see")
        parser.add_argument("--bot", default="", help="name of a bot account of that person")
        parser.add_argument("--scopes", default="read,play,tables", help=f"of {', '.join(Scope.values)}")
        parser.add_argument("--name", default="command line", help="what the token is called in lists")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            person = services.person(options["person"])
        except User.DoesNotExist:
            raise CommandError(f"person: nobody is called {options['person']}") from None
        try:
            bearer = _bot(person, options["bot"]) if options["bot"] else person
            _token, text = tokens.create_token(
                user=bearer, name=options["name"], scopes=[one for one in options["scopes"].split(",") if one]
            )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(text)


def _bot(person: User, name: str) -> User:
    known = bot_accounts.bot_accounts_of(person).filter(name_key=name.casefold()).first()
    return known or bot_accounts.create_bot_account(owner=person, name=name)
