"""Load tests and soak tests: the parts of `manage.py loadtest` and `manage.py soak`.

By hand, because Locust and k6 would take over the figures alone: no seats of Python bots, no proof by replay, no killed sites (decision 020).
"""
