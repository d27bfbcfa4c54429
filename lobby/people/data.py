"""What does the download of a person's own data contain? Everything stored about them, but nothing that others wrote, and no positions.

Of passwords, keys and tokens it contains only dates (created, used), never the secrets.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, Prefetch
from django.utils import timezone

from games.core.until import GO_ON
from lobby.accounts import bot_accounts, services, tokens
from lobby.accounts.invitations import Invitation, Invited
from lobby.accounts.models import Block, Follow, NameChange, Report, User
from lobby.accounts.ways_back import WayBack
from lobby.achievements.models import Gain, StopStars
from lobby.builds.models import Build, Heart
from lobby.clubs.models import Asking, Member, Post
from lobby.contests.models import Act, Challenge, Contest, Entrant, HandIn, Listed
from lobby.contests.team_models import TeamInvitation, Teammate
from lobby.conversations.models import Message, Side
from lobby.fog import audience
from lobby.lessons.models import Passed
from lobby.matches.models import ChatLine, Match, Program, ProgramMemory, Seat, Vote
from lobby.matches.people import Departure, Note, TablePreset, Ticket, Trace
from lobby.matches.trials import Trial
from lobby.notices.models import Delivery, Device, Hook, Mute, Notice, Wanted, Wishes
from lobby.puzzles.models import PuzzleTry, SolvedDay, SolverStrength
from lobby.ratings.models import LeaguePlace, Rating
from lobby.store import history

VERSION = 1
_OF_ORDERS = ("step", "revision", "orders", "ready", "by", "created_at")


def all_of(user: User) -> dict[str, Any]:
    """The data as JSON values and times, oldest entries first."""
    return {
        "version": VERSION,
        "made_at": timezone.now(),
        "account": _account(user),
        "people": _people(user),
        "matches": _matches(user),
        "tables_opened": list(
            Match.objects.filter(host=user).order_by("created_at").values("id", "game", "created_at")
        ),
        "chat_lines": list(
            ChatLine.objects.filter(user=user)
            .order_by("pk")
            .values("match_id", "room", "members", "number", "seat", "step", "name", "text", "created_at")
        ),
        "messages": _messages(user),
        "programs": list(
            Program.objects.filter(owner=user)
            .order_by("pk")
            .values("game", "name", "note", "text", "retired", "created_at")
        ),
        "trials": list(
            Trial.objects.filter(user=user)
            .order_by("created_at")
            .values(
                "game",
                "match_id",
                "seat",
                "text",
                "level",
                "seed",
                "wanted",
                "played",
                "status",
                "created_at",
                "ended_at",
            )
        ),
        "builds": list(
            Build.objects.filter(owner=user)
            .order_by("pk")
            .values(
                "game", "name", "content", "code", "created_at", "updated_at", "listing__shown_at", "listing__is_shown"
            )
        ),
        "hearts": list(
            Heart.objects.filter(user=user)
            .order_by("pk")
            .values("at", game=F("listing__build__game"), code=F("listing__build__code"))
        ),
        "lessons": list(Passed.objects.filter(user=user).order_by("pk").values("game", "lesson", "scene", "at")),
        "puzzles": _puzzles(user),
        "notes": list(Note.objects.filter(user=user).order_by("pk").values("match_id", "text", "updated_at")),
        "table_presets": list(TablePreset.objects.filter(owner=user).order_by("pk").values("game", "name", "fields")),
        "challenges": _challenges(user),
        "contests": _contests(user),
        "clubs": _clubs(user),
        "ratings": _ratings(user),
        "leagues": list(
            LeaguePlace.objects.filter(user=user)
            .order_by("pk")
            .values("season", "game", "pace", "tier", "division", "rank")
        ),
        "achievements": list(
            Gain.objects.filter(user=user).order_by("pk").values("game", "key", "value", "match_id", "at")
        ),
        "path": list(
            StopStars.objects.filter(user=user).order_by("pk").values("game", "stop", "stars", "match_id", "at")
        ),
        # When, not the hashes: they would tell two accounts whether the site takes them for one device.
        "traces": list(Trace.objects.filter(user=user).order_by("pk").values("match_id", "kind", "at")),
        "notices": _notices(user),
        "queue": list(Ticket.objects.filter(user=user).values("game", "pace", "rated", "created_at")),
    }


def _messages(user: User) -> dict[str, Any]:
    """With whom, and what the person has written and not deleted; what others wrote is theirs."""
    sides = Side.objects.filter(person=user).order_by("conversation_id").select_related("other", "conversation")
    names = {side.conversation_id: side.other.name for side in sides}
    written = Message.objects.filter(author=user, is_kept_by_author=True).order_by("pk")
    return {
        "conversations": [{"with": side.other.name, "begun_at": side.conversation.created_at} for side in sides],
        "written": [
            {"to": names[conversation], "text": text, "created_at": at}
            for conversation, text, at in written.values_list("conversation_id", "text", "created_at")
        ],
    }


def _notices(user: User) -> dict[str, Any]:
    chosen = Wishes.objects.filter(user=user).values(
        *("ways", "time_zone", "quiet_from", "quiet_to", "digest_hour", "only_away", "tells_more")
    )
    return {
        "received": list(
            Notice.objects.filter(user=user).order_by("pk").values("kind", "match_id", "step", "created_at", "read_at")
        ),
        "chosen": chosen.first(),
        "wanted_games": list(Wanted.objects.filter(user=user).order_by("pk").values_list("game", flat=True)),
        "muted_matches": list(Mute.objects.filter(user=user).order_by("pk").values_list("match_id", flat=True)),
        # Without keys, secrets and endpoints: whoever has those can write to the device.
        "devices": list(Device.objects.filter(user=user).order_by("pk").values("browser", "created_at")),
        "webhooks": list(
            Hook.objects.filter(user=user).order_by("pk").values("form", "address", "match_id", "created_at")
        ),
        "on_their_way": list(Delivery.objects.filter(user=user).order_by("pk").values("way", "created_at", "due_at")),
    }


def _puzzles(user: User) -> dict[str, Any]:
    tried = PuzzleTry.objects.filter(user=user).order_by("pk")
    return {
        "tries": list(tried.values("game", "puzzle", "result", "opened_at", "judged_at", "points_before", "points")),
        "days": list(SolvedDay.objects.filter(user=user).order_by("pk").values("game", "day")),
        "ratings": list(
            SolverStrength.objects.filter(user=user).order_by("pk").values("game", "points", "deviation", "tries")
        ),
    }


def _challenges(user: User) -> dict[str, Any]:
    told = ("id", "game", "status", "why", "created_at", "settled_at")
    return {
        "made": list(user.challenges_made.order_by("created_at").values(*told, "challenged__name")),
        "received": list(user.challenges_received.order_by("created_at").values(*told, "challenger__name")),
    }


def _clubs(user: User) -> dict[str, Any]:
    """Which clubs, and what the person has written in them and nobody has removed."""
    asked = Asking.objects.filter(user=user).order_by("pk")
    return {
        "member_of": list(
            Member.objects.filter(user=user).order_by("pk").values("club__name", "role", "hears", "since")
        ),
        "asked": list(asked.filter(invited_by=None).values("club__name", "line", "refused_at", "created_at")),
        "invited_to": list(asked.exclude(invited_by=None).values("club__name", "refused_at", "created_at")),
        "news_written": list(
            Post.objects.filter(author=user, removed_at=None).order_by("pk").values("club__name", "text", "created_at")
        ),
    }


def _contests(user: User) -> dict[str, Any]:
    entries = Entrant.objects.filter(user=user).order_by("pk")
    return {
        "hosted": list(
            Contest.objects.filter(host=user)
            .order_by("pk")
            .values("id", "name", "note", "game", "status", "created_at")
        ),
        "entered": list(
            entries.values(
                *(
                    "contest_id",
                    "program_id",
                    "is_organiser",
                    "checked_in_at",
                    "withdrawn_at",
                    "missed",
                    "rank",
                    "created_at",
                )
            )
        ),
        "versions": list(
            HandIn.objects.filter(entrant__in=entries)
            .order_by("pk")
            .values("entrant__contest_id", "version", "program_id", "name", "digest", "at")
        ),
        "teams": list(
            Teammate.objects.filter(user=user).order_by("pk").values("contest_id", "team__name", "is_captain", "since")
        ),
        "asked_into_teams": list(
            TeamInvitation.objects.filter(user=user)
            .order_by("pk")
            .values("team__contest_id", "team__name", "created_at", "declined_at")
        ),
        "listed": list(Listed.objects.filter(user=user).order_by("pk").values_list("contest_id", flat=True)),
        "cohosted": list(user.contests_helped.order_by("pk").values("id", "name")),
        "acts": list(Act.objects.filter(user=user).order_by("pk").values("contest_id", "kind", "text", "at")),
        "challenges": list(
            Challenge.objects.filter(user=user).order_by("pk").values("contest_id", "match_id", "created_at")
        ),
    }


def _account(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "name": user.name,
        "is_guest": user.is_guest,
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
        "profile": {"about": user.about, "country": user.country, "picture": user.picture},
        "preferences": services.preferences_of(user),
        "muted_until": user.muted_until,
        "suspended_until": user.suspended_until,
        "suspension_reason": user.suspension_reason,
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "earlier_names": list(NameChange.objects.filter(user=user).order_by("at").values("old", "new", "at")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        # When, not the digest of the code.
        "way_back": WayBack.objects.filter(user=user).values("created_at", "used_at").first(),
        "signed_up_by_invitation_at": Invited.objects.filter(user=user).values_list("at", flat=True).first(),
        "invitations": list(
            Invitation.objects.filter(maker=user)
            .order_by("pk")
            .values("what_for", "most", "used", "created_at", "ends_at")
        ),
        "tokens": [tokens.as_data(token) for token in tokens.tokens_of(user)],
        "bot_accounts": list(bot_accounts.bot_accounts_of(user).values("username", "name", "date_joined")),
    }


def _ratings(user: User) -> list[dict[str, Any]]:
    ratings = Rating.objects.filter(user=user).order_by("game", "pace")
    return [
        {
            **{
                name: getattr(rating, name)
                for name in ("game", "pace", "points", "mean", "deviation", "matches", "played_at")
            },
            "history": list(
                rating.changes.order_by("rated_id").values("rated__match", "has_left", "points_before", "points")
            ),
        }
        for rating in ratings
    ]


def _people(user: User) -> dict[str, Any]:
    return {
        "following": list(Follow.objects.filter(follower=user).order_by("at").values("followed__name", "at")),
        "blocking": list(Block.objects.filter(blocker=user).order_by("at").values("blocked__name", "at")),
        "reports_made": [
            _report(made)
            for made in Report.objects.filter(reporter=user).order_by("created_at").select_related("match")
        ],
    }


def _report(made: Report) -> dict[str, Any]:
    # While the match hides names, a reporter of a line must not learn here who wrote it.
    is_hidden = made.match is not None and audience.hides_names(made.match)
    return {
        "name": "" if is_hidden else made.name,
        "match_id": made.match_id,
        "text": made.text,
        "kind": made.kind,
        "note": made.note,
        "status": made.status,
        "created_at": made.created_at,
    }


def _matches(user: User) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(user=user).select_related("match").order_by("match__created_at", "number")
    found = [_seat(seat) for seat in seats.prefetch_related(Prefetch("match__votes", Vote.objects.order_by("pk")))]
    for departure in Departure.objects.filter(user=user).order_by("at"):
        found.append({"match": departure.match_id, "seat": departure.seat, "left_at": departure.at})
    return found


def _seat(seat: Seat) -> dict[str, Any]:
    match = seat.match
    own = {"match_id": match.pk, "seat": seat.number}
    # A person who took over a seat gets all orders of that seat, as in the replay of the match.
    orders = history.orders_of(match.pk, seat.number)
    memory = ProgramMemory.objects.filter(**own).first() if seat.program_id else None
    return {
        "match": match.pk,
        "game": match.game,
        "kind": match.kind,
        "status": match.status,
        "seat": seat.number,
        "program": seat.program_id is not None,
        "preferences": {key: value for key, (value, _) in seat.preferences.items() if key != GO_ON},
        "go_on": seat.preferences.get(GO_ON, [None])[0],
        "resigned": seat.resigned,
        "place": seat.place,
        "steps_due": seat.steps_due,
        "steps_answered": seat.steps_answered,
        "created_at": match.created_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "votes": [vote.kind for vote in match.votes.all() if vote.seat == seat.number],
        "orders": [{name: getattr(row, name) for name in _OF_ORDERS} for row in orders],
        "console": memory.console if memory else [],
    }
