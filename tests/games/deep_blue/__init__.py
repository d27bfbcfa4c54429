"""Tests of Deep Blue, a file per chapter of its rules."""
