"""Which tables does Django's admin show? Each room registers its own."""

from lobby.accounts import admin as accounts
from lobby.matches import admin as matches
from lobby.people import admin as people

__all__ = ["accounts", "matches", "people"]
