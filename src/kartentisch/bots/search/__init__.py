"""Compiled search for all games, over views only."""
