"""How did a match go? Frames for pages, a record for a file, and a check that both agree with the rules.

Positions leave only through `audience`, so a reader gets the same as at the socket. The record contains the
seed and with it every secret, so only matches that are over have one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Container, Iterable
from typing import Any

import brotli
import orjson

from games.core.contract import Game
from games.core.names import Name
from games.core.simulate import Seen, replay
from lobby.fog import audience as audiences
from lobby.fog import fairness
from lobby.matches import personas, words
from lobby.matches.errors import NoMatch, NotAllowed
from lobby.matches.models import Match, Seat
from lobby.platform.protocol import runs
from lobby.platform.protocol.server import AudienceName, encode
from lobby.platform.storage.lru import ByteLRU
from lobby.play import series
from lobby.store import history
from lobby.store.positions import canonical, digest, game_of, position, unpack
from lobby.watch import reading, status

FORMAT = 1
"""Version of the record's format."""
FRAMES_AT_ONCE = 200
CHOSEN_AT_ONCE = 24
"""Frames that lie apart, of which each may need a position to be read from the database."""
BROTLI_QUALITY, BROTLI_WINDOW = 5, 22
"""Nearly the smallest size, at the processor time of gzip; the window is 4 MB."""


def record(match: Match) -> dict[str, Any]:
    """Everything that is needed to replay a match that is over, as JSON. Raises NotAllowed before the end."""
    if not audiences.is_over(match) or match.started_at is None:
        raise NotAllowed("", audiences.NOT_OVER)
    game = game_of(match)
    seats = list(match.seats.select_related("user", "program"))
    hides_names = audiences.hides_names(match)
    bots = {} if hides_names else personas.of_table(match.pk, seats, is_anonymous=match.anonymous)
    return {
        "format": FORMAT,
        "match": match.pk,
        "game": match.game,
        "rules_version": match.rules_version,
        "options": match.options,
        "clock": match.clock,
        "step_seconds": match.step_seconds,
        "rated": match.rated,
        "seed": match.seed,
        "seed_hash": fairness.seed_hash(match.pk, match.seed),
        "seats": [_recorded(game, seat, bots.get(seat.number), hides_names=hides_names) for seat in seats],
        "lot": fairness.lot(match),
        "start": None if match.forked_step is None else game.to_json(position(match.pk, 0).state),
        "orders": _stored_orders(match),
        "status": str(match.status),
        "outcome": match.outcome,
        "started_at": match.started_at.isoformat(),
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
    }


def record_of_owners(match: Match, user_id: int | None) -> dict[str, Any]:
    """The same with `yours`, if somebody is known: the seats in which they sat or that programs of theirs played. Raises NotAllowed."""
    found = record(match)
    return (
        found
        if user_id is None
        else found | {"yours": audiences.known_as_theirs(match, list(match.seats.all()), user_id)}
    )


def _recorded(game: Game, seat: Seat, given: Name | None, *, hides_names: bool) -> dict[str, Any]:
    name = personas.english(game.bot(seat.bot), given) if seat.bot else str(seat.user or seat.program or "")
    return {
        "seat": seat.number,
        "name": "" if hides_names else name,
        "bot": "" if hides_names else seat.bot,
        "program": "" if hides_names else str(seat.program or ""),
        "resigned": seat.resigned,
    }


def frames(
    match: Match,
    user_id: int | None,
    perspective: AudienceName | None,
    first: int | None,
    last: int | None,
    *,
    with_chances: bool = False,
    for_owners: bool = False,
) -> dict[str, Any]:
    """Frames `first` to `last` of a perspective, with everything that a page needs to show them. Raises NoMatch, NotAllowed.

    At most `FRAMES_AT_ONCE` frames; `count` is the number that exist. Scores are included when the match is over, and so are the chances of
    the seats, if they are asked for. `for_owners`: the seats that programs of theirs played count as theirs (`status.match_message_of_owners`).
    """
    snapshot, audience, steps, count = _asked(match, user_id, perspective, first, last)
    match = snapshot.match
    over = audiences.is_over(match) and match.started_at is not None
    message = status.match_message_of_owners if for_owners else status.match_message
    shown = json.loads(encode(message(snapshot, audience, user_id)))
    return {
        "info": shown["info"],
        "frames": [orjson.loads(audiences.frame_bytes(match, audience, step)) for step in steps],
        "scores": series.of_match(match) if over else {},
        "count": count,
        **({"chances": series.chances_of(match) if over else []} if with_chances else {}),
    }


def chosen_frames(
    match: Match, user_id: int | None, perspective: AudienceName | None, chosen: Collection[int]
) -> list[dict[str, Any]]:
    """The frames of these steps, ascending, without those that the audience may not see. Raises NoMatch, NotAllowed.

    At most `CHOSEN_AT_ONCE`.
    """
    snapshot, audience, _, count = _asked(match, user_id, perspective, None, None)
    steps = [step for step in sorted(set(chosen)) if step < count][:CHOSEN_AT_ONCE]
    return [orjson.loads(audiences.frame_bytes(snapshot.match, audience, step)) for step in steps]


def run(
    match: Match,
    user_id: int | None,
    perspective: AudienceName | None,
    first: int | None,
    last: int | None,
    without: Collection[str] = (),
) -> bytes:
    """The same frames as JSON compressed with brotli: `run` (see `protocol.runs`; null if there are none) and `count`.

    Without choices, and without the keys of the view in `without`. Runs of matches that are over are cached for all readers.
    """
    snapshot, audience, steps, count = _asked(match, user_id, perspective, first, last)
    key = match.pk, audience.name, steps, frozenset(without)
    kept = _RUNS.get(key) if audiences.is_over(snapshot.match) else None
    if kept is not None:
        return kept
    made = _run(snapshot.match, audience, steps, without) if steps else None
    packed: bytes = brotli.compress(
        orjson.dumps({"run": made, "count": count}), quality=BROTLI_QUALITY, lgwin=BROTLI_WINDOW
    )
    if audiences.is_over(snapshot.match):
        _RUNS.put(key, packed, len(packed))
    return packed


_RUNS: ByteLRU[tuple[str, AudienceName, range, frozenset[str]], bytes] = ByteLRU(most_bytes=8_000_000, most=1_000)
"""Compressed runs of matches that are over: room for fifty runs of a hundred steps with 200 entities each."""


def _run(match: Match, audience: audiences.Audience, steps: range, without: Collection[str]) -> dict[str, Any]:
    # In the form in which they are sent, because frames are compared as JSON.
    frames = [
        orjson.loads(encode(frame)) for frame in audiences.frames_for_reading(match, audience, steps[0], steps[-1])
    ]
    for frame in frames:
        for key in without:
            frame["view"].pop(key, None)
    return runs.run_of(frames)


def _asked(
    match: Match, user_id: int | None, perspective: AudienceName | None, first: int | None, last: int | None
) -> tuple[reading.Snapshot, audiences.Audience, range, int]:
    """The present match, the audience, those of the requested steps that it may see, and the number of steps that exist for it."""
    snapshot = reading.load(match.pk)
    if snapshot is None:
        raise NoMatch
    audience = audiences.may_watch(snapshot.match, user_id, perspective, snapshot.seats)
    newest = audiences.newest_step(snapshot.match, audience)
    count = 0 if newest is None else newest + 1
    start = first or 0
    return (
        snapshot,
        audience,
        range(start, min(count, start + FRAMES_AT_ONCE, count if last is None else last + 1)),
        count,
    )


def unstored_frames(game: Game, course: Iterable[Seen], seed: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Constant keys and frames of a match that is not stored and has this seed, in the form that match pages use."""
    positions = list(course)
    static = audiences.constant_keys(game, positions[0].view, seed) if positions else {}
    return static, [unstored_frame(static, seen) for seen in positions]


def unstored_frame(static: Container[str], seen: Seen) -> dict[str, Any]:
    """One frame of a match that is not stored, without its constant keys."""
    return {
        "step": seen.step,
        "view": {key: value for key, value in seen.view.items() if key not in static},
        "events": list(seen.events),
        "choices": None,
        "final": seen.is_over,
    }


def verify(match: Match) -> list[str]:
    """Every difference between a stored match and the replay of its options, seed and orders; empty if there is none."""
    game = game_of(match)
    stored = list(history.steps(match.pk, "state", "events", "orders", "digest", "scores"))
    numbers = [step.number for step in stored]
    if numbers != list(range(match.step + 1)):
        return [f"steps {numbers} are stored, not 0 to {match.step}"]
    differences: list[str] = []
    given = [{int(seat): orders for seat, orders in step.orders.items()} for step in stored[1:]]
    # The first position of a fork is taken as given, like its options; only the record of the original match could prove it.
    start = None if match.forked_step is None else game.from_json(unpack(stored[0].state))
    played = replay(game, match.options, match.seats.count(), match.seed, given, start=start)
    for step in stored:
        try:
            _, state, events = next(played)
        except Exception as error:  # noqa: BLE001 any failure of the engine on stored orders is a finding
            return [*differences, f"step {step.number}: the engine failed: {type(error).__name__}: {error}"]
        became = game.to_json(state)
        if digest(became) != step.digest:
            differences.append(f"step {step.number}: the digest of the state")
        if digest(unpack(step.state)) != step.digest:
            differences.append(f"step {step.number}: the stored state")
        if digest(list(events)) != digest(unpack(step.events)):
            differences.append(f"step {step.number}: the events")
        if step.scores is not None and canonical(step.scores).decode() != series.scores_text(game, state):
            differences.append(f"step {step.number}: the scores")
    outcome = game.outcome(state)
    if outcome is not None:
        places = {line.seat: line.place for line in outcome.ranking}
        reached = {"reason": outcome.reason, "places": [places[seat] for seat in sorted(places)]}
        if match.outcome != reached:
            differences.append(f"the outcome: stored {match.outcome}, reached {reached}")
    elif match.status == Match.Status.FINISHED and (match.outcome or {}).get("reason") not in words.endings(game):
        differences.append(f"the outcome: stored {match.outcome}, but the match goes on")
    return differences


def _stored_orders(match: Match) -> list[dict[str, Any]]:
    """A list with the orders of step k at index k, by seat; null for a seat that missed the step."""
    return [step.orders for step in history.steps(match.pk, "orders", first=1)]
