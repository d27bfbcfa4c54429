"""What do requests and answers look like? Shapes only; the services decide what a value means to a table or a match.

What is said of a match has the shapes of the socket (`lobby.platform.protocol.messages`), which the schema takes over as they are.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

import games
from lobby.accounts.models import User
from lobby.accounts.tokens import LONGEST_NAME, Scope
from lobby.api.rating_serializers import ShownRatingSerializer
from lobby.api.text_fields import LabelField, NameField
from lobby.matches import length
from lobby.matches.models import Match
from lobby.matches.people import Ticket

GREATEST = 2**31 - 1
"""Steps, seats and seconds, as large as the database can store."""


class ErrorSerializer(serializers.Serializer):
    """The shape of every refusal."""

    code = serializers.CharField(help_text="A word of the closed list in the guide, or of the game's rules.")
    path = serializers.CharField(allow_blank=True, help_text="The wrong field; empty for the whole.")
    message = serializers.CharField(help_text="A sentence in the language of the request.")
    data = serializers.DictField(  # type: ignore[assignment]  # a field of the answer, as every other
        help_text="Facts about the refusal; for too_many: key, seconds to wait."
    )


# Account and tokens


class PreferencesSerializer(serializers.Serializer):
    """The settings of a person."""

    language = serializers.ChoiceField(choices=["", *dict(settings.LANGUAGES)], help_text="Empty: as the browser says.")
    theme = serializers.ChoiceField(choices=User.Theme.values)
    palette = serializers.ChoiceField(choices=User.Palette.values)
    reduced_motion = serializers.BooleanField()
    sounds = serializers.BooleanField()
    volume = serializers.IntegerField(min_value=0, max_value=100, help_text="Of sounds, in percent.")
    default_clock = serializers.ChoiceField(choices=User.Clock.values)
    hides_activity = serializers.BooleanField(
        help_text="Nobody is told at which tables and matches I am; followers are not told when I am online."
    )
    messages_from = serializers.ChoiceField(
        choices=User.MessagesFrom.values,
        help_text="Who may write to me: `known` (people I follow or have played with), `followed` or `nobody`.",
    )
    is_unlisted = serializers.BooleanField(help_text="The search for players does not find me.")


class AccountSerializer(serializers.Serializer):
    """One's own account."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="What others see.")
    username = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    is_guest = serializers.BooleanField()
    owner = serializers.CharField(allow_null=True, help_text="Of a bot account: the name of its owner.")
    slug = serializers.CharField(help_text="Me in addresses.")
    since = serializers.DateTimeField()
    preferences = PreferencesSerializer()


class PreferencesChange(PreferencesSerializer):
    """Changes of settings; those that are left out stay."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """The same fields, all optional."""
        fields: dict[str, serializers.Field] = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class AccountForm(serializers.Serializer):
    """Changes of the account; what is left out stays."""

    name = NameField(required=False)
    preferences = PreferencesChange(required=False)


class TokenSerializer(serializers.Serializer):
    """A token without its secret."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="The first characters of the token.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.values))
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")


class NewTokenSerializer(TokenSerializer):
    """A new token, with its secret."""

    token = serializers.CharField(help_text="The token itself. It is shown this once.")


class TokenForm(serializers.Serializer):
    """What a token is called and what it may do."""

    name = LabelField(longest=LONGEST_NAME)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.values), max_length=len(Scope))


class BotAccountForm(serializers.Serializer):
    """What a bot account is called."""

    name = NameField()


class BotAccountSerializer(serializers.Serializer):
    """A bot account of mine."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="What others see, beside the badge.")
    slug = serializers.CharField(help_text="The account in addresses.")
    since = serializers.DateTimeField()
    tokens = serializers.IntegerField(help_text="Number of its tokens.")


# Games


class BotSerializer(serializers.Serializer):
    """A built-in bot."""

    id = serializers.CharField()
    name = serializers.CharField()
    help = serializers.CharField(allow_blank=True)


class GameSerializer(serializers.Serializer):
    """A game in short; texts in the language of the request."""

    id = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    rules_version = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Allowed numbers of seats.")
    turns = serializers.CharField(help_text="What the rules call a step.")
    step_seconds = serializers.IntegerField(help_text="Suggested time for a step of a live match.")
    draws = serializers.BooleanField()
    takes_programs = serializers.BooleanField()
    bots = BotSerializer(many=True, help_text="Weakest first.")


class OptionSerializer(serializers.Serializer):
    """One option of a game."""

    key = serializers.CharField()
    kind = serializers.ChoiceField(choices=["choice", "choices", "int", "bool", "json"])
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField(allow_blank=True)
    default = serializers.JSONField()
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)
    choices = serializers.ListField(child=serializers.JSONField(), help_text="Pairs of value and label.")
    optional = serializers.BooleanField(help_text="null is allowed.")
    advanced = serializers.BooleanField()
    custom = serializers.BooleanField(help_text="An object of one's own may stand in place of a choice.")


class PresetSerializer(serializers.Serializer):
    """A named set of options."""

    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField(allow_blank=True)
    options = serializers.DictField()


class ConditionSerializer(serializers.Serializer):
    """Something for which a seat stops going on."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    amount = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Least, greatest and usual number; null: true or false.",
    )
    usual = serializers.BooleanField()


class WholeGameSerializer(GameSerializer):
    """A game with all its options, presets and preferences."""

    options = OptionSerializer(many=True)
    presets = PresetSerializer(many=True)
    preferences = OptionSerializer(many=True, help_text="What the site may answer for a seat.")
    until = ConditionSerializer(many=True, help_text="For what a seat that goes on by itself may stop.")
    reasons = serializers.DictField(
        child=serializers.CharField(), help_text="Every reason that an outcome may have, as a sentence."
    )


class RulesSerializer(serializers.Serializer):
    """The rules of a game."""

    game = serializers.CharField()
    language = serializers.CharField()
    text = serializers.CharField(help_text="Markdown.")


class RulesQuery(serializers.Serializer):
    """Selects the language, by default that of the request, and whether the rules are those for players or for programs."""

    language = serializers.ChoiceField(choices=list(dict(settings.LANGUAGES)), required=False)
    part = serializers.ChoiceField(choices=["players", "engine"], default="players")


# People


class RecordSerializer(serializers.Serializer):
    """How matches of one game at one pace went. A shared first place is a draw."""

    game = serializers.CharField()
    game_name = serializers.CharField()
    clock = serializers.ChoiceField(choices=Match.Clock.values)
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    mean_place = serializers.FloatField()


class ReachedSerializer(serializers.Serializer):
    """A contest that is over, in which the person has a rank; of several entries the best."""

    contest = serializers.IntegerField(help_text="Its `id`.")
    name = serializers.CharField()
    game = serializers.CharField()
    at = serializers.DateTimeField(help_text="When it was over.")
    entrant = serializers.IntegerField(help_text="Its `id`.")
    program = serializers.CharField(allow_blank=True, help_text="The program or the team; empty: the person played.")
    rank = serializers.IntegerField()
    of = serializers.IntegerField(help_text="How many have a rank.")


class PlayerSerializer(serializers.Serializer):
    """The public profile of a person."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="The person in addresses.")
    is_guest = serializers.BooleanField()
    about = serializers.CharField(allow_blank=True, help_text="A line of the person about themselves.")
    country = serializers.CharField(allow_blank=True, help_text="ISO 3166, two letters; empty: they do not say.")
    since = serializers.DateTimeField()
    reliability = serializers.IntegerField(
        allow_null=True, help_text="Percent of steps answered in time; null: too few."
    )
    records = RecordSerializer(many=True)
    contests = ReachedSerializer(many=True, help_text="The latest first.")


# Tables and matches


class SitterSerializer(serializers.Serializer):
    """The player of a seat."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True, help_text="Empty: free, or hidden.")
    is_bot = serializers.BooleanField()
    program = serializers.CharField(allow_blank=True)
    place = serializers.IntegerField(allow_null=True, help_text="In the final ranking, from 1.")
    rating = ShownRatingSerializer(
        allow_null=True, help_text="In this game at this pace; null: none, or it is hidden who sits there."
    )


class MineSerializer(serializers.Serializer):
    """The state of the match for me."""

    is_due = serializers.BooleanField(help_text="The match waits for my orders.")
    is_autopilot = serializers.BooleanField(help_text="A bot stands in for me.")
    deadline = serializers.DateTimeField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)


class CardSerializer(serializers.Serializer):
    """A table or match in a list."""

    id = serializers.CharField()
    game = serializers.CharField()
    status = serializers.ChoiceField(choices=Match.Status.values)
    headline = serializers.CharField(allow_blank=True, help_text="What tells it from others of the game.")
    host = serializers.CharField(allow_blank=True)
    seats = SitterSerializer(many=True)
    free = serializers.IntegerField(help_text="Seats nobody has taken.")
    clock = serializers.ChoiceField(choices=Match.Clock.values)
    step_seconds = serializers.IntegerField()
    bank_seconds = serializers.IntegerField()
    has_fog = serializers.BooleanField()
    anonymous = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=Match.Kind.values)
    rated = serializers.BooleanField()
    has_password = serializers.BooleanField()
    min_reliability = serializers.IntegerField()
    open_seats = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seats of a match that goes on that somebody may take over."
    )
    press = serializers.ChoiceField(choices=Match.Press.values)
    since = serializers.DateTimeField(help_text="Opened, or begun.")
    mine = MineSerializer(allow_null=True, help_text="null unless asked for with mine=true.")


class PageSerializer(serializers.Serializer):
    """One page of a list, newest first."""

    next = serializers.URLField(allow_null=True, help_text="The address of older ones.")
    previous = serializers.URLField(allow_null=True)
    results = CardSerializer(many=True)


class ListQuery(serializers.Serializer):
    """Filters of a list."""

    game = serializers.ChoiceField(choices=[], required=False)
    clock = serializers.ChoiceField(choices=Match.Clock.values, required=False)
    mine = serializers.BooleanField(required=False, default=False, help_text="Only those in which I sit.")

    def get_fields(self) -> dict[str, serializers.Field]:
        """With the games of the site as they are now."""
        fields: dict[str, serializers.Field] = super().get_fields()
        fields["game"] = serializers.ChoiceField(choices=list(games.GAMES), required=False)
        return fields


class TablesQuery(ListQuery):
    """Filters of open tables."""


class MatchesQuery(ListQuery):
    """Filters of matches."""

    status = serializers.ChoiceField(
        choices=[value for value in Match.Status.values if value != Match.Status.OPEN], required=False
    )


class TableForm(serializers.Serializer):
    """A new table. What is left out is as the site's form has it."""

    game = serializers.CharField(max_length=40)
    options = serializers.DictField(required=False, help_text="By the keys of the game's options.")
    preset = serializers.CharField(max_length=40, required=False, help_text="Its options, with `options` laid on top.")
    seats = serializers.IntegerField(min_value=1, max_value=64, required=False, help_text="By default the fewest.")
    clock = serializers.ChoiceField(
        choices=Match.Clock.values,
        required=False,
        help_text="By default `none` if bots have all other seats and no seconds are given, else `live`.",
    )
    step_seconds = serializers.IntegerField(min_value=1, max_value=GREATEST, required=False)
    bank_seconds = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)
    rhythm = serializers.ChoiceField(
        choices=list(length.RHYTHMS),
        required=False,
        help_text="A slow match at this rhythm: clock, seconds and days of vacation, and an earlier last round where the game can have one.",
    )
    visibility = serializers.ChoiceField(
        choices=Match.Visibility.values,
        required=False,
        help_text="By default `link` if bots have all other seats, else `public`.",
    )
    spectator_delay = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)
    spectators_see_all = serializers.BooleanField(
        required=False, help_text="Spectators see everything, as late as the game says; nobody can take over a seat."
    )
    press = serializers.ChoiceField(choices=Match.Press.values, required=False)
    anonymous = serializers.BooleanField(required=False)
    kind = serializers.ChoiceField(choices=Match.Kind.values, required=False)
    rated = serializers.BooleanField(required=False)
    password = serializers.CharField(max_length=64, required=False, allow_blank=True, trim_whitespace=False)
    club = serializers.CharField(
        max_length=60,
        required=False,
        help_text="Its slug: only its members can sit down, and no list of the lobby has it.",
    )
    min_reliability = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)
    fixed_hour = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False, allow_null=True)
    time_zone = serializers.CharField(max_length=40, required=False)
    rest_days = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6), max_length=7, required=False, help_text="0 is Monday."
    )
    vacation_days = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)
    bots = serializers.DictField(
        child=serializers.CharField(max_length=40),
        required=False,
        help_text="Seat number → built-in bot; seat 0 is mine.",
    )

    def validate_bots(self, bots: dict[str, str]) -> dict[int, str]:
        """Bots by seat number."""
        for seat in bots:
            if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
                raise serializers.ValidationError(_("A seat is a number."))
        return {int(seat): bot for seat, bot in bots.items()}


class LengthSerializer(serializers.Serializer):
    """How long a match lasts at most, without pauses and vacations."""

    rounds = serializers.IntegerField(allow_null=True, help_text="null: the rules set no end.")
    steps = serializers.IntegerField(allow_null=True, help_text="null: the rules do not limit the steps of a round.")
    seconds = serializers.IntegerField(allow_null=True, help_text="null: no clock, or no limit of steps.")
    text = serializers.CharField(allow_blank=True)


class QuickForm(serializers.Serializer):
    """A match at once against a bot."""

    game = serializers.CharField(max_length=40)
    bot = serializers.CharField(max_length=20, required=False, allow_blank=True, help_text="By default the weakest.")
    stop = serializers.CharField(
        max_length=60, required=False, allow_blank=True, help_text="A stop of the game's path, in place of a bot."
    )


class JoinForm(serializers.Serializer):
    """What a locked table asks of somebody who joins."""

    password = serializers.CharField(max_length=200, required=False, allow_blank=True, trim_whitespace=False)
    key = serializers.CharField(max_length=200, required=False, allow_blank=True, help_text="Of an invitation.")


class InvitationSerializer(serializers.Serializer):
    """The key that replaces the password."""

    key = serializers.CharField(allow_blank=True, help_text="Empty: the table has no password.")


class QueueForm(serializers.Serializer):
    """What to wait for."""

    game = serializers.CharField(max_length=40)
    pace = serializers.ChoiceField(choices=Ticket.Pace.values)
    rated = serializers.BooleanField(
        required=False, help_text="The match counts if everybody wants it to. By default true; of guests always false."
    )


class TicketSerializer(serializers.Serializer):
    """My place in the queue for a quick match."""

    game = serializers.CharField()
    pace = serializers.ChoiceField(choices=Ticket.Pace.values)
    rated = serializers.BooleanField(help_text="I want a match that counts.")
    since = serializers.DateTimeField()
    match = serializers.CharField(allow_null=True, help_text="The match that was found; null: I wait.")


class ReadyForm(serializers.Serializer):
    """Willing to start, or not after all."""

    ready = serializers.BooleanField()


class SeatForm(serializers.Serializer):
    """A seat of the table."""

    number = serializers.IntegerField(min_value=0, max_value=GREATEST)


class BotForm(SeatForm):
    """A bot for a seat."""

    bot = serializers.CharField(max_length=20)


class ProgramForm(SeatForm):
    """One's own program for a seat; null: not after all."""

    program = serializers.IntegerField(min_value=0, max_value=GREATEST, allow_null=True)


class MonthSerializer(serializers.Serializer):
    """All public matches of a month in one file."""

    month = serializers.CharField(help_text="As in 2026-10.")
    matches = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes of the file.")
    sha256 = serializers.CharField(help_text="Of the file.")
    url = serializers.CharField(help_text="Where the file is.")
