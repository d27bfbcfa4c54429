"""How do stored tables become what a format understands, and standings what is stored? Reads rows, decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import games
from lobby.contests.formats import contract
from lobby.contests.formats.catalogue import FORMATS, KNOCKOUTS
from lobby.contests.formats.contract import Format, Played, Rules, Standing
from lobby.contests.models import Contest, Entrant, Stage, Table


def format_of(stage: Stage) -> Format:
    """The functions of its format."""
    return FORMATS[stage.format]


def rules_of(contest: Contest, stage: Stage, now: datetime) -> Rules:
    """The rules of a stage, and whether its time is over."""
    lasts = timedelta(minutes=stage.lasts_minutes, seconds=stage.held_seconds)
    ends = stage.started_at + lasts if stage.started_at and stage.lasts_minutes else None
    return Rules(
        table=contest.table_size,
        least=max(2, games.get(contest.game).seats[0]),
        is_open=ends is None or now < ends,
        **stage.rules,
    )


def entrants_of(stage: Stage, known: dict[int, Entrant]) -> list[contract.Entrant]:
    """Who takes part in a stage; `known` are the entrants of the contest by id."""
    return [contract.Entrant(pk, lot, is_out=not known[pk].is_there) for lot, pk in enumerate(stage.entrants)]


def rounds(played: Sequence[Played]) -> int:
    """How many rounds were paired."""
    return contract.rounds_of(played)


def played_in(stage: Stage) -> list[Played]:
    """The tables of a stage, in the order in which they were paired."""
    return [_played(table) for table in stage.tables.prefetch_related("places")]


def _played(table: Table) -> Played:
    places = list(table.places.all())
    seats = tuple(place.entrant_id for place in places)
    if table.is_void or not table.is_over:
        return Played(table.round, seats, is_void=table.is_void, lane=table.lane)
    ended = {place.entrant_id: place.place or len(places) for place in places}
    return Played(table.round, seats, ended, lane=table.lane)


def standings(contest: Contest, stage: Stage, known: dict[int, Entrant], now: datetime) -> list[Standing]:
    """As they are now; those that were stored at the end of the stage if it is over."""
    if stage.standings is not None:
        return [unpacked(line) for line in stage.standings]
    return format_of(stage).standings(rules_of(contest, stage, now), entrants_of(stage, known), played_in(stage))


def decided(
    contest: Contest, stage: Stage, known: dict[int, Entrant], now: datetime
) -> dict[tuple[int, frozenset[int]], str]:
    """{(round, entrants): what has decided the table, as `series` says it}; of a knockout, for tables that are over."""
    if stage.format not in KNOCKOUTS:
        return {}
    found = KNOCKOUTS[stage.format](rules_of(contest, stage, now), entrants_of(stage, known), played_in(stage))
    return {(one.round, frozenset(one.seats)): one.how for one in found if one.how}


def packed(lines: Sequence[Standing]) -> list[list[Any]]:
    """Standings as JSON; a fraction is its two numbers."""
    return [
        [
            line.entrant,
            line.rank,
            line.games,
            {name: [value.numerator, value.denominator] for name, value in line.values.items()},
            line.is_out,
        ]
        for line in lines
    ]


def unpacked(line: Sequence[Any]) -> Standing:
    """One line of `packed`."""
    entrant, rank, played, values, is_out = line
    return Standing(entrant, rank, played, {name: Fraction(*value) for name, value in values.items()}, is_out)
