"""How does the Bridge Warden play? It fills a region with few ways in, holds it, and strikes late (chapter 16, 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace
from games.hundred_clubs.bots.aims import Taste
from games.hundred_clubs.bots.birthplace import Wish
from games.hundred_clubs.bots.character import FEW, Turn
from games.hundred_clubs.bots.contest import booty, fight, safe_capital
from games.hundred_clubs.bots.cover import Plan
from games.hundred_clubs.bots.world import Cell, World
from games.hundred_clubs.constants import FORM_ALLIANCE, JUSTIFY_WAR, KEEP_NEUTRAL

KEEP_PCT = 45
"""Part of the coins it keeps in peace, for the war that somebody will bring."""
STRIKE_PCT = 60
"""Of all rounds: after that it looks for a victim of its own."""
ALL_IN = 3
"""Last rounds, in which nothing is kept."""
TAX_PCT = 5
"""Most of the income that one alliance may cost."""
DEPTH = 3
PATH = 6
"""Members this far off count for a region's seat."""


@dataclass(frozen=True)
class BridgeWarden:
    """The defender."""

    def bid(self, world: World, rng: Rng) -> int:
        """Nothing: the corners it likes are left over."""
        return 0

    def birthplace(self, world: World) -> Wish:
        """Members around, divided by the ways into the region."""
        around = birthplace.claim(world, PATH)
        score = np.zeros_like(around)
        for region, doors in birthplace.regions(world):
            score = np.where(region, around // max(1, doors), score)
        return Wish(score, PATH)

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """All coins while land is free or war is on; in peace it saves."""
        world = turn.world
        self._diplomacy(turn)
        taste = Taste(hurt=50 // max(1, len(world.living)), hold=200, capital=100)
        coins = turn.coins
        if not turn.enemies and world.left > ALL_IN:
            coins = coins * (100 - KEEP_PCT) // 100 if world.round > world.rounds * 20 // 100 else coins
        plan = fight(turn, coins, taste)
        return plan.cover.plan, self._refuge(turn) or safe_capital(turn, plan.taken, world.living)

    @staticmethod
    def _refuge(turn: Turn) -> Cell | None:
        """With next to no land left, the capital of the largest ally: a government in exile plays on."""
        hosts = [seat for seat in turn.allies if turn.world.players[seat]["capital"] is not None]
        if not hosts or int(turn.world.me["area"]) >= FEW:
            return None
        x, y = turn.world.players[max(turn.by_lot(hosts), key=lambda seat: turn.world.players[seat]["area"])]["capital"]
        return (x, y) if turn.world.land[y, x] else None

    def _diplomacy(self, turn: Turn) -> None:
        world = turn.world
        answer = JUSTIFY_WAR if self._is_winning(turn) else KEEP_NEUTRAL
        for seat in turn.by_lot(world.enemies):
            turn.command(seat, answer)
        victim = self._victim(turn)
        if victim is not None:
            turn.command(victim, JUSTIFY_WAR)
        for seat in turn.by_lot((*world.allies, *world.neutrals)):
            if seat != victim and turn.is_worth_its_tax(seat, TAX_PCT):
                turn.command(seat, FORM_ALLIANCE)

    @staticmethod
    def _is_winning(turn: Turn) -> bool:
        before = turn.memory.get("area", 0)
        turn.memory["area"] = int(turn.world.me["area"])
        return int(turn.world.me["area"]) > int(before)

    @staticmethod
    def _victim(turn: Turn) -> int | None:
        """Late in the match the weakest neutral neighbour."""
        world = turn.world
        if 100 * world.round < STRIKE_PCT * world.rounds:
            return None
        return min(
            (seat for seat in turn.by_lot(world.neutrals) if booty(world, seat, DEPTH)),
            key=lambda seat: world.players[seat].get("area", 0),
            default=None,
        )
