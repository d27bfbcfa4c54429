"""How are the rows of a match created: the match, its seats, the draw of seats, the first position? Steps that several services share.

Everything runs inside the caller's transaction and checks no rights: `services`, `queue` and `forks` decide who may open, join or
begin.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, State
from games.core.errors import OptionError
from games.core.path import path_of, seats_of
from games.core.rng import seat_lots
from games.core.simulate import open_table
from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.builds import admission, gallery
from lobby.matches import openings, terms
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import GOES_ON, Match, Orders, Program, Seat, new_seed
from lobby.matches.people import ClubTable, Departure
from lobby.matches.terms import Settings
from lobby.play import referee, tallies
from lobby.store import acts, wake
from lobby.store.positions import game_of
from lobby.tables import entry, switched

ALONE = 20
"""Running matches that one person may have alone (hot seats and sandboxes)."""
QUICK_PRESET = "quick"
"""The preset of quick matches, in games that have it."""


class TooManyAlone(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s hot seats and sandboxes under way already. End one first.")


def create(
    *,
    user: User,
    game: Game,
    options: Mapping[str, Any],
    settings: Settings,
    seed: str,
    rematch_of: Match | None = None,
) -> Match:
    """Create a table with its host in the first seat, and bots and programs as the settings say.

    Raises SwitchedOff, TooManyAlone, and NotAdmitted for a rated one on a map that cannot be rated.
    """
    switched.require_game(game.id)
    if settings.rated:
        admission.require(game.id, options)
    settings = terms.settled(settings)
    if settings.kind != Match.Kind.ORDINARY:
        own = Match.objects.filter(persons.of(user, "host"), status__in=GOES_ON, kind__in=Match.ALONE)
        if own.count() >= ALONE:
            raise TooManyAlone(limit=ALONE)
    match = Match.objects.create(
        game=game.id,
        options=dict(options),
        seed=seed,
        rules_version=game.rules_version,
        host=user,
        password=entry.hashed(settings.password),
        rest_days=sorted(settings.rest_days),
        **{name: getattr(settings, name) for name in terms.ALIKE},
        rematch_of=rematch_of,
    )
    if settings.club is not None:
        ClubTable.objects.create(match=match, club_id=settings.club)
    is_alone = settings.kind != Match.Kind.ORDINARY
    machines = {*settings.bots, *settings.programs} - {0}
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            user=user if number == 0 or (is_alone and number not in machines) else None,
            shared=is_alone and number not in machines,
            bot=settings.bots.get(number, ""),
            program_id=settings.programs.get(number),
            ready=number in machines or (is_alone and number > 0),
        )
        for number in range(settings.seats)
    )
    wake.publish_soon(match.pk)
    return match


def begin_arranged(
    *,
    game: Game,
    options: Mapping[str, Any],
    sitters: Sequence[User | Program | str],
    settings: Settings,
    seed: str | None = None,
    arranged: Match.Arranged,
    by_lot: bool = False,
    sealed: bool = False,
    rated: bool = False,
) -> Match:
    """Create and begin a match that the site has arranged, in one transaction. It has no host.

    `sitters` has a person, a program or the id of a built-in bot for each seat, in the order of the seats. With `by_lot` their seats are drawn
    from the match's seed instead: their order has to follow from what everybody knows.
    `options` as `simulate.open_table` has completed them. Of the settings count the clock and who may know what; seats and machines are
    those of `sitters`. A sealed match is on no list and cannot be rated, because a rating would tell its result. Raises ValueError.
    One that is to be rated is not, where its map cannot be (`builds.admission`).
    """
    if len(sitters) not in game.seats:
        raise ValueError(f"{game.id} has {game.seats[0]} to {game.seats[-1]} seats, not {len(sitters)}")
    if sealed and rated:
        raise ValueError("a sealed match cannot be rated")
    with acts.acting(transaction.atomic):
        wanted = {name: getattr(settings, name) for name in terms.ALIKE}
        wanted["clock"] = settings.clock or Match.Clock.LIVE
        visibility = Match.Visibility.LINK if sealed else Match.Visibility.PUBLIC
        is_rated = rated and admission.are_admitted(game.id, options)
        match = Match.objects.create(
            game=game.id,
            options=dict(options),
            seed=seed or new_seed(),
            rules_version=game.rules_version,
            rest_days=sorted(settings.rest_days),
            arranged=arranged,
            sealed=sealed,
            **{**wanted, "kind": Match.Kind.ORDINARY, "rated": is_rated, "visibility": visibility},
        )
        seats = [_seat_of(match, number, sitter) for number, sitter in enumerate(sitters)]
        if by_lot:
            for seat, lot in zip(seats, seat_lots(match.seed, len(seats)), strict=True):
                seat.entry, seat.number = seat.number, lot
        Seat.objects.bulk_create(seats)
        referee.begin(match)
        gallery.count_begun(game.id, options, [sitter for sitter in sitters if isinstance(sitter, User)])
    wake.publish_soon(match.pk)
    return match


def _seat_of(match: Match, number: int, sitter: User | Program | str) -> Seat:
    if isinstance(sitter, Program):
        return Seat(match=match, number=number, program=sitter, ready=True)
    if isinstance(sitter, str):
        return Seat(match=match, number=number, bot=sitter, ready=True)
    return Seat(match=match, number=number, user=sitter, ready=True)


def unseal(match_ids: Collection[str]) -> None:
    """Open sealed matches to everybody, as if they had never been sealed: who played, their course, their result."""
    for match_id in match_ids:
        with acts.acting(transaction.atomic):
            sealed = Match.objects.select_for_update().filter(pk=match_id, sealed=True)
            if sealed.update(sealed=False, visibility=Match.Visibility.PUBLIC, revision=F("revision") + 1):
                tallies.add_unsealed(match_id)
        wake.publish_soon(match_id)


def begin(match: Match, seats: Sequence[Seat], numbers: Sequence[int] | None = None) -> Match:
    """Start the match. The seats get these numbers, in the order of `seats`; None: they are drawn by lot.

    The lot follows from the seed, whose fingerprint the table has shown, and from the numbers of the seats, which the table shows: anybody can
    draw it again after the end (`fog.fairness`). Raises SwitchedOff.
    """
    switched.require_game(match.game)
    lots = seat_lots(match.seed, len(seats))
    drawn = numbers is None
    given = [lots[seat.number] for seat in seats] if numbers is None else numbers
    for seat in seats:  # move them away first, because a number must be unique at every moment
        seat.entry, seat.number = seat.number if drawn else None, seat.number + len(seats)
        seat.save(update_fields=["entry", "number"])
    for seat, number in zip(seats, given, strict=True):
        seat.number, seat.ready = number, True
        seat.save(update_fields=["number", "ready"])
    match.options = options_now(match, len(seats))
    referee.begin(match)
    gallery.count_begun(match.game, match.options, [seat.user for seat in seats if seat.user is not None])
    tell(match)
    return match


def options_now(match: Match, seats: int) -> dict[str, Any]:
    """The options of a table or match of an older release, complete for the rules of this one; those of this release as they are.

    Raises NotAllowed if these rules refuse them.
    """
    game = game_of(match)
    if match.rules_version == game.rules_version:
        return dict(match.options)
    try:
        return dict(game.check_options(match.options, seats))
    except OptionError as error:
        raise NotAllowed("", _("The rules have changed since this table was opened. Open a new one.")) from error


def options_again(old: Match, seats: Sequence[Seat], seed: str) -> dict[str, Any]:
    """The options of a rematch: those of the match before, or, for somebody alone with bots who played a preset, what it draws with this seed.

    People meet again on the same map, with swapped seats; who plays again by himself wants another one. Raises NotAllowed as `options_now`.
    """
    is_alone = sum(seat.user_id is not None for seat in seats) == 1
    drawn = openings.drawn_anew(old, len(seats), seed) if is_alone else None
    return options_now(old, len(seats)) if drawn is None else drawn


def swapped(old: Match, before: Sequence[Seat], seats: Sequence[Seat]) -> list[int] | None:
    """The numbers with which a rematch of `old` begins, in the order of `seats`: each sits one seat further than in `before`, and two swap.

    None if not all of them sat there, or if the table hides who sits where: they are drawn by lot then.
    """
    if old.anonymous:
        return None
    left = sorted(before, key=lambda seat: seat.number)
    numbers = []
    for seat in seats:
        same = next((one for one in left if _sitter(one) == _sitter(seat)), None)
        if same is None:
            return None
        left.remove(same)
        numbers.append((same.number + 1) % len(seats))
    return numbers


def _sitter(seat: Seat) -> object:
    return seat.user_id or (seat.bot, seat.program_id)


def tell(match: Match) -> None:
    """Wake those who look at a table or match, after the commit; of a rematch also those who look at the match before."""
    wake.publish_soon(match.pk)
    if match.rematch_of_id is not None:
        wake.publish_soon(match.rematch_of_id)


def against_bots(game: Game, *, bot: str, stop: str, preset: str) -> tuple[int, str, str]:
    """Seats, preset and bot of a match against bots alone: those of the stop of the game's path, else what is chosen, else the weakest bot at the
    smallest table of the quick preset. Raises NotAllowed."""
    if stop:
        there = next((one for one in path_of(game) if one.key == stop), None)
        if there is None:
            raise NotAllowed("stop", _("There is no such stop on the path."))
        return there.seats, there.preset, there.bot
    bot = bot or game.bots[0].id
    if not preset:
        return game.seats[0], QUICK_PRESET, bot
    numbers = seats_of(game, preset) if preset in game.presets else []
    if not numbers:
        raise NotAllowed("preset", _("There is no such way to play."))
    return numbers[0], preset, bot


def begin_together(*, people: Sequence[User], game: Game, settings: Settings, preset: str = QUICK_PRESET) -> Match:
    """Create and begin a match of these people and the bots of the settings, with the options of the preset; default options if there is none.

    Inside the caller's transaction. Nobody opened a table, so no limit of open tables applies.
    """
    seed = new_seed()
    found = game.presets.get(preset)
    options = open_table(game, dict(found.options) if found else {}, settings.seats, seed)
    match = create(user=people[0], game=game, options=options, settings=settings, seed=seed)
    seats = locked_seats(match)
    free = [seat for seat in seats if seat.is_free]
    for seat, person in zip(free, people[1:], strict=True):
        seat.user = person
        seat.save(update_fields=["user"])
    return begin(match, seats)


def begin_fork(*, user: User, origin: Match, step: int, start: State, settings: Settings, seed: str) -> Match:
    """Create a sandbox that begins at a position of another match; inside the caller's transaction.

    Seats keep their numbers.
    """
    match = create(
        user=user,
        game=game_of(origin),
        options=origin.options,
        settings=settings,
        seed=seed,
    )
    match.forked_from, match.forked_step = origin, step
    referee.begin(match, start=start)
    wake.publish_soon(match.pk)
    return match


def begin_lesson(
    *,
    user: User,
    game: Game,
    options: Mapping[str, Any],
    seats: int,
    seat: int,
    bot: str,
    seed: str,
    start: State,
    first_step: int,
) -> Match:
    """Create a match that begins at `start`, with the person in one seat and bots in the others; inside the caller's transaction.

    It has no clock, is on no list, and only that person may see it. Raises SwitchedOff.
    """
    switched.require_game(game.id)
    match = Match.objects.create(
        game=game.id,
        options=dict(options),
        seed=seed,
        rules_version=game.rules_version,
        host=user,
        kind=Match.Kind.LESSON,
        press=Match.Press.NONE,
        forked_step=first_step,
        **_ENDLESS,
    )
    return _begin_alone(match, user, start, {number: bot for number in range(seats) if number != seat}, seat)


def begin_against_bots(
    *, user: User, origin: Match, step: int, start: State, seat: int, bots: Mapping[int, str], seed: str
) -> Match:
    """Create a match of the person in `seat` against `bots`, one in each other seat, that begins at a position of `origin`.

    Inside the caller's transaction. Seats keep their numbers; it has no clock, is not rated and on no list. Raises SwitchedOff.
    """
    switched.require_game(origin.game)
    match = Match.objects.create(
        game=origin.game,
        options=origin.options,
        seed=seed,
        rules_version=origin.rules_version,
        host=user,
        spectator_delay=origin.spectator_delay,
        forked_from=origin,
        forked_step=step,
        **_ENDLESS,
    )
    return _begin_alone(match, user, start, bots, seat)


_ENDLESS: Final[Mapping[str, Any]] = {
    "visibility": Match.Visibility.LINK,
    "clock": Match.Clock.NONE,
    "step_seconds": terms.ENDLESS_SECONDS,
}


def _begin_alone(match: Match, user: User, start: State, bots: Mapping[int, str], seat: int) -> Match:
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=user, ready=True)
        if number == seat
        else Seat(match=match, number=number, bot=bots[number], ready=True)
        for number in sorted({*bots, seat})
    )
    referee.begin(match, start=start)
    wake.publish_soon(match.pk)
    return match


SAME_AGAIN = (
    *(
        "game",
        "options",
        "host_id",
        "kind",
        "arranged",
        "sealed",
        "rated",
        "visibility",
        "password",
        "min_reliability",
        "clock",
        "step_seconds",
    ),
    *("bank_seconds", "fixed_hour", "time_zone", "rest_days", "vacation_days", "spectator_delay"),
    *("spectators_see_all", "press", "anonymous", "budget"),
)
"""Fields of a match that its continuation keeps."""
SAME_SEAT = ("number", "user_id", "bot", "program_id", "shared", "watchable", "was_watchable", "preferences")
"""Fields of a seat that its continuation keeps."""


def begin_again(*, origin: Match, step: int, start: State, resigned: Collection[int]) -> Match:
    """Create a match with the same seats, options and clock that begins at a position of `origin`; inside the caller's transaction.

    Time banks are full; vacations keep their remaining days; people for whom a bot stands in may return as usual. Seats in `resigned`
    stay out, and so do people whose seat a substitute has taken. The seed is new, because people have seen results of the old one.
    Programs start with empty memories: only the newest is stored, and it knows what came after `step`.
    """
    match = Match(**{name: getattr(origin, name) for name in SAME_AGAIN}, rules_version=game_of(origin).rules_version)
    match.forked_from, match.forked_step = origin, step
    match.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(match=match, ready=True, **{name: getattr(seat, name) for name in SAME_SEAT})
        for seat in origin.seats.all()
    )
    referee.begin(match, start=start)
    for seat in origin.seats.all():
        Seat.objects.filter(match=match, number=seat.number).update(
            autopilot=seat.autopilot, resigned=seat.number in resigned, vacation_left=seat.vacation_left
        )
    # They know what their seat has seen. Their steps count only once, in `origin`.
    Departure.objects.bulk_create(
        Departure(match=match, seat=left.seat, user_id=left.user_id, at=left.at) for left in origin.departures.all()
    )
    Orders.objects.filter(match=match, seat__in=resigned).delete()
    # The first step may wait for nobody.
    Match.objects.filter(pk=match.pk).update(due_at=match.started_at)
    wake.publish_soon(match.pk)
    return match


def locked_seats(match: Match) -> list[Seat]:
    """The seats of a table that is being changed, with their people."""
    return list(Seat.objects.select_for_update(of=("self",)).select_related("user").filter(match=match))
