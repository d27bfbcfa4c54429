"""How are coins spent where others fight back? One cover over land to take and land to hold, against several guesses at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.hundred_clubs.bots import capital
from games.hundred_clubs.bots.aims import Guess, Taste, find_aims, quiet
from games.hundred_clubs.bots.character import Turn, conquests
from games.hundred_clubs.bots.cover import Cover, least_gain
from games.hundred_clubs.bots.foes import guess_moves, in_reach, incomes, note_areas
from games.hundred_clubs.bots.world import Cell, Mask, World, distance_to

GUESS_SHARES = (30, 40, 30)
"""How likely an enemy does nothing here, spreads its coins along the border, or puts them on few spots; in hundredths.
With (50, 30, 20) the strongest level won 7 of 20 duels against itself as it is."""
SURPRISE_SHARES = (70, 20, 10)
"""The same of clubs that do not expect us to attack."""
THRIFT = 0.6
"""A slot counts this part of the average size, so that a rich club does not run out of slots."""
STAKE_PCT = 80
"""Part of a believed income that an enemy is thought to place against us. In 20 duels against 80, 40 won 8 and 130 won 11."""
SAFE = 5
"""A capital this far from all land of others is out of everybody's reach."""


@dataclass(frozen=True)
class Fight:
    """A way to spend the coins, and what comes of it if the others do as is guessed."""

    cover: Cover
    taken: Mask
    """Land that it takes if enemies spread evenly, or do not expect anything."""
    worth: int
    """Members of that land, those of enemies counted twice as far as their loss counts."""


def fight(turn: Turn, coins: int, taste: Taste, *, is_surprise: bool = False) -> Fight:
    """The cover that spends `coins`, against enemies who are thought, with `is_surprise`, not to expect it.

    Coins without an aim are kept for the next round: with all of them on further guards, 15 of 20 duels were lost. At war every
    aim is worth a coin: a Senior that saved then won 3 of 12 matches against a greedy club, one that does not 10.
    """
    world = turn.world
    believed = incomes(world, note_areas(world, turn.memory))
    foes = turn.enemies if world.left > 1 else [seat for seat in world.discovered if seat not in turn.allies]
    guesses = _guesses(turn, foes, believed, SURPRISE_SHARES if is_surprise else GUESS_SHARES)
    aims = find_aims(world, turn.enemies, guesses, taste, turn.allies)
    cover = Cover(world, aims, turn.free_influence(), turn.rng)
    limit = int(world.options["campaign_limit"])
    cover.fill(coins, limit, 0.0 if turn.enemies else least_gain(world), thrift=THRIFT)
    likely = aims.need[0 if is_surprise else len(guesses) // 2]
    taken = conquests(world, cover.influence, likely, aims.ground)
    hostile = world.of(turn.enemies) & taken
    worth = int(world.members[taken].sum()) + int(world.members[hostile].sum()) * taste.hurt // 100
    return Fight(cover, taken, worth)


def stand_guard(turn: Turn, cover: Cover, coins: int, taste: Taste, wary_of: Sequence[int]) -> None:
    """Spend up to `coins` more on own land that these clubs could break without a word; their saving is thought to be like ours."""
    world = turn.world
    slots = int(world.options["campaign_limit"]) - len(cover.plan.sizes)
    if not wary_of or coins <= 0 or slots <= 0:
        return
    believed = incomes(world, note_areas(world, turn.memory))
    means = {seat: max(believed[seat], int(world.me["saving"])) for seat in wary_of}
    aims = find_aims(world, turn.enemies, _guesses(turn, wary_of, means, GUESS_SHARES), taste, turn.allies)
    guard = Cover(world, aims, cover.influence, turn.rng)
    for cell, size in guard.fill(coins, slots, thrift=THRIFT).sizes.items():
        cover.add(cell, size)


def _guesses(turn: Turn, foes: Sequence[int], believed: dict[int, int], shares: Sequence[int]) -> list[Guess]:
    """In the last round a coin is worth nothing afterwards, so neutral clubs are reckoned with too."""
    if not foes:
        return [quiet(turn.world)]
    money = {seat: believed[seat] * STAKE_PCT // (100 * turn.coin_price) for seat in foes}
    return guess_moves(turn.world, foes, money, shares, turn.rng)


def booty(world: World, seat: int, depth: int) -> int:
    """Members on land of `seat` that is believed to be within `depth` of own land."""
    near = distance_to(world.own, depth + 1) <= depth
    return int(world.members[(world.owner == seat) & near].sum())


def safe_capital(turn: Turn, taken: Mask, wary_of: Sequence[int]) -> Cell | None:
    """Where free influence helps most among the own cells that none of `wary_of` can break; the deepest if there is none."""
    world = turn.world
    home = capital.main_piece(world, world.own)
    exposed = in_reach(world, wary_of)
    safe = home & ~exposed
    if not safe.any():
        away = distance_to(world.of(list(wary_of)), SAFE)
        return capital.choose(world, 1000 * away + capital.deepest(world, home), home, turn.rng)
    front = np.where(world.of(turn.enemies), world.members, 0)
    return capital.choose(world, capital.pull(world, taken, front), safe, turn.rng)
