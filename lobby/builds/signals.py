"""What do packages above hear about maps? Receivers are connected in `apps.py`."""

from django.dispatch import Signal

map_refused = Signal()
"""Rated tables do not take this map any more: `game_id`, `fingerprint`. Sent inside the transaction that says so."""
