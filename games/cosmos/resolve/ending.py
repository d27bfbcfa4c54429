"""How does a round begin and end, and the match? Chapters 5.1, 6.5, 6.6 and 9. Everything works in place."""

from __future__ import annotations

from typing import Any

from games.cosmos.constants import BATTLESHIP, COURSE, HISTORY, PLANET, Reason, planet_income
from games.cosmos.resolve.work import Work
from games.cosmos.sight import remember
from games.cosmos.standing import give_defaults
from games.cosmos.state import State

STEPS: tuple[Reason, ...] = ("weapon", "planets", "energy")
"""What decides among the living, in this order (9)."""


def begin_round(work: Work) -> int:
    """Income of the planets; no bids; bonuses that have expired are forgotten. Returns the income (5.1)."""
    state = work.state
    work.freeze()
    income = planet_income(state.round)
    for id_ in work.board.planets:
        planet = state.entities[id_]
        if planet.seat is not None or state.options["neutral_income"]:
            work.change(planet).energy += income
    state.bids = {}
    state.bonus = [entry for entry in state.bonus if entry[2] > state.round]
    return income


def end_round(work: Work) -> None:
    """Evolution, resonance, memory, eliminated seats, the end of the match if it is due."""
    _evolve(work)
    _resonate(work)
    _note_courses(work.state)
    _wear_direct(work)
    state = work.state
    work.trodden = []
    work.recalled = {}
    for seat in range(state.seats):
        remember(state, seat)
    tell_eliminated(work)
    living = state.living()
    if len(living) <= 1 or state.round >= state.rounds or _is_decided(state, living):
        finish(work, state.round)


def _evolve(work: Work) -> None:
    state = work.state
    due = state.round - state.evolution_age
    for id_ in work.board.miners.older(due) if due >= 0 else ():
        miner = work.change(state.entities[id_])
        assert miner.seat is not None
        truly = work.board.true_watchers(miner.at) | {miner.seat}
        work.change_kind(miner, BATTLESHIP)
        given = state.standing.get(id_)
        if given is None or not given.rules["reflexes"]:
            give_defaults(state, id_)
        work.tell("evolved", truly, id=id_)


def _resonate(work: Work) -> None:
    """Planets compete, not seats (6.6)."""
    state = work.state
    minimum = state.options["resonance_minimum"]
    bids = {id_: bid for id_, bid in state.bids.items() if bid >= 1}
    if minimum == 0:
        owned = (e.id for e in state.entities.values() if e.kind == PLANET and e.seat is not None)
        bids = {**dict.fromkeys(owned, 0), **bids}
    state.last_bid_table = bids
    if not bids:
        return
    most = max(bids.values())
    first = [id_ for id_, bid in bids.items() if bid == most]
    winner = first[0] if len(first) == 1 else None
    refunds = {}
    for id_, bid in sorted(bids.items()):
        planet = work.change(state.entities[id_])
        won = id_ == winner
        refunds[id_] = 0 if won else bid // 2
        planet.energy += refunds[id_]
        assert planet.seat is not None
        if won:
            state.points[planet.seat] += 1
        _note_bid(work, planet.seat, id_, bid, won, refunds[id_])
    winning_seat = None if winner is None else state.entities[winner].seat
    told: dict[str, Any] = {
        "planet": winner,
        "seat": winning_seat,
        "bid": most,
        "refunds": [list(pair) for pair in refunds.items()],
    }
    work.tell("resonance", [], **told)
    if state.options["public_weapons"]:
        work.tell_all("weapon_points", points=state.points[:])


def safe_points(rounds: int) -> int:
    """Points of the final weapon that nobody else can reach any more: more than half the rounds (9)."""
    return rounds // 2 + 1


def _note_courses(state: State) -> None:
    """What every seat has at the end of each stretch of the match."""
    now, before = (round_ * COURSE // state.rounds for round_ in (state.round, state.round - 1))
    if now > before:
        state.courses = [
            [*course, [state.round, points]] for course, points in zip(state.courses, state.points, strict=True)
        ]


def _note_bid(work: Work, seat: int, id_: int, bid: int, won: bool, refund: int) -> None:
    state = work.state
    result = "won" if won else "lost"
    state.last_bids[id_] = (seat, bid, won)
    state.history[seat] = [*state.history[seat], [state.round, id_, bid, result, refund]][-HISTORY:]
    work.tell("bid_result", [seat], planet=id_, bid=bid, result=result, refund=refund, redacted=True)


def _wear_direct(work: Work) -> None:
    """Direct orders have one round less (8.1); who was destroyed before its turn could not follow them."""
    state = work.state
    gone = [(seat, id_) for seat, id_ in work.ordered if id_ not in state.entities and id_ not in work.ran]
    for seat, id_ in sorted(gone):
        work.tell("order_failed", [seat], id=id_, action=None, code="gone")
    state.direct = {
        key: (actions, left - 1, None)
        for key, (actions, left, _) in state.direct.items()
        if actions and left > 1 and key[1] in state.entities
    }


def note_eliminated(work: Work, slot: int) -> None:
    """Seats that are without any entity since this slot (9)."""
    work.has_changed_hands = False
    for seat in work.state.living():
        if not work.board.owned[seat]:
            work.state.eliminated.append((seat, work.state.round, slot))


def resign(work: Work, seat: int) -> None:
    """The seat's ships vanish, its planets become neutral and keep their energy (8.4)."""
    for entity in work.state.own(seat):
        if entity.kind == PLANET:
            planet = work.change(entity)
            work.hand_over(planet, None)
            planet.cooldown = 0.0
            work.state.standing.pop(planet.id, None)
        else:
            work.remove(entity)
    work.state.eliminated.append((seat, work.state.round, 0))


def tell_eliminated(work: Work) -> None:
    """The seats that this round has eliminated."""
    ranks = _eliminated_ranks(work.state)
    for seat, round_, slot in work.state.eliminated:
        if round_ == work.state.round:
            work.tell_all("eliminated", seat=seat, rank=ranks[seat], resigned=slot == 0)


def _eliminated_ranks(state: State) -> dict[int, int]:
    """Later elimination first, the same slot shares a rank, all behind the living (9)."""
    living = len(state.living())
    when = {seat: (round_, slot) for seat, round_, slot in state.eliminated}
    return {seat: living + 1 + sum(other > moment for other in when.values()) for seat, moment in when.items()}


def _is_decided(state: State, living: list[int]) -> bool:
    """With `end_when_decided`: does one seat lead by more points than rounds are left (17)?"""
    if not state.options["end_when_decided"]:
        return False
    points = sorted((state.points[seat] for seat in living), reverse=True)
    return points[0] - points[1] > state.rounds - state.round


def finish(work: Work, rounds: int) -> None:
    """The match is over after so many rounds."""
    work.state.phase = "over"
    work.state.outcome = ranking(work.state, rounds)
    work.tell_all("match_over", outcome=work.state.outcome)


def ranking(state: State, rounds: int) -> dict[str, Any]:
    """Ranks of all seats and what decided the first place (9)."""
    planets, energy = [0] * state.seats, [0] * state.seats
    for entity in state.entities.values():
        if entity.seat is not None:
            planets[entity.seat] += entity.kind == PLANET
            energy[entity.seat] += entity.energy
    keys = {seat: (state.points[seat], planets[seat], energy[seat]) for seat in state.living()}
    ranks = {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
    ranks.update(_eliminated_ranks(state))
    when = {seat: [round_, slot] for seat, round_, slot in state.eliminated}
    lines = [
        {"seat": seat, "rank": ranks[seat], "points": state.points[seat], "planets": planets[seat],
         "energy": energy[seat], "eliminated": when.get(seat)}
        for seat in sorted(range(state.seats), key=lambda seat: (ranks[seat], seat))
    ]  # fmt: skip
    return {"ranking": lines, "reason": _reason(state, keys, rounds), "rounds": rounds}


def _reason(state: State, keys: dict[int, tuple[int, int, int]], rounds: int) -> Reason:
    if len(keys) <= 1:
        last = max((round_, slot) for _, round_, slot in state.eliminated)
        return "resignation" if last[1] == 0 else "elimination"
    if rounds < state.rounds and _is_decided(state, list(keys)):
        return "decided"
    for count, step in enumerate(STEPS, 1):
        first = sorted((key[:count] for key in keys.values()), reverse=True)
        if first[0] != first[1]:
            return step
    return "draw"
