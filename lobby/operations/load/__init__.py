"""Load tests and soak tests: the parts of `manage.py loadtest` and `manage.py soak`."""
