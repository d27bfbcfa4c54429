"""Does the whole site outlive what can go wrong on a busy day? `python -m tests.launch` (`make launch-check`)."""
