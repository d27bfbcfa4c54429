"""All models of the app, for Django; each lives in the room it belongs to."""

from lobby.accounts.models import Block, Follow, NameChange, Report, StaffAct, User
from lobby.accounts.tokens import ApiToken
from lobby.builds.models import Build
from lobby.lessons.models import Passed, Run
from lobby.matches.models import ChatLine, Heartbeat, Match, Orders, Program, ProgramMemory, Seat, Step, Vote
from lobby.matches.people import Departure, Note, TablePreset, Ticket
from lobby.operations.models import Maintenance

__all__ = [
    "ApiToken",
    "Block",
    "Build",
    "ChatLine",
    "Departure",
    "Follow",
    "Heartbeat",
    "Maintenance",
    "Match",
    "NameChange",
    "Note",
    "Orders",
    "Passed",
    "Program",
    "ProgramMemory",
    "Report",
    "Run",
    "Seat",
    "StaffAct",
    "Step",
    "TablePreset",
    "Ticket",
    "User",
    "Vote",
]
