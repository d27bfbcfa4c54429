"""The fleet of the medium and the hard bot: builds by a mix, gathers, takes islands, assaults the enemy base.

`Character` holds what they differ in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.rng import Rng
from games.deep_blue.bots import campaign, convoy, duel, station
from games.deep_blue.bots.building import Choice, Mix, fitting, produce
from games.deep_blue.bots.gunnery import volleys
from games.deep_blue.bots.lanes import lie_in_wait, note_cargos, prowl
from games.deep_blue.bots.logistics import SUPPLIED, beset, sail_cargos, stranded, supply_fleet
from games.deep_blue.bots.raids import raid
from games.deep_blue.bots.sacrifice import explosions, last_flights
from games.deep_blue.bots.scouting import RESERVE, look_around, sweep
from games.deep_blue.bots.shuttles import beside, mend
from games.deep_blue.bots.wings import attend, fly, lying_still
from games.deep_blue.bots.world import Cell, World, role, worth
from games.deep_blue.constants import KINDS, SHIPS

Json = Any
Orders = dict[str, Json]

LEAN = 500
"""Fuel in the base below which planes stay at home."""
ENDGAME = 0.85
"""Share of the match after which the score is what counts."""
LATE = 0.6
"""Share of the match after which the enemy base is attacked without superiority."""
LEAST_FORCE = 40
"""Metal that a force must be worth to leave home."""
FORWARD = 0.3
"""Part of the way to the enemy base at which a fleet waits that has no other goal."""
NEVER = 1e9
EMPTY = 0.4
"""Share of ammo below which a ship is of no use: guns lose half of their force, and the base serves it rather than fire."""
WORN = 0.7
"""Share of health or ammo below which a ship goes home when no enemy is near."""
UNSEEN = 0.4
"""Part of the own fleet's worth that an enemy is taken to have at least before it sails against his base."""
SUPERIOR = 2.5
"""A fleet that is worth so many times what is known of the enemy sails far: waiting costs it more fuel than the way."""
EARLIEST = 10
"""Round from which that holds: before, hardly anything is known."""
LEFT = 0.5
"""Share of a fleet that must be left after a siege that does not sink the base."""
PAYS_BACK = 4
"""Rounds of a match that are left for each cargo ship that is built, and for scouts."""
BRIEF = 30
"""Rounds of a match in which no carrier and no fleet of scouts and cargo ships pays back."""
SWEEPERS = 1
"""Of a captain's scouts, those that look around; all others, and all of an admiral's, stay with the fleet."""
FOR_ENTRY = 8
"""Population that a captain's fleet may have for each entry in the queue."""
FOR_SCOUT = 15
"""Population that a captain's fleet may have for each scout formation."""
TENDERS = 2
"""Cargo ships that stay at home and hand out ammo."""
RICH = 60
"""Metal in the base with which population is what limits the fleet."""
SUBMARINES = 0.3
"""Share of the population that submarines may take: they sink no base, and one alone is given ammo in a round."""
CROWDED = 0.6
"""Share of the population, likewise."""
STAKES = 0.5
"""Metal that a point of damage a round to the enemy base is worth when ships are chosen."""


@dataclass(frozen=True)
class Character:
    """What a captain does his own way."""

    mix: tuple[tuple[str, float], ...]
    """Roles to build and their shares."""
    cargos: int
    """Cargo ships for metal and fuel; one more for every two islands."""
    scouts: int
    """Most scout formations."""
    carriers: int
    """Carriers that serve planes and ships away from home."""
    assault: int
    """Metal that the force must be worth before it sails against the enemy base."""
    odds: float
    """How many times what is known of the enemy it must be worth."""
    retreat: float
    """Share of health below which a unit goes home."""
    base_value: float
    """What the enemy base is worth to the guns, in metal."""
    queue: int
    """Entries that it keeps in the queue."""
    is_admiral: bool
    """Leads submarines apart, explodes wrecks, plays for score."""


class Captain:
    """A bot of one character."""

    def __init__(self, character: Character) -> None:
        self.character = character

    def decide(self, view: Json, rng: Rng, memory: dict[str, Json]) -> Json:
        """Orders of the seat."""
        world = World(view)
        look_around(world, memory)
        note_cargos(world, memory)
        taken: set[Cell] = set()
        units: Orders = {}
        world.shunned = beset(world)
        sailing = [world.elements[key] for key in sorted(campaign.sailed(memory)) if key in world.elements]
        train = convoy.muster(world, sailing, memory) if self.character.is_admiral and world.is_far else []
        sail_cargos(world, self.character.cargos, units, taken, [one["id"] for one in train])
        force = self._send_home(world, memory, units, taken)
        force = self._send_apart(world, force, memory, units, taken)
        for group, goal in self._groups(world, force, memory):
            for key, at in station.deploy(world, group, goal, taken, self._fear(world)).items():
                units[str(key)] = {"move": list(at)}
        if train:
            convoy.follow(world, train, sailing, units, taken)
        self._fire(world, units)
        return {"units": units, "production": self._produce(world)}

    def _fear(self, world: World) -> float:
        """Weight of own losses; less for an admiral when only damage can still turn the score."""
        return station.FEAR / 2 if self._is_endgame(world) and not world.is_ahead else station.FEAR

    def _is_endgame(self, world: World) -> bool:
        return self.character.is_admiral and world.is_late > ENDGAME

    def _produce(self, world: World) -> list[Json]:
        own = self.character
        left = world.view["round_limit"] - world.round
        most = own.scouts if own.is_admiral else min(own.scouts, world.view["population"][1] // FOR_SCOUT)
        is_brief = world.view["round_limit"] <= BRIEF
        scouts = min(most, 1) if is_brief else most if left > PAYS_BACK else 0
        tenders = TENDERS if len(world.fighters) >= 8 and own.is_admiral else 0
        if tenders and world.is_far:
            tenders += convoy.TRAIN
        cargos = min(own.cargos + tenders + stranded(world), left // (2 * PAYS_BACK if is_brief else PAYS_BACK))
        needs = {"cargo": cargos, "scouts": scouts, "carrier": 0 if is_brief else own.carriers}
        entries = own.queue if own.is_admiral else min(own.queue, world.view["population"][1] // FOR_ENTRY)
        return produce(world, _answer_to(world, own.mix), needs, entries)

    # Commands.

    def _fire(self, world: World, units: Orders) -> None:
        """Shots, the base's repair, supplies, and explosions, which come before a ship's other orders."""
        shots = volleys(world, self.character.base_value)
        for key, command in shots.items():
            units.setdefault(str(key), {})["command"] = command
        repair, base = mend(world), world.base
        if repair is not None and (base["id"] not in shots or self._needs_mending(world, repair)):
            units.setdefault(str(base["id"]), {})["command"] = repair
        supply_fleet(world, units)
        if self.character.is_admiral:
            for key in explosions(world):
                units[str(key)] = {"move": None, "command": {"type": "self_destruct"}}

    def _needs_mending(self, world: World, repair: Json) -> bool:
        """Is the base's command better spent on a repair than on a shot? Its gun does about 25 damage, a full magazine more."""
        one = world.elements[repair["target"]]
        is_hurt = one["kind"] != "cargo" and world.health_share(one) < 0.7
        return bool(is_hurt or world.ammo_share(one) < EMPTY)

    # Units that do not sail with the force.

    def _send_home(self, world: World, memory: dict[str, Json], units: Orders, taken: set[Cell]) -> list[Json]:
        """Order home who needs the yard; returns who can fight."""
        doomed = last_flights(world) if self.character.is_admiral else {}
        force = []
        for one in world.fighters:
            if one["id"] in doomed:
                units[str(one["id"])] = {"move": list(doomed[one["id"]])}
            elif self._turns_back(world, one, memory):
                is_plane = one["kind"] == "formation"
                at = world.place(world.deck_of(one)) if is_plane else beside(world, one, world.base, taken)
                units[str(one["id"])] = {"move": None if at is None else list(at)}
            else:
                force.append(one)
        return force

    def _turns_back(self, world: World, one: Json, memory: dict[str, Json]) -> bool:
        """Does it go to the yard? Who has sailed in a wave goes back only when spent."""
        if one["id"] not in campaign.sailed(memory) or self._is_endgame(world):
            return self._needs_yard(world, one)
        is_served = bool(memory.get("convoy")) and one["kind"] in SUPPLIED
        is_spent = self._is_hurt(world, one) if is_served else self._is_spent(world, one)
        goes = is_spent and one["fuel"] > world.fuel_to(one, world.base)
        if goes:
            campaign.leave(memory, one)
        return goes

    def _is_hurt(self, world: World, one: Json) -> bool:
        return world.health_share(one) < self.character.retreat

    def _is_spent(self, world: World, one: Json) -> bool:
        return self._is_hurt(world, one) or world.ammo_share(one) < EMPTY

    def _is_worn(self, world: World, one: Json) -> bool:
        """Does a ship that nobody threatens do better to be filled up first?"""
        if any(world.apart(one, foe) <= station.NEAR for foe in world.recent):
            return False
        return world.health_share(one) < WORN or world.ammo_share(one) < WORN

    def _needs_yard(self, world: World, one: Json) -> bool:
        is_plane = one["kind"] == "formation"
        home = world.apart(one, world.deck_of(one) if is_plane else world.base)
        most = one["limits"]["fuel"] if is_plane else KINDS[one["kind"]].fuel
        # An empty base fills no tank: ships then use up what they have.
        helps = is_plane or world.base["fuel"] > 0
        is_dry = helps and one["fuel"] <= (home + RESERVE if is_plane else world.fuel_to(one, world.base))
        is_thirsty = helps and one["fuel"] < 0.6 * most
        waits = home <= 1 and not world.is_beset
        is_filling = waits and (world.health_share(one) < 0.9 or world.ammo_share(one) < 0.8 or is_thirsty)
        return is_dry or is_filling or self._is_spent(world, one) or self._is_worn(world, one)

    def _send_apart(
        self, world: World, force: list[Json], memory: dict[str, Json], units: Orders, taken: set[Cell]
    ) -> list[Json]:
        """Scouts and planes act on their own, and an admiral's submarines too. Returns the force that stays together."""
        orders: dict[int, Cell] = {}
        scouts = [one for one in force if role(one) == "scouts"]
        sweepers = 0 if self.character.is_admiral else SWEEPERS
        scouts, aids = scouts[:sweepers], scouts[sweepers:]
        orders |= attend(world, aids, [one for one in force if one["kind"] in SHIPS], taken)
        for one in scouts:
            at = _watch(world, memory, one, taken)
            if at is not None:
                taken.add(at)
                orders[one["id"]] = at
        flyers = [one for one in force if role(one) in ("wing", "guard")]
        orders |= fly(world, flyers, taken, world.base["fuel"] >= LEAN, lying_still(world, memory))
        orders |= raid(world, force, taken)
        if self.character.is_admiral:
            submarines = [one for one in force if one["kind"] == "submarine"]
            orders |= prowl(world, submarines, taken)
            orders |= lie_in_wait(world, memory, [one for one in submarines if one["id"] not in orders], taken)
        for key, at in orders.items():
            units[str(key)] = {"move": list(at)}
        return [one for one in force if one["id"] not in orders and role(one) != "scouts"]

    # What to go for.

    def _groups(self, world: World, force: list[Json], memory: dict[str, Json]) -> list[tuple[list[Json], Json]]:
        """The parts of the force and what each goes for: all together, or an admiral's waves and those at home."""
        if not self.character.is_admiral or self._is_endgame(world):
            return [(force, self._goal(world, force, memory))]
        waves = campaign.muster(world, force, memory, self._first_wave(world, force, memory))
        gone = campaign.sailed(memory)
        home = [one for one in force if one["id"] not in gone]
        return [*((wave, world.foe_base) for wave in waves), (home, self._goal(world, home, memory))]

    def _first_wave(self, world: World, force: list[Json], memory: dict[str, Json]) -> float:
        """What the first wave must be worth: little if those at home and at sea would win a siege, else nobody sails."""
        fleet = _fleet(world, force, memory)
        foes = duel.believed(world, UNSEEN * duel.value(fleet))
        left, rest, stands = duel.siege(fleet, foes, world.foe_base["health"] or KINDS["base"].health)
        is_won = stands <= 0 or (left >= LEFT and rest < left * duel.value(fleet))
        if _is_full(world) or _is_broke(world) or world.is_late > LATE:
            is_won = is_won or rest < left * duel.value(fleet)
        if world.is_far and world.round >= EARLIEST:
            every = _fleet(world, world.fighters, memory)
            is_won = is_won or duel.value(every) >= SUPERIOR * duel.value(duel.known(world))
        return LEAST_FORCE if is_won and duel.value(fleet) >= self.character.assault else NEVER

    def _goal(self, world: World, force: list[Json], memory: dict[str, Json]) -> Json:
        """The element to go for: intruders near home, the enemy base if strong enough, else islands, else wait at home."""
        value = sum(worth(one) for one in force)
        threat = [one for one in world.recent if world.apart(one, world.base) <= 12]
        if threat:
            memory["assault"] = False
            return min(threat, key=lambda one: (world.apart(one, world.base), one["id"]))
        if self._is_endgame(world):
            return self._last_goal(world, value, _worth_of_known(world))
        if not self.character.is_admiral and self._assaults(world, value, memory):
            return world.foe_base
        if self.character.is_admiral and world.saves_oil:
            return world.base
        free = [one for one in world.islands if one["seat"] != world.seat]
        if free and value >= LEAST_FORCE:
            return min(free, key=lambda one: (world.apart(one, world.base), one["id"]))
        return self._post(world) if self.character.is_admiral else world.base

    def _post(self, world: World) -> Json:
        """Where a fleet waits: before the base, so that whoever comes for it is met out of range of it."""
        (x, y), (u, v) = world.place(world.base), world.place(world.foe_base)
        at = x + round(FORWARD * (u - x)), y + round(FORWARD * (v - y))
        return {**world.base, "rect": [*at, *at]}

    def _assaults(self, world: World, value: float, memory: dict[str, Json]) -> bool:
        """Does the whole force sail against the enemy base, and does it keep to that, in `memory["assault"]`?"""
        known = _worth_of_known(world)
        strong = value >= max(self.character.assault, self.character.odds * known)
        is_due = (_is_broke(world) or world.is_late > LATE) and value >= known
        if strong or _is_full(world) or is_due:
            memory["assault"] = True
        elif value < 0.5 * self.character.assault:
            memory["assault"] = False
        return bool(memory.get("assault"))

    def _last_goal(self, world: World, value: float, known: float) -> Json:
        """Near the end: who is ahead holds his islands, who is behind trades damage wherever he can."""
        own = [one for one in world.islands if one["seat"] == world.seat]
        if not world.is_ahead:
            free = [one for one in world.islands if one["seat"] != world.seat]
            goals = [world.foe_base] if value >= known or not free else free
            return min(goals, key=lambda one: (world.apart(one, world.base), one["id"]))
        if not own:
            return world.base
        return min(own, key=lambda one: (min((world.apart(one, foe) for foe in world.foes), default=0), one["id"]))


def _answer_to(world: World, mix: Mix) -> Choice:
    """What to build against the enemy as he is believed to be; by population when metal is no matter."""
    living, most = world.view["population"]
    is_rich = world.base["metal"] >= RICH and living >= CROWDED * most

    left = world.view["round_limit"] - world.round

    def choose(counts: dict[str, int], room: int) -> str | None:
        mine = {kind: float(number) for kind, number in counts.items() if kind in duel.FIGHTERS}
        foes = duel.believed(world, duel.value(mine) + duel.RESERVE)
        leaning = duel.shares(mine, foes, mix, by_population=is_rich, by_score=world.is_short, stakes=STAKES)
        submarines = counts.get("submarine", 0) * KINDS["submarine"].population
        useful = [
            (kind, part)
            for kind, part in leaning
            if KINDS["formation" if kind == "wing" else kind].rounds < left
            and (kind != "submarine" or submarines < SUBMARINES * most)
        ]
        return fitting(useful, counts, room)

    return choose


def _fleet(world: World, units: list[Json], memory: dict[str, Json]) -> duel.Fleet:
    """Those of the units that are at home and fit, or have sailed."""
    gone = campaign.sailed(memory)
    return duel.own(world, [*campaign.at_home(world, units, memory), *(one for one in units if one["id"] in gone)])


def _worth_of_known(world: World) -> float:
    """Metal that the enemies in sight and remembered are worth."""
    seen = sum(worth(one) for one in world.foes)
    return seen + sum(KINDS[one["kind"]].cost or 24 for one in world.view["memory"])


def _is_full(world: World) -> bool:
    """Can hardly anything more be manned?"""
    living, most = world.view["population"]
    return bool(living >= 0.85 * most)


def _is_broke(world: World) -> bool:
    """Can nothing more be built?"""
    return bool(world.base["metal"] < 10 and not world.view["queue"])


def _watch(world: World, memory: dict[str, Json], one: Json, taken: set[Cell]) -> Cell | None:
    """Scouts sweep as long as there is fuel to spare, else they stay over the base."""
    return sweep(world, memory, one, taken) if world.base["fuel"] >= LEAN else world.place(world.base)
