"""What do two people write to each other, outside of matches?"""
