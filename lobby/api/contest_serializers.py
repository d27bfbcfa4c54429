"""What is sent and answered about contests."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

import games
from lobby.api.serializers import GREATEST
from lobby.api.text_fields import LabelField, ParagraphsField
from lobby.contests import lists, plans, words
from lobby.contests.models import Contest
from lobby.contests.ready_plans import CHAIN
from lobby.matches.terms import BUDGETS

BUDGET = "How many times the usual work a run of a program may take."


def whole_number(**more: Any) -> serializers.IntegerField:
    """A number that the database can store; the service says which it takes."""
    return serializers.IntegerField(min_value=0, max_value=GREATEST, **more)


class ContestsQuery(serializers.Serializer):
    """Filters of the list of contests."""

    status = serializers.ChoiceField(choices=Contest.Status.values, required=False)

    def get_fields(self) -> dict[str, serializers.Field]:
        """With the games of the site as they are now."""
        return {"game": serializers.ChoiceField(choices=list(games.GAMES), required=False), **super().get_fields()}


class ContestStageForm(serializers.Serializer):
    """A stage of a new contest. Which rules a format has is in the guide to contests."""

    format = serializers.ChoiceField(choices=list(words.FORMATS))
    rounds = whole_number(required=False)
    games = whole_number(required=False)
    target = whole_number(required=False, help_text="How many are left at the end.")
    drop_worst = whole_number(required=False, help_text="Worst games that do not count.")
    straight = whole_number(default=0, help_text="How many go straight to the last stage.")
    advances = whole_number(default=0, help_text="How many of the others go on; 0: all.")
    every_minutes = whole_number(default=0, help_text="From round to round.")
    lasts_minutes = whole_number(default=0, help_text="In which rounds begin; 0: no limit.")


class ContestForm(serializers.Serializer):
    """A new contest: `game`, times, and either `plan` or `stages`. What is left out is as the site's form has it."""

    name = LabelField(longest=plans.LONGEST_NAME)
    note = ParagraphsField(max_length=plans.LONGEST_NOTE, default="", allow_blank=True)
    game = serializers.CharField(max_length=40)
    options = serializers.DictField(required=False, help_text="By the keys of the game's options.")
    maps = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        help_text="Values of the game's option `map` that are played in turn, in place of its one.",
    )
    entry = serializers.ChoiceField(
        choices=["open", "code", "list", "club"],
        required=False,
        help_text="Who can enter; follows from `code`, `listed` and `club`, and is refused where it does not fit them.",
    )
    code = LabelField(
        longest=plans.LONGEST_CODE,
        default="",
        help_text="Whoever enters has to send it; without it nobody. Never empty: a code that was lost opens no door.",
    )
    is_seeded = serializers.BooleanField(default=False, help_text="Ordered by ratings in place of the lot.")
    preset = serializers.CharField(max_length=40, required=False, help_text="Its options, with `options` laid on top.")
    who = serializers.ChoiceField(choices=Contest.Who.values)
    club = serializers.CharField(
        max_length=60, required=False, help_text="Its slug: only its members can enter. For its officers."
    )
    table_size = whole_number(
        required=False, help_text="Seats of a full table. By default the fewest, with `plan` the most up to 8."
    )
    step_seconds = whole_number(default=30)
    bank_seconds = whole_number(default=60)
    budget = serializers.ChoiceField(choices=BUDGETS, default=1, help_text=BUDGET)
    listed = serializers.ListField(
        child=serializers.CharField(max_length=100),
        max_length=lists.MOST,
        allow_empty=False,
        required=False,
        help_text="Names of the accounts that alone can enter; they are told. At most one of `code`, `club` and `listed`.",
    )
    team_least = whole_number(default=1, help_text="Members of a team, at least.")
    team_most = whole_number(default=1, help_text="Members of a team, at most; 1: everybody enters alone.")
    per_person = whole_number(default=1, help_text="Programs of one person, at most.")
    most = whole_number(default=64, help_text="Entrants, at most.")
    opens_at = serializers.DateTimeField(required=False, help_text="By default at once.")
    closes_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()
    check_in_minutes = whole_number(default=0, help_text="Before the start; 0: no check-in.")
    time_zone = serializers.CharField(max_length=40, default="UTC", help_text="For those who have no other.")
    evening = serializers.TimeField(
        allow_null=True,
        required=False,
        help_text="Hour of the day, in `time_zone`, at which a round of the race begins and new versions of programs count; null: they stay. "
        "By default null, with `plan` and programs alone 20:00.",
    )
    plan = serializers.ChoiceField(
        choices=[CHAIN],
        required=False,
        help_text="In place of `stages`: a race of seven days, groups whose last leaves, and a final.",
    )
    stages = ContestStageForm(many=True, required=False)


class EntryForm(serializers.Serializer):
    """Who takes part."""

    program = whole_number(allow_null=True, default=None, help_text="A program of mine; null: I myself.")
    code = serializers.CharField(max_length=100, default="", allow_blank=True, help_text="Where the contest needs one.")
    organiser = serializers.BooleanField(
        default=False, help_text="The host's program can be challenged and does not take part."
    )
    shows_text = serializers.BooleanField(default=False, help_text="Of such a program: everybody may read it.")


class WithdrawQuery(serializers.Serializer):
    """Selects what to withdraw."""

    program = whole_number(required=False, help_text="By default everything of mine.")


class ContestChallengeForm(serializers.Serializer):
    """Whom to challenge, and with what."""

    entrant = whole_number(help_text="The `id` of an entrant with `is_organiser`.")
    program = whole_number(allow_null=True, default=None, help_text="A program of mine; null: I myself.")


class ContestMatchSerializer(serializers.Serializer):
    """The match that has begun."""

    match = serializers.CharField()


class ContestPersonSerializer(serializers.Serializer):
    """A host, or the owner of an entrant."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="In addresses.")


class ContestClubSerializer(serializers.Serializer):
    """The club for whose members it is."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="In addresses.")


class ContestStageSerializer(serializers.Serializer):
    """A stage."""

    number = serializers.IntegerField(help_text="From 0.")
    format = serializers.ChoiceField(choices=list(words.FORMATS))
    rules = serializers.DictField(child=serializers.IntegerField(), help_text="Those that the host chose.")
    straight = serializers.IntegerField(help_text="How many go straight to the last stage.")
    advances = serializers.IntegerField(help_text="How many of the others go on; 0: all.")
    every_minutes = serializers.IntegerField(help_text="From round to round.")
    lasts_minutes = serializers.IntegerField(help_text="In which rounds begin; 0: no limit.")
    not_before = serializers.DateTimeField(allow_null=True, help_text="It begins no earlier.")
    order = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The `id` of each entrant of the stage, in the order that decides what nothing else does (the lot, or ratings); empty before"
        " it begins, and while it is secret.",
    )
    started_at = serializers.DateTimeField(allow_null=True, help_text="Null also while it is secret.")
    finished_at = serializers.DateTimeField(allow_null=True, help_text="Null also while it is secret.")


class ContestSerializer(serializers.Serializer):
    """What everybody may know of a contest."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    host = ContestPersonSerializer(allow_null=True)
    game = serializers.CharField()
    options = serializers.DictField()
    maps = serializers.ListField(child=serializers.JSONField(), help_text="In turn; empty: the one in `options`.")
    clock = serializers.CharField()
    step_seconds = serializers.IntegerField()
    bank_seconds = serializers.IntegerField()
    budget = serializers.IntegerField(help_text=BUDGET)
    table_size = serializers.IntegerField()
    who = serializers.ChoiceField(choices=Contest.Who.values)
    club = ContestClubSerializer(allow_null=True, help_text="Only its members can enter.")
    needs_code = serializers.BooleanField(help_text="Whoever enters has to send its code.")
    is_seeded = serializers.BooleanField(help_text="The order of entrants is that of their ratings.")
    cohosts = ContestPersonSerializer(many=True)
    entry = serializers.ChoiceField(["open", "code", "list", "club"], help_text="Who can enter.")
    team_least = serializers.IntegerField(help_text="Members of a team.")
    team_most = serializers.IntegerField(help_text="1: everybody enters alone.")
    per_person = serializers.IntegerField()
    most = serializers.IntegerField()
    entrants = serializers.IntegerField(help_text="How many have entered.")
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    check_in_at = serializers.DateTimeField(allow_null=True, help_text="From then to the start; null: no check-in.")
    starts_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    time_zone = serializers.CharField()
    evening = serializers.CharField(
        allow_null=True,
        help_text="`HH:MM` in `time_zone`: rounds of the race begin, new versions count. Null: none are taken.",
    )
    frozen_at = serializers.DateTimeField(
        allow_null=True,
        help_text="From then on no new version is taken; null before the start, and without an evening.",
    )
    paused_at = serializers.DateTimeField(allow_null=True, help_text="Since then nothing new begins.")
    is_secret = serializers.BooleanField(help_text="Pairings and results are told when it is over.")
    phase = serializers.ChoiceField(choices=list(words.PHASES))
    seed_hash = serializers.CharField(help_text="SHA-256 of `fogbound:contest:<id>:<seed>`.")
    seed = serializers.CharField(allow_null=True, help_text="Null before the end.")
    stages = ContestStageSerializer(many=True)


class ContestPageSerializer(serializers.Serializer):
    """One page of the list, newest first."""

    next = serializers.URLField(allow_null=True, help_text="The address of older ones.")
    previous = serializers.URLField(allow_null=True)
    results = ContestSerializer(many=True)


class ContestTeamSerializer(serializers.Serializer):
    """People who take part together."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    members = ContestPersonSerializer(many=True, help_text="The captain first.")


class EntrantSerializer(serializers.Serializer):
    """Who takes part."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="Of a team, that of the team.")
    owner = ContestPersonSerializer(allow_null=True, help_text="Of a team, its captain.")
    team = ContestTeamSerializer(allow_null=True)
    is_program = serializers.BooleanField()
    is_organiser = serializers.BooleanField(help_text="A program that can be challenged and does not take part.")
    shows_text = serializers.BooleanField(help_text="Of such a program: everybody may read it.")
    is_checked_in = serializers.BooleanField()
    is_withdrawn = serializers.BooleanField()
    is_removed = serializers.BooleanField(help_text="By whoever steers the contest.")
    missed_check_in = serializers.BooleanField()
    rank = serializers.IntegerField(allow_null=True, help_text="In the whole contest; null before its end.")


class WholeContestSerializer(serializers.Serializer):
    """A contest with its entrants."""

    contest = ContestSerializer()
    entrants = EntrantSerializer(many=True)


class ContestLineSerializer(serializers.Serializer):
    """A line of the standings."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null for whoever the host has removed: they come last.")
    entrant = EntrantSerializer()
    games = serializers.IntegerField(help_text="That count.")
    is_out = serializers.BooleanField()
    is_off = serializers.BooleanField(
        help_text="While the stage runs: its program is switched off after faults, and plays nothing until a better version comes."
    )
    values = serializers.DictField(child=serializers.FloatField(), help_text="By the names in `columns`.")


class ContestStandingsSerializer(serializers.Serializer):
    """The standings of a stage."""

    stage = serializers.IntegerField()
    format = serializers.ChoiceField(choices=list(words.FORMATS))
    columns = serializers.ListField(child=serializers.CharField(), help_text="The weightiest first.")
    lines = ContestLineSerializer(many=True)


class AllStandingsSerializer(serializers.Serializer):
    """The standings of every stage that has begun."""

    is_released = serializers.BooleanField(help_text="False: secret until the end of the contest.")
    standings = ContestStandingsSerializer(many=True)


class ContestPlaceSerializer(serializers.Serializer):
    """A seat at a table."""

    entrant = EntrantSerializer()
    version = serializers.IntegerField(allow_null=True, help_text="Of its program; null: a person.")
    place = serializers.IntegerField(allow_null=True)
    is_forfeit = serializers.BooleanField()


class ContestTableSerializer(serializers.Serializer):
    """A table of a round."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    lane = serializers.IntegerField(help_text="Of double elimination: 0 unbeaten, 1 beaten once, 2 final.")
    is_over = serializers.BooleanField()
    is_void = serializers.BooleanField(help_text="It could not be played.")
    decided_by = serializers.ChoiceField(
        ["games", "earlier", "lot"],
        allow_null=True,
        help_text="Of a knockout, with the last game of a table: its games, the earlier rounds after a draw, or the lot; else null.",
    )
    match = serializers.CharField(allow_null=True)
    earlier = serializers.ListField(
        child=serializers.CharField(), help_text="Matches that were played there before, and do not count."
    )
    places = ContestPlaceSerializer(many=True)


class ContestTablesSerializer(serializers.Serializer):
    """All tables that were paired."""

    is_released = serializers.BooleanField(help_text="False: secret until the end of the contest.")
    tables = ContestTableSerializer(many=True)


class OwnResultSerializer(serializers.Serializer):
    """How one game of an entrant of mine ended."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    entrant = EntrantSerializer()
    version = serializers.IntegerField(allow_null=True, help_text="Of its program; null: a person.")
    place = serializers.IntegerField(allow_null=True)
    seats = serializers.IntegerField(help_text="Of the table.")
    is_bye = serializers.BooleanField()
    is_void = serializers.BooleanField()
    is_forfeit = serializers.BooleanField()
    match = serializers.CharField(allow_null=True, help_text="To replay.")


class OwnResultsSerializer(serializers.Serializer):
    """Mine, in the order of play."""

    results = OwnResultSerializer(many=True)


class SeededBySerializer(serializers.Serializer):
    """By which rating an entrant was seeded."""

    entrant = serializers.IntegerField()
    rating = serializers.IntegerField()
