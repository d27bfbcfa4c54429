"""What do people learn of a proposal? Who asked first, or who declined; never who else agreed."""

from __future__ import annotations

from collections.abc import Sequence

from lobby.fog import audience
from lobby.governance import votes
from lobby.matches.models import Match, Seat
from lobby.platform.protocol.server import VoteStatus
from lobby.store.rows import Cast

NOBODY = VoteStatus(asked=False, mine=False, by=None, declined=False, again=None)


def shown(match: Match, seats: Sequence[Seat], mine: int | None, cast: Sequence[Cast]) -> dict[str, VoteStatus]:
    """Every proposal that is possible now, as seat `mine` may know it. `seats`: all, as far as that seat may know them."""
    # Two seats of one person vote together: whom the votes name would tell where names are hidden.
    is_hidden = audience.hides_names(match)
    return {
        kind: VoteStatus(
            asked=tally["yes"] > 0,
            mine=bool(tally["mine"]),
            by=None if is_hidden else tally["by"],
            declined=bool(tally["declined"]),
            again=tally["again"],
        )
        for kind, tally in votes.tally(match, seats, mine, cast).items()
    }
