"""What does a bot make of its view? Turns a view, and what the bot remembers of earlier ones, into a believed `World`.

Honest by construction: nothing but the view and the bot's own memory comes in. What is out of sight is guessed: remembered garrisons
have grown, fleets once seen fly on, and quiet regions next to a rival have become that rival's.
"""

from __future__ import annotations

from games.core.contract import Json
from games.planet_conquer.bots.atlas import FAR, atlas_of
from games.planet_conquer.bots.world import NOBODY, World

GROWTH_ROUNDS = 20
"""Remembered garrisons are grown for so many rounds at most."""

SETTLING_ROUNDS = 6
"""A rival is believed to take what is out of sight so many rounds after its fleets could have been there."""


class Belief:
    """A view as a bot understands it."""

    __slots__ = ("alive_rivals", "atlas", "fog", "in_view", "level", "seat", "stale", "view", "world")

    def __init__(self, view: Json, memory: dict[str, Json], *, guess: bool) -> None:
        self.view = view
        self.atlas = atlas_of(view["map"])
        self.seat: int = view["seat"]
        self.fog: bool = view["fog"]
        self.level: int = view["you"]["fee"]["quarters"]
        self.in_view = [planet["seen"] == "now" for planet in view["planets"]]
        self.stale = [
            0 if planet["seen"] == "now" else view["round"] - (planet["as_of"] or 0) for planet in view["planets"]
        ]
        """Rounds since a planet was last seen."""
        self.world = self._world()
        self.alive_rivals = [row["seat"] for row in view["seats"] if row["status"] == "in" and row["seat"] != self.seat]
        self._remember_fleets(memory)
        if guess and self.fog:
            self._guess_hidden()

    def _world(self) -> World:
        view = self.view
        seats = view["seats"]
        world = World(self.atlas, len(seats), view["round"], view["max_round"])
        for p, planet in enumerate(view["planets"]):
            if planet["seen"] == "never":
                continue
            if planet["seen"] == "before" and planet["owner"] == self.seat:
                continue  # what is mine is in sight: this is not mine any more
            world.owner[p] = NOBODY if planet["owner"] is None else planet["owner"]
            world.units[p] = planet["units"]
            if planet["seen"] == "before" and planet["owner"] is not None:
                for _ in range(min(self.stale[p], GROWTH_ROUNDS)):
                    world.units[p] = self.atlas.grown(p, world.units[p])
                if not world.units[p]:
                    world.owner[p] = NOBODY
            for effect in planet["effects"]:
                kind, until = effect["type"], effect["until"]
                if kind == "defend":
                    world.defended[p] = until
                elif kind == "boost":
                    world.boosted[p] = until
                elif kind == "halt":
                    world.halted[p] = max(until, world.halted.get(p, 0))
                elif kind == "attack" and effect["seat"] != self.seat:
                    world.attacks[effect["seat"], p] = until
        for attack in view["attacks"]:
            world.attacks[self.seat, attack["planet"]] = attack["until"]
        for notice in view["announcements"]:
            due, kind = notice["round"], notice["type"]
            if kind == "terminator":
                world.strikes.setdefault(due, []).append(notice["planet"])
            elif kind == "eleminate":
                world.purges.setdefault(due, []).append(notice["seat"])
            elif kind == "swap":
                world.swaps.setdefault(due, []).append((notice["seat"], notice["target"]))
        for row in seats:
            world.alive[row["seat"]] = row["status"] == "in"
            world.points[row["seat"]] = row["points"] or 0
        world.points[self.seat] = view["you"]["points"]
        world.costs = {
            row["type"]: row["cost"] for row in view["tactics"] if row["why_not"] not in ("tactic_disabled", "too_late")
        }
        world.base_line = view["you"]["fee"]["base_line"] or 0
        return world

    def _remember_fleets(self, memory: dict[str, Json]) -> None:
        now = self.world.round
        known: dict[str, list[int]] = {}
        for fleet in self.view["fleets"]:
            due = now + fleet["left"] - 1
            self.world.coming.setdefault(due, []).append((fleet["to"], fleet["seat"], fleet["units"]))
            if fleet["seat"] != self.seat:
                known[fleet["id"]] = [due, fleet["from"], fleet["to"], fleet["length"], fleet["seat"], fleet["units"]]
        for name, (due, source, target, length, seat, units) in sorted(memory.get("fleets", {}).items()):
            if name in known or due < now or not self.world.alive[seat]:
                continue
            behind = length - (due - now + 1)
            if (2 * behind <= length and self.in_view[source]) or (2 * behind >= length and self.in_view[target]):
                continue  # it would be in sight, so it is gone (rule 11.1)
            known[name] = [due, source, target, length, seat, units]
            self.world.coming.setdefault(due, []).append((target, seat, units))
        memory["fleets"] = known

    def _guess_hidden(self) -> None:
        """Give planets that nobody watches to the rival who has had the time to take them."""
        world, atlas = self.world, self.atlas
        seeds: dict[int, list[int]] = {seat: [] for seat in self.alive_rivals}
        for p, owner in enumerate(world.owner):
            if owner in seeds:
                seeds[owner].append(p)
        mine = [p for p, owner in enumerate(world.owner) if owner == self.seat]
        homes = self._hidden_homes(mine)
        for seat in self.alive_rivals:
            if not seeds[seat] and homes:
                home = homes.pop(0)
                seeds[seat].append(home)
                world.owner[home] = seat
                world.units[home] = 60
        for p in range(atlas.count):
            if self.in_view[p] or world.owner[p] != NOBODY or not mine:
                continue
            best, rival = FAR, NOBODY
            for seat in self.alive_rivals:
                near = min((atlas.dist[q][p] for q in seeds[seat]), default=FAR)
                if near < best:
                    best, rival = near, seat
            quiet = self.stale[p] - best - SETTLING_ROUNDS
            if rival == NOBODY or quiet < 0 or best > min(atlas.dist[q][p] for q in mine):
                continue
            units = 8
            for _ in range(min(quiet, GROWTH_ROUNDS)):
                units = atlas.grown(p, units)
            if units:
                world.owner[p] = rival
                world.units[p] = min(units, max(atlas.sweet[p], atlas.limit[p] // 3))

    def _hidden_homes(self, mine: list[int]) -> list[int]:
        """Starts that may be rivals' homes: never seen, and as evenly spread from mine as the set-up spreads homes."""
        homes = self.atlas.homes
        seats = len(self.view["seats"])
        hidden = [p for p in homes if self.view["planets"][p]["seen"] == "never"]
        mine_at = [i for i, p in enumerate(homes) if p in mine]
        if mine_at and seats <= len(homes):
            spread = {homes[(mine_at[0] + (j * len(homes)) // seats) % len(homes)] for j in range(seats)}
            hidden.sort(key=lambda p: p not in spread)
        return hidden
