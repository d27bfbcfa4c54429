"""How does a resolved step get to disk, and what follows from it for the match and its seats? In one transaction, many steps at once.

It counts only if the match is still at that step with the same orders; else nothing of it is written.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F

from games.core.contract import ByPeople, Game, Outcome
from lobby import metrics
from lobby.matches import automatic, clock, deadlines, reliability, rows, statements, threads
from lobby.matches.models import Match, Seat, Vote
from lobby.matches.positions import remember
from lobby.matches.resolving import Due, Resolved
from lobby.matches.rows import Facts
from lobby.matches.signals import fewer_decide, orders_due

log = logging.getLogger("fogbound.referee")

AUTOPILOT_AFTER = 2
"""So many deadlines missed in a row, and a bot takes the seat."""


def finished_fields(reason: str, places: list[int], now: datetime) -> dict[str, Any]:
    """The fields of a match that is over."""
    return {
        "status": Match.Status.FINISHED,
        "outcome": {"reason": reason, "places": places},
        "finished_at": now,
        "deadline": None,
        "due_at": None,
        "hold_until": None,
        "paused_at": None,
    }


def finish(match: Match, reason: ByPeople, places: list[int], now: datetime) -> None:
    """End a locked match by agreement, inside the caller's transaction."""
    Match.objects.filter(pk=match.id).update(revision=F("revision") + 1, **finished_fields(reason, places, now))
    save_places(match.id, places)
    Vote.objects.filter(match_id=match.id).delete()


def save(results: Sequence[tuple[Due, Resolved]], now: datetime) -> list[bool]:
    """Write each step if it is still this step with these orders, all in one transaction; False: look again.

    It waits for no match that somebody else has locked; raises `rows.Locked` if that is the only one.

    Says what was written to everybody who listens.
    """
    with threads.writing():
        saving = Saving(results, now)
        saving.write()
    saving.remember()
    saving.tell()
    return saving.answers


class Saving:
    """One transaction's worth of resolved steps, from inside it to what follows the commit."""

    def __init__(self, results: Sequence[tuple[Due, Resolved]], now: datetime, *, are_current: bool = False) -> None:
        """`are_current`: what they were resolved from was read, and locked, in this transaction."""
        self.now = now
        self.answers: list[bool] = []
        """Per result: is it the one that counts?"""
        self.saved: list[tuple[Due, Resolved]] = []
        self.facts: dict[str, Facts] = {}
        """Matches as they are on disk afterwards, of those of which it is known."""
        if are_current:
            self.saved += results
        else:
            self._take_those_that_fit(results)
        self._answered: list[statements.Row] = []
        self._seats: list[statements.Row] = []
        self._steps: list[tuple[int, int, int]] = []
        self._left: set[str] = set()
        """Matches in which somebody decides nothing any more."""

    def _take_those_that_fit(self, results: Sequence[tuple[Due, Resolved]]) -> None:
        wanted = {due.match.id for due, _ in results}
        found = rows.read(wanted, lock=True)
        if not found and len(wanted) == 1 and rows.locked(wanted):
            raise rows.Locked
        for due, resolved in results:
            fits = self._fits(due, found.get(due.match.id))
            self.answers.append(fits)
            if fits:
                # One step of a match at a time, whoever brings it twice.
                self.saved.append((replace(due, facts=found.pop(due.match.id)), resolved))

    @staticmethod
    def _fits(due: Due, facts: Facts | None) -> bool:
        """Is it the step that was resolved, with the same orders, and would the site answer the same for everybody?"""
        if facts is None or facts.rows != due.facts.rows:
            return False
        match = facts.match
        if (match.status, match.step, match.deadline) != (Match.Status.RUNNING, due.match.step, due.match.deadline):
            return False
        if due.game.auto_orders is None:
            return True
        return [seat.preferences for seat in facts.seats] == [seat.preferences for seat in due.seats]

    def matches(self) -> Set[str]:
        """Those whose steps are saved."""
        return {due.match.id for due, _ in self.saved}

    def write(self) -> None:
        """Inside the transaction."""
        rows.insert_steps([resolved.row for _, resolved in self.saved])
        times = []
        for due, resolved in self.saved:
            facts = None
            if resolved.outcome is not None:
                places = places_of(resolved.outcome, len(due.seats))
                fields = finished_fields(resolved.outcome.reason, places, self.now)
                Match.objects.filter(pk=due.match.id).update(
                    step=resolved.here.number, revision=F("revision") + 1, **fields
                )
                save_places(due.match.id, places)
                Vote.objects.filter(match_id=due.match.id).delete()
            else:
                fields = self._next_times(due, resolved)
                facts = Facts(
                    rows.changed(due.match, step=resolved.here.number, revision=due.match.revision + 1, **fields),
                    due.seats,
                )
                times.append(
                    (
                        resolved.here.number,
                        facts.match.revision,
                        *[statements.moment(fields[name]) for name in deadlines.MOMENTS],
                        fields["extra_seconds"],
                        due.match.id,
                    )
                )
                self.facts[due.match.id] = facts
            self._settle(due, resolved, facts)
        statements.update_many(Match, ("step", "revision", *deadlines.FIELDS), times)
        statements.update_many(Seat, ("bank_ms", "missed"), self._seats)
        reliability.add(self._steps)
        rows.insert_orders(self._answered)

    def remember(self) -> None:
        """After the commit: whoever asks for the new positions gets them at once."""
        for due, resolved in self.saved:
            # Whoever is told of this step may be told of the one before it with it; spectators look back as far as they are late.
            remember(due.match.id, resolved.here, behind=1 + max(due.match.spectator_delay, due.game.spectators_late))
        rows.drop([due.match.id for due, resolved in self.saved if resolved.outcome is not None])

    def tell(self) -> None:
        """After that: whoever listens."""
        for game_id, number in Counter(due.game.id for due, _ in self.saved).items():
            metrics.STEPS.labels(game_id).inc(number)
        for due, resolved in self.saved:
            _tell(due, resolved)
        for match_id in self._left:
            fewer_decide.send_robust(sender=Match, match_id=match_id)

    def _next_times(self, due: Due, resolved: Resolved) -> dict[str, Any]:
        fields = deadlines.next_times(due.match, due.game, resolved.here, self.now)
        if all(seat.resigned for seat in due.seats if seat.number in resolved.here.pending):
            # Nobody is waited for.
            fields["due_at"] = self.now
        elif resolved.answers:
            # Perhaps everybody has answered when the secret wait is over.
            fields["due_at"] = fields["hold_until"]
        return fields

    def _settle(self, due: Due, resolved: Resolved, facts: Facts | None) -> None:
        """What the step has cost its seats, and what the site answers at once in the next one; `facts` follow."""
        counts = reliability.counts(due.seats, due.pending, due.orders) if due.tells_absence else {}
        for seat in due.seats:
            values: dict[str, Any] = {}
            if seat.number in counts:
                self._steps.append((*counts[seat.number], seat.id))
            bank, missed = _charged(due, seat, self.now)
            if (bank, missed) != (seat.bank_ms, seat.missed):
                values = {"bank_ms": bank, "missed": missed}
                self._seats.append((bank, missed, seat.id))
            if missed >= AUTOPILOT_AFTER and due.game.bots and _is_asked(due, seat) and not _is_alone(due.seats):
                values["autopilot"] = stand_in(due.game)
                self._left.add(due.match.id)
                Seat.objects.filter(pk=seat.id).update(autopilot=values["autopilot"])
                log.info("match %s: a bot plays for the absent seat %s", due.match.id, seat.number)
            elif seat.number in resolved.answers:
                given = automatic.given(seat.number, resolved.answers[seat.number], self.now)
                self._answered.append(rows.orders_row(due.match.id, resolved.here.number, given))
                if facts is not None:
                    facts.add(given)
            if seat.vacation_step == due.match.step:
                # Nobody was away before the end of their vacation, whoever has answered in their place.
                values["seen_at"] = self.now
                Seat.objects.filter(pk=seat.id).update(seen_at=self.now)
            if seat.resigned and seat.number in due.orders:
                # The others learn of a resignation with the end of its step.
                self._left.add(due.match.id)
            if values and facts is not None:
                facts.replace_seat(seat, **values)


def _is_asked(due: Due, seat: Seat) -> bool:
    """Does the step wait for the seat's person?"""
    return seat.number in due.pending and not seat.is_automatic and not seat.resigned


def _charged(due: Due, seat: Seat, now: datetime) -> tuple[int, int]:
    """What is left in the seat's bank, and how many deadlines in a row it has missed now."""
    if not _is_asked(due, seat):
        return seat.bank_ms, seat.missed
    bank = seat.bank_ms
    if due.uses_bank:
        assert due.match.deadline is not None
        done_at = due.facts.done_at.get(seat.number, now)
        bank = clock.bank_left(bank, deadline=due.match.deadline, done_at=done_at)
    return bank, _missed(due, seat)


def _is_alone(seats: Sequence[Seat]) -> bool:
    """Is there one person, and only bots and programs besides? Then nobody waits, and no bot takes the seat over."""
    people = [seat for seat in seats if seat.user_id is not None]
    return len(people) == 1 and all(seat.bot or seat.program_id is not None for seat in seats if seat is not people[0])


def _missed(due: Due, seat: Seat) -> int:
    """How many deadlines in a row the seat has missed now."""
    if seat.number not in due.orders:
        return seat.missed + due.tells_absence
    # An answer in a step with a secret wait may be the site's: it shows nobody to be there, and nobody may tell the one from the other.
    return seat.missed if due.match.hold_until is not None else 0


def stand_in(game: Game) -> str:
    """The bot that plays for an absent person: the middle one, neither a gift nor a punishment to the others."""
    return game.bots[len(game.bots) // 2].id


def places_of(outcome: Outcome, seats: int) -> list[int]:
    """The place of each seat, by number."""
    places = {line.seat: line.place for line in outcome.ranking}
    return [places[seat] for seat in range(seats)]


def save_places(match_id: str, places: list[int]) -> None:
    """Note how a match has ended for its seats."""
    for number, place in enumerate(places):
        Seat.objects.filter(match_id=match_id, number=number).update(place=place)


def _tell(due: Due, resolved: Resolved) -> None:
    """After the commit: the rooms that listen."""
    # A seat whose bot stands in from this very step on is not marked in what was read before.
    if any(seat.is_automatic or seat.missed for seat in due.seats if seat.number in resolved.here.pending):
        orders_due.send_robust(sender=Match, match_id=due.match.id, step=resolved.here.number)
