"""What the platform asks of the game besides playing it: names, pictures, clocks, statistics, preferences, programs, checks."""
