"""How does a bot get from a view to orders? The frame that all characters fill in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from games.core.contract import Json, Orders
from games.core.rng import Rng
from games.hundred_clubs.bots.birthplace import Wish, best_place
from games.hundred_clubs.bots.cover import Plan
from games.hundred_clubs.bots.world import Cell, Grid, Mask, World, flood, widen
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR, KEEP_NEUTRAL
from games.hundred_clubs.orders import is_knife_bound

FEW = 3
"""A club with less land than this is close to exile."""


@dataclass
class Turn:
    """One round's thinking: what is known, and what has been decided so far."""

    world: World
    rng: Rng
    memory: dict[str, Json]
    commands: dict[int, str] = field(default_factory=dict)
    coins: int = 0
    """Saving that is not promised to anybody yet."""

    def __post_init__(self) -> None:
        self.coins = int(self.world.me["saving"])

    def price(self, seat: int, command: str) -> int | None:
        """Coins that this command costs (5.2 b); None where that is not known."""
        if command == FORM_ALLIANCE:
            return self.world.price_of_alliance(seat)
        return int(self.world.options["justify_price"]) if command == JUSTIFY_WAR else 0

    def command(self, seat: int, command: str) -> bool:
        """Order this towards `seat` if it can be paid, else keep_neutral; says whether it could. A club without a command gets keep_neutral."""
        price = self.price(seat, command)
        if price is None or price > self.coins:
            self.commands[seat] = KEEP_NEUTRAL
            return False
        self.coins -= price
        self.commands[seat] = command
        return True

    def by_lot(self, seats: Iterable[int]) -> list[int]:
        """These seats in an order drawn by lot: no club comes first for the sake of its number."""
        mixed = list(seats)
        self.rng.shuffle(mixed)
        return mixed

    @property
    def coin_price(self) -> int:
        """Coins that one unit of a campaign's size costs (6)."""
        return int(self.world.options["campaign_price"])

    @property
    def allies(self) -> list[int]:
        """Allies on whose land campaigns may stand this round."""
        return [seat for seat in self.world.allies if self.commands.get(seat) == FORM_ALLIANCE]

    @property
    def enemies(self) -> list[int]:
        """Clubs with which there will be war when campaigns are placed; one at war stays so unless both want to end it (5.2 d)."""
        justified = int(self.world.options["justify_rounds"]) - 1
        counts = self.world.me["justify"]
        return [
            seat
            for seat in self.world.discovered
            if seat in self.world.enemies
            or self.commands.get(seat) == BACKSTAB
            or (self.commands.get(seat) == JUSTIFY_WAR and counts.get(str(seat), 0) >= justified)
        ]

    @property
    def can_backstab(self) -> bool:
        return not self.world.me["backstab_used"] and BACKSTAB not in self.commands.values()

    def can_stab(self, seat: int) -> bool:
        """Is there a backstab left, and no truce that forbids it?"""
        return self.can_backstab and not self.is_bound(seat)

    def is_bound(self, seat: int) -> bool:
        """Does a truce keep both from stabbing the other?"""
        return is_knife_bound(self.world.options, self.truce(seat))

    def truce(self, seat: int) -> int:
        """Rounds left of the truce with it, 0 without one."""
        return int(self.world.players[seat].get("truce", 0))

    def is_worth_its_tax(self, seat: int, pct: int) -> bool:
        """An alliance costs at most this part of the income, or is what a club with next to no land lives on."""
        price = self.price(seat, FORM_ALLIANCE)
        if price is None:
            return False
        return int(self.world.me["area"]) < FEW or 100 * price <= pct * self.world.income

    def free_influence(self) -> Grid:
        """Own influence without any campaign: the capital's, in twentieths (chapter 6)."""
        capital = self.world.capital
        size = int(self.world.options["capital_influence_pct"]) * self.world.income // 100
        return self.world.influence([] if capital is None else [(capital, size)])

    def border_with(self, seat: int) -> int:
        """Own cells beside land that `seat` is believed to own."""
        return int((self.world.own & widen(self.world.owner == seat, 1)).sum())


class Character(Protocol):
    """A way to play."""

    def bid(self, world: World, rng: Rng) -> int:
        """Coins for the order of choice, 0..initial saving."""
        ...

    def birthplace(self, world: World) -> Wish:
        """Where it wants to be born."""
        ...

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """Campaigns and capital of a round; fills `turn.commands`."""
        ...


def decide(character: Character, view: Json, rng: Rng, memory: dict[str, Json]) -> Orders:
    """Orders for the view's seat, whatever the phase."""
    world = World(view)
    if view["phase"] == "auction":
        return {"bid": min(max(0, character.bid(world, rng)), int(world.options["initial_saving"]))}
    if view["phase"] == "birthplaces":
        place = best_place(world, character.birthplace(world), rng)
        return {"birthplace": list(place or (0, 0))}
    if not world.me["alive"]:
        return {}
    turn = Turn(world, rng, memory)
    plan, capital = character.play(turn)
    return _as_orders(turn, plan, capital)


def _as_orders(turn: Turn, plan: Plan, capital: Cell | None) -> Orders:
    commands = {seat: turn.commands.get(seat, KEEP_NEUTRAL) for seat in turn.world.discovered}
    campaigns = [{"at": list(cell), "size": size} for cell, size in plan.sizes.items() if size > 0]
    return {
        "diplomacy": {str(seat): command for seat, command in commands.items()},
        "campaigns": campaigns,
        "capital": None if capital is None else list(capital),
    }


def conquests(world: World, influence: Grid, need: Grid, ground: Mask) -> Mask:
    """Land that `influence` takes if `need` is right: broken and connected to `ground` (rules 7.5, 7.6)."""
    broken = (influence >= need) & ~ground
    return flood(ground, ground | broken) & broken
