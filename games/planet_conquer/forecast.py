"""What becomes of draft orders if nothing unseen interferes? The engine's own stages, run on what a view shows.

Other seats give no orders; planets not in sight stand as remembered, grown by full production; planets never seen hold the
natives of the map. Nobody goes out, nothing ends before the round limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.planet_conquer import advice, constants, maps
from games.planet_conquer.battle import decide, needed
from games.planet_conquer.orders import Known, check_known
from games.planet_conquer.outlook import Outlook
from games.planet_conquer.production import produce
from games.planet_conquer.resolve import combat, movement, tactics
from games.planet_conquer.resolve.upkeep import fee_levels, grow
from games.planet_conquer.resolve.work import Work
from games.planet_conquer.settings import Settings
from games.planet_conquer.sight import totals
from games.planet_conquer.standing import standing_of
from games.planet_conquer.state import Effect, Fleet, Out, Pending, State

Json = Any

PLANET_ROUNDS = 5
TOTAL_ROUNDS = 10
LONGEST_MEMORY = 20
"""Rounds for which a remembered garrison is assumed to have grown."""


@dataclass
class Draft:
    """A draft move or teleport on its way through the forecast."""

    source: int
    target: int
    units: int
    fleet: str = ""
    arrives: int | None = None
    battle: dict[str, Json] | None = field(default=None)

    def shown(self) -> dict[str, Json]:
        """As the forecast lists it. `arrives` and `battle` None: it does not arrive before the match ends, dies on the way, or is swapped."""
        return {
            "from": self.source, "to": self.target, "units": self.units, "arrives": self.arrives, "battle": self.battle,
        }  # fmt: skip


def known_from(view: Json) -> Known:
    """What the check of orders may know, out of a seat's view; raises OrderError if the view is nobody's."""
    seat = view["seat"]
    if seat is None:
        raise OrderError("not_pending", "", gettext_noop("This seat owes no orders."))
    return Known(
        chart=maps.expanded(view["map"]),
        seat=seat,
        pending=view["phase"] == "orders" and view["seats"][seat]["status"] == "in",
        garrisons={p["id"]: p["units"] for p in view["planets"] if p["seen"] == "now" and p["owner"] == seat},
        points=view["you"]["points"],
        costs={tactic["type"]: tactic["cost"] for tactic in view["tactics"]},
        allowed=frozenset(t["type"] for t in view["tactics"] if t["why_not"] != "tactic_disabled"),
        in_play=[line["status"] == "in" for line in view["seats"]],
        round=view["round"],
        max_round=view["max_round"],
        standing="standing" in view,
    )


def believed_state(view: Json, known: Known) -> State:
    """A position that shows what the view shows and assumes no more than it must."""
    chart, rules, seats = known.chart, view["rules"], len(view["seats"])
    owner: list[int | None] = []
    units: list[int] = []
    effects: list[Effect] = [Effect("attack", line["planet"], known.seat, line["until"]) for line in view["attacks"]]
    for planet in view["planets"]:
        p = planet["id"]
        held = chart.natives[p] if planet["seen"] == "never" else planet["units"]
        if planet["seen"] == "before" and planet["owner"] is not None:
            for _ in range(min(view["round"] - planet["as_of"], LONGEST_MEMORY)):
                held = produce(held, chart.limit[p], chart.res[p], chart.cos[p])
        owner.append(planet["owner"] if held else None)
        units.append(held)
        for effect in planet["effects"]:
            # Whose a halt is does not matter to what it does; the seat is only needed to tell effects apart.
            found = Effect(effect["type"], p, effect["seat"] or 0, effect["until"])
            if found not in effects:
                effects.append(found)
    settings = Settings(
        chosen={}, fog=False, max_round=view["max_round"], start_units=0, maintain_fee=rules["maintain_fee"],
        points_per_round=rules["points_per_round"], points_cap=rules["points_cap"], lost_turn_limit=0, show_scores=True,
        reveal_when_out=True, full_losses=rules["crowd_losses"] == "full", costs=dict(known.costs), allowed=known.allowed,
        standing=known.standing,
    )  # fmt: skip
    return State(
        chart=chart, settings=settings, salt="forecast", next_fleet=[0] * seats, round=view["round"], phase="orders",
        owner=owner, units=units,
        fleets=[
            Fleet(f["id"], f["seat"], f["from"], f["to"], f["units"], f["length"], f["left"] + view["round"] - 1, f["kind"])
            for f in view["fleets"]
        ],
        points=[line["points"] or 0 for line in view["seats"]],
        lost_turns=[0] * seats,
        out=[None if playing else Out(0, "eliminated", 0, 0) for playing in known.in_play],
        lots=[line["lot"] for line in view["seats"]],
        effects=effects,
        pending=[
            Pending(line["type"], line["seat"] or 0, line["planet"], line["target"], line["round"]) for line in view["announcements"]
        ],
        memory=[{} for _ in range(seats)],
        standing=[
            standing_of(view["standing"]) if seat == known.seat else () for seat in range(seats) if known.standing
        ],
    )  # fmt: skip


@dataclass
class Run:
    """What a draft leads to: the position after the rounds played, the moves and the teleport, and what stood after each round."""

    work: Work
    drafts: list[Draft]
    points: int
    left: list[dict[str, Json]]
    rows: list[tuple[list[int | None], list[int], tuple[list[int], list[int]]]]
    """Round by round, after production: owners, units, and the planets and units of each seat."""
    outlook: Outlook
    battles: list[dict[str, Json]]


def play_ahead(view: Json, known: Known, checked: Json, rounds: int, *, is_brief: bool = False) -> Run:
    """The stages of the engine on what `view` shows, with these checked orders, for so many rounds and until all drafts have arrived.

    `is_brief`: nobody asks what else could be sent.
    """
    work = Work(believed_state(view, known), {known.seat: checked})
    state = work.state
    tactics.pay_tactics(work)
    points = state.points[known.seat]
    under_way = {fleet.id for fleet in state.fleets}
    flying = len(state.fleets)
    movement.depart(work)
    drafts = _drafts(checked, state.fleets[flying:])
    left = [{"planet": planet, "units": state.units[planet], "grows": None} for planet in known.garrisons]
    last = min(
        view["max_round"],
        view["round"] + max([rounds, *(state.chart.rounds[d.source].get(d.target, 1) for d in drafts)]),
    )
    outlook = Outlook(state, known.seat, list(known.garrisons))
    tactics.speed_up(work)
    run = Run(work, drafts, points, left, [], outlook, [])
    while True:
        tactics.strike(work)
        arrivals = movement.arrive(work)
        for draft in drafts:
            if any(fleet.id == draft.fleet and fleet.seat == known.seat for fleet in arrivals.get(draft.target, ())):
                draft.arrives = state.round
                draft.battle = _battle(work, known.seat, draft, arrivals[draft.target])
        if not is_brief:
            outlook.look(work, arrivals)
        coming = [] if is_brief else _coming(state, known.seat, arrivals, under_way)
        combat.fight_battles(work, arrivals)
        run.battles += [
            {
                "planet": planet,
                "round": state.round,
                "owner": owner,
                "winner": state.owner[planet],
                "survivors": state.units[planet],
            }
            for planet, owner in coming
        ]
        tactics.swap(work)
        tactics.expire(work, constants.BATTLE_EFFECTS)
        if state.round >= last:
            return run
        state.round = work.round = state.round + 1
        planets, units = totals(state)
        levels = fee_levels(work, units)
        if view["fog"]:
            levels = [level if seat == known.seat else constants.FULL_FEE for seat, level in enumerate(levels)]
        grow(work, planets, units, levels)
        tactics.expire(work, constants.GROWTH_EFFECTS)
        if not run.rows:
            _note_growth(work, known.seat, left)
        run.rows.append((state.owner[:], state.units[:], (planets, units)))
        work.notes.clear()
        work.orders = {}
        if known.standing:
            movement.depart(work)
            work.notes.clear()


def forecast(view: Json, orders: Json) -> dict[str, Json]:
    """What the draft `orders` lead to, by what `view` knows. Raises OrderError at the part that is not legal.

    `planets`: per planet known the owner and units of the next rounds. `moves` and `teleport`: round of arrival and the battle there;
    `needs` is the smallest number of units for this move with which the seat would hold the planet. `left`: units that stay on each own
    planet when the draft and standing routes have left, and what it grows by next (None: it is lost, or the match ends). `points`: points
    left. `totals`: the seat's units and planets round by round. `fee`: base line and the totals at which growth shrinks, None without fee.
    `advice`: the tactic that would pay with this draft, see `advice.py`. `reach` and `threats`: what else could be sent to and from the
    neighbours of own planets, see `outlook.py`. `battles`: how those end to which fleets are under way already: others to the viewer's
    planets, the viewer's to any other.
    """
    known = known_from(view)
    checked = check_known(known, orders)
    run = play_ahead(view, known, checked, TOTAL_ROUNDS)
    moves = len(checked["moves"])
    return {
        "round": view["round"],
        "points": run.points,
        "left": run.left,
        "moves": [draft.shown() for draft in run.drafts[:moves]],
        "teleport": run.drafts[-1].shown() if len(run.drafts) > moves else None,
        "planets": [
            {
                "planet": p["id"],
                "next": [{"owner": row[0][p["id"]], "units": row[1][p["id"]]} for row in run.rows[:PLANET_ROUNDS]],
            }
            for p in view["planets"]
            if p["seen"] != "never"
        ],
        "totals": [
            {"round": view["round"] + 1 + i, "planets": sums[0][known.seat], "units": sums[1][known.seat]}
            for i, (_, _, sums) in enumerate(run.rows[:TOTAL_ROUNDS])
        ],
        "fee": _fee(view),
        "reach": run.outlook.reach,
        "threats": run.outlook.threats,
        "battles": run.battles,
        "advice": advice.advice(view, known, checked, lambda played: _standing(view, known, played)),
    }


def _standing(view: Json, known: Known, checked: Json) -> advice.Standing:
    """Planets and units of the viewer in some rounds, or in the last one."""
    rows = play_ahead(view, known, checked, advice.ROUNDS, is_brief=True).rows
    if not rows:
        return 0, 0
    planets, units = rows[min(advice.ROUNDS, len(rows)) - 1][2]
    return planets[known.seat], units[known.seat]


def _drafts(checked: dict[str, Json], launched: list[Fleet]) -> list[Draft]:
    drafts = [Draft(move["from"], move["to"], move["units"]) for move in checked["moves"]]
    tactic = checked["tactic"]
    if tactic is not None and tactic["type"] == "teleport":
        drafts.append(Draft(tactic["from"], tactic["to"], tactic["units"]))
    # What standing routes send comes after them.
    for draft, fleet in zip(drafts, launched, strict=False):
        draft.fleet = fleet.id
    return drafts


def _note_growth(work: Work, seat: int, left: list[dict[str, Json]]) -> None:
    grown = {note[0]["planet"]: note[0] for note in work.notes if note[0]["type"] == "production"}
    for row in left:
        event = grown.get(row["planet"])
        if work.state.owner[row["planet"]] == seat:
            row["grows"] = event["after"] - event["before"] if event else 0


def _coming(
    state: State, seat: int, arrivals: dict[int, list[Fleet]], under_way: set[str]
) -> list[tuple[int, int | None]]:
    """Planets where a battle of the seat is due that was under way before the draft, and whose they are; `state` stands before it."""
    due = []
    for planet, fleets in sorted(arrivals.items()):
        owner = state.owner[planet]
        seats = {fleet.seat for fleet in fleets if fleet.id in under_way}
        is_met = (
            bool(seats - {seat}) if owner == seat else seat in seats and (state.units[planet] > 0 or len(seats) > 1)
        )
        if is_met:
            due.append((planet, owner))
    return due


def _battle(work: Work, seat: int, draft: Draft, fleets: list[Fleet]) -> dict[str, Json]:
    """What happens when this draft arrives with `fleets`, and how few units would do."""
    state, planet = work.state, draft.target
    owner, garrison, defence = state.owner[planet], state.units[planet], state.chart.defence[planet]
    arrivals: dict[int, int] = {}
    for fleet in fleets:
        arrivals[fleet.seat] = arrivals.get(fleet.seat, 0) + fleet.units
    defended = work.has_effect("defend", planet)
    attackers, gods = work.seats_with("attack", planet), work.seats_with("god", planet)
    full = state.settings.full_losses
    winner, survivors = decide(
        owner, garrison, defence, arrivals, defended=defended, attackers=attackers, gods=gods, full_losses=full
    )  # fmt: skip
    least = 1 if seat in gods else needed(
        owner, garrison, defence, arrivals, seat, defended=defended, attackers=attackers, full_losses=full
    )  # fmt: skip
    return {
        "owner": owner,
        "garrison": garrison,
        "winner": winner,
        "survivors": survivors,
        "needs": max(0, least - arrivals[seat] + draft.units),
    }


def _fee(view: Json) -> dict[str, Json] | None:
    line = view["you"]["fee"]["base_line"]
    return None if line is None else {"base_line": line, "steps": [line, -(-3 * line // 2), 2 * line]}
