"""What is sent and answered about steering a contest: acts, their log, and how it gets on."""

from __future__ import annotations

from rest_framework import serializers

from lobby.api.act_forms import ActForm
from lobby.api.contest_serializers import ContestPersonSerializer, EntrantSerializer, whole_number
from lobby.api.text_fields import ParagraphsField
from lobby.contests import act_fields, lists, steering, words
from lobby.contests.models import Act


class ContestActForm(ActForm):
    """What to do to a contest that I steer."""

    needs = act_fields.STEERING

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
        help_text="`dates` takes some of the four dates, `stage` a later `stage` or the running one with `not_before`, `list` takes `listed`,"
        " `remove` an `entrant`, `replay` and `void` a table (`stage`, `round`, `number`, and `acts` as it was read),"
        " `cohost` and `uncohost` a `person`, `invite` `people` and `days`;"
        " `remove`, `replay`, `void` and `message` take a `text`. Without one of them the act is refused.",
    )
    text = ParagraphsField(
        max_length=steering.LONGEST_TEXT,
        default="",
        allow_blank=True,
        help_text="The reason, or the message; everybody can read it.",
    )
    entrant = whole_number(required=False, help_text="Its `id`.")
    stage = whole_number(required=False)
    round = whole_number(required=False)
    number = whole_number(required=False)
    acts = whole_number(
        required=False,
        help_text="Of the table, as `last_tables` has it: who knows of fewer than there are is refused, as somebody has just acted there.",
    )
    person = serializers.CharField(max_length=60, required=False, help_text="The slug of somebody.")
    opens_at = serializers.DateTimeField(required=False)
    closes_at = serializers.DateTimeField(required=False)
    starts_at = serializers.DateTimeField(required=False)
    check_in_minutes = whole_number(required=False)
    not_before = serializers.DateTimeField(required=False)
    people = whole_number(required=False, help_text="Who can sign up from one address with the code.")
    days = whole_number(required=False, help_text="For which the code is open.")
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


class ContestMovedDateSerializer(serializers.Serializer):
    """A date of a contest that was moved."""

    date = serializers.ChoiceField(list(words.DATES))
    moved_from = serializers.DateTimeField(allow_null=True, help_text="Null: there was no check-in.")
    moved_to = serializers.DateTimeField(allow_null=True, help_text="Null: there is no check-in any more.")


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
    dates = ContestMovedDateSerializer(many=True, help_text="Of the contest, that were moved.")


class ContestActsSerializer(serializers.Serializer):
    """What was done to a contest, the latest first."""

    acts = ContestActSerializer(many=True)


class FailingProgramSerializer(serializers.Serializer):
    """A program that fails."""

    entrant = EntrantSerializer()
    is_switched_off = serializers.BooleanField()
    failures = serializers.IntegerField(
        help_text="Its matches of this contest in which it was switched off for the rest."
    )
    failed = serializers.ChoiceField(
        ["", "some", "all"], help_text="Steps of its last match here: it failed, and default orders were played."
    )
    refused = serializers.ChoiceField(
        ["", "some", "all"],
        help_text="Of its orders in its last match here: the game refused them, and default orders were played.",
    )


class LastTableSerializer(ContestTableIdSerializer):
    """A table of the last round."""

    state = serializers.ChoiceField(list(words.STATES))
    attempts = serializers.IntegerField()
    acts = serializers.IntegerField(help_text="How often somebody has played it again or made it void.")
    entrants = EntrantSerializer(many=True, help_text="Empty while pairings are secret.")


class ExpectedEndSerializer(serializers.Serializer):
    """When the whole contest may be over, and from what that is reckoned."""

    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="Null when it is over, or if nothing limits or tells it."
    )
    rounds = serializers.IntegerField(help_text="That are left.")
    matches = serializers.IntegerField(help_text="Of which the mean is taken.")
    match_seconds = serializers.IntegerField(allow_null=True, help_text="How long a match is taken to last.")
    reckoned_from = serializers.ChoiceField(
        ["matches", "programs", "rules"],
        help_text="From matches that were played here; before them from the pace of programs in other matches of this game on the site, or "
        "from the longest that rules and clock allow.",
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
