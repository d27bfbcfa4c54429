"""How a step is played; `step.py` begins, the other files are its parts."""
