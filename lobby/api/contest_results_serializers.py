"""What is answered about the results of a contest: everything as one document."""

from __future__ import annotations

from lobby.api.contest_serializers import (
    ContestStandingsSerializer,
    ContestTableSerializer,
    SeededBySerializer,
    WholeContestSerializer,
)
from lobby.api.contest_steering_serializers import ContestActSerializer


class ContestResultsSerializer(WholeContestSerializer):
    """All that may be known."""

    ratings = SeededBySerializer(
        many=True,
        help_text="By which the entrants were seeded when it began, the highest first; without those who had none.",
    )
    standings = ContestStandingsSerializer(many=True)
    tables = ContestTableSerializer(many=True)
    acts = ContestActSerializer(many=True, help_text="What those who steer it have done, the latest first.")
