"""What does whoever hosts the site see and do? Health, figures, logs, back-ups."""
