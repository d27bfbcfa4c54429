"""What can people do at a table before the match begins? Open, join, leave, add bots, start; and open a rematch after the end.

Every function is one transaction that locks the table, refuses with a `ServiceError` or changes it, and wakes the watchers.
Not here: anything about a match that has begun (`play.services`, `play.referee`).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game
from games.core.simulate import open_table
from lobby.accounts import persons, switches
from lobby.accounts.models import User
from lobby.clubs.models import Club
from lobby.fog import audience
from lobby.matches import terms
from lobby.matches.errors import NoGame, NoMatch, NotAllowed, NotYourSeat, ServiceError, TooMany
from lobby.matches.models import GOES_ON, Match, Program, Seat, new_seed
from lobby.matches.people import ClubTable
from lobby.matches.terms import Settings
from lobby.notices import table_offers, writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.characters import cleaning
from lobby.play import presence
from lobby.store import acts, wake
from lobby.tables import entry, seating, switched

OPEN_TABLES = 5
"""Open tables that one person may have at a time, with all their accounts."""
LIVE_TABLE_WAITS = timedelta(hours=1)
SLOW_TABLE_WAITS = timedelta(days=3)


class NotOpen(ServiceError):
    """The table has become a match."""

    code = "not_open"
    text = _("This table has already started.")


class NotHost(ServiceError):
    """Only the host may do it."""

    code = "not_host"
    text = _("Only the host of the table can do this.")


class TableFull(ServiceError):
    """No seat is free."""

    code = "table_full"
    text = _("Every seat of this table is taken.")


class SeatTaken(ServiceError):
    """Somebody has that seat."""

    code = "seat_taken"
    text = _("This seat is taken.")


class NotComplete(ServiceError):
    """A seat is free or somebody is not ready."""

    code = "not_complete"
    text = _("The table is not complete yet.")


class TooManyTables(TooMany):
    """`data`: `limit`."""

    text = _("You have %(limit)s open tables already. Close one first.")


def create_table(*, user: User, game_id: str, options: Mapping[str, Any], settings: Settings) -> Match:
    """Open a table with `user` as host in its first seat. Raises OptionError for options that the game refuses."""
    game = _game(game_id)
    settings = terms.settled(settings)
    terms.check_settings(game, settings)
    if settings.rated and user.is_guest:
        raise NotAllowed("rated", entry.NO_GUESTS)
    if settings.club is not None:
        entry.check_club(settings.club, user)
    for number, program in settings.programs.items():
        if not 0 <= number < settings.seats or number in settings.bots:
            raise NotAllowed(f"bot_{number}", _("A program cannot play there."))
        own_program(user, game, program, f"bot_{number}")
    try:
        given = cleaning.strings(dict(options))
    except ValidationError as error:
        raise NotAllowed.of("options", error) from None
    seed = new_seed()
    prepared = open_table(game, given, settings.seats, seed)
    if settings.spectator_delay == 0 and game.has_fog(prepared):
        raise NotAllowed("spectator_delay", _("Under fog, spectators watch at least one step late."))
    with acts.acting(transaction.atomic):
        return _open(user=user, game=game, options=prepared, settings=settings, seed=seed)


@acts.acting(transaction.atomic)
def join(*, user: User, match_id: str, password: str = "", key: str = "") -> Match:
    """Take the first free seat; changes nothing for a person who has a seat already.

    A table with a password needs the password or the key of an invitation. Raises what `entry.admit` raises.
    """
    match = _open_table(match_id)
    seats = seating.locked_seats(match)
    if audience.seat_of(seats, user.pk) is not None:
        return match
    entry.admit(match, user, password=password, key=key)
    free = next((seat for seat in seats if seat.is_free), None)
    if free is None:
        raise TableFull
    free.user, free.ready = user, False
    free.save(update_fields=["user", "ready"])
    if match.host_id is None:
        match.host = user
    elif match.host_id != user.pk:
        table_offers.tell_host(match, user)
    return _changed(match)


@acts.acting(transaction.atomic)
def leave(*, user: User, match_id: str) -> Match | None:
    """Leave the table. The next person becomes the host; a table without people closes. Returns None if it closed."""
    match = _open_table(match_id)
    seats = seating.locked_seats(match)
    for seat in _own_seats(seats, user):
        _vacate(seat)
    return _pass_on(match, seats) if match.host_id == user.pk else _changed(match)


@acts.acting(transaction.atomic)
def set_table_ready(*, user: User, match_id: str, ready: bool) -> Match:
    """Mark the person as ready to start, or not."""
    match = _open_table(match_id)
    seat = _own_seat(seating.locked_seats(match), user)
    seat.ready = ready
    seat.save(update_fields=["ready"])
    return _changed(match)


@acts.acting(transaction.atomic)
def kick(*, user: User, match_id: str, number: int) -> Match:
    """The host removes the person of a seat, who cannot return for a while."""
    match = _open_table(match_id)
    _require_host(match, user)
    seat = _seat(seating.locked_seats(match), number)
    if seat.user_id is None:
        raise NotAllowed("number", _("Nobody sits there."))
    if seat.user_id == user.pk:
        raise NotAllowed("number", _("Leave the table instead of kicking yourself."))
    entry.shut_out(match, seat.user_id)
    _vacate(seat)
    return _changed(match)


@acts.acting(transaction.atomic)
def seat_bot(*, user: User, match_id: str, number: int, bot: str) -> Match:
    """The host puts a built-in bot into a free seat, or another one in its place."""
    match = _open_table(match_id)
    _require_host(match, user)
    seat = _seat(seating.locked_seats(match), number)
    if seat.user_id is not None and not seat.shared:
        raise SeatTaken("number")
    _refuse_if_rated(match)
    terms.check_bot(_game(match.game), bot, "bot")
    seat.user, seat.shared = None, False
    seat.bot, seat.program, seat.ready = bot, None, True
    seat.save(update_fields=["user", "shared", "bot", "program", "ready"])
    return _changed(match)


@acts.acting(transaction.atomic)
def seat_program(*, user: User, match_id: str, number: int, program: int | None) -> Match:
    """Let a program of the person play their own seat (None: play it themselves), or, for the host, a free seat."""
    match = _open_table(match_id)
    seat = _seat(seating.locked_seats(match), number)
    chosen = None if program is None else own_program(user, _game(match.game), program, "program")
    if chosen is not None:
        _refuse_if_rated(match)
    if seat.user_id == user.pk:
        seat.program = chosen
    else:
        _require_host(match, user)
        if seat.user_id is not None:
            raise SeatTaken("number")
        if chosen is None:
            raise NotAllowed("program", _("Choose a program."))
        seat.bot, seat.program, seat.ready = "", chosen, True
    seat.save(update_fields=["bot", "program", "ready"])
    return _changed(match)


def own_program(user: User, game: Game, program: int, path: str) -> Program:
    """The person's program of that id for that game. Raises SwitchedOff; NotAllowed, which says only of their own programs why."""
    switched.require(switches.PROGRAMS)
    found = programs_of(user.pk, game).filter(pk=program).first()
    if found is None:
        refuse_switched_off(kept_by(user.pk, game), program, path)
        if Program.objects.filter(pk=program, owner=user, retired=False).exclude(game=game.id).exists():
            raise NotAllowed(path, _("This program is for another game."))
        raise NotAllowed(path, _("You have no such program."))
    return found


def refuse_switched_off(kept: QuerySet[Program], program: int, path: str) -> None:
    """Raises NotAllowed with the reason if the program is one of these and switched off."""
    if kept.filter(pk=program).exclude(switched_off="").exists():
        raise NotAllowed(path, _("This program is switched off because it failed. Save a better version of it."))


def programs_of(user_id: int | None, game: Game) -> QuerySet[Program]:
    """Programs that a person may choose for a seat of that game, newest first, without those that are switched off."""
    return kept_by(user_id, game).filter(switched_off="").order_by("-pk")


def kept_by(user_id: int | None, game: Game) -> QuerySet[Program]:
    """All programs of a person for that game, switched off or not; none if the game takes no programs."""
    if user_id is None or game.programs is None:
        return Program.objects.none()
    return Program.objects.filter(owner_id=user_id, game=game.id, retired=False)


@acts.acting(transaction.atomic)
def unseat_bot(*, user: User, match_id: str, number: int) -> Match:
    """The host removes a bot, or a program in a seat without a person."""
    match = _open_table(match_id)
    _require_host(match, user)
    seat = _seat(seating.locked_seats(match), number)
    if not seat.is_machine:
        raise NotAllowed("number", _("No bot sits there."))
    if match.clock == Match.Clock.NONE:
        raise NotAllowed("number", _("This table has no clock: only bots can sit here. Open another one for people."))
    _vacate(seat)
    if match.kind != Match.Kind.ORDINARY:
        _take_too(seat, user)
    return _changed(match)


@acts.acting(transaction.atomic)
def start(*, user: User, match_id: str) -> Match:
    """The host begins: every seat is taken and everybody else is ready. Seats are drawn by lot."""
    match = _open_table(match_id)
    _require_host(match, user)
    seats = seating.locked_seats(match)
    if any(seat.is_free for seat in seats):
        raise NotComplete("", _("A seat is still free. Wait for somebody, or give it to a bot."))
    if any(seat.user_id not in {None, user.pk} and not seat.ready for seat in seats):
        raise NotComplete("", _("Somebody is not ready yet."))
    return _begin(match, seats)


@acts.acting(transaction.atomic)
def rematch(*, user: User, match_id: str) -> Match:
    """Open a table with the same options (`seating.options_again`), clock and bots. Later callers join the first one's table.

    When the last seat is taken in this way the match begins at once with swapped seats, because everybody has just asked for it: within the
    minute for which the seats are kept, and after it if all who asked still look at the match. Otherwise it waits as any table does.
    """
    old = Match.objects.select_for_update().filter(pk=match_id).first()
    if old is None or not audience.is_visible(old, list(old.seats.all()), user.pk):
        raise NoMatch
    if not audience.is_over(old):
        raise NotAllowed("", _("You can ask for a rematch when the match is over."))
    if old.kind == Match.Kind.LESSON:
        raise NotAllowed("", _("A lesson is tried again from its own page."))
    old_seats = seating.locked_seats(old)
    _own_seat(old_seats, user)
    try:
        match: Match = Match.objects.select_for_update().get(pk=old.rematch.pk)
    except ObjectDoesNotExist:
        match = _open(
            user=user,
            game=_game(old.game),
            options=seating.options_again(old, old_seats, seed := new_seed()),
            settings=_settings_of(old, old_seats, user),
            seed=seed,
            rematch_of=old,
        )
        match.password = old.password
        match.save(update_fields=["password"])
        seating.tell(match)
        others = {seat.user_id for seat in old_seats} - {None, user.pk}
        writing.tell([News(one, Notice.Kind.REMATCH, match.pk, match.pk) for one in others if one is not None])
    else:
        if match.status != Match.Status.OPEN:
            return match
        match = join(user=user, match_id=match.pk)
    seats = seating.locked_seats(match)
    Seat.objects.filter(match=match, user=user).update(ready=True)
    asked = {seat.user_id for seat in old_seats}
    waiting = {seat.user_id for seat in seats if not seat.is_machine and seat.user_id != user.pk}
    is_complete = all(
        seat.is_machine or (seat.user_id in asked and (seat.ready or seat.user_id == user.pk)) for seat in seats
    )
    if is_complete and _still_there(match, {pk for pk in waiting if pk is not None}):
        return _begin(match, seats)
    return _changed(match)


def _still_there(match: Match, people: set[int]) -> bool:
    """True if those who have asked for this rematch did so a moment ago, or look at the match before."""
    until = terms.reserved_until(match)
    assert until is not None
    assert match.rematch_of_id is not None
    return timezone.now() < until or people <= presence.online(match.rematch_of_id, people)


def quick_match(
    *, user: User, game_id: str, bot: str = "", stop: str = "", preset: str = "", program: int | None = None
) -> Match:
    """Create and begin a match against built-in bots, by default the weakest, with the fewest seats; `program` of the person plays for them.

    It uses the preset, by default `quick` if the game has one, otherwise default options. A `stop` of the game's path says bot, preset and seats
    instead. The match has no clock and is on no list.
    """
    game = _game(game_id)
    seats, preset, bot = seating.against_bots(game, bot=bot, stop=stop, preset=preset)
    terms.check_bot(game, bot, "bot")
    if program is not None:
        own_program(user, game, program, "program")
    settings = Settings(
        seats=seats,
        step_seconds=game.step_seconds,
        bots=dict.fromkeys(range(1, seats), bot),
        programs={} if program is None else {0: program},
        spectators_see_all=True,
    )
    with acts.acting(transaction.atomic):
        return seating.begin_together(people=[user], game=game, settings=settings, preset=preset)


def on_referee_sweeps(*, now: datetime, **_: object) -> None:
    """Receiver of `referee_sweeps`; calls `expire_tables`."""
    expire_tables(now)


def on_club_closed(*, club: Club, **_: object) -> None:
    """Receiver of `club_closed`: nobody can sit down at its open tables any more, so they close; inside the transaction that closes it."""
    held = Match.objects.select_for_update().filter(club_table__club=club, status=Match.Status.OPEN).order_by("pk")
    for match in held:
        _close(match)


def expire_tables(now: datetime | None = None) -> int:
    """Close tables that nobody has started for long, and forgotten matches of one person. Returns their number."""
    now = now or timezone.now()
    expired = 0
    # A match of one person is forgotten when bots play all its seats.
    attended = Seat.objects.filter(match=OuterRef("pk"), shared=True, autopilot="")
    alone = Match.objects.filter(kind__in=Match.ALONE, status__in=GOES_ON)
    for forgotten in alone.filter(~Exists(attended)).only("pk"):
        with acts.skip_if_locked(transaction.atomic):
            _close(forgotten)
            expired += 1
    slow = Q(clock=Match.Clock.SLOW)
    for clock, waits in ((~slow, LIVE_TABLE_WAITS), (slow, SLOW_TABLE_WAITS)):
        old = Match.objects.filter(clock, status=Match.Status.OPEN, created_at__lt=now - waits)
        for match_id in list(old.values_list("pk", flat=True)):
            with acts.skip_if_locked(transaction.atomic):
                match = Match.objects.select_for_update().filter(pk=match_id, status=Match.Status.OPEN).first()
                if match is not None:
                    _close(match)
                    expired += 1
    return expired


# --- The same steps of several services


def _begin(match: Match, seats: Sequence[Seat]) -> Match:
    old = match.rematch_of
    numbers = None if old is None else seating.swapped(old, list(old.seats.all()), seats)
    return seating.begin(match, seats, numbers)


def _open(
    *,
    user: User,
    game: Game,
    options: Mapping[str, Any],
    settings: Settings,
    seed: str,
    rematch_of: Match | None = None,
) -> Match:
    persons.hold(user)
    if Match.objects.filter(persons.of(user, "host"), status=Match.Status.OPEN).count() >= OPEN_TABLES:
        raise TooManyTables(limit=OPEN_TABLES)
    return seating.create(user=user, game=game, options=options, settings=settings, seed=seed, rematch_of=rematch_of)


def _settings_of(match: Match, seats: Sequence[Seat], user: User) -> Settings:
    # The person gets the first seat; bots keep the last seats, and the person's own programs those before them.
    bots = [seat.bot for seat in seats if seat.bot]
    offered = set(programs_of(user.pk, _game(match.game)).values_list("pk", flat=True))
    others = [seat.program_id for seat in seats if seat.program_id in offered and seat.user_id is None]
    programs: dict[int, int | None] = {len(seats) - 1 - len(bots) - place: pk for place, pk in enumerate(others)}
    programs[0] = next(
        (seat.program_id for seat in seats if seat.program_id in offered and seat.user_id == user.pk), None
    )
    return Settings(
        seats=len(seats),
        rest_days=tuple(match.rest_days),
        **{name: getattr(match, name) for name in terms.ALIKE},
        club=ClubTable.objects.filter(match=match, club__closed_at=None).values_list("club", flat=True).first(),
        bots={len(seats) - 1 - place: bot for place, bot in enumerate(bots)},
        programs={number: pk for number, pk in programs.items() if pk is not None},
    )


def _pass_on(match: Match, seats: Iterable[Seat]) -> Match | None:
    heir = next((seat.user for seat in seats if seat.user_id is not None), None)
    if heir is None:
        _close(match)
        return None
    match.host = heir
    return _changed(match)


def _close(match: Match) -> None:
    # A match that is deleted has no id any more.
    match_ids = [one for one in (match.pk, match.rematch_of_id) if one is not None]
    match.delete()
    for match_id in match_ids:
        wake.publish_soon(match_id)


def _changed(match: Match) -> Match:
    match.revision += 1
    match.save(update_fields=["revision", "host"])
    seating.tell(match)
    return match


def _vacate(seat: Seat) -> None:
    seat.user, seat.bot, seat.program, seat.ready, seat.shared = None, "", None, False, False
    seat.save(update_fields=["user", "bot", "program", "ready", "shared"])


def _open_table(match_id: str) -> Match:
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise NoMatch
    if match.status != Match.Status.OPEN:
        # Of a running match that only a link opens, others must learn nothing.
        raise NotOpen if match.visibility == Match.Visibility.PUBLIC else NoMatch
    return match


def _own_seat(seats: Iterable[Seat], user: User) -> Seat:
    return _own_seats(seats, user)[0]


def _own_seats(seats: Iterable[Seat], user: User) -> list[Seat]:
    found = [seat for seat in seats if seat.user_id == user.pk]
    if not found:
        raise NotYourSeat("", _("You do not sit at this table."))
    return found


def _take_too(seat: Seat, user: User) -> None:
    """Give the person who plays alone one more seat."""
    seat.user, seat.shared, seat.ready = user, True, True
    seat.save(update_fields=["user", "shared", "ready"])


def _refuse_if_rated(match: Match) -> None:
    if match.rated:
        raise NotAllowed("number", _("A rated match is between people: no bots or programs."))


def _seat(seats: Iterable[Seat], number: int) -> Seat:
    for seat in seats:
        if seat.number == number:
            return seat
    raise NotAllowed("number", _("This table has no such seat."))


def _require_host(match: Match, user: User) -> None:
    if match.host_id != user.pk:
        raise NotHost


def _game(game_id: str) -> Game:
    try:
        return games.get(game_id)
    except KeyError:
        raise NoGame("game") from None
