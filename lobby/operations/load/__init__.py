"""How much does a site carry? The parts of `manage.py loadtest`: a site of its own, rooms, clients, figures."""
