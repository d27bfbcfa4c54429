"""What do packages above hear about clubs? Receivers are connected in `apps.py`."""

from django.dispatch import Signal

club_closed = Signal()
"""`club`: the closed club. Sent inside the transaction that closes it."""
