"""Tools for hosts and staff: health checks, metrics, logs, back-ups, maintenance, load tests."""
