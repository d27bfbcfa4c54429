"""Were the draws of a contest what its seed says? From the file of its results alone: who trusts nobody draws each of them again.

Pure: the same formats with the same random numbers as on the site (`formats`), and no database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import games
from games.core.rng import SeededRng
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.formats.contract import Entrant, Played, Round, Rules

Data = Mapping[str, Any]
ATTEMPTS = 10
"""Seeds of a table that are tried: each match that was begun there has another one."""


class NotChecked(Exception):
    """The file cannot be checked; the text says why."""


@dataclass(frozen=True)
class Finding:
    """One draw that was made again."""

    what: str
    fits: bool | None
    """None: the file does not say enough."""
    note: str = ""


def findings(found: Data, seeds: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Every draw of `results.json` in the order in which it was made; `seeds`: {match: its seed} of the records that came along.

    Raises NotChecked, KeyError or TypeError for what is no such file.
    """
    contest = found["contest"]
    if contest["seed"] is None:
        raise NotChecked("The seed of a contest is published when it is over.")
    if contest["game"] not in games.GAMES:
        raise NotChecked(f"There is no game {contest['game']} here.")
    text = f"fogbound:contest:{contest['id']}:{contest['seed']}"
    yield Finding("fingerprint", hashlib.sha256(text.encode()).hexdigest() == contest["seed_hash"])
    for stage in contest["stages"]:
        if stage["order"]:
            yield _order(found, stage)
            yield from _rounds(found, stage)
            yield from _standings(found, stage)
    yield from _seeds(found, seeds or {})


def _order(found: Data, stage: Data) -> Finding:
    """Lots of the first stage; who came to a later one, and in which order."""
    contest, order = found["contest"], list(stage["order"])
    what = f"stage {stage['number'] + 1}: order of entrants"
    if stage["number"] == 0:
        drawn = sorted(order)
        SeededRng(f"{contest['seed']}:lots").shuffle(drawn)
        if contest["is_seeded"]:
            points = {one["entrant"]: one["rating"] for one in found.get("ratings", ())}
            if not points and drawn != order:
                return Finding(
                    what, None, "by the ratings of that day, which a file of an earlier release does not have"
                )
            drawn.sort(key=lambda one: -points.get(one, 0))
        return Finding(what, drawn == order)
    before = [contest["stages"][one["stage"]] for one in found["standings"] if one["stage"] < stage["number"]]
    # One that does not fit is said as standings; what is shown of it counts here.
    ways = product(*(_ended(found, one) or [[line["entrant"]["id"] for line in _lines(found, one)]] for one in before))
    return Finding(what, any(_coming(found, stage, before, ended) == order for ended in ways))


def _coming(found: Data, stage: Data, before: Sequence[Data], ended: Sequence[Sequence[int]]) -> list[int]:
    """Who comes to a stage if those before it ended in these orders."""
    contest = found["contest"]
    coming: list[int] = []
    gone = _gone(found)
    for one, whole in zip(before, ended, strict=True):
        out = {line["entrant"]["id"] for line in _lines(found, one) if line["is_out"]}
        # Who has gone since did not count if they had gone by then.
        later = _later(contest, one["number"])
        left = [entrant for entrant in whole if entrant not in out and (entrant in later or entrant not in gone)]
        straight, others = left[: one["straight"]], left[one["straight"] :]
        if stage["number"] == len(contest["stages"]) - 1:
            coming += straight
        if one["number"] == stage["number"] - 1:
            coming += others[: one["advances"]] if one["advances"] else others
    return coming


def _gone(found: Data) -> set[int]:
    """Who had left or was removed when the contest was over, whenever that was."""
    return {one["id"] for one in found["entrants"] if one["is_withdrawn"] or one["is_removed"]}


def _later(contest: Data, number: int) -> set[int]:
    """Who was in a later stage."""
    return {one for stage in contest["stages"] if stage["number"] > number for one in stage["order"]}


def _rounds(found: Data, stage: Data) -> Iterator[Finding]:
    rules, form = _rules(found, stage), FORMATS[stage["format"]]
    names = {one["id"]: one["name"] for one in found["entrants"]}
    before: list[Played] = []
    tables = [one for one in found["tables"] if one["stage"] == stage["number"]]
    for number in sorted({one["round"] for one in tables}):
        what = f"stage {stage['number'] + 1}, round {number + 1}: who meets whom"
        here = [_played(one) for one in sorted(tables, key=lambda one: one["number"]) if one["round"] == number]
        seated = {one for table in here for one in table.seats}
        absent = [one for one in stage["order"] if one not in seated]
        if stage["format"] == "arena" and number:
            yield Finding(what, None, "whoever was free at that moment, which the file does not say")
            before += here
            continue
        plain = _drawn(found, stage, before, number, ())
        fits, note = _is_so(plain, number, here), ""
        if not fits:
            fits = _is_so(_drawn(found, stage, before, number, absent), number, here)
            away = {one for table in (plain.tables if isinstance(plain, Round) else ()) for one in table.seats} - seated
            note = f"without {', '.join(names[one] for one in sorted(away))}" if fits and away else ""
        first = _first(plain, here)
        for index in range(first, len(here)):
            answer = form.next_round(
                rules, _entrants(stage, ()), [*before, *here[:index]], _draw(found, stage, number + 1)
            )
            more = [one.seats for one in answer.tables] if isinstance(answer, Round) and answer.number == number else []
            fits = fits and here[index].seats in more
        yield Finding(what, fits, note)
        before += here


def _first(answer: object, here: list[Played]) -> int:
    """How many tables of the round were drawn together; what follows are further games of tables of a knockout."""
    groups: list[frozenset[int]] = []
    for table in here:
        if frozenset(table.seats) in groups:
            break
        groups.append(frozenset(table.seats))
    else:
        return len(here)
    return len(groups) if isinstance(answer, Round) and len(answer.tables) == len(groups) else len(here)


def _is_so(answer: object, number: int, here: list[Played]) -> bool:
    if not isinstance(answer, Round) or answer.number != number or len(answer.tables) > len(here):
        return False
    drawn = [(one.seats, one.lane) for one in answer.tables]
    return drawn == [(one.seats, one.lane) for one in here[: len(drawn)]]


def _drawn(found: Data, stage: Data, before: list[Played], number: int, out: Any) -> object:
    form = FORMATS[stage["format"]]
    return form.next_round(_rules(found, stage), _entrants(stage, out), before, _draw(found, stage, number))


def _draw(found: Data, stage: Data, number: int) -> SeededRng:
    return SeededRng(f"{found['contest']['seed']}:{stage['number']}:{number}")


def _standings(found: Data, stage: Data) -> Iterator[Finding]:
    """The order at the end of the stage, which a lot may have decided."""
    if _lines(found, stage) and stage["finished_at"] is not None:
        yield Finding(f"stage {stage['number'] + 1}: standings", bool(_ended(found, stage)))


def _lines(found: Data, stage: Data) -> list[Data]:
    return next((one["lines"] for one in found["standings"] if one["stage"] == stage["number"]), [])


def _ended(found: Data, stage: Data) -> list[list[int]]:
    """The orders in which a stage may have ended by what was played, if they fit the shown one: that ranks nobody whom the host has removed,
    though they came to a later stage if that was after this one."""
    lines = _lines(found, stage)
    ranked = [line["entrant"]["id"] for line in lines if line["rank"] is not None]
    played = [_played(one) for one in found["tables"] if one["stage"] == stage["number"]]
    # Who is out by the rules, or had gone: formats ask only for the latter, and find the former.
    out = {line["entrant"]["id"] for line in lines if line["is_out"]}
    orders: list[list[int]] = []
    for gone in (set(), out, out & _gone(found)):
        standings = FORMATS[stage["format"]].standings(_rules(found, stage), _entrants(stage, gone), played)
        order = [one.entrant for one in standings]
        if order not in orders and [one for one in order if one in ranked] == ranked:
            orders.append(order)
    return orders


def _seeds(found: Data, seeds: Mapping[str, str]) -> Iterator[Finding]:
    for table in found["tables"]:
        known = [match for match in (*table.get("earlier", ()), table["match"]) if match in seeds]
        place = f"{table['stage']}:{table['round']}:{table['number']}"
        wanted = {
            hashlib.sha256(f"{found['contest']['seed']}:match:{place}:{attempt}".encode()).hexdigest()[:32]
            for attempt in range(ATTEMPTS)
        }
        where = f"stage {table['stage'] + 1}, round {table['round'] + 1}, table {table['number'] + 1}"
        for match in known:
            if seeds[match] not in wanted:
                yield Finding(f"{where}: seed of match {match}", False)
    if seeds:
        yield Finding(f"seeds of {len(seeds)} matches were looked at", True)


def _rules(found: Data, stage: Data) -> Rules:
    least = max(2, games.get(found["contest"]["game"]).seats[0])
    return Rules(table=found["contest"]["table_size"], least=least, **stage["rules"])


def _entrants(stage: Data, out: Any) -> list[Entrant]:
    return [Entrant(one, lot, is_out=one in out) for lot, one in enumerate(stage["order"])]


def _played(table: Data) -> Played:
    """As `results` reads it from rows."""
    seats = tuple(place["entrant"]["id"] for place in table["places"])
    if table["is_void"] or not table["is_over"]:
        return Played(table["round"], seats, is_void=table["is_void"], lane=table["lane"])
    places = {place["entrant"]["id"]: place["place"] or len(seats) for place in table["places"]}
    return Played(table["round"], seats, places, lane=table["lane"])
