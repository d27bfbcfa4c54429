"""What becomes of achievements when an account is closed? They go, as the matches no longer say who played them."""

from __future__ import annotations

from typing import Any

from lobby.accounts.models import User
from lobby.achievements.models import Gain, StopStars


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Receiver: delete what the person has achieved."""
    Gain.objects.filter(user=user).delete()
    StopStars.objects.filter(user=user).delete()
