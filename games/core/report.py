"""How balanced is a game? Statistics of matches between bots: wins by seat, length, endings, and use of the game's parts.

Pure, like `games.core.simulate`, whose records it reads. `Game.parts` names the parts of a game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from games.core.contract import Game, Json
from games.core.simulate import MatchRecord, replay

OPENING = "opening"
"""Group of parts that `read` adds: what a seat used first of the groups that `Parts.openings` names."""


@dataclass(frozen=True)
class Played:
    """The facts of one match that a report needs; small, so that processes can exchange them."""

    ranks: tuple[int, ...]
    """Place of each seat, from 1."""
    steps: int
    paces: float
    """Length in ordinary steps: each step counts by the factor of its clock."""
    reason: str
    used: tuple[Mapping[str, int], ...]
    """For each seat, part → number of uses; empty for games without `Game.parts`."""
    names: frozenset[str]
    """All parts that the options allowed."""

    @property
    def wins(self) -> list[float]:
        """Share of the win for each seat: 1/k for each of k seats that share the first place."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]


def read(game: Game, record: MatchRecord) -> Played:
    """Replays the record and collects its facts."""
    seats = len(record.ranks)
    used: list[Counter[str]] = [Counter() for _ in range(seats)]
    paces, before = 0.0, None
    for step, state, events in replay(game, record.options, seats, record.seed, record.orders):
        if before is not None:
            paces += game.clocks[game.timing(before).clock].factor
            if game.parts is not None:
                for seat, part in game.parts.used(before, record.orders[step - 1], events):
                    if part.partition(".")[0] in game.parts.openings and not any(map(_is_opening, used[seat])):
                        used[seat][f"{OPENING}.{part}"] = 1
                    used[seat][part] += 1
        before = state
    return Played(
        ranks=record.ranks,
        steps=record.steps,
        paces=paces,
        reason=record.reason,
        used=tuple(used) if game.parts is not None else (),
        names=frozenset(game.parts.names(record.options)) if game.parts is not None else frozenset(),
    )


def _is_opening(part: str) -> bool:
    return part.startswith(f"{OPENING}.")


def report(game: Game, matches: Sequence[Played]) -> dict[str, Json]:
    """Wins by seat, length in steps and minutes, reasons and parts of at least one match, as JSON. Shares are from 0 to 1."""
    count = len(matches)
    steps = sorted(match.steps for match in matches)
    pace = game.pace_seconds or game.step_seconds
    minutes = sorted(match.paces * pace / 60 for match in matches)
    reasons = Counter(match.reason for match in matches)
    decided = Counter(match.reason for match in matches if match.ranks.count(1) == 1)
    return {
        "matches": count,
        "seats": [
            {"seat": seat, "share": _rounded(sum(wins) / count), "error": _rounded(_error(sum(wins), count, 1 / seats))}
            for seats, seat, wins in _columns(matches)
        ],
        "draws": _rounded(sum(match.ranks.count(1) > 1 for match in matches) / count),
        "steps": {"least": steps[0], "median": median(steps), "most": steps[-1]},
        "minutes": {"least": round(minutes[0]), "median": round(median(minutes)), "most": round(minutes[-1])},
        "reasons": {reason: _rounded(number / count) for reason, number in reasons.most_common()},
        "wins": {reason: _rounded(number / decided.total()) for reason, number in decided.most_common()},
        "parts": _parts(matches),
    }


def _columns(matches: Sequence[Played]) -> Iterator[tuple[int, int, tuple[float, ...]]]:
    columns = list(zip(*(match.wins for match in matches), strict=True))
    for seat, wins in enumerate(columns):
        yield len(columns), seat, wins


def _error(wins: float, count: int, expected: float) -> float:
    """Difference from the expected share, in standard errors."""
    return (wins / count - expected) / math.sqrt(expected * (1 - expected) / count)


def _parts(matches: Sequence[Played]) -> list[dict[str, Json]]:
    """One row for each part: share of matches with a use, share of winners and of losers who used it, share of its users who
    won, and mean number of uses by winners and by losers. Drawn matches count only for `used`."""
    names = set().union(*(match.names.union(*match.used) for match in matches))
    rows = []
    for name in names:
        sides = [
            (wins == 1, used.get(name, 0))
            for match in matches
            if match.ranks.count(1) == 1
            for wins, used in zip(match.wins, match.used, strict=True)
        ]
        won = [times for has_won, times in sides if has_won]
        lost = [times for has_won, times in sides if not has_won]
        rows.append(
            {
                "part": name,
                "used": _rounded(sum(any(name in one for one in match.used) for match in matches) / len(matches)),
                "won": _mean([times > 0 for times in won]),
                "lost": _mean([times > 0 for times in lost]),
                "users": sum(map(bool, (*won, *lost))),
                "share": _rounded(sum(map(bool, won)) / max(1, sum(map(bool, (*won, *lost))))),
                "times_won": _mean(won),
                "times_lost": _mean(lost),
            }
        )
    return sorted(rows, key=lambda row: (row["part"].partition(".")[0], -float(row["used"]), row["part"]))


def _mean(values: Sequence[int]) -> float:
    return _rounded(sum(values) / max(1, len(values)))


def _rounded(value: float) -> float:
    return round(value, 4)


def lines(found: dict[str, Json]) -> Iterator[str]:
    """The report as Markdown tables, in the form that the rules of the games use."""
    yield f"{found['matches']} matches; draws {found['draws']:.1%}"
    yield ""
    yield from _table(
        ("seat", "won", "standard errors"),
        [(str(row["seat"]), f"{row['share']:.1%}", f"{row['error']:+.1f}") for row in found["seats"]],
    )
    yield from _table(
        ("length", "least", "median", "most"),
        [(key, *(f"{found[key][at]:g}" for at in ("least", "median", "most"))) for key in ("steps", "minutes")],
    )
    yield from _table(("end", "matches"), [(key, f"{share:.1%}") for key, share in found["reasons"].items()])
    if found["parts"]:
        rows = [
            (
                row["part"],
                *(f"{row[key]:.1%}" for key in ("used", "won", "lost", "share")),
                *(f"{row[key]:.1f}" for key in ("times_won", "times_lost")),
            )
            for row in found["parts"]
        ]
        yield from _table(
            ("part", "matches", "winners", "losers", "users that won", "times a winner", "times a loser"), rows
        )


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
