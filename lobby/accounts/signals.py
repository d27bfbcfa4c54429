"""What do other packages hear about people? Receivers are connected in `apps.py`."""

from django.dispatch import Signal

account_closed = Signal()
"""`user`: the closed account. Sent inside the transaction that closes it."""
report_settled = Signal()
"""`report`, `acted`: staff have decided on a report. Sent inside the transaction in which they did."""
account_suspended = Signal()
"""`user`: the suspended person. Sent inside the transaction that suspends them."""
