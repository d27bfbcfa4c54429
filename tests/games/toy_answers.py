"""Lanterns with automatic answers: the toy whose every step has a secret wait, and whose seats may stand still without being asked."""

from __future__ import annotations

from dataclasses import replace

from games.core.clocks import Timing
from games.core.contract import Json, Option
from tests.games import toy

HOLD = (5.0, 9.0)
STAY = {"walk": 0}
PREFERENCES = (
    Option(
        "mode", "choice", "Standing still", "ask",
        choices=(("ask", "Always ask"), ("alone", "When I see nobody"), ("stay", "Always")),
    ),
    Option("this_round", "bool", "Stand still until the round ends", False, lapses_with="round"),
    Option("cells", "choices", "Never ask on these cells", [], choices=tuple((cell, str(cell)) for cell in range(24))),
    Option("hearts", "int", "Stand still with fewer hearts than", 0, minimum=0, maximum=9),
)  # fmt: skip


def auto_orders(view: Json, preferences: Json) -> Json | None:
    """Stand still where the preferences say so; None: ask."""
    mine = view["seats"][view["you"]]
    is_alone = all(line["cell"] is None for line in view["seats"] if line["seat"] != view["you"])
    stays = (
        preferences["mode"] == "stay"
        or preferences["this_round"]
        or (preferences["mode"] == "alone" and is_alone)
        or mine["cell"] in preferences["cells"]
        or mine["hearts"] < preferences["hearts"]
    )
    return dict(STAY) if stays else None


GAME = replace(
    toy.GAME,
    id="toy_answers",
    preferences=PREFERENCES,
    auto_orders=auto_orders,
    timing=lambda state: Timing(hold=HOLD),
)
