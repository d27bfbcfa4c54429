"""What happens to people that other rooms must know. Receivers are connected in `apps.py`."""

from django.dispatch import Signal

account_closed = Signal()
"""`user`: somebody who will not come back. Sent inside the transaction that closes the account."""
account_suspended = Signal()
"""`user`: somebody who may not play for a while. Sent inside the transaction that suspends them."""
