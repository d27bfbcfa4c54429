"""What one process manages for itself: its processors, threads and metrics."""
