"""Are two puzzles alike? By the idea of their answers, in the game's own words (`Craft.idea`), of which a file holds so many and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from games.core import simulate
from games.core.contract import Game
from games.core.puzzles import Puzzle, craft_of, unpacked

ALIKE: Final = 12
"""No more than this part of a file, 1 of so many, is about one idea ..."""
BY_SAME: Final = 6
"""... no more than this is answered by the same, whatever it reaches ..."""
AKIN: Final = 2
"""... and no more than this is about one kind of goal."""

HasRoom = Callable[[str], bool]
"""Is there room for a puzzle of this idea, or of this kind of goal?"""


class Variety:
    """Which ideas are in a file of `most` puzzles already, and which there is still room for.

    Puzzles that ask the same again are no fun, however clear each of them is. So an idea (`Craft.idea`) has a limit, and so have its two parts,
    the kind of goal and what reaches it.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._ideas: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._means: Counter[str] = Counter()

    def add(self, idea: str) -> None:
        """One more puzzle of this idea is in the file."""
        kind, _, means = idea.partition(" ")
        self._ideas[idea] += 1
        self._kinds[kind] += 1
        self._means[means] += 1

    def has(self, idea: str) -> bool:
        """Is there room for this idea? A kind of goal alone asks for some idea of it."""
        kind, _, means = idea.partition(" ")
        limits = ((self._ideas[idea], ALIKE), (self._kinds[kind], AKIN), (self._means[means], BY_SAME))
        return all(count * part < self.most for count, part in limits)


def idea_of(game: Game, puzzle: Puzzle) -> str:
    """The idea of a stored puzzle; see `Craft.idea`."""
    craft = craft_of(game)
    view = simulate.turn_of(game, game.from_json(unpacked(puzzle.position)), puzzle.seat).view
    return craft.idea(view, puzzle.goal, craft.pieces(puzzle.solution))
