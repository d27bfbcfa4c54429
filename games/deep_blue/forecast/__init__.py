"""What becomes of draft orders if nothing unseen interferes, and what could be ordered? From a seat's view alone (docs/rules, chapter 15).

The engine's own stages are played on what the view shows: enemies stay and hold their fire, what can be dodged is dodged.
Everything a board shows of the future comes from here; it reckons nothing by itself.
"""

from __future__ import annotations

from typing import Any

from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.deep_blue.forecast.attention import attention
from games.deep_blue.forecast.questions import answer, split
from games.deep_blue.forecast.reports import joined, refusal, reports
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.forecast.shipyard import shipyard
from games.deep_blue.forecast.ways import ways
from games.deep_blue.known import Known
from games.deep_blue.orders import legal_part
from games.deep_blue.standing.derive import complete

Json = Any


def forecast(view: Json, orders: Json) -> dict[str, Json]:
    """What the drafts in `orders` lead to by what `view`, a seat's own, shows.

    `orders` may have a field `ask` with questions, which orders themselves may not have. Parts that are not legal are left out
    and listed in `refused`. `units`: per own element with orders, a destination or changed stocks what becomes of it. `together`: what
    several do that fire at one target. `production`: the yard. `attention`: what needs the person, the most important first. `ask`: the
    answers, None if nothing was asked.
    Raises OrderError for what has not the shape of orders or questions.
    """
    if view["seat"] is None or view["outcome"] is not None:
        raise OrderError("not_pending", "", gettext_noop("This seat owes no orders."))
    known = Known(view)
    drafts, ask = split(known, orders)
    checked, refused = legal_part(known, drafts)
    scene = Scene(known, complete(known, {} if "resign" in checked else checked))
    courses = ways(scene)
    units = reports(scene, courses)
    return {
        "round": view["round"],
        "refused": [refusal(error) for error in refused],
        "units": units,
        "together": joined(scene, units),
        "production": shipyard(scene),
        "attention": attention(scene, courses),
        "ask": None if ask is None else answer(scene, ask),
    }
