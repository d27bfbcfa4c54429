"""All models of the app, for Django; each lives in the room it belongs to."""

from lobby.accounts.models import User
from lobby.matches.models import ChatLine, Heartbeat, Match, Orders, Program, ProgramMemory, Seat, Step, Vote

__all__ = [
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
