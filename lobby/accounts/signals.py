"""What do other rooms hear about people? Receivers are connected in `apps.py`."""

from django.dispatch import Signal

account_closed = Signal()
"""`user`: the closed account. Sent inside the transaction that closes it."""
account_suspended = Signal()
"""`user`: the suspended person. Sent inside the transaction that suspends them."""
