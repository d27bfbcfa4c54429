"""All models of the app, for Django; each lives in the room it belongs to."""

from lobby.accounts.models import Block, Follow, NameChange, Report, StaffAct, User
from lobby.accounts.tokens import ApiToken
from lobby.matches.models import ChatLine, Heartbeat, Match, Orders, Program, ProgramMemory, Seat, Step, Vote

__all__ = [
    "ApiToken",
    "Block",
    "ChatLine",
    "Follow",
    "Heartbeat",
    "Match",
    "NameChange",
    "Orders",
    "Program",
    "ProgramMemory",
    "Report",
    "Seat",
    "StaffAct",
    "Step",
    "User",
    "Vote",
]
