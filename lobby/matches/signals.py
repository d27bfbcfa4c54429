"""How do packages that `play` cannot import hear about a match? By these signals, in the process in which it happened. Receivers must be quick.

Signals about matches are sent after the commit. `lobby.apps` connects the receivers.
"""

from django.dispatch import Signal

orders_due = Signal()
"""A step has begun in which a bot or a program may owe orders: `match_id`, `step`."""
fewer_decide = Signal()
"""Somebody who could vote has given up, or a bot plays the seat: `match_id`."""
match_over = Signal()
"""A match has ended with a result, which may have brought its people something: `match_id`."""
rated_match_over = Signal()
"""A match that was opened as rated has ended with a result: `match_id`."""
arranged_match_over = Signal()
"""An arranged match has ended, with or without a result: `match_id`, `arranged` (`Match.Arranged`)."""
referee_looks = Signal()
"""A referee looks for what is due, at `now`. Sent in the referee's thread, at least once a second."""
referee_sweeps = Signal()
"""A referee checks everything, at `now`; receivers may remove what has expired. Sent in its thread, twice a minute."""
