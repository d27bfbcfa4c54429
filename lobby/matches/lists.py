"""Which tables and matches do the lists show, and what does a card say? Only what anybody may know; one's own list adds whose turn it is."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db import Error as DatabaseError
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext

import games
from games.core.contract import Game
from lobby.matches import audience, positions, substitutes, words
from lobby.matches.models import Match, Orders, Seat

log = logging.getLogger("fogbound.lobby")

T = TypeVar("T")

LONGEST = 60
"""Cards of one list."""
MOST_OWN = 10_000
"""Matches of one person that lists go back to."""
OPEN, SEATS, RUNNING = "open", "seats", "running"
"""Tables that wait for people; matches that go on with a seat somebody may take; all other matches that go on."""


@dataclass(frozen=True)
class Sitter:
    """Who sits in a seat; `name` is empty for a free one."""

    number: int
    name: str
    is_bot: bool
    place: int | None = None
    program: str = ""
    """The program that plays, if one does."""
    is_staff: bool = False
    slug: str = ""
    """The person in an address (`User.slug`), if one sits there who has a page."""

    @property
    def is_free(self) -> bool:
        """Nobody sits here."""
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
    """One needs the password."""
    least: int
    """Reliability that one needs to sit down, in percent."""
    open_seats: tuple[int, ...]
    """Seats of a match that goes on that somebody may take."""
    is_paused: bool
    kind: str
    """In words, where one person plays several seats; else ""."""
    host: str
    sitters: tuple[Sitter, ...]
    url: str
    since: datetime

    @property
    def has_bots(self) -> bool:
        """A machine plays, as far as readers may know."""
        return any(sitter.is_bot or (sitter.program and not sitter.slug) for sitter in self.sitters)

    @property
    def free(self) -> int:
        """Seats nobody has taken."""
        return sum(sitter.is_free for sitter in self.sitters)


@dataclass(frozen=True)
class MyCard:
    """A table or match in which somebody sits."""

    card: Card
    status: str
    is_due: bool
    is_autopilot: bool
    place: int | None
    is_drawn: bool
    """The first place is shared, with others."""
    deadline: datetime | None


def list_of(match: Match) -> str:
    """The public list a match belongs on; "" if on none."""
    if match.visibility != Match.Visibility.PUBLIC or audience.is_over(match) or match.set_aside:
        return ""
    if match.status == Match.Status.OPEN:
        return OPEN
    return SEATS if substitutes.open_seats(match, list(match.seats.all())) else RUNNING


def open_tables(game: str = "", limit: int = LONGEST) -> QuerySet[Match]:
    """Public tables that wait for people, newest first."""
    return _public(game).filter(status=Match.Status.OPEN).order_by("-created_at")[:limit]


def running_matches(game: str = "", limit: int = LONGEST) -> QuerySet[Match]:
    """Public matches that go on, newest first; some of them have seats to take (`list_of`)."""
    running = [Match.Status.RUNNING, Match.Status.PAUSED]
    return _public(game).filter(status__in=running, set_aside=False).order_by("-started_at")[:limit]


def public(game: str = "") -> QuerySet[Match]:
    """Every public table and match of a game that this site has, whatever has become of it, in no order."""
    return _public(game).filter(game__in=list(games.GAMES))


def involving(user_id: int, game: str = "") -> QuerySet[Match]:
    """Every table and match in which a person sits, in no order."""
    return _of(user_id).filter(game=game) if game else _of(user_id)


def cards(matches: Iterable[Match]) -> list[Card]:
    """A card for each match of a game that this site still has; one that cannot be made is left out and noted."""
    return _all_that_can_be_made(card, matches)


def _all_that_can_be_made(make: Callable[[Match], T], matches: Iterable[Match]) -> list[T]:
    made: list[T] = []
    for match in matches:
        if match.game not in games.GAMES:
            continue
        try:
            made.append(make(match))
        except DatabaseError:
            # That is no fault of this match.
            raise
        except Exception:
            log.exception("match %s is left out of a list", match.pk)
    return made


def card(match: Match) -> Card:
    """What a list says about one table or match; texts in the active language."""
    game = games.get(match.game)
    is_open = match.status == Match.Status.OPEN
    hidden = audience.hides_names(match)
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
        # Where one person has several seats, their name tells nobody which.
        sitters=tuple(_unnamed(seat) if hidden or seat.shared else sitter(game, seat) for seat in match.seats.all()),
        url=reverse("table" if is_open else "match", args=[match.pk]),
        since=match.created_at if is_open or match.started_at is None else match.started_at,
    )


def sitter(game: Game, seat: Seat) -> Sitter:
    """Who sits there, by name."""
    program = str(seat.program or "")
    return Sitter(
        number=seat.number,
        name=gettext(game.bot(seat.bot).name) if seat.bot else str(seat.user or program),
        is_bot=bool(seat.bot),
        place=seat.place,
        program=program,
        is_staff=seat.user is not None and seat.user.is_staff,
        slug=seat.user.slug if seat.user is not None and seat.user.is_active else "",
    )


def _unnamed(seat: Seat) -> Sitter:
    return Sitter(number=seat.number, name=words.seat(seat.number), is_bot=False)


def my_running(user_id: int) -> list[MyCard]:
    """Matches and open tables of a person: those that wait for them first, then by deadline, open tables last."""
    active = [Match.Status.RUNNING, Match.Status.PAUSED, Match.Status.OPEN]
    goes_on = _of(user_id).filter(status__in=active).exclude(set_aside=True, status=Match.Status.PAUSED)
    mine = my_cards(goes_on.order_by("-created_at")[:LONGEST], user_id)
    order = [Match.Status.RUNNING, Match.Status.PAUSED, Match.Status.OPEN]
    return sorted(mine, key=lambda one: (not one.is_due, order.index(Match.Status(one.status))))


def my_finished(user_id: int) -> QuerySet[Match]:
    """Matches of a person that are over, newest first."""
    return (
        _of(user_id)
        .filter(status__in=[Match.Status.FINISHED, Match.Status.ABORTED])
        .order_by("-finished_at", "-created_at")
    )


def my_cards(matches: Iterable[Match], user_id: int) -> list[MyCard]:
    """A card for each of a person's matches, as `cards` makes them."""
    return _all_that_can_be_made(lambda match: _my_card(match, user_id), matches)


def is_due(match: Match, seat: Seat) -> bool:
    """Does the running match wait for the person in this seat?"""
    if match.status != Match.Status.RUNNING or seat.resigned or seat.is_automatic:
        return False
    if seat.number not in games.get(match.game).pending(positions.position(match.pk, match.step).state):
        return False
    last = Orders.objects.filter(match=match, step=match.step, seat=seat.number).order_by("-revision").first()
    return last is None or not last.ready


def _my_card(match: Match, user_id: int) -> MyCard:
    seats = list(match.seats.all())
    held = audience.seats_of(seats, user_id)
    seat = held[0]
    due = any(is_due(match, one) for one in held)
    return MyCard(
        card=card(match),
        status=match.status,
        is_due=due,
        is_autopilot=bool(seat.autopilot),
        place=seat.place,
        is_drawn=seat.place == 1 and any(other.place == 1 for other in seats if other.pk != seat.pk),
        deadline=match.deadline if due and match.clock != Match.Clock.NONE else None,
    )


def _public(game: str) -> QuerySet[Match]:
    matches = (
        Match.objects.filter(visibility=Match.Visibility.PUBLIC)
        .select_related("host")
        .prefetch_related("seats__user", "seats__program")
    )
    return matches.filter(game=game) if game else matches


def _of(user_id: int) -> QuerySet[Match]:
    # The limit makes PostgreSQL begin with the person's seats. Without it, it goes through the newest matches of all people.
    seats = Seat.objects.filter(user_id=user_id).order_by("-pk").values("match_id")[:MOST_OWN]
    # A lesson is found where its game's lessons are.
    sat = Match.objects.filter(pk__in=seats).exclude(kind=Match.Kind.LESSON)
    known = sat.filter(game__in=list(games.GAMES))
    return known.select_related("host").prefetch_related("seats__user", "seats__program")
