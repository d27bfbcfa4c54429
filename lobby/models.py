"""All models of the app, for Django; each lives in the room it belongs to."""

from lobby.accounts.models import User
from lobby.accounts.tokens import ApiToken
from lobby.matches.models import ChatLine, Heartbeat, Match, Orders, Program, ProgramMemory, Seat, Step, Vote

__all__ = [
    "ApiToken",
    "ChatLine",
    "Heartbeat",
    "Match",
    "Orders",
    "Program",
    "ProgramMemory",
    "Seat",
    "Step",
    "User",
    "Vote",
]
