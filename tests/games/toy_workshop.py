"""What is built for Lanterns: an opening, a few cells to throw at one after the other. The smallest workshop that a page can be tried with."""

from __future__ import annotations

from games.core.contract import Json, Options, Workshop
from games.core.errors import OptionError, OrderError

MOST = 3
READY = {"name": "", "throws": [3, 2]}


def describe(options: Options) -> Json:
    ready = {
        "id": "middle",
        "name": "Middle",
        "text": ["Throws at the middle.", "Then beside it."],
        "build": dict(READY),
    }
    return {"most": MOST, "ready": [ready], "empty": {"name": "", "throws": []}, "targets": ["0", "3"]}


def judge(options: Options, build: Json) -> tuple[Json, list[OrderError]]:
    if not isinstance(build, dict) or set(build) - {"name", "throws"}:
        return build, [OrderError("bad_type", "", "An opening has a name and throws.")]
    throws, faults = build.get("throws"), []
    if not isinstance(build.get("name", ""), str):
        faults.append(OrderError("bad_type", "name", "The name is a text."))
    if not isinstance(throws, list) or not throws:
        return build, [*faults, OrderError("missing", "throws", "Name a cell at least.")]
    if len(throws) > MOST:
        faults.append(OrderError("too_many", "throws", "At most %(limit)s throws.", {"limit": MOST}))
    for i, cell in enumerate(throws):
        if type(cell) is not int or not 0 <= cell <= 3:
            faults.append(OrderError("out_of_range", f"throws[{i}]", "Cells are 0 to 3."))
    return (build, faults) if faults else ({"name": build.get("name", ""), "throws": throws}, [])


def measure(options: Options, build: Json, against: Json) -> Json:
    if against not in ("0", "3"):
        raise OptionError("unknown_value", "against", "There is no such cell.")
    throws = build.get("throws") if isinstance(build, dict) else None
    return {"hits": throws.count(int(against)) if isinstance(throws, list) else 0}


def orders(build: Json) -> Json:
    return {"walk": 0, "throw": build["throws"][0], "resign": False}


WORKSHOP = Workshop(
    word="openings", name="Openings", one="Opening", help="Plan your first throws.", describe=describe, judge=judge,
    measure=measure, orders=orders, most_bytes=400,
)  # fmt: skip
