"""What is sent and answered about contests."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

import games
from lobby.api.serializers import GREATEST
from lobby.api.text_fields import LabelField, ParagraphsField
from lobby.contests import lists, plans, steering, words
from lobby.contests.forms import CHAIN
from lobby.contests.models import Act, Contest
from lobby.matches.terms import BUDGETS

BUDGET = "How many times the usual work a run of a program may take."


def _count(**more: Any) -> serializers.IntegerField:
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
    rounds = _count(required=False)
    games = _count(required=False)
    target = _count(required=False, help_text="How many are left at the end.")
    drop_worst = _count(required=False, help_text="Worst games that do not count.")
    straight = _count(default=0, help_text="How many go straight to the last stage.")
    advances = _count(default=0, help_text="How many of the others go on; 0: all.")
    every_minutes = _count(default=0, help_text="From round to round.")
    lasts_minutes = _count(default=0, help_text="In which rounds begin; 0: no limit.")


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
    code = LabelField(
        longest=plans.LONGEST_CODE,
        default="",
        allow_blank=True,
        help_text="Whoever enters has to send it; empty: nobody.",
    )
    is_seeded = serializers.BooleanField(default=False, help_text="Ordered by ratings in place of the lot.")
    preset = serializers.CharField(max_length=40, required=False, help_text="Its options, with `options` laid on top.")
    who = serializers.ChoiceField(choices=Contest.Who.values)
    club = serializers.CharField(
        max_length=60, required=False, help_text="Its slug: only its members can enter. For its officers."
    )
    table_size = _count(
        required=False, help_text="Seats of a full table. By default the fewest, with `plan` the most up to 8."
    )
    step_seconds = _count(default=30)
    bank_seconds = _count(default=60)
    budget = serializers.ChoiceField(choices=BUDGETS, default=1, help_text=BUDGET)
    listed = serializers.ListField(
        child=serializers.CharField(max_length=100),
        max_length=lists.MOST,
        required=False,
        help_text="Names of the accounts that alone can enter; they are told. At most one of `code`, `club` and `listed`.",
    )
    team_least = _count(default=1, help_text="Members of a team, at least.")
    team_most = _count(default=1, help_text="Members of a team, at most; 1: everybody enters alone.")
    per_person = _count(default=1, help_text="Programs of one person, at most.")
    most = _count(default=64, help_text="Entrants, at most.")
    opens_at = serializers.DateTimeField(required=False, help_text="By default at once.")
    closes_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()
    check_in_minutes = _count(default=0, help_text="Before the start; 0: no check-in.")
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

    program = _count(allow_null=True, default=None, help_text="A program of mine; null: I myself.")
    code = serializers.CharField(max_length=100, default="", allow_blank=True, help_text="Where the contest needs one.")
    organiser = serializers.BooleanField(
        default=False, help_text="The host's program can be challenged and does not take part."
    )
    shows_text = serializers.BooleanField(default=False, help_text="Of such a program: everybody may read it.")


class WithdrawQuery(serializers.Serializer):
    """Selects what to withdraw."""

    program = _count(required=False, help_text="By default everything of mine.")


class ContestChallengeForm(serializers.Serializer):
    """Whom to challenge, and with what."""

    entrant = _count(help_text="The `id` of an entrant with `is_organiser`.")
    program = _count(allow_null=True, default=None, help_text="A program of mine; null: I myself.")


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


class ContestActForm(serializers.Serializer):
    """What to do to a contest that I steer."""

    act = serializers.ChoiceField(
        [
            "pause",
            "resume",
            "dates",
            "stage",
            "list",
            "remove",
            "replay",
            "void",
            "message",
            "cohost",
            "uncohost",
            "invite",
            "uninvite",
        ],
        help_text="`dates` takes the four dates, `stage` a later `stage` or the running one with `not_before`, `list` takes `listed`, `remove` an"
        " `entrant`, `replay` and `void` a table, `cohost` and `uncohost` a `person`, `invite` `people` and `days`.",
    )
    text = ParagraphsField(
        max_length=steering.LONGEST_TEXT,
        default="",
        allow_blank=True,
        help_text="The reason, or the message; everybody can read it.",
    )
    entrant = _count(required=False, help_text="Its `id`.")
    stage = _count(required=False)
    round = _count(required=False)
    number = _count(required=False)
    person = serializers.CharField(max_length=60, required=False, help_text="The slug of somebody.")
    opens_at = serializers.DateTimeField(required=False)
    closes_at = serializers.DateTimeField(required=False)
    starts_at = serializers.DateTimeField(required=False)
    check_in_minutes = _count(required=False)
    not_before = serializers.DateTimeField(required=False)
    people = _count(required=False, help_text="Who can sign up from one address with the code.")
    days = _count(required=False, help_text="For which the code is open.")
    listed = serializers.ListField(
        child=serializers.CharField(max_length=100),
        max_length=lists.MOST,
        required=False,
        help_text="Names of accounts.",
    )


class ContestTableIdSerializer(serializers.Serializer):
    """Which table it was."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()


class ContestActSerializer(serializers.Serializer):
    """A line of the log."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Act.Kind.values)
    by = ContestPersonSerializer(allow_null=True)
    at = serializers.DateTimeField()
    text = serializers.CharField(allow_blank=True)
    entrant = EntrantSerializer(allow_null=True)
    person = ContestPersonSerializer(allow_null=True, help_text="Who became a co-host, or is none any more.")
    table = ContestTableIdSerializer(allow_null=True, help_text="Null also while pairings are secret.")
    stage = serializers.IntegerField(
        allow_null=True, help_text="That was moved, from 0; null: the start of the contest."
    )
    format = serializers.CharField(allow_null=True, help_text="Of that stage.")
    moved_from = serializers.DateTimeField(
        allow_null=True, help_text="When it would have begun; null if nothing said so."
    )
    moved_to = serializers.DateTimeField(allow_null=True, help_text="When it begins no earlier now.")


class ContestActsSerializer(serializers.Serializer):
    """What was done to a contest, the latest first."""

    acts = ContestActSerializer(many=True)


class FailingProgramSerializer(serializers.Serializer):
    """A program that fails."""

    entrant = EntrantSerializer()
    is_switched_off = serializers.BooleanField()
    failures = serializers.IntegerField(help_text="Of its last matches, one after the other.")
    refused = serializers.ChoiceField(
        ["", "some", "all"],
        help_text="Of its orders in its last match here: the game refused them, and default orders were played.",
    )


class LastTableSerializer(ContestTableIdSerializer):
    """A table of the last round."""

    state = serializers.ChoiceField(list(words.STATES))
    attempts = serializers.IntegerField()
    entrants = EntrantSerializer(many=True, help_text="Empty while pairings are secret.")


class ExpectedEndSerializer(serializers.Serializer):
    """When the whole contest may be over, and from what that is reckoned."""

    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null when it is over, or if nothing limits it.")
    rounds = serializers.IntegerField(help_text="That are left.")
    matches = serializers.IntegerField(help_text="That were played here, of which the mean is taken.")
    match_seconds = serializers.IntegerField(allow_null=True, help_text="How long a match is taken to last.")
    reckoned_from = serializers.ChoiceField(
        ["matches", "rules"],
        help_text="From matches that were played here, or from the longest that rules and clock allow.",
    )


class ContestInvitationSerializer(serializers.Serializer):
    """With what people sign up however many have done so from their address."""

    code = serializers.CharField()
    address = serializers.CharField(help_text="The page of the sign-up with the code filled in.")
    most = serializers.IntegerField()
    used = serializers.IntegerField()
    ends_at = serializers.DateTimeField()


class ContestProgressSerializer(serializers.Serializer):
    """How far a contest is, for those who steer it."""

    paused_at = serializers.DateTimeField(allow_null=True)
    stage = serializers.IntegerField(allow_null=True, help_text="From 0; null before the start.")
    stages = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True, help_text="The last one that was paired, from 0.")
    tables = serializers.IntegerField(help_text="Of that round.")
    done = serializers.IntegerField()
    running = serializers.IntegerField()
    waiting = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="Void, or standing still.")
    next_at = serializers.DateTimeField(allow_null=True, help_text="The next round begins no earlier.")
    round_ends_at = serializers.DateTimeField(
        allow_null=True, help_text="Expected from the matches of the round that are over."
    )
    expected = ExpectedEndSerializer()
    programs = FailingProgramSerializer(many=True)
    last_tables = LastTableSerializer(many=True)
    invitation = ContestInvitationSerializer(allow_null=True, help_text="The open code for sign-ups.")


class SeededBySerializer(serializers.Serializer):
    """By which rating an entrant was seeded."""

    entrant = serializers.IntegerField()
    rating = serializers.IntegerField()


class ContestResultsSerializer(WholeContestSerializer):
    """All that may be known."""

    ratings = SeededBySerializer(
        many=True,
        help_text="By which the entrants were seeded when it began, the highest first; without those who had none.",
    )
    standings = ContestStandingsSerializer(many=True)
    tables = ContestTableSerializer(many=True)
