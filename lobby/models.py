"""All models of the app, for Django; each lives in the package it belongs to."""

from lobby.accounts.invitations import Invitation, Invited
from lobby.accounts.models import Block, Follow, NameChange, Report, StaffAct, Switch, User
from lobby.accounts.tokens import ApiToken
from lobby.accounts.ways_back import WayBack
from lobby.achievements.models import Gain, StopStars
from lobby.builds.models import Build, Heart, Listing, MapVerdict
from lobby.clubs.models import Asking, Club, Member, Post
from lobby.contests.models import Act as ContestAct
from lobby.contests.models import Challenge, Contest, Entrant, HandIn, Listed, Place, Stage
from lobby.contests.models import Table as ContestTable
from lobby.contests.team_models import Team, TeamInvitation, Teammate, TeamVersion
from lobby.conversations.models import Conversation, Message, Side
from lobby.ladder.models import Bout, Entry, Result
from lobby.lessons.models import Passed, Run
from lobby.matches.models import ChatLine, Heartbeat, Match, Orders, Program, ProgramMemory, Seat, Step, Vote
from lobby.matches.people import (
    ClubTable,
    Departure,
    Note,
    Partner,
    TablePreset,
    TalliedUntil,
    Tally,
    Ticket,
    Trace,
    Uncounted,
)
from lobby.matches.trials import Trial, TrialPart
from lobby.notices.models import Delivery, Device, Hook, Mute, Notice, Wishes
from lobby.operations.models import Announcement, Maintenance
from lobby.puzzles.models import PuzzleStrength, PuzzleTry, SolvedDay, SolverStrength
from lobby.ratings.models import Change, LeaguePlace, Pair, Pool, RatedMatch, Rating, SeasonRating, Share
from lobby.watch.models import PublishedMonth

__all__ = [
    "Announcement",
    "ApiToken",
    "Asking",
    "Block",
    "Bout",
    "Build",
    "Challenge",
    "Change",
    "ChatLine",
    "Club",
    "ClubTable",
    "Contest",
    "ContestAct",
    "ContestTable",
    "Conversation",
    "Delivery",
    "Departure",
    "Device",
    "Entrant",
    "Entry",
    "Follow",
    "Gain",
    "HandIn",
    "Heart",
    "Heartbeat",
    "Hook",
    "Invitation",
    "Invited",
    "LeaguePlace",
    "Listed",
    "Listing",
    "Maintenance",
    "MapVerdict",
    "Match",
    "Member",
    "Message",
    "Mute",
    "NameChange",
    "Note",
    "Notice",
    "Orders",
    "Pair",
    "Partner",
    "Passed",
    "Place",
    "Pool",
    "Post",
    "Program",
    "ProgramMemory",
    "PublishedMonth",
    "PuzzleStrength",
    "PuzzleTry",
    "RatedMatch",
    "Rating",
    "Report",
    "Result",
    "Run",
    "SeasonRating",
    "Seat",
    "Share",
    "Side",
    "SolvedDay",
    "SolverStrength",
    "StaffAct",
    "Stage",
    "Step",
    "StopStars",
    "Switch",
    "TablePreset",
    "TalliedUntil",
    "Tally",
    "Team",
    "TeamInvitation",
    "TeamVersion",
    "Teammate",
    "Ticket",
    "Trace",
    "Trial",
    "TrialPart",
    "Uncounted",
    "User",
    "Vote",
    "WayBack",
    "Wishes",
]
