"""Which position could a seat be in that sees this view? What it sees as it is, the rest by the plainest guess; for trying things out.

Captains, pilots and cards that lie face down are guessed by `guess.py`; piles and the event deck are shuffled. For forecasts nothing is
guessed (`known`): what lies face down is left out. What began at a
time that the view does not tell began in an earlier turn, unless it still has all its length in a turn of whoever it is on.
Of work that waits below an open window the attack, deployment or gathering that it is about is known, and the operation that these
are part of; nothing else waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.core.rng import Rng
from games.frames import cards
from games.frames.effects.attack import FINAL_VOLLEY, packet_in, weapon_of
from games.frames.effects.captains import progress
from games.frames.guess import Guess, Nothing, cannons_built
from games.frames.settings import settle
from games.frames.state import Arm, Cannon, Held, Record, Side, State, Unit, Weather

Json = Any

MOST_TOKENS = 60
"""As many energy tokens as an attack is tried with that has spent some, and as much damage as a shot of Facing Death."""
_DERIVED_BUFFS = ("barrier", "ion")


def imagine(options: dict[str, Json], view: Json, rng: Rng) -> State:
    """A position that `view`, a seat's own, does not rule out; `options` are the table's."""
    settings = settle(options)
    state = _position(options, view, lambda line, up: Guess(line, up, settings, rng))
    rng.shuffle(state.deck)
    if state.phase == "window":
        _agree_with_packets(state, view)
    return state


def known(view: Json) -> State:
    """What `view`, a seat's own, tells of the position; pilots and cards that lie face down for it are not there, hidden hands and piles
    hold blank cards."""
    return _position(view["options"], view, Nothing)


def _position(options: dict[str, Json], view: Json, guess_of: Callable[[Json, list[str]], Guess | Nothing]) -> State:
    state = State(settle(options), view["phase"], [])
    state.choices, state.victory = view["choices"][:], view["victory"][:]
    state.round, state.turn, state.first = view["round"], view["turn"], view["first"]
    state.active, state.ap, state.result = view["active"], view["ap"], view["outcome"]
    if not view["seats"]:
        return state
    for line in view["seats"]:
        chooses = view["choose"] is not None and line["seat"] == view["active"]
        turned_up = view["choose"]["cards"] if chooses else []
        state.sides.append(_side(state, line, turned_up, guess_of(line, turned_up)))
    _fill_event_area(state, view["event_area"])
    for side, line in zip(state.sides, view["seats"], strict=True):
        _count_skills(state, side, line["captain"]["skills"] or [])
    state.ending = state.phase == "end_step"
    state.todo = _todo(state, view)
    if view["rest"] is not None:
        kept = {key: view["rest"][key] for key in ("seat", "orders", "stops", "why", "code")}
        state.rest = {**kept, "turn": state.turn}
    return state


def _is_new(state: State, left: int, length: int, seat: int | None) -> bool:
    """Has it begun in this very turn, by the plainest guess?"""
    return left == length and state.active == seat


def _begun(state: State, left: int, length: int, seat: int | None) -> int:
    """The number of the turn in which it began."""
    return state.turn if _is_new(state, left, length, seat) else max(0, state.turn - 1)


def _length(event: str, part: str) -> int:
    """For how many turns an event card puts a status on somebody."""
    turns: int = next(effect["turns"] for effect in cards.EVENT[event][part] if "turns" in effect)
    return turns


# Sides


def _side(state: State, line: Json, turned_up: list[str], guess: Guess | Nothing) -> Side:
    """A seat's side; `turned_up` lie on top of one of its piles for all to see."""
    seat: int = line["seat"]
    side = Side(seat, _ship(state, line), captain=guess.captain, captain_up=line["captain"]["revealed"])
    side.mechs = [_mech(state, seat, one, guess) for one in line["mechs"] if one["id"] != side.ship.id]
    side.energy, side.gathered = line["energy"], line["gathered"]
    statuses = {one["id"]: one["turns"] for one in line["status"]}
    side.jammed = statuses.get("jammed", 0)
    side.jammed_turn = _begun(state, side.jammed, _length("network_virus", "enter"), seat)
    side.immune, side.double = "immune_to_attacks" in statuses, "double_damage" in statuses
    side.cannons = [Cannon(one["id"], one["card"], one["ready"], one["turns"]) for one in line["ship"]["installations"]]
    side.cannons_built = cannons_built(line)
    side.skills_used = [skill for skill, is_used in line["ship"]["skills_used"].items() if is_used]
    side.counters.update(line["counters"])
    _fill_pilots(side, line["pilots"], guess)
    _fill_piles(side, line, turned_up, guess)
    return side


def _fill_pilots(side: Side, pilots: Json, guess: Guess | Nothing) -> None:
    side.known, side.lost = pilots["known"][:], pilots["lost"][:]
    for one in pilots["wounded"]:
        card = one["card"] or guess.pilot()
        side.wounded.append({"card": card, "turns": one["turns"], "known": one["card"] in side.known})
    if pilots["ready"] is not None:
        side.ready = pilots["ready"][:]
    else:
        side.ready = sorted(guess.pilot() for _ in range(pilots["ready_count"]))


def _fill_piles(side: Side, line: Json, turned_up: list[str], guess: Guess | Nothing) -> None:
    for kind in ("ship", "mech"):
        if line["hand"][kind] is not None:
            side.hand[kind] = [Held(one["id"], one["card"]) for one in line["hand"][kind]]
            side.hand[kind] = [one.renewed() for one in side.hand[kind]]
        else:
            side.hand[kind] = [guess.card(kind) for _ in range(line["hand"][f"{kind}_count"])]
        side.discard[kind] = [guess.numbered(card) for card in line["discard"][kind]]
        top = turned_up if turned_up and (turned_up[0] in cards.SHIP_CARD) == (kind == "ship") else []
        below = line["library"][f"{kind}_count"] - len(top)
        side.pile[kind] = [guess.numbered(card) for card in top] + [guess.card(kind) for _ in range(below)]


def _ship(state: State, line: Json) -> Unit:
    """The warship, the giant that it became, or the wreck."""
    shown = line["ship"]
    is_giant = shown["state"] == "giant"
    ship = _unit(state, line["seat"], {**shown, "model": shown["card"]}, is_mech=is_giant)
    ship.where = "gone" if shown["state"] == "wreck" else "board"
    ship.defence_zero, ship.guard_used = shown["defence_zero"], shown.get("guard_used", False)
    if is_giant:
        _add_statuses(state, ship, next(one for one in line["mechs"] if one["id"] == ship.id))
    return ship


def _mech(state: State, seat: int, shown: Json, guess: Guess | Nothing) -> Unit:
    mech = _unit(state, seat, shown, is_mech=True)
    mech.where = shown["where"]
    _add_statuses(state, mech, shown)
    if shown["pilot"] is not None:
        mech.pilot, mech.pilot_up = shown["pilot"]["card"] or guess.pilot() or None, shown["pilot"]["revealed"]
    for one in shown["gear"]:
        if one["card"] is None:
            mech.gear += guess.gear()
        else:
            name = one["id"] or guess.numbered(one["card"]).id
            mech.gear.append(Held(name, one["card"], one["revealed"], one["charges"]))
    return mech


def _unit(state: State, seat: int, shown: Json, *, is_mech: bool) -> Unit:
    """What warships and mechs have in common; fire is always the enemy's."""
    unit = Unit(
        shown["id"], seat, shown["model"], shown["hp"], shown["max_hp"], shown["hit"], shown["evade"],
        [Arm(one["id"], one["ammo"]) for one in shown["weapons"]], is_mech=is_mech,
    )  # fmt: skip
    unit.at = None if shown["at"] is None else (shown["at"][0], shown["at"][1])
    earlier = max(0, state.turn - 1)
    unit.burn, unit.burn_by, unit.burn_turn = shown["burn"], 1 - seat if shown["burn"] else None, earlier
    marks = shown["tracer"][str(1 - seat)]
    unit.marks[1 - seat], unit.marks_turn[1 - seat] = marks, earlier if marks else 0
    return unit


def _add_statuses(state: State, mech: Unit, shown: Json) -> None:
    earlier = max(0, state.turn - 1)
    for name in ("disabled", "em_locked", "infected", "doomed", "acted", "attacked", "fresh", "deploy_lock", "boosted"):
        setattr(mech, name, shown[name])
    mech.barrier, mech.barrier_turns = shown["barrier"]["points"], shown["barrier"]["turns"]
    mech.buffs = [buff for buff in shown["buffs"] if buff not in _DERIVED_BUFFS]
    mech.extras = shown["extras"][:]
    mech.disabled_turn = earlier
    mech.em_turn = _begun(state, mech.em_locked, _length("em_pulse", "draw"), mech.seat)
    mech.barrier_turn = _begun(state, mech.barrier_turns, _length("em_barrier", "draw"), mech.seat)
    mech.infected_turn = _begun(state, mech.infected or 0, _length("deadly_infection", "enter"), mech.seat)


def _fill_event_area(state: State, area: Json) -> None:
    """The deck is what neither is in force nor has been drawn."""
    weather = area["weather"]
    state.event_discard = area["discard"][:]
    shown = Counter(state.event_discard)
    if weather is not None:
        shown[weather["card"]] += 1
        whole = cards.EVENT[weather["card"]]["rounds"]
        begun = _begun(state, weather["turns_left"], whole, weather["drawn_by"])
        state.weather = Weather(weather["card"], weather["turns_left"], weather["drawn_by"], begun)
    state.deck = [name for name in state.settings.event_deck if not shown[name]]


def _count_skills(state: State, side: Side, skills: list[Json]) -> None:
    """What the captain has gained and spent: as shown, else as the counts that all can see have it (7.4)."""
    shown = {one["id"]: one for one in skills}
    for skill in cards.CAPTAIN[side.captain]["skills"]:
        line = shown.get(skill["id"], {"state": None})
        if skill["gain"].get("tally") == "landed_attacks":
            side.counters["landed_attacks"] = line.get("progress", int(line["state"] == "spent"))
        done, needed = progress(state, side, skill["gain"])
        is_gained = done >= needed if line["state"] is None else line["state"] != "open"
        if is_gained:
            side.gained.append(skill["id"])
        if line["state"] == "spent":
            side.spent.append(skill["id"])


# Suspended work


def _todo(state: State, view: Json) -> list[Record]:
    """What the step that is due waits for (14.1)."""
    operation = view["operation"]
    operating: list[Record] = []
    if operation is not None:
        operating = [{"do": "operate", **operation, "seat": state.active, "remaining": operation["remaining"][:]}]
    if state.phase == "choose":
        names = view["choose"]["cards"][:]
        kind = "ship" if names[0] in cards.SHIP_CARD else "mech"
        return [{"do": "choose", "seat": state.active, "kind": kind, "cards": names}]
    if state.phase == "end_step":
        return [{"do": "end_step", "seat": state.active, "stage": 0}]
    if state.phase == "window":
        window = view["window"]
        return [
            *operating,
            _below(state, window),
            {"do": "window", "kind": window["kind"], "seat": window["seat"]},
        ]
    return operating


def _below(state: State, window: Json) -> Record:
    """What an open window is about."""
    seat: int = window["seat"]
    if window["kind"] == "enemy_deploy":
        return {"do": "deployed", "seat": 1 - seat, "unit": window["unit"], "asked": True}
    if window["kind"] == "enemy_gather":
        return {"do": "gather", "seat": 1 - seat, "asked": True}
    attack = window["attack"]
    record: Record = {
        "do": "attack", "seat": state.need(attack["by"]).seat, "by": attack["by"], "weapon": attack["weapon"],
        "stage": "defence" if window["kind"] == "offence" else "damage",
        "targets": [{**one, "negated": False, "reflected": False} for one in attack["targets"]],
        "tokens": 0, "second": None, "repeat": False, "dodged": False,
    }  # fmt: skip
    if attack["weapon"] == FINAL_VOLLEY["id"]:
        record["shots"] = max(one["landed"] for one in attack["targets"])
        _fit(state, record, "damage")
    elif any(effect["op"] == "spend_all_energy" for effect in weapon_of(record)["effects"]):
        _fit(state, record, "tokens")
    return record


def _fit(state: State, record: Record, key: str) -> None:
    """Find the number that is not shown by the packet that is; the least one that does."""
    target = next(one for one in record["targets"] if one["landed"])
    for value in range(MOST_TOKENS):
        record[key] = value
        if packet_in(state, record, target, []) >= target["packet"]:
            return


def _agree_with_packets(state: State, view: Json) -> None:
    """An enemy pilot who is still face down has raised no packet: another one sits there if the guess would have (6.3)."""
    record = state.todo[-2]
    mechs = {mech["id"]: mech for line in view["seats"] for mech in line["mechs"]}
    shown = mechs.get(record.get("by", ""))
    if shown is None or not shown["pilot"] or shown["pilot"]["card"] is not None:
        return
    by = state.need(record["by"])
    ready = state.side_of(by).ready
    for i, pilot in enumerate(ready):
        if all(packet_in(state, record, one, []) == one["packet"] for one in record["targets"] if one["landed"]):
            return
        ready[i], by.pilot = str(by.pilot), pilot
