"""How does a resolved step get to disk, and how do the match and its seats change? One transaction saves many steps at once.

A step is written only if the match is still at that step with the same orders; otherwise nothing of it is written.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from games.core.contract import ByPeople, Game, Outcome
from lobby.fog import audience
from lobby.matches import clock, terms
from lobby.matches.models import Match, Seat, Vote
from lobby.matches.people import Uncounted
from lobby.matches.signals import arranged_match_over, fewer_decide, match_over, orders_due, rated_match_over
from lobby.notices import writing
from lobby.notices.writing import News
from lobby.platform.process import database, metrics
from lobby.platform.storage import statements
from lobby.play import automatic, deadlines, going_on, reliability, step_notices
from lobby.play.resolving import Due, Resolved
from lobby.store import rows
from lobby.store.positions import remember
from lobby.store.rows import Facts

log = logging.getLogger("fogbound.referee")


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
    save_places(match.id, places, now)
    Vote.objects.filter(match_id=match.id).delete()
    seats = list(match.seats.all())
    writing.write(step_notices.of_end(match, seats, places))
    if may_count(match, seats):
        Uncounted.objects.create(match_id=match.id)
    tell_over_soon(match)


def may_count(match: Match, seats: Sequence[Seat]) -> bool:
    """May the match, now that it is over, have brought its people something?"""
    is_own = any(seat.user_id is not None or seat.program_id is not None for seat in seats)
    return match.kind == Match.Kind.ORDINARY and match.forked_from_id is None and is_own


def tell_over_soon(match: Match) -> None:
    """After the commit of the caller's transaction, in which the match has ended."""
    transaction.on_commit(partial(_tell_over, match))


def tell_aborted_soon(match: Match) -> None:
    """The same of a match that has ended without a result."""
    writing.write(step_notices.of_end(match, list(match.seats.all()), None))
    if match.arranged:
        transaction.on_commit(partial(_tell_arranged, match))


def _tell_over(match: Match) -> None:
    if match.rated:
        rated_match_over.send_robust(sender=Match, match_id=match.id)
    if match.kind == Match.Kind.ORDINARY:
        match_over.send_robust(sender=Match, match_id=match.id)
    if match.arranged:
        _tell_arranged(match)


def _tell_arranged(match: Match) -> None:
    arranged_match_over.send_robust(sender=Match, match_id=match.id, arranged=match.arranged)


def save(results: Sequence[tuple[Due, Resolved]], now: datetime) -> list[bool]:
    """Write each step if its match is still at it with the same orders, all in one transaction, then notify all listeners.

    Returns a bool for each result; False: examine the step again. It does not wait for a match that another process has locked; raises
    `rows.Locked` if that is the only match.
    """
    with database.writing():
        saving = Saving(results, now)
        saving.write()
    saving.remember()
    saving.tell()
    return saving.answers


class Saving:
    """The resolved steps of one transaction: writes them inside it, and does what follows the commit."""

    def __init__(self, results: Sequence[tuple[Due, Resolved]], now: datetime, *, are_current: bool = False) -> None:
        """`are_current`: the steps were resolved from facts that this transaction read and locked."""
        self.now = now
        self.answers: list[bool] = []
        """For each result: was it saved?"""
        self.saved: list[tuple[Due, Resolved]] = []
        self.facts: dict[str, Facts] = {}
        """Match → facts after the commit, as far as they are known."""
        if are_current:
            self.saved += results
        else:
            self._take_those_that_fit(results)
        self._answered: list[statements.Row] = []
        self._seats: list[statements.Row] = []
        self._steps: list[tuple[int, int, int]] = []
        self._left: set[str] = set()
        """Matches in which fewer people vote from now on."""
        self._news: list[News] = []

    def _take_those_that_fit(self, results: Sequence[tuple[Due, Resolved]]) -> None:
        wanted = {due.match.id for due, _ in results}
        found = rows.read(wanted, lock=True)
        if not found and len(wanted) == 1 and rows.locked(wanted):
            raise rows.Locked
        for due, resolved in results:
            fits = self._fits(due, found.get(due.match.id))
            self.answers.append(fits)
            if fits:
                # Only one step of each match, even if it is given twice.
                self.saved.append((replace(due, facts=found.pop(due.match.id)), resolved))

    @staticmethod
    def _fits(due: Due, facts: Facts | None) -> bool:
        """True if the match is still at the resolved step with the same orders and the same preferences."""
        if facts is None or facts.rows != due.facts.rows:
            return False
        match = facts.match
        if (match.status, match.step, match.deadline) != (Match.Status.RUNNING, due.match.step, due.match.deadline):
            return False
        if due.game.auto_orders is None and not due.game.until:
            return True
        return [seat.preferences for seat in facts.seats] == [seat.preferences for seat in due.seats]

    def matches(self) -> Set[str]:
        """The matches whose steps were saved."""
        return {due.match.id for due, _ in self.saved}

    def write(self) -> None:
        """Inside the transaction."""
        rows.insert_steps([resolved.row for _, resolved in self.saved])
        times, over = [], []
        for due, resolved in self.saved:
            facts = None
            if resolved.outcome is not None:
                places = places_of(resolved.outcome, len(due.seats))
                fields = finished_fields(resolved.outcome.reason, places, self.now)
                Match.objects.filter(pk=due.match.id).update(
                    step=resolved.here.number, revision=F("revision") + 1, **fields
                )
                save_places(due.match.id, places, self.now)
                Vote.objects.filter(match_id=due.match.id).delete()
                self._news += step_notices.of_end(due.match, due.seats, places)
                if may_count(due.match, due.seats):
                    over.append(Uncounted(match_id=due.match.id))
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
            if facts is not None:
                here = resolved.here
                self._news += step_notices.of_step(
                    due.match, facts.seats, here.pending, here.number, resolved.answers.keys()
                )
        statements.update_many(Match, ("step", "revision", *deadlines.FIELDS), times)
        statements.update_many(Seat, ("bank_ms", "missed"), self._seats)
        reliability.add(self._steps)
        rows.insert_orders(self._answered)
        if over:
            Uncounted.objects.bulk_create(over)
        writing.write(self._news)

    def remember(self) -> None:
        """Cache the new positions. Call it after the commit."""
        for due, resolved in self.saved:
            # Watchers may get the step before together with this one; spectators need steps as far back as they are late.
            remember(due.match.id, resolved.here, behind=1 + audience.delay(due.match))
        rows.drop([due.match.id for due, resolved in self.saved if resolved.outcome is not None])

    def tell(self) -> None:
        """Notify listeners. Call it after `remember`."""
        for game_id, number in Counter(due.game.id for due, _ in self.saved).items():
            metrics.STEPS.labels(game_id).inc(number)
        for due, resolved in self.saved:
            _tell(due, resolved)
            if resolved.outcome is not None:
                _tell_over(due.match)
        for match_id in self._left:
            fewer_decide.send_robust(sender=Match, match_id=match_id)

    def _next_times(self, due: Due, resolved: Resolved) -> dict[str, Any]:
        fields = deadlines.next_times(due.match, due.game, resolved.here, self.now)
        if all(seat.resigned for seat in due.seats if seat.number in resolved.here.pending):
            # The next step waits for nobody.
            fields["due_at"] = self.now
        elif resolved.answers:
            # Everybody may have answered by the end of the secret wait.
            fields["hold_until"] = fields["hold_until"] or going_on.hold(
                resolved.going, due.seats, resolved.here, self.now
            )
            fields["due_at"] = fields["hold_until"] or fields["due_at"]
        return fields

    def _settle(self, due: Due, resolved: Resolved, facts: Facts | None) -> None:
        """Charge time banks and missed deadlines to the seats, and store automatic answers of the next step; updates `facts`."""
        counts = reliability.counts(due.seats, due.pending, due.orders) if due.tells_absence else {}
        for seat in due.seats:
            values: dict[str, Any] = {}
            if seat.number in counts:
                self._steps.append((*counts[seat.number], seat.id))
            bank, missed = _charged(due, seat, self.now)
            if (bank, missed) != (seat.bank_ms, seat.missed):
                values = {"bank_ms": bank, "missed": missed}
                self._seats.append((bank, missed, seat.id))
            replaces = missed >= terms.MISSES and due.game.bots and _is_asked(due, seat) and not is_alone(due.seats)
            if missed > seat.missed and facts is not None:
                told = due.match, due.seats, due.game, seat, missed
                self._news += step_notices.of_miss(*told, bot=bool(replaces), most=terms.MISSES)
            if replaces:
                values["autopilot"] = stand_in(due.game)
                self._left.add(due.match.id)
                Seat.objects.filter(pk=seat.id).update(autopilot=values["autopilot"])
                log.info("match %s: a bot plays for the absent seat %s", due.match.id, seat.number)
            elif seat.number in resolved.answers:
                given = automatic.given(seat.number, resolved.answers[seat.number], self.now)
                self._answered.append(rows.orders_row(due.match.id, resolved.here.number, given))
                if facts is not None:
                    facts.add(given)
            if seat.number in resolved.going.kept and not values.get("autopilot"):
                values["preferences"] = resolved.going.kept[seat.number]
                Seat.objects.filter(pk=seat.id).update(preferences=values["preferences"])
            if seat.vacation_step == due.match.step:
                # A vacation is no absence, whoever has answered meanwhile.
                values["seen_at"] = self.now
                Seat.objects.filter(pk=seat.id).update(seen_at=self.now)
            if seat.resigned and seat.number in due.orders:
                # Others learn of a resignation when its step is resolved.
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


def is_alone(seats: Sequence[Seat]) -> bool:
    """Is there one person, and only bots and programs besides? Then nobody waits, and no bot takes the seat over."""
    people = [seat for seat in seats if seat.user_id is not None]
    return len(people) == 1 and all(seat.bot or seat.program_id is not None for seat in seats if seat is not people[0])


def _missed(due: Due, seat: Seat) -> int:
    """How many deadlines in a row the seat has missed now."""
    if seat.number not in due.orders:
        return seat.missed + due.tells_absence
    # In a step with a secret wait the site may have answered, so an answer does not prove presence, and the count must not reveal which it was.
    return seat.missed if due.match.hold_until is not None else 0


def stand_in(game: Game) -> str:
    """The bot that plays for an absent person: the one of middle strength, to be fair to the other seats."""
    return game.bots[len(game.bots) // 2].id


def places_of(outcome: Outcome, seats: int) -> list[int]:
    """The place of each seat, by number."""
    places = {line.seat: line.place for line in outcome.ranking}
    return [places[seat] for seat in range(seats)]


def save_places(match_id: str, places: list[int], now: datetime) -> None:
    """Store the places of a match's seats, and that the match is over."""
    for number, place in enumerate(places):
        Seat.objects.filter(match_id=match_id, number=number).update(place=place, finished_at=now)


def _tell(due: Due, resolved: Resolved) -> None:
    """Send the signals of a saved step. Call it after the commit."""
    # The facts that were read before do not show a bot that stands in from this step on.
    if any(seat.is_automatic or seat.missed for seat in due.seats if seat.number in resolved.here.pending):
        orders_due.send_robust(sender=Match, match_id=due.match.id, step=resolved.here.number)
