"""What made a match, in numbers (`games.core.statistics`)? Cells and money by where they came from, equal bids, money by what it paid for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from games.core.entries import Entry
from games.core.events import Event
from games.core.text import gettext_noop
from games.hundred_clubs.state import State

FREE = gettext_noop("Free cells taken")
FOREIGN = gettext_noop("Cells taken from other clubs")
LOST = gettext_noop("Cells lost to other clubs")
INCOME = gettext_noop("Income of the cells")
DOLE = gettext_noop("Dole")
TIES = gettext_noop("Equal bids that the lot decided for this club")
CAMPAIGNS = gettext_noop("Campaigns")
BID = gettext_noop("Bid for the choice of the birthplace")
CORRUPTION = gettext_noop("Corruption")


def statistics(before: State, events: Sequence[Event], after: State) -> Iterator[Entry]:
    """What one step adds."""
    for event in events:
        kind = event["type"]
        if kind == "taken":
            yield Entry("points", event["seat"], FREE if event["was"] is None else FOREIGN, 1)
            if event["was"] is not None:
                yield Entry("points", event["was"], LOST, 1)
        elif kind == "taxes":
            yield Entry("points", event["seat"], INCOME, event["income"])
            yield Entry("points", event["seat"], DOLE, event["dole"])
            yield Entry("spent", event["seat"], CORRUPTION, event["corruption"])
        elif kind == "campaign" and not event["capital"]:
            yield Entry("spent", event["seat"], CAMPAIGNS, event["size"] * before.settings.campaign_price)
        elif kind == "bids_closed":
            yield from _auction(event)


def _auction(event: dict[str, Any]) -> Iterator[Entry]:
    amounts = event["amounts"]
    for seat in event["order"]:
        yield Entry("spent", seat, BID, amounts[seat] or 0)
    for first, second in combinations(event["order"], 2):
        if amounts[first] == amounts[second]:
            yield Entry("luck", first, TIES, 1, 0.5)
            yield Entry("luck", second, TIES, 0, 0.5)
