"""What may other rooms hear of a match? Sent after the commit, in the process that did it; receivers must be quick."""

from django.dispatch import Signal

orders_due = Signal()
"""A step has begun in which a bot or a program may owe orders: `match_id`, `step`."""
fewer_decide = Signal()
"""Somebody who could vote has given up, or a bot plays the seat: `match_id`."""
