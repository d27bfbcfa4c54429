"""How does a newcomer order in Cosmos? A press chooses a planet or ship; then a routine, an arrow of the rose, a bid or a place."""

from __future__ import annotations

import re
from typing import Any

from games.core.names import Book, called
from tests.bench.walks.cells import CellHand
from tests.bench.walks.hand import FRAMES, Stuck

Json = Any
NAME = r"(-?\d+):(-?\d+)"
ROSE = ("north_west", "north", "north_east", "west", "east", "south_west", "south", "south_east")
"""The buttons of the rose, row by row."""
ROUTINE_OF = {"auto_build": "economy", "auto_analyse": "hunter"}
"""The routine that a hint names for a rule."""


class Cosmos(CellHand):
    """The chart paints the name of the tile under the pointer."""

    name = NAME
    names: Book
    """What planets and ships of the match are called."""
    later: tuple[int, str] | None = None
    """Who gets which routine in the next step: it would change where they go now."""

    def give(self, view: Json, choices: Json, orders: Json) -> None:
        self.names = view["names"]["entities"]
        own = {one["id"]: one for one in view["own"]}
        later, self.later = self.later, None
        if later and later[0] in own:
            self._choose(own[later[0]])
            self._routine(later[1])
        for entry in orders.get("standing", ()):
            self._choose(own[entry["id"]])
            self._rules(entry, view["tables"]["routines"])
        for entry in orders.get("direct", ()):
            self._choose(own[entry["id"]])
            for action in entry["actions"]:
                self._action(action)

    def _choose(self, one: Json) -> None:
        if self._is_chosen(one):
            return
        if self.habit == "keyboard":
            self.to_board()
            for _ in range(30):
                self.key("Tab")
                self.page.evaluate(FRAMES)
                if self._is_chosen(one):
                    return
            raise Stuck(f"Tab does not reach {one['id']}")
        x, y = one["pos"]
        if not self.reach(x, y, lambda: self._is_chosen(one)):
            raise Stuck(f"{one['kind']} {one['id']} is not chosen")

    def _is_chosen(self, one: Json) -> bool:
        """Whether the card is of that planet or ship, by its name."""
        title = self.page.locator("#context .kit-card h3").first.text_content() or ""
        return title.endswith(tuple(called(self.names, one["id"])))

    def _rules(self, entry: Json, routines: Json) -> None:
        movement, reflexes = entry.get("movement"), entry.get("reflexes", [])
        if movement and movement["type"] == "move_to":
            self._go(*movement["to"])
            if reflexes:
                self.later = (entry["id"], ROUTINE_OF[reflexes[0]["type"]])
            return
        named = [
            name for kind in routines.values() for name, rules in kind.items() if rules.get("reflexes") == reflexes
        ]
        for rule in reflexes:
            if named or rule["type"] in ROUTINE_OF:
                self._routine(named[0] if named else ROUTINE_OF[rule["type"]])
                return
            if rule["type"] != "auto_charge" or rule["mode"] != "fixed":
                raise Stuck(f"a newcomer does not set {rule}")
            self._bid(rule["energy"])

    def _routine(self, name: str) -> None:
        self.press(self.page.locator(f"#board .kit-strip [data-key='{name}']"))

    def _go(self, x: int, y: int) -> None:
        if self.habit != "keyboard":
            drafts = self.page.locator("#drafts li")
            before = drafts.count()
            if not self.reach(x, y, lambda: drafts.count() > before, aims=True):
                raise Stuck(f"nobody goes to {x}:{y}")
            return
        self.key("g")
        for _ in range(60):
            found = re.search(NAME, self.page.locator("#say").text_content() or "")
            here = (int(found[1]), int(found[2])) if found else None
            if here == (x, y):
                self.key("Enter")
                return
            if here is None or here[0] != x:
                self.key("ArrowRight" if here is None or here[0] < x else "ArrowLeft")
            else:
                # North is up, and the numbers of rows grow downwards or upwards with the board's offset.
                self.key("ArrowUp" if here[1] < y else "ArrowDown")
            self.page.evaluate(FRAMES)
        raise Stuck(f"the cursor does not reach {x}:{y}")

    def _bid(self, energy: int) -> None:
        self.write(self.page.locator("#board .kit-strip input[type=number]"), energy)

    def _action(self, action: Json) -> None:
        if action["do"] == "build":
            self.in_panel(self.page.locator("#context .kit-compass button").nth(ROSE.index(action["dir"])))
        elif action["do"] == "overload":
            self.panel()
            self.acts += 1
            self.page.locator("#context input[type=range]:visible").last.fill(str(action["radius"]))
            self.press(self.page.locator("#context .kit-primary"))
            self.panel(is_open=False)
        elif action["do"] == "charge":
            self.panel()
            self.write(self.page.locator("#context .cosmos-pair input[type=number]").nth(1), action["energy"])
            self.panel(is_open=False)
        else:
            raise Stuck(f"a newcomer does not {action['do']}")
