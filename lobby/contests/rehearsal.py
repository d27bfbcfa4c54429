"""Who takes part in a rehearsal of a contest, and which version of theirs plays?

Entrants of a database that is thrown away, with bots in place of texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.core.simulate import AnyBot
from lobby.accounts.models import User
from lobby.contests import hand_ins, services, versions
from lobby.contests.models import Contest, Entrant
from lobby.contests.plans import Plan
from lobby.matches.models import Program

Data = dict[str, Any]


@dataclass
class Rehearsed:
    """An entrant with the versions of its program, the first one first."""

    name: str
    bots: list[AnyBot]


@dataclass
class Playing:
    """The entrants of an announced contest, and what of their versions is still to be handed in."""

    bots: dict[int, tuple[str, AnyBot]] = field(default_factory=dict)
    """(entrant's name, bot) by the id of the program that stands for it."""
    texts: dict[int, list[Program]] = field(default_factory=dict)
    """The versions of entrants that have several, by the id of the entrant."""
    handed_in: dict[int, int] = field(default_factory=dict)
    """How many of them were handed in."""

    def hand_in(self, contest: Contest, now: datetime) -> None:
        """A day of the race: whoever has a better version hands it in once the one before has played in a round. It counts as on the site."""
        race = contest.stages.get(number=0)
        drawn = race.tables.order_by().values("round").distinct().count()
        for entrant_id, texts in self.texts.items():
            known = self.handed_in[entrant_id]
            if known < len(texts) and known <= drawn and hand_ins.is_open(contest, now):
                entrant = Entrant.objects.select_related("user").get(pk=entrant_id)
                assert entrant.user is not None
                hand_ins.hand_in(
                    user=entrant.user,
                    contest_id=contest.pk,
                    entrant_id=entrant.pk,
                    program_id=texts[known].pk,
                    now=now,
                )
                self.handed_in[entrant_id] = known + 1

    def versions_in(self, tables: Iterable[Data]) -> dict[str, list[Data]]:
        """Of entrants with several versions: games and victories alone of each, by the tables of the results. One that came too late has none."""
        played: dict[tuple[int, int], list[bool]] = {}
        for table in tables:
            if len(table["places"]) < 2:
                continue
            places = [one["place"] for one in table["places"]]
            for one in table["places"]:
                won = one["place"] == 1 and places.count(1) == 1
                played.setdefault((one["entrant"]["id"], one["version"]), []).append(won)
        found = {}
        for entrant_id, texts in self.texts.items():
            name, _bot = self.bots[texts[0].pk]
            each = [played.get((entrant_id, number), []) for number in range(1, len(texts) + 1)]
            found[name] = [
                {"version": number, "games": len(won), "won": sum(won)} for number, won in enumerate(each, start=1)
            ]
        return found


def announced(plan: Plan, entrants: Iterable[Rehearsed], seed: str) -> tuple[Contest, Playing]:
    """The contest with all who take part; `seed` "" draws one."""
    contest = services.store(plan, host=None)
    if seed:
        contest.seed = seed
        contest.save(update_fields=["seed"])
    playing = Playing()
    for number, one in enumerate(entrants):
        # Only somebody can hand in versions.
        owner = User.objects.create(username=f"home-{number}", name=f"Home {number}") if len(one.bots) > 1 else None
        texts = [Program.objects.create(game=plan.game, name=one.name, text="", owner=owner) for _bot in one.bots]
        playing.bots |= {text.pk: (one.name, bot) for text, bot in zip(texts, one.bots, strict=True)}
        entrant = Entrant.objects.create(
            contest=contest, user=owner, program=texts[0], is_program=True, program_name=one.name
        )
        if owner is not None:
            versions.note_entered(entrant, contest.starts_at)
            playing.texts[entrant.pk], playing.handed_in[entrant.pk] = texts, 1
    return contest, playing
