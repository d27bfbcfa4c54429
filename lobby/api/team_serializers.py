"""What is sent and answered about teams of contests."""

from __future__ import annotations

from rest_framework import serializers

from lobby.api.act_forms import ActForm
from lobby.api.contest_serializers import ContestPersonSerializer, ContestTeamSerializer
from lobby.api.serializers import GREATEST
from lobby.api.text_fields import LabelField
from lobby.contests import act_fields, team_models, teams


class TeamActForm(ActForm):
    """What to do about a team of mine."""

    needs = act_fields.TEAMS

    act = serializers.ChoiceField(
        teams.ACTS,
        help_text="`found` takes a `name` and the contest's `code`; `invite`, `remove` and `captain` a `person`; `accept` and `decline` a `team`;"
        " `hand_in`, `take_back` and `choose` a `program`.",
    )
    name = LabelField(longest=team_models.LONGEST_NAME, default="", allow_blank=True)
    code = serializers.CharField(max_length=100, default="", allow_blank=True)
    person = serializers.CharField(max_length=60, default="", allow_blank=True, help_text="The slug of somebody.")
    team = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False, help_text="Its `id`.")
    program = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False, help_text="Its `id`.")


class TeamAskedSerializer(serializers.Serializer):
    """A team whose captain asks me to join."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    by = ContestPersonSerializer(allow_null=True)


class TeamProgramSerializer(serializers.Serializer):
    """A program that a member has handed in. All of the team read it at `/api/programs/<id>/`."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    by = ContestPersonSerializer(allow_null=True)
    at = serializers.DateTimeField()
    is_mine = serializers.BooleanField()
    is_off = serializers.BooleanField(help_text="It was switched off.")
    plays = serializers.BooleanField()


class OwnTeamSerializer(serializers.Serializer):
    """My team in a contest, or who asks me."""

    team = ContestTeamSerializer(allow_null=True)
    is_captain = serializers.BooleanField()
    is_entered = serializers.BooleanField()
    asked = TeamAskedSerializer(many=True)
    invited = ContestPersonSerializer(many=True, help_text="Who has not answered yet.")
    programs = TeamProgramSerializer(many=True)
