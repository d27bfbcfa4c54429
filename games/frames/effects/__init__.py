"""What happens to units, cards and seats, whoever ordered it: damage, moves, attacks, cards, the end of a turn and of a match."""
