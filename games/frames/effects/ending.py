"""Is the match over, and who has won? Chapter 11."""

from __future__ import annotations

from games.frames import cards
from games.frames.board import distance, ship_area
from games.frames.constants import Reason
from games.frames.effects.work import Work
from games.frames.state import State


def check(work: Work) -> bool:
    """End the match if a condition of the victory set holds now; true if it is over (11.1, 11.2)."""
    state = work.state
    if state.result is not None:
        return True
    if state.raider is not None:
        close(work, state.raider, "raid")
        return True
    if "annihilation" in state.victory:
        beaten = [side.seat for side in state.sides if side.ship_state == "wreck" and not side.board_mechs()]
        if beaten:
            close(work, None if len(beaten) == 2 else 1 - beaten[0], "annihilation")
            return True
    return False


def totals(state: State) -> list[int]:
    """Hit points of the warship and of the mechs on the board, per seat (11.3)."""
    found = []
    for side in state.sides:
        ship = side.ship.hp if side.intact else 0
        if state.settings.arms_race_cap:
            ship = min(ship, cards.SHIP[side.ship.card]["hp"])
        found.append(ship + sum(mech.hp for mech in side.board_mechs()))
    return found


def raid_steps(state: State) -> list[int | None]:
    """Areas between each seat's nearest mech on the board and the enemy ship area, where a raid begins (11.1); None without a mech there."""
    return [
        min(
            (distance(mech.at, ship_area(1 - side.seat)) for mech in side.board_mechs() if mech.at is not None),
            default=None,
        )
        for side in state.sides
    ]


def leader(state: State, sums: list[int]) -> int | None:
    """The seat with the larger total, by the measure of the table; None if they are equal."""
    a, b = sums
    if state.settings.arms_race_measure != "sum":
        (whole_a, parts_a), (whole_b, parts_b) = _printed(state, 0), _printed(state, 1)
        a, b = a * parts_a * whole_b, b * parts_b * whole_a
    return None if a == b else int(b > a)


def measured(state: State) -> list[int]:
    """The totals as the table compares them, in thousandths of what they are measured by; without a measure of the average of both fleets."""
    (whole_a, parts_a), (whole_b, parts_b) = _printed(state, 0), _printed(state, 1)
    a, b = totals(state)
    if state.settings.arms_race_measure != "sum":
        return [1000 * a * parts_a // whole_a, 1000 * b * parts_b // whole_b]
    both = whole_a * parts_b + whole_b * parts_a
    return [2000 * one * parts_a * parts_b // both for one in (a, b)]


def _printed(state: State, seat: int) -> tuple[int, int]:
    """What a total is measured by, as a fraction: the printed hit points of the warship, or with them those of as many
    mechs as it has room for pilots, each counted for the average of the fleet's."""
    side = state.sides[seat]
    ship = cards.SHIP[side.ship.card]
    hull: int = ship["hp"]
    if state.settings.arms_race_measure == "share":
        return hull, 1
    mechs = [int(cards.MECH[mech.card]["hp"]) for mech in side.mechs]
    count = max(1, len(mechs))
    return hull * count + sum(mechs) * min(ship["slots"]["pilots"], count), count


def last_round(state: State) -> int:
    """The round with whose end the match is over at the latest, by the ways to win that count (11.3 to 11.5)."""
    settings = state.settings
    is_race, is_lingering = "arms_race" in state.victory, "lingering" in state.victory
    ends = is_race != is_lingering or (is_race and settings.stalemate == "draw")
    return settings.arms_race_round if ends else settings.max_rounds


def end_round(work: Work) -> bool:
    """At the end of a round: arms race, lingering, round limit (11.3 to 11.5); true if the match is over."""
    state, settings = work.state, work.state.settings
    sums = totals(state)
    ahead = leader(state, sums)
    is_race, is_lingering = "arms_race" in state.victory, "lingering" in state.victory
    if state.round == settings.arms_race_round and (is_race or is_lingering):
        if is_race != is_lingering:
            winner = ahead if is_race or ahead is None else 1 - ahead
            close(work, winner, "arms_race" if is_race else "lingering", sums)
            return True
        if settings.stalemate == "draw":
            close(work, None, "arms_race", sums)
            return True
    work.tell("round_end", totals=sums)
    if state.round >= settings.max_rounds:
        close(work, ahead if settings.stalemate == "judgement" else None, "stalemate", sums)
        return True
    return False


def close(work: Work, winner: int | None, reason: Reason, sums: list[int] | None = None) -> None:
    """The match is over; `winner` None is a draw."""
    state = work.state
    state.phase = "over"
    state.todo = []
    ranking = [[0, 1]] if winner is None else [[winner], [1 - winner]]
    state.result = {
        "ranking": ranking,
        "reason": reason,
        "round": state.round,
        "totals": totals(state) if sums is None else sums,
    }
    work.tell("over", outcome=state.result)
