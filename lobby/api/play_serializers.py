"""What do requests to a match and its answers look like? Shapes only; the services decide what a value means."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.core.until import MOST_STEPS
from lobby.api.serializers import GREATEST
from lobby.matches.models import Vote


class AudienceField(serializers.CharField):
    """A seat number, "public" or "referee"."""

    default_error_messages = {"audience": _("Give a seat number, public or referee.")}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if text in {"public", "referee"}:
            return text
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            self.fail("audience")
        return int(text)


class MatchQuery(serializers.Serializer):
    """Selects the audience: by default one's own seat, of a match that is over that of one's program, else the public."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """Adds `as`, which cannot be an attribute because it is a keyword of Python."""
        seen_as = AudienceField(required=False, help_text="A seat number, `public` or `referee` (only after the end).")
        return {"as": seen_as, **super().get_fields()}


class ViewQuery(MatchQuery):
    """Selects a step."""

    step = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)


class FramesQuery(MatchQuery):
    """Selects frames."""

    first = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)
    last = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)


class OwnSeatForm(serializers.Serializer):
    """Selects one of my seats."""

    seat = serializers.IntegerField(
        min_value=0,
        max_value=GREATEST,
        required=False,
        help_text="For somebody with several seats; by default the first.",
    )


class OrdersForm(OwnSeatForm):
    """Orders for my seat, in place of earlier ones."""

    step = serializers.IntegerField(min_value=0, max_value=GREATEST)
    orders = serializers.JSONField(help_text="As the rules of the game have them.")
    ready = serializers.BooleanField(default=False, help_text="I am done with this step.")


class StoredSerializer(serializers.Serializer):
    """What is stored for my seat."""

    step = serializers.IntegerField()
    orders = serializers.JSONField(help_text="In normal form; null: nothing yet.")
    ready = serializers.BooleanField()


class StepReadyForm(OwnSeatForm):
    """Marks my seat as ready, or not ready."""

    step = serializers.IntegerField(min_value=0, max_value=GREATEST)
    ready = serializers.BooleanField()
    clear = serializers.BooleanField(
        default=False, help_text="Take back what is stored: the default orders count, as if none had been given."
    )


class ForecastForm(OwnSeatForm):
    """Draft orders."""

    step = serializers.IntegerField(min_value=0, max_value=GREATEST)
    orders = serializers.JSONField()


class ForecastSerializer(serializers.Serializer):
    """The forecast of draft orders, from what my seat knows."""

    forecast = serializers.JSONField()


class VoteForm(serializers.Serializer):
    """A vote for a proposal, or its withdrawal."""

    kind = serializers.ChoiceField(choices=Vote.Kind.values)
    value = serializers.BooleanField()


class ClaimForm(OwnSeatForm):
    """A claim against an absent player: the win, or a bot for their seat."""

    kind = serializers.ChoiceField(choices=["win", "bot"])
    seat = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False, help_text="Of `bot`: whose.")


class VacationForm(serializers.Serializer):
    """Days of my vacation for this step."""

    days = serializers.IntegerField(min_value=0, max_value=GREATEST)


class NoteSerializer(serializers.Serializer):
    """My private note about a match."""

    text = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=100_000)


class ForkForm(serializers.Serializer):
    """The step at which it begins; with `seat` a match against bots, else a sandbox."""

    step = serializers.IntegerField(min_value=0, max_value=GREATEST)
    seat = serializers.IntegerField(
        min_value=0,
        max_value=GREATEST,
        required=False,
        help_text="The seat that I play. Without it I play all of them, in a sandbox.",
    )
    bots = serializers.DictField(
        child=serializers.CharField(max_length=20),
        required=False,
        help_text="With `seat`: seat → built-in bot. Where it has none, the bot that sat there, or the strongest one.",
    )

    def validate_bots(self, bots: dict[str, str]) -> dict[int, str]:
        """The same, with numbers as keys."""
        if not all(key.isascii() and key.isdigit() and len(key) < 4 for key in bots):
            raise serializers.ValidationError(_("A seat is a whole number."))
        return {int(key): bot for key, bot in bots.items()}


class CoachQuery(serializers.Serializer):
    """The seat for which the coach speaks, by default my first one."""

    seat = serializers.IntegerField(min_value=0, max_value=GREATEST, required=False)


class AdviceQuery(CoachQuery):
    """And the step."""

    step = serializers.IntegerField(min_value=0, max_value=GREATEST)


class WatchableForm(serializers.Serializer):
    """May spectators watch from my seat?"""

    value = serializers.BooleanField()


class PreferencesForm(OwnSeatForm):
    """Changes of my preferences; preferences that are not named stay."""

    preferences = serializers.DictField()


class GoOnForm(OwnSeatForm):
    """For how many steps my seat goes on by itself after this one, and until what; 0 steps: no more."""

    steps = serializers.IntegerField(min_value=0, max_value=MOST_STEPS)
    until = serializers.DictField(required=False, default=dict)


class GoingOnSerializer(serializers.Serializer):
    """For what a seat goes on by itself."""

    left = serializers.IntegerField(help_text="Steps for which it still goes on, at most.")
    until = serializers.DictField(help_text="Condition: true, or its number.")
    stopped = serializers.DictField(
        allow_null=True, help_text="Why it has stopped: step, key of the condition, text and data of a sentence."
    )


class SayForm(serializers.Serializer):
    """One line of talk."""

    text = serializers.CharField(max_length=2000, trim_whitespace=False, help_text="At most 500 characters.")
    to = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=GREATEST), max_length=64, required=False,
        help_text="Seats of a private channel; empty: everybody in my room.",
    )  # fmt: skip
