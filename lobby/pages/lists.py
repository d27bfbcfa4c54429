"""Which tables and matches do lists show, and what is on a card? Only public facts; a person's own list adds whether they must act."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from django.db import Error as DatabaseError
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

import games
from games.core.contract import Game
from lobby.fog import audience
from lobby.governance import substitutes
from lobby.matches import personas, words
from lobby.matches.models import GOES_ON, OVER, UNFINISHED, Match, Seat
from lobby.matches.people import ClubTable, PersonalChallenge
from lobby.notices.reading import ready_seats
from lobby.pages import map_pictures
from lobby.ratings import standing
from lobby.ratings.standing import Shown
from lobby.store import positions
from lobby.watch import reading, status

log = logging.getLogger("fogbound.lobby")

T = TypeVar("T")

LONGEST = 60
"""Cards of one list."""
MOST_OWN = 500
"""Seats in which a person's list looks for matches: of those that are over, the ones that ended last."""
OPEN, SEATS, RUNNING = "open", "seats", "running"
"""Open tables; running matches with a seat that can be taken; all other running matches."""


@dataclass(frozen=True)
class Sitter:
    """Who plays a seat; `name` is "" for a free seat."""

    number: int
    name: str
    is_bot: bool
    place: int | None = None
    program: str = ""
    """The program that plays, if one does."""
    is_staff: bool = False
    is_bot_account: bool = False
    """An account with which a program plays."""
    slug: str = ""
    """The player in URLs (`User.slug`), if the seat has one with a page."""
    rating: Shown | None = None
    """The player's rating in this game at this pace; None where players are hidden."""

    @property
    def is_free(self) -> bool:
        """True if nobody plays this seat."""
        return not self.name


@dataclass(frozen=True)
class Card:
    """One entry of a list, in the language that was active when it was made."""

    id: str
    list: str
    game: str
    game_name: str
    headline: str
    fog: str
    clock: str
    is_slow: bool
    is_rated: bool
    is_locked: bool
    """Joining needs the password."""
    least: int
    """Reliability that joining needs, in percent."""
    open_seats: tuple[int, ...]
    """Number of seats of a running match that can be taken."""
    is_paused: bool
    kind: str
    """Name of the kind, if one person plays several seats; else ""."""
    host: str
    sitters: tuple[Sitter, ...]
    url: str
    since: datetime
    round: str = ""
    """The newest step that strangers see; "" before they see anything."""
    picture: int | None = None
    """The step of the small picture on the card; None: there is none."""
    map_picture: str = ""
    """The address of the picture of the map of an open table; "" if there is none."""
    deadline: datetime | None = None
    """When the step of a slow match ends."""

    @property
    def has_bots(self) -> bool:
        """True if a bot or program plays, as far as readers may know."""
        return any(sitter.is_bot or (sitter.program and not sitter.slug) for sitter in self.sitters)

    @property
    def is_practice(self) -> bool:
        """True if one person at most plays against machines, as far as readers may know."""
        machines = sum(sitter.is_bot or bool(sitter.program and not sitter.slug) for sitter in self.sitters)
        return not self.free and len(self.sitters) - machines <= 1

    @property
    def free(self) -> int:
        """Number of free seats."""
        return sum(sitter.is_free for sitter in self.sitters)


@dataclass(frozen=True)
class MyCard:
    """An entry of a person's own list."""

    card: Card
    status: str
    is_due: bool
    waits: bool
    """Its turn is the person's: orders are due, or a full table needs their press (`waiting`)."""
    is_autopilot: bool
    place: int | None
    is_drawn: bool
    """The first place is shared with others."""
    deadline: datetime | None
    round: str = ""
    """The step that waits, or with which it ended."""
    picture: int | None = None
    """The step of the small picture; None: there is none."""
    left: int | None = None
    """Seconds until the deadline."""
    awaited: tuple[str, ...] = ()
    """The others whose orders are missing, as far as the person may know; empty if that is hidden."""
    others: tuple[Sitter, ...] = ()
    """Who plays the seats that are not the person's."""
    share: int | None = None
    """What is left of the step's ordinary time, in percent."""


def list_of(match: Match) -> str:
    """The public list that shows a match; "" if none does."""
    if match.visibility != Match.Visibility.PUBLIC or audience.is_over(match) or match.set_aside:
        return ""
    if match.arranged:
        return RUNNING if Match.objects.filter(_AT_A_TABLE, pk=match.pk).exists() else ""
    if match.status == Match.Status.OPEN:
        return OPEN if for_everybody(Match.objects.filter(pk=match.pk)).exists() else ""
    return SEATS if substitutes.open_seats(match, list(match.seats.all())) else RUNNING


def open_tables(game: str = "", limit: int = LONGEST) -> QuerySet[Match]:
    """Public open tables, newest first; not those that are a challenge to somebody, or for a club."""
    found = for_everybody(_public(game).filter(status=Match.Status.OPEN))
    return found.order_by("-created_at")[:limit]


def for_everybody(tables: QuerySet[Match]) -> QuerySet[Match]:
    """Those of the open tables that are no challenge to one person, and not for the members of a club alone."""
    meant = PersonalChallenge.objects.filter(match=OuterRef("pk"))
    return tables.filter(~Exists(meant), ~Exists(ClubTable.objects.filter(match=OuterRef("pk"))))


def running_matches(
    game: str = "", limit: int = LONGEST, *, with_practice: bool = True, without: Collection[str] = ()
) -> QuerySet[Match]:
    """Public running matches, newest first, but not those of the ids `without`; some have seats that can be taken (`list_of`).

    Those at tables of contests that are not sealed are among them; `with_practice=False` leaves out those of one person against machines, as
    `Card.is_practice` tells them.
    """
    found = shown(game).filter(status__in=GOES_ON, set_aside=False).exclude(pk__in=without).order_by("-started_at")
    if not with_practice:
        people = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False).order_by().values("match")
        several = people.annotate(count=Count("pk")).filter(count__gt=1)
        # Where names are hidden, nobody is told who is a bot.
        found = found.filter(Q(anonymous=True) | _AT_A_TABLE | Exists(several))
    return found[:limit]


def public(game: str = "") -> QuerySet[Match]:
    """All public tables and matches of installed games, in any state, unordered; not those that the site arranged."""
    return _public(game).filter(game__in=list(games.GAMES))


def shown(game: str = "") -> QuerySet[Match]:
    """As `public`, and matches at tables of contests."""
    return _with_sitters(Match.objects.filter(_AT_A_TABLE | Q(arranged=Match.Arranged.NONE)), game)


def involving(user_id: int, game: str = "") -> QuerySet[Match]:
    """Tables and matches of a person, unordered; of those that are over about the `MOST_OWN` that ended last."""
    found = _of(_seats_of(user_id))
    return found.filter(game=game) if game else found


def cards(matches: Iterable[Match]) -> list[Card]:
    """A card for each match of an installed game. A match whose card cannot be made is left out and logged."""
    found = [match for match in matches if match.game in games.GAMES]
    ratings = standing.of_players(found)
    return _all_that_can_be_made(lambda match: card(match, ratings.get(match.pk, {})), found)


def _all_that_can_be_made(make: Callable[[Match], T], matches: Iterable[Match]) -> list[T]:
    made: list[T] = []
    for match in matches:
        try:
            made.append(make(match))
        except DatabaseError:
            # The fault is the site's, not the match's.
            raise
        except Exception:
            log.exception("match %s is left out of a list", match.pk)
    return made


def card(match: Match, ratings: Mapping[int, Shown] | None = None) -> Card:
    """The card of one table or match; `ratings` are its players', by seat. Texts in the active language."""
    game = games.get(match.game)
    is_open = match.status == Match.Status.OPEN
    hidden = audience.hides_names(match)
    ratings = ratings or {}
    seen = None if is_open else _seen_by_strangers(match)
    is_timed = match.status == Match.Status.RUNNING and match.clock == Match.Clock.SLOW
    return Card(
        id=match.pk,
        list=list_of(match),
        game=game.id,
        game_name=gettext(game.name),
        headline=words.headline(game, match.options),
        fog=words.fog(game, match.options),
        clock=words.clock(match),
        is_slow=match.clock == Match.Clock.SLOW,
        is_rated=match.rated,
        is_locked=bool(match.password),
        least=match.min_reliability,
        open_seats=() if is_open else tuple(substitutes.open_seats(match, list(match.seats.all()))),
        is_paused=match.status == Match.Status.PAUSED,
        kind=words.kind(match),
        host=str(match.host) if match.host and not hidden else "",
        # With several seats of one person, the name would not say which seat it is.
        sitters=tuple(
            _unnamed(seat) if hidden or seat.shared else sitter(game, match, seat, ratings.get(seat.number))
            for seat in match.seats.all()
        ),
        url=reverse("table" if is_open else "match", args=[match.pk]),
        since=match.created_at if is_open or match.started_at is None else match.started_at,
        round="" if seen is None else words.step_of(game, match, seen),
        picture=None if seen is None or game.picture is None else seen - seen % _stride(match),
        map_picture=map_pictures.address(game, match) if is_open else "",
        deadline=match.deadline if is_timed else None,
    )


def _seen_by_strangers(match: Match) -> int | None:
    """The newest step that somebody without an account sees of the match; None if nothing yet, or nothing ever."""
    seats = list(match.seats.all())
    if not audience.is_visible(match, seats, None):
        return None
    watcher = audience.may_watch(match, None, audience.best_to_watch(match, None, seats), seats)
    return audience.newest_step(match, watcher)


PICTURE_SECONDS = 30
"""Least time between two pictures of a live match on its card: all who have the lobby open fetch them."""


def _stride(match: Match) -> int:
    return max(1, PICTURE_SECONDS // max(1, match.step_seconds))


def sitter(game: Game, match: Match, seat: Seat, rating: Shown | None) -> Sitter:
    """The seat's player, by name, with their rating. Reads all seats of the match, which callers prefetch."""
    program = str(seat.program or "")
    return Sitter(
        number=seat.number,
        name=personas.name_of(game, match.pk, seat, list(match.seats.all()), is_anonymous=match.anonymous)
        if seat.bot
        else str(seat.user or program),
        is_bot=bool(seat.bot),
        place=seat.place,
        program=program,
        is_staff=seat.user is not None and seat.user.is_staff,
        is_bot_account=seat.user is not None and seat.user.is_bot,
        slug=seat.user.slug if seat.user is not None and seat.user.is_active else "",
        rating=rating,
    )


def _unnamed(seat: Seat) -> Sitter:
    return Sitter(number=seat.number, name=words.seat(seat.number), is_bot=False)


def going_on(user_id: int) -> QuerySet[Match]:
    """Running matches and open tables of a person: the next deadline first, and then the newest."""
    return _unfinished(user_id)[:LONGEST]


def _unfinished(user_id: int) -> QuerySet[Match]:
    found = (
        _of(_seats_of(user_id).filter(finished_at__isnull=True))
        .filter(status__in=UNFINISHED)
        .exclude(set_aside=True, status=Match.Status.PAUSED)
    )
    return found.order_by(F("deadline").asc(nulls_last=True), "-created_at")


def my_running(user_id: int) -> list[MyCard]:
    """Running matches and open tables of a person: first those that wait for them, then by deadline, open tables last."""
    found = list(going_on(user_id))
    snapshots = reading.load_many([match.pk for match in found if match.status == Match.Status.RUNNING])
    mine = [
        replace(one, awaited=_awaited(one.card, snapshots.get(one.card.id), user_id))
        for one in my_cards(found, user_id)
    ]
    order = [Match.Status.RUNNING, Match.Status.PAUSED, Match.Status.OPEN]
    return sorted(
        mine,
        key=lambda one: (not one.waits, order.index(Match.Status(one.status)), one.deadline is None, one.deadline),
    )


def _awaited(card: Card, snapshot: reading.Snapshot | Exception | None, user_id: int) -> tuple[str, ...]:
    if snapshot is None or isinstance(snapshot, Exception) or audience.hides_names(snapshot.match):
        return ()
    place, _seat, _key = status.place_of(snapshot, user_id, None)
    own = {seat.number for seat in audience.seats_of(snapshot.seats, user_id)}
    names = {sitter.number: sitter.name for sitter in card.sitters}
    return tuple(names[seat] for seat in status.status_message(snapshot, place).waiting if seat not in own)


def waiting(user_id: int) -> list[Match]:
    """What waits for a person: tables that are full first, then running matches by deadline, those without one last; `LONGEST` at most."""
    found = list(_unfinished(user_id).filter(status__in=[Match.Status.RUNNING, Match.Status.OPEN]))
    waits = _waits(found, user_id)
    mine = [match for match in found if waits.get(match.pk)]
    timed = {match.pk: match.deadline if match.clock != Match.Clock.NONE else None for match in mine}
    return sorted(
        mine,
        key=lambda match: (
            match.status != Match.Status.OPEN,
            timed[match.pk] is None,
            timed[match.pk] or match.created_at,
        ),
    )


def _waits(matches: Sequence[Match], user_id: int) -> dict[str, bool]:
    """Of each match that can be read, whether it waits for the person. What is needed is read at once for all; of positions, those of `LONGEST`
    matches at most, the first that are not certain without."""
    # Many a match waits for others: only the others are looked into.
    ready = ready_seats(match for match in matches if match.status == Match.Status.RUNNING)
    asked = [match for match in matches if _may_wait_for(match, user_id, ready)][:LONGEST]
    positions.preload(match for match in asked if match.status == Match.Status.RUNNING)
    looked_into = {match.pk for match in asked}
    certain = {match.pk: False for match in matches if match.pk not in looked_into}
    return certain | dict(_all_that_can_be_made(lambda match: (match.pk, _waits_for(match, user_id, ready)), asked))


def _may_wait_for(match: Match, user_id: int, ready: Collection[tuple[str, int]]) -> bool:
    """False where that is certain without the match's position."""
    seats = list(match.seats.all())
    if match.status == Match.Status.OPEN:
        return _table_waits_for(seats, match.host_id, user_id)
    return any(_may_be_due(match, seat, ready) for seat in audience.seats_of(seats, user_id))


def _waits_for(match: Match, user_id: int, ready: Collection[tuple[str, int]]) -> bool:
    if match.status == Match.Status.OPEN:
        return True
    held = audience.seats_of(list(match.seats.all()), user_id)
    return any(_may_be_due(match, seat, ready) and _is_pending(match, seat) for seat in held)


def _table_waits_for(seats: list[Seat], host_id: int | None, user_id: int) -> bool:
    """True at a full table whose guests are ready, for its host, and for a guest who is not."""
    if any(seat.is_free for seat in seats):
        return False
    unready = {seat.user_id for seat in seats if seat.user_id not in {None, host_id} and not seat.ready}
    return not unready if user_id == host_id else user_id in unready


def newest_game(user_id: int) -> str | None:
    """The game that a person has begun last; None for somebody who has played nothing."""
    return _of(_seats_of(user_id)).order_by("-created_at").values_list("game", flat=True).first()


def my_finished(user_id: int) -> QuerySet[Match]:
    """Finished matches of a person, newest first; about the `MOST_OWN` that ended last."""
    return (
        _of(_seats_of(user_id).filter(finished_at__isnull=False))
        .filter(status__in=OVER)
        .order_by("-finished_at", "-created_at")
    )


def my_cards(matches: Iterable[Match], user_id: int) -> list[MyCard]:
    """A card for each of a person's matches, as `cards` makes them."""
    known = [match for match in matches if match.game in games.GAMES]
    waits = _waits(known, user_id)
    found = [match for match in known if match.pk in waits]
    ratings = standing.of_players(found)
    return _all_that_can_be_made(
        lambda match: _my_card(match, user_id, ratings.get(match.pk, {}), waits=waits[match.pk]), found
    )


def is_due(match: Match, seat: Seat) -> bool:
    """True if the running match waits for the orders of this seat."""
    return _may_be_due(match, seat, ready_seats([match])) and _is_pending(match, seat)


def _may_be_due(match: Match, seat: Seat, ready: Collection[tuple[str, int]]) -> bool:
    is_played = match.status == Match.Status.RUNNING and not seat.resigned and not seat.is_automatic
    return is_played and (match.pk, seat.number) not in ready


def _is_pending(match: Match, seat: Seat) -> bool:
    return seat.number in games.get(match.game).pending(positions.position(match.pk, match.step).state)


def _my_card(match: Match, user_id: int, ratings: Mapping[int, Shown], *, waits: bool) -> MyCard:
    seats = list(match.seats.all())
    held = audience.seats_of(seats, user_id)
    seat = held[0]
    due = waits and match.status == Match.Status.RUNNING
    game = games.get(match.game)
    begun = match.status != Match.Status.OPEN and match.started_at is not None
    deadline = match.deadline if due and match.clock != Match.Clock.NONE else None
    left = None if deadline is None else max(0, int((deadline - timezone.now()).total_seconds()))
    made, own = card(match, ratings), {one.number for one in held}
    return MyCard(
        card=made,
        status=match.status,
        is_due=due,
        waits=waits,
        is_autopilot=bool(seat.autopilot),
        place=seat.place,
        is_drawn=seat.place == 1 and any(other.place == 1 for other in seats if other.pk != seat.pk),
        deadline=deadline,
        round=words.step_of(game, match, match.step) if begun and match.status in GOES_ON else "",
        picture=match.step if begun and game.picture is not None else None,
        left=left,
        others=tuple(sitter for sitter in made.sitters if sitter.number not in own),
        share=None if left is None else min(100, 100 * left // max(1, match.step_seconds)),
    )


def _public(game: str) -> QuerySet[Match]:
    return _with_sitters(Match.objects.filter(arranged=Match.Arranged.NONE), game)


_AT_A_TABLE = Q(arranged=Match.Arranged.CONTEST, contest_table__isnull=False)
"""Of a contest, in which matches against organisers' programs are no part."""


def _with_sitters(matches: QuerySet[Match], game: str) -> QuerySet[Match]:
    found = matches.filter(visibility=Match.Visibility.PUBLIC).select_related("host")
    found = found.prefetch_related("seats__user", "seats__program")
    return found.filter(game=game) if game else found


def _seats_of(user_id: int) -> QuerySet[Seat]:
    """A person's seats: those in play first, then as their matches ended, newest first, which is the order of an index."""
    return Seat.objects.filter(user_id=user_id).order_by(F("finished_at").desc(nulls_first=True))


def _of(seats: QuerySet[Seat]) -> QuerySet[Match]:
    # The limit makes PostgreSQL begin with the person's seats. Without it, it goes through the newest matches of all people.
    # Lessons have their own pages.
    sat = Match.objects.filter(pk__in=seats.values("match_id")[:MOST_OWN]).exclude(kind=Match.Kind.LESSON)
    known = sat.filter(game__in=list(games.GAMES))
    return known.select_related("host").prefetch_related("seats__user", "seats__program")
