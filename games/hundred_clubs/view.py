"""What may an audience know of a position? Chapters 5.3 and 10.2; events are addressed in `resolve/news.py`.

Audiences of one position share the parts of their views that are alike: whoever gets a view reads it and changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.bits import members
from games.core.events import REFEREE, Audience
from games.hundred_clubs import constants
from games.hundred_clubs.board import Board
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import ALLIED, AT_WAR, MILLION, NEUTRAL, State
from games.hundred_clubs.turns import pending

Json = Any


def view(state: State, audience: Audience) -> dict[str, Json]:
    """The view of a seat, of a stranger ("public") or of the referee."""
    seat = audience if isinstance(audience, int) else None
    everything = audience == REFEREE
    static = _static(state)
    return {
        "game": constants.GAME_ID,
        "phase": state.phase,
        "round": state.round,
        "rounds": state.settings.rounds,
        "you": seat,
        "clubs": state.seats,
        "options": state.settings.chosen,
        "map": static["map"],
        "terrain": constants.TERRAIN_VIEW,
        "kernel20": static["kernel20"],
        "pending": pending(state),
        "auction": _auction(state, seat),
        "owners": _owners(state, seat, everything),
        "cut_off": _cut_off(state, seat, everything),
        "memory": None if seat is None else _memory(state, seat),
        "me": None if seat is None else _me(state, seat),
        "players": _everyone(state) if everything else _players(state, seat),
        "outcome": state.result,
        **({"last_round": _last_round(state)} if everything else {}),
    }


def _static(state: State) -> dict[str, Json]:
    if "map" not in state.fixed:
        state.fixed["map"] = state.chart.document()
        state.fixed["kernel20"] = [list(row) for row in constants.KERNEL20]
        state.fixed["unseen"] = [constants.UNSEEN * state.chart.width] * state.chart.height
        state.fixed["never"] = [[0] * state.chart.width] * state.chart.height
    return state.fixed


def _auction(state: State, seat: int | None) -> dict[str, Json] | None:
    if state.round > 0:
        return None
    return {
        "order": state.order,
        "chosen": state.board.places_of(state.chosen),
        "my_bid": None if seat is None else state.bids[seat],
        "next": state.next_chooser() if state.phase == "birthplaces" else None,
    }


# Cells.


def _owners(state: State, seat: int | None, everything: bool) -> list[str]:
    if everything:
        return state.board.rows(state.owner.decode())
    if seat is None or state.round == 0:
        unseen: list[str] = _static(state)["unseen"]
        return unseen
    return state.board.rows(facts(state).letters[seat].tobytes().decode())


def _cut_off(state: State, seat: int | None, everything: bool) -> list[list[int]]:
    if everything:
        return state.board.places_of(members(state.cut))
    if seat is None or not state.cut:
        return []
    return state.board.places_of(members(state.cut & facts(state).sight[seat]))


def _memory(state: State, seat: int) -> dict[str, Json]:
    return _remembered(state.memory[seat], state.memory_rounds[seat], state.board)


@lru_cache(maxsize=256)
def _remembered(letters: bytes, rounds: bytes, board: Board) -> dict[str, Json]:
    """A memory in rows; most memories stay as they are from round to round."""
    starts = range(0, board.cells, board.width)
    return {
        "owners": board.rows(letters.decode()),
        "rounds": [list(rounds[start : start + board.width]) for start in starts],
    }


# Clubs.


def capital_influence(state: State, seat: int) -> int:
    """Size of the campaign that the capital is for free (6); 0 without a capital."""
    if state.capital[seat] is None:
        return 0
    return state.settings.capital_influence(facts(state).income[seat])


def _place(state: State, cell: int | None) -> list[int] | None:
    return None if cell is None else state.board.place(cell)


def _standing(state: State, seat: int) -> dict[str, Json]:
    """What a club has, as it knows it itself."""
    known = facts(state)
    return {
        "saving": state.saving[seat],
        "income": known.income[seat],
        "area": known.area[seat],
        "peak": state.peak[seat],
        "capital": _place(state, state.capital[seat]),
        "alive": state.out[seat] is None,
    }


def _me(state: State, seat: int) -> dict[str, Json]:
    return {
        **_standing(state, seat),
        "backstab_used": state.stabbed[seat],
        "justify": {str(other): count for other, count in enumerate(state.justify[seat]) if count},
        "capital_influence": capital_influence(state, seat),
        "corruption_rate_ppm": min(MILLION, state.settings.corruption_ppm * facts(state).area[seat]),
        **({"capital_returns_to": _place(state, state.returning[seat])} if state.returning else {}),
    }


def _players(state: State, viewer: int | None) -> list[dict[str, Json]]:
    return [_player(state, viewer, seat) for seat in range(state.seats) if seat != viewer]


def _player(state: State, viewer: int | None, seat: int) -> dict[str, Json]:
    """What `viewer` knows of another club (table 5.3); a stranger knows what one knows of an undiscovered club."""
    relation = 0 if viewer is None else state.relation[viewer][seat]
    line: dict[str, Json] = {"seat": seat, "relation": constants.RELATIONS[relation]}
    if relation == NEUTRAL and viewer is not None:
        line["truce"] = state.truce[viewer][seat]
        line["area"] = facts(state).area[seat]
        line.update(_conflicts(state, seat))
    elif relation == ALLIED:
        line.update(_shared(state, seat))
    if state.out[seat] is not None:
        line["eliminated_in"] = state.out[seat]
    return line


def _shared(state: State, seat: int) -> dict[str, Json]:
    """What a club tells its allies."""
    return {
        "area": facts(state).area[seat],
        "capital": _place(state, state.capital[seat]),
        "saving": state.saving[seat],
        "relations": _relations(state, seat),
        **_conflicts(state, seat),
    }


def _relations(state: State, seat: int) -> dict[str, str]:
    return {
        str(other): constants.RELATIONS[relation]
        for other, relation in enumerate(state.relation[seat])
        if other != seat
    }


def _conflicts(state: State, seat: int) -> dict[str, list[int]]:
    """Clubs at war and in truce with this one: shown to its allies and to clubs neutral to it."""
    shown = facts(state).shown
    if ("conflicts", seat) not in shown:
        shown["conflicts", seat] = {
            "at_war_with": [other for other, relation in enumerate(state.relation[seat]) if relation == AT_WAR],
            "in_truce_with": [other for other, left in enumerate(state.truce[seat]) if left],
        }
    found: dict[str, list[int]] = shown["conflicts", seat]
    return found


def _everyone(state: State) -> list[dict[str, Json]]:
    """All clubs in full, for the referee."""
    return [
        {
            "seat": seat,
            **_standing(state, seat),
            "eliminated_in": state.out[seat],
            "backstab_used": state.stabbed[seat],
            "bid": state.bids[seat],
            "relations": _relations(state, seat),
            "justify": {str(other): count for other, count in enumerate(state.justify[seat]) if count},
            "truce": {str(other): left for other, left in enumerate(state.truce[seat]) if left},
        }
        for seat in range(state.seats)
    ]


def _last_round(state: State) -> dict[str, Json]:
    """Commands and funded campaigns of the round that led here."""
    return {
        "commands": {
            str(seat): {str(target): command for target, command in enumerate(given) if command is not None}
            for seat, given in state.commands.items()
        },
        "campaigns": {
            str(seat): [
                {"at": state.board.place(cell), "size": size, "capital": capital} for cell, size, capital in placed
            ]
            for seat, placed in state.campaigns.items()
        },
    }


def scores(state: State) -> dict[str, list[int]]:
    """Income, area and saving per seat, for curves after the match."""
    known = facts(state)
    return {"income": known.income, "area": known.area, "saving": state.saving}
