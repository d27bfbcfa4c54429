"""How does a newcomer order in Frames? The buttons of the bar one after the other, cards from the hand, and "Do it"."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.bench.walks.hand import Hand, Stuck

Json = Any
SMALL = 8
"""Presses that one order takes at most."""


class Frames(Hand):
    """What is offered stands on the page as buttons with the names that the order has."""

    def give(self, view: Json, choices: Json, orders: Json) -> None:
        phase = view["phase"]
        if phase in ("fleet", "victory"):
            open_ones = [one["orders"] for one in choices if one.get("orders")]
            for _ in range(2 if phase == "fleet" else 1):
                self.press(self.page.locator(".fr-pick").nth(open_ones.index(orders)))
        elif phase in ("window", "choose"):
            self._answer(choices, orders)
        else:
            self._act(orders)

    def ready(self) -> None:
        """The table has its own button, which `give` has pressed."""

    def _answer(self, choices: Json, orders: Json) -> None:
        if not orders.get("use") and orders["type"] == "react":
            if self.habit == "keyboard":
                self.to_board()
                return self.key("Space")
            return self.press(self.page.locator(".fr-pass"))
        offered = [one["orders"] for one in choices if one.get("orders")]
        place = next(i for i, one in enumerate(offered) if _is_same(one, orders))
        first = 1 if orders["type"] == "react" else 0
        return self.press(self.page.locator(".fr-offer").nth(place - first))

    def _act(self, orders: Json) -> None:
        wanted = _tokens(orders)
        begin = self._do(orders["type"])
        if orders["type"] == "play":
            self.press(self.page.locator(f".fr-hold[data-token='card:{orders['card']}']"))
        elif self.habit == "keyboard":
            self.to_board()
            self._by_letter(begin)
        elif begin.is_hidden() and orders["type"] in ("end_turn", "finish"):
            self.press(self.page.locator("#ready"))
            return
        else:
            self.press(begin)
        for _ in range(SMALL):
            self.page.wait_for_timeout(100)
            if self.page.locator(".fr-bar.drafted").is_visible():
                break
            open_ones = self.page.locator(".fr-do[aria-disabled=false]:not(.quiet)")
            keys = [one.get_attribute("data-key") for one in open_ones.all()]
            pick = next((i for i, key in enumerate(keys) if key in wanted), 0 if keys else None)
            if pick is None:
                raise Stuck(f"nothing to press for {orders}")
            one = open_ones.nth(pick)
            if self.habit == "keyboard" and one.locator("kbd").count():
                self._by_letter(one)
            else:
                self.press(one)
        if self.habit == "keyboard":
            self.to_board()
            self.key("Enter")
        else:
            # One button gives an order: in the bar on a wide page, Ready on a phone.
            self.press(self.page.locator(".fr-do[data-key=go], #ready").filter(visible=True).first)
        return

    def _do(self, key: str) -> Locator:
        return self.page.locator(f".fr-do[data-key='{key}']")

    def _by_letter(self, button: Locator) -> None:
        self.key((button.locator("kbd").text_content() or "").lower())


def _is_same(one: Json, other: Json) -> bool:
    """Fields that say nothing do not count."""
    return {key: value for key, value in one.items() if value} == {key: value for key, value in other.items() if value}


def _tokens(order: Json) -> set[str]:
    """What the buttons are called that lead to an order."""
    found = set()
    act = order.get("act") or order
    for key in ("unit", "target", "mech"):
        if act.get(key):
            found.add(f"unit:{act[key]}")
    if act.get("path"):
        x, y = act["path"][-1]
        found |= {f"area:{x},{y}", "act:move"}
        if len(act["path"]) > 1:
            found.add("via:{},{}".format(*act["path"][0]))
    for key in ("at", "area"):
        if act.get(key):
            found.add("area:{},{}".format(*act[key]))
    for key, kind in (
        ("weapon", "weapon"),
        ("pilot", "pilot"),
        ("card", "card"),
        ("boost", "card"),
        ("mode", "pile"),
        ("skill", "skill"),
    ):
        if act.get(key):
            found.add(f"{kind}:{act[key]}")
    return found
