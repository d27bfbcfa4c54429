"""Who may watch a match as what, up to which step, and which bytes does that audience get?

The one gate of the fog: while a match runs only this module asks a game for a view (`replay` does for finished matches), and
`filter_for` is the only event filter. In doubt an audience gets less. Knows no sockets; everything here is synchronous.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from django.utils.translation import gettext_lazy as _

import games
from games.core import events as core_events
from games.core import simulate
from games.core.contract import Game, Json, State
from games.core.events import Event, filter_for
from games.core.lessons import Scene
from games.core.picture import Picture
from games.core.rng import Rng, names_key
from games.core.things import Books, named
from lobby.accounts import persons
from lobby.matches import sharing
from lobby.matches.errors import NoMatch, NotAllowed, NotYourSeat
from lobby.matches.models import GOES_ON, OVER, Match, Seat
from lobby.matches.people import Partner
from lobby.platform.protocol.server import AudienceName, FrameShown, encode
from lobby.platform.storage.lru import ByteLRU
from lobby.store import positions

NOT_OVER = _("This is shown when the match is over.")


class Audience(NamedTuple):
    """Everybody who sees the same. `own` distinguishes the person of a seat from spectators who watch from that seat."""

    kind: Literal["seat", "public", "referee"]
    seat: int | None = None
    own: bool = False
    patient: bool = False
    """Spectators who watch from a seat that has not opened its window: they are as late as those who see everything."""

    @property
    def name(self) -> AudienceName:
        """The name in messages and for the engine."""
        if self.kind == "seat":
            assert self.seat is not None
            return self.seat
        return core_events.REFEREE if self.kind == "referee" else core_events.PUBLIC


PUBLIC = Audience("public")
REFEREE = Audience("referee")
OWN_REFEREE = Audience("referee", own=True)
"""The one person of a sandbox, from whom nothing is hidden."""


def own_seat(number: int) -> Audience:
    """The audience of a seat's person."""
    return Audience("seat", number, own=True)


def seat_window(number: int) -> Audience:
    """The audience of spectators who watch from that seat."""
    return Audience("seat", number)


def patient_window(number: int) -> Audience:
    """The audience of spectators who watch from that seat though it has not opened its window, at tables that tell everything late."""
    return Audience("seat", number, patient=True)


def is_over(match: Match) -> bool:
    """True if the match is finished or aborted; then nothing is secret any more."""
    return match.status in OVER


def hides_names(match: Match) -> bool:
    """True while it is secret who plays which seat, and which seats are bots.

    At an anonymous table: from the draw of seats to the end. Of a sealed match: until it is unsealed.
    """
    return match.sealed or (match.anonymous and match.status in GOES_ON)


def seats_of(seats: Sequence[Seat], user_id: int | None) -> list[Seat]:
    """The seats of that person: one, or several at a hot seat table and in a sandbox. `user_id` None, an anonymous visitor, has none."""
    return [] if user_id is None else [seat for seat in seats if seat.user_id == user_id]


def known_as_theirs(match: Match, seats: Sequence[Seat], user_id: int | None) -> list[int]:
    """Numbers of the seats that were a person's: of those in which they sit, and once the match is over, also while it is sealed, of those that
    programs played of which they are the owner or a partner. They may replay it then, and its end tells their place."""
    theirs = {seat.number for seat in seats_of(seats, user_id)}
    if is_over(match):
        theirs.update(seats_of_programs(seats, user_id))
    return sorted(theirs)


def seats_of_programs(seats: Sequence[Seat], user_id: int | None) -> list[int]:
    """Numbers of the seats that programs play of which this account is the owner or a partner."""
    programs = {seat.program_id for seat in seats if seat.program_id is not None}
    if user_id is None or not programs:
        return []
    own = sharing.of_theirs(user_id, programs)
    return [seat.number for seat in seats if seat.program_id in own]


def _windows_of_programs(match: Match, seats: Sequence[Seat], user_id: int | None) -> list[int]:
    """The seats of programs of theirs, if they may look through these: what the program sees its console could tell them as well.

    While the match runs: not where its names are hidden, nor if they sit in it with any account, because a program knows what their own seat
    must not.
    """
    found = seats_of_programs(seats, user_id)
    if user_id is None or not found or is_over(match):
        return found
    behind = persons.persons_of([user_id, *(seat.user_id for seat in seats)])
    sits = any(behind.get(seat.user_id) == behind.get(user_id) for seat in seats if seat.user_id is not None)
    return [] if sits or hides_names(match) else found


def seat_of(seats: Sequence[Seat], user_id: int | None, number: int | None = None) -> Seat | None:
    """The person's seat with that number, or the first; None if there is none."""
    if user_id is None:
        return None
    for seat in seats:
        if seat.user_id == user_id and (number is None or seat.number == number):
            return seat
    return None


def seat_held(match: Match, seats: Sequence[Seat], user_id: int, number: int | None = None) -> Seat:
    """The seat for which that person acts. Raises NotYourSeat, or NoMatch if the person may not know that the match exists."""
    seat = seat_of(seats, user_id, number)
    if seat is not None:
        return seat
    if not is_visible(match, seats, user_id):
        raise NoMatch
    raise NotYourSeat("" if number is None else "seat")


def is_visible(match: Match, seats: Sequence[Seat], user_id: int | None) -> bool:
    """True if this person may know that the match exists.

    Public matches: everybody. Matches that only a link opens: whoever has the link, before the start and after the end; in between only
    seats and host, unless its only person plays against machines and lets spectators watch. A sandbox or lesson: only its person; a sandbox
    may contain what the person knows of a running match. A sealed match: who sits in it, and after the end the owners of programs that sat
    in it, and their partners.
    """
    if match.is_private:
        return seat_of(seats, user_id) is not None
    if match.sealed:
        return seat_of(seats, user_id) is not None or (is_over(match) and bool(seats_of_programs(seats, user_id)))
    if match.visibility == Match.Visibility.PUBLIC or match.status == Match.Status.OPEN or is_over(match):
        return True
    if user_id is not None and (match.host_id == user_id or seat_of(seats, user_id) is not None):
        return True
    return is_shown_by_link(match, seats)


def can_be_shown_by_link(match: Match, seats: Sequence[Seat]) -> bool:
    """True if one person plays against machines alone in a match that only its link opens: that person alone decides who may watch."""
    return (
        match.visibility == Match.Visibility.LINK
        and match.kind == Match.Kind.ORDINARY
        and not match.sealed
        and not match.anonymous
        and len(seats) > 1
        and sum(not seat.is_machine for seat in seats) == 1
    )


def is_shown_by_link(match: Match, seats: Sequence[Seat]) -> bool:
    """True if whoever has the link of such a match may watch it: its person has opened the window of the seat."""
    return can_be_shown_by_link(match, seats) and any(seat.watchable for seat in seats if not seat.is_machine)


def parties(match: Match, user_ids: Collection[int]) -> frozenset[int]:
    """Those of the users who play in the match as persons: with this or another account, or through a program that is theirs or
    that they play together with its owner."""
    behind = persons.persons_of(user_ids)
    if not behind:
        return frozenset()
    seats = list(match.seats.values_list(persons.person("user"), persons.person("program__owner"), "program"))
    playing = {person for user, owner, _program in seats for person in (user, owner) if person is not None}
    if programs := {program for *_people, program in seats if program is not None}:
        playing.update(Partner.objects.filter(program__in=programs).values_list(persons.person("user"), flat=True))
    return frozenset(user for user, person in behind.items() if person in playing)


def is_party(match: Match, user_id: int) -> bool:
    """The same for one user."""
    return bool(parties(match, [user_id]))


def may_watch(
    match: Match,
    user_id: int | None,
    as_: AudienceName | None,
    seats: Sequence[Seat] | None = None,
) -> Audience:
    """The audience that `as_` means for this person; raises NoMatch or NotAllowed.

    None means the person's own seat, or the public view for a person without a seat.
    """
    seats = list(match.seats.all()) if seats is None else seats
    if not is_visible(match, seats, user_id):
        raise NoMatch
    mine = seats_of(seats, user_id)
    if as_ is None:
        return own_seat(mine[0].number) if mine else PUBLIC
    if as_ == core_events.PUBLIC:
        return PUBLIC
    if as_ == core_events.REFEREE:
        if is_over(match):
            return REFEREE
        if mine and match.kind == Match.Kind.SANDBOX:
            return OWN_REFEREE
        if tells_all(match) and not _plays(match, mine, user_id):
            return REFEREE
        raise NotAllowed("as", NOT_OVER)
    if any(as_ == seat.number for seat in mine):
        return own_seat(int(as_))
    if not any(seat.number == as_ for seat in seats):
        raise NotAllowed("as", _("This table has no such seat."))
    # A person with a seat is no spectator: opponents may not watch from a watchable seat, with no account of theirs.
    is_open = any(seat.number == as_ and seat.watchable for seat in seats)
    if is_over(match) or as_ in _windows_of_programs(match, seats, user_id):
        return seat_window(int(as_))
    if not (is_open or tells_all(match)) or _plays(match, mine, user_id):
        raise NotAllowed("as", _("You cannot watch from this seat before the end."))
    return seat_window(int(as_)) if is_open else patient_window(int(as_))


def _plays(match: Match, mine: Sequence[Seat], user_id: int | None) -> bool:
    """True if the person is no spectator: they play, with this or another account, or a program of theirs does."""
    return bool(mine) or (user_id is not None and is_party(match, user_id))


def best_to_watch(match: Match, user_id: int | None, seats: Sequence[Seat]) -> AudienceName | None:
    """What a page shows first to this person: None, their own seat; else that of their program, everything, a seat that lets them watch, or
    what is public."""
    if seats_of(seats, user_id):
        return None
    # With programs of theirs in several seats no one of them comes first.
    if len(own := _windows_of_programs(match, seats, user_id)) == 1:
        return own[0]
    windows: list[AudienceName] = [seat.number for seat in seats if seat.watchable]
    # Who lets others in shows them what is in front of oneself.
    choices = [*windows, core_events.REFEREE] if is_shown_by_link(match, seats) else [core_events.REFEREE, *windows]
    for wanted in choices:
        if wanted == core_events.REFEREE and not is_over(match) and not has_fog(match):
            continue
        try:
            return may_watch(match, user_id, wanted, seats).name
        except NotAllowed:
            continue
    return core_events.PUBLIC


def has_fog(match: Match) -> bool:
    """True if the table's options hide anything."""
    return games.get(match.game).has_fog(match.options)


def delay(match: Match) -> int:
    """Number of steps by which spectators are late while the match runs: the table's number, under fog at least the game's."""
    least = games.get(match.game).late(match.options).public if has_fog(match) else 0
    return max(least, match.spectator_delay)


def tells_all(match: Match) -> bool:
    """True if spectators see everything while the match runs, late: the table has chosen so, hides something, and is not rated."""
    # At a rated table somebody would open a second window to know the rival's secrets, however old they are.
    return match.spectators_see_all and not match.rated and has_fog(match)


def truth_delay(match: Match) -> int | None:
    """Number of steps by which everything is shown late to spectators; None: not before the end."""
    return max(games.get(match.game).late(match.options).truth, delay(match)) if tells_all(match) else None


def delay_of(match: Match, audience: Audience) -> int | None:
    """Number of steps by which this audience is late while the match runs; None: it sees nothing before the end."""
    if audience.own:
        return 0
    return truth_delay(match) if audience.patient or audience.kind == "referee" else delay(match)


def is_late(match: Match, audience: Audience) -> bool:
    """True if this audience sees only past positions."""
    return not is_over(match) and delay_of(match, audience) != 0


def newest_step(match: Match, audience: Audience) -> int | None:
    """Number of the newest frame that this audience may have; None before the first."""
    if match.started_at is None or match.status == Match.Status.OPEN:
        return None
    if is_over(match):
        return match.step
    late = delay_of(match, audience)
    return None if late is None or late > match.step else match.step - late


def frame_bytes(match: Match, audience: Audience, step: int) -> bytes:
    """The `frame` message of one step; ValueError when this audience may not have it (yet)."""
    _demand(match, audience, step)
    current = step == match.step
    due = current and audience.own and match.status in GOES_ON
    final = current and is_over(match)
    key = match.id, audience, step, due, final
    frame = _FRAMES.get(key)
    if frame is None:
        frame = _frame(match.id, match.game, audience, step, due=due, final=final)
        _FRAMES.put(key, frame, len(frame))
    return frame


def _demand(match: Match, audience: Audience, step: int) -> None:
    """ValueError when this audience may not have that frame (yet)."""
    newest = newest_step(match, audience)
    if newest is None or not 0 <= step <= newest:
        raise ValueError(f"frame {step} of {match.id} is not for {audience}, who may have {newest}")
    is_closed = audience.kind == "referee" and not is_over(match) and not tells_all(match)
    if is_closed and not (audience.own and match.kind == Match.Kind.SANDBOX):
        raise ValueError(f"the referee's view of {match.id} is closed until the end")


def picture(match: Match, audience: Audience, step: int) -> Picture | None:
    """A small picture of what this audience sees at that step; None if the game draws none. ValueError as in `frame_bytes`."""
    _demand(match, audience, step)
    game = games.get(match.game)
    if game.picture is None:
        return None
    return game.picture(game.view(positions.position(match.id, step).state, audience.name))


def picture_of_scene(game: Game, scene: Scene) -> Picture | None:
    """A small picture of what the seat of a scene sees at its beginning, before anybody has begun it; None if the game draws none."""
    if game.picture is None:
        return None
    _options, start = simulate.open_scene(game, scene)
    return game.picture(game.view(start, scene.seat))


def frames_for_reading(match: Match, audience: Audience, first: int, last: int) -> Iterator[FrameShown]:
    """The frames of steps `first` to `last`, without choices; ValueError when this audience may not have the last of them (yet)."""
    _demand(match, audience, last)
    for position in positions.read_uncached(match, first, last):
        final = position.number == match.step and is_over(match)
        yield _shown(match.id, match.game, audience, position, choices=None, final=final)


_FRAMES: ByteLRU[tuple[str, Audience, int, bool, bool], bytes] = ByteLRU(most_bytes=16_000_000, most=10_000)
"""Cached frames: enough for the newest of a thousand matches with two seats; a frame has 1 to 6 KB."""


def _frame(match_id: str, game_id: str, audience: Audience, step: int, *, due: bool, final: bool) -> bytes:
    game = games.get(game_id)
    position = positions.position(match_id, step)
    choices = None
    if due and game.choices is not None and audience.seat is not None and audience.seat in game.pending(position.state):
        choices = in_names(match_id, game, game.choices(position.state, audience.seat))
    return encode(_shown(match_id, game_id, audience, position, choices=choices, final=final))


def _shown(
    match_id: str, game_id: str, audience: Audience, position: positions.Position, *, choices: Json, final: bool
) -> FrameShown:
    game = games.get(game_id)
    view = game.view(position.state, audience.name)
    return FrameShown(
        match=match_id,
        audience=audience.name,
        step=position.number,
        view={key: value for key, value in view.items() if key not in game.static_keys},
        events=filter_for(position.events, audience.name),
        choices=choices,
        final=final,
    )


def static_view(match: Match) -> dict[str, Json]:
    """The view's constant keys and the names of things, the same for every audience and step; {} before the match starts."""
    if match.started_at is None or match.status == Match.Status.OPEN:
        return {}
    return _static(match.id, match.game)


# Up to 75 KB each, those of Frames; of the other games 1 to 23.
@lru_cache(maxsize=500)
def _static(match_id: str, game_id: str) -> dict[str, Json]:
    game = games.get(game_id)
    if not game.static_keys and game.names is None:
        return {}
    constant = constant_keys(game, _first_view(match_id, game), "")
    if game.names is not None:
        first, seed = _beginning(match_id)
        constant["names"] = game.names(_first_view(first, game), names_key(seed))
    return constant


def books(match_id: str, game: Game) -> Books:
    """What the things of a match that has begun are called; the same for everybody."""
    return {} if game.names is None else _static(match_id, game.id)["names"]


def in_names(match_id: str, game: Game, said: Json) -> Json:
    """What the game says in phrases, with the names of this match in place of its things."""
    return named(said, books(match_id, game)) if game.names is not None else said


def _first_view(match_id: str, game: Game) -> Json:
    return game.view(positions.position(match_id, 0).state, core_events.PUBLIC)


def _beginning(match_id: str) -> tuple[str, str]:
    """Id and seed of the match with which this one began, where it goes on from another: its things keep their names."""
    while True:
        before, seed = Match.objects.values_list("forked_from", "seed").get(id=match_id)
        if before is None:
            return match_id, seed
        match_id = before


def constant_keys(game: Game, view: Json, seed: str) -> dict[str, Json]:
    """What the platform tells once of a match with this seed, from any view of position 0; without names for the seed ""."""
    constant = {key: view[key] for key in game.static_keys}
    if game.names is not None and seed:
        constant["names"] = game.names(view, names_key(seed))
    return constant


def view_before_it_is_stored(game: Game, state: State, seat: int) -> Json:
    """The seat's view of a position that is not stored yet; for automatic answers that are stored together with it."""
    return game.view(state, seat)


def imagined(match: Match, audience: Audience, step: int, rng: Rng) -> State | None:
    """A position that agrees with what this audience knows at `step`, for sandboxes; None if the game cannot make one.

    If nothing is hidden, or no longer, it is the position itself; otherwise the game makes it from the seat's own view.
    """
    if is_over(match) or not has_fog(match):
        return positions.position(match.id, step).state
    game = games.get(match.game)
    if game.imagine is None or audience.seat is None or not audience.own:
        return None
    return game.imagine(match.options, seat_view(match, audience.seat, step), rng)


def seat_view(match: Match, seat: int, step: int) -> Json:
    """The view of `seat` at `step`; for its person or bot, and for forecasts."""
    return games.get(match.game).view(positions.position(match.id, step).state, seat)


def seat_view_uncached(match: Match, seat: int, step: int) -> Json:
    """The same, without keeping the position: whoever reads a whole match would push running ones out of the cache."""
    (found,) = positions.read_uncached(match, step, step)
    return games.get(match.game).view(found.state, seat)


def seat_choices(match: Match, seat: int, step: int) -> Json:
    """What `seat` could order at `step`, as its frame has it; None in games without choices."""
    game = games.get(match.game)
    if game.choices is None:
        return None
    return in_names(match.id, game, game.choices(positions.position(match.id, step).state, seat))


def seat_events(match: Match, seat: int, step: int) -> Sequence[Event]:
    """The events that `seat` may know of the step that led to position `step`."""
    return filter_for(positions.position(match.id, step).events, seat)
